import { z } from 'zod'
import type {
  ClinicalDocument,
  DeletedDocumentBody,
  DocumentAuditBody,
  DocumentVersion,
  UnwrittenItem,
} from '../../../core/contract/api.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { describing } from '../../describing.ts'
import {
  ById,
  ByVersion,
  CreateDocument,
  PatchDocument,
  RestoreVersion,
  ReviewDocument,
} from './schema.ts'

const Value = z.union([
  z.string(),
  z.array(z.string()),
  z.record(z.string(), z.string().nullable()),
  z.null(),
])
const Path = z.array(z.string())
const place = { start: z.int(), end: z.int() }
const Span = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('segment'),
    segment_id: z.string(),
    ...place,
    start_ms: z.number(),
    end_ms: z.number(),
  }),
  z.object({
    source: z.enum(['context', 'background']),
    ...place,
    words: z.string().exactOptional(),
  }),
  z.object({
    source: z.literal('file'),
    file_id: z.string(),
    page: z.int().nullable(),
    ...place,
  }),
  z.object({ source: z.literal('derived'), from: z.array(z.string()) }),
])

const Finding = z.object({
  verdict: z.enum(['supported', 'contradicted', 'not_found']),
  spans: z.array(Span),
  /** Of `contradicted`. */
  reason: z.string().optional(),
  /** Of `supported`: words of its spans that the recognizer was not sure of. */
  unsure: z.array(z.string()).optional(),
  /** Of `not_found`: what was said that comes closest. */
  nearest: z.array(Span).optional(),
})

const LayoutBody = z.object({ order: z.array(z.string()), hidden: z.array(z.string()) })
const Content = z.record(z.string(), Value)

const Unwritten = describing<UnwrittenItem>()(
  z.object({
    /** By its meaning; of this document only. */
    id: z.string(),
    kind: z.enum(['medicine', 'measure', 'diagnosis', 'allergy', 'request', 'return', 'number']),
    text: z.string(),
    quote: z.string(),
    /** Null: in today's context. */
    segment_id: z.string().nullable(),
    start_ms: z.number().nullable(),
    /** Null: the doctor chooses. */
    field: Path.nullable(),
    spans: z.array(Span),
  }),
)

/** A document, for the routes that answer with one. */
export const DocumentBody = describing<ClinicalDocument>()(
  z.object({
    id: z.string(),
    ehr_id: z.string(),
    template: z.object({
      id: z.string(),
      name: z.string(),
      slug: z.string(),
      version: z.int(),
      /** SHA-256 of all the model says. */
      fingerprint: z.string().nullable(),
    }),
    status: z.enum(['generating', 'draft', 'reviewed', 'failed']),
    content: Content,
    markdown: z.string(),
    evidence: z.array(
      Finding.extend({
        path: Path,
        parts: z.array(Finding.extend({ start: z.int(), end: z.int() })).optional(),
      }),
    ),
    contradictions: z.array(
      z.object({ path: Path, value: z.string(), reason: z.string(), spans: z.array(Span) }),
    ),
    source: z.object({
      generator: z.enum(['rules', 'llama', 'remote']),
      model: z.string().nullable(),
      version: z.string(),
      unproven: z.literal(true).exactOptional(),
    }),
    edited_by_user: z.boolean(),
    edited_paths: z.array(Path),
    failure: z.object({ error: z.string(), message: z.string() }).nullable(),
    layout: LayoutBody.nullable(),
    footer: z.object({ text: z.string(), in_copy: z.boolean() }).nullable(),
    /** Said and not written; absent in lists and in the answer to a save. */
    unwritten: z.array(Unwritten).exactOptional(),
    version: z.int(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
)

const VersionBody = describing<DocumentVersion>()(
  z.object({
    number: z.int(),
    kind: z.enum(['generated', 'edited', 'reviewed', 'restored']),
    by: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    current: z.boolean(),
  }),
)

const AuditBody = describing<DocumentAuditBody>()(
  z.object({
    entries: z.array(
      z.object({
        kind: VersionBody.shape.kind,
        by: z.string().nullable(),
        version: z.int(),
        at: z.string(),
        ledger: z.object({
          supported: z.int(),
          contradicted: z.int(),
          not_found: z.int(),
          typed: z.int(),
          withdrawn: z.int(),
        }),
        ledger_sha256: z.string(),
        source: DocumentBody.shape.source,
      }),
    ),
  }),
)

const document = { description: 'The document', schema: DocumentBody }

/** The life of documents. */
export const documentDescriptions: readonly RouteDescription[] = [
  {
    method: 'post',
    path: '/api/v1/ehrs/{id}/documents',
    summary: 'Write a document; told line by line, closing the request cancels',
    tag: 'documents',
    security: 'bearer',
    input: CreateDocument,
    responses: {
      200: {
        description: 'One event a line; the last is done or failed',
        type: 'application/x-ndjson',
      },
    },
    errors: ['not_found', 'no_content', 'document_quota_exceeded', 'storage_full', 'draining'],
  },
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}/documents',
    summary: 'The documents of one consultation, newest first',
    tag: 'documents',
    security: 'bearer',
    input: ById,
    responses: {
      200: { description: 'The documents', schema: z.object({ documents: z.array(DocumentBody) }) },
    },
    errors: ['not_found'],
  },
  {
    method: 'get',
    path: '/api/v1/documents/{id}',
    summary: 'One document',
    tag: 'documents',
    security: 'bearer',
    input: ById,
    responses: { 200: document },
    errors: ['not_found'],
  },
  {
    method: 'patch',
    path: '/api/v1/documents/{id}',
    summary: 'Replace the content and its arrangement; it is a draft again',
    tag: 'documents',
    security: 'bearer',
    input: PatchDocument,
    responses: { 200: document },
    errors: ['not_found', 'version_conflict', 'document_not_ready'],
  },
  {
    method: 'post',
    path: '/api/v1/documents/{id}/review',
    summary: 'The doctor has read it and stands for it',
    tag: 'documents',
    security: 'bearer',
    input: ReviewDocument,
    responses: { 200: document },
    errors: ['not_found', 'version_conflict', 'document_not_ready'],
  },
  {
    method: 'get',
    path: '/api/v1/documents/{id}/versions',
    summary: 'The states it was in, newest first',
    tag: 'documents',
    security: 'bearer',
    input: ById,
    responses: {
      200: {
        description: 'Without their text',
        schema: z.object({ versions: z.array(VersionBody) }),
      },
    },
    errors: ['not_found'],
  },
  {
    method: 'get',
    path: '/api/v1/documents/{id}/audit',
    summary: 'What happened to it, in order, with its evidence counted',
    tag: 'documents',
    security: 'bearer',
    input: ById,
    responses: { 200: { description: 'Entries that never change', schema: AuditBody } },
    errors: ['not_found'],
  },
  {
    method: 'get',
    path: '/api/v1/documents/{id}/versions/{number}',
    summary: 'One state it was in',
    tag: 'documents',
    security: 'bearer',
    input: ByVersion,
    responses: {
      200: {
        description: 'With its text',
        schema: VersionBody.extend({ content: Content, layout: LayoutBody.nullable() }),
      },
    },
    errors: ['not_found'],
  },
  {
    method: 'post',
    path: '/api/v1/documents/{id}/versions/{number}/restore',
    summary: 'Make an earlier state the document again; it is a draft',
    tag: 'documents',
    security: 'bearer',
    input: RestoreVersion,
    responses: { 200: document },
    errors: ['not_found', 'version_conflict', 'document_not_ready'],
  },
  {
    method: 'delete',
    path: '/api/v1/documents/{id}',
    summary: 'Take it away; for some minutes it can be brought back',
    tag: 'documents',
    security: 'bearer',
    input: ById,
    responses: {
      200: {
        description: 'Until when',
        schema: describing<DeletedDocumentBody>()(
          z.object({ id: z.string(), restorable_until: z.string() }),
        ),
      },
    },
    errors: ['not_found', 'document_submitted', 'document_not_ready', 'legal_hold'],
  },
  {
    method: 'post',
    path: '/api/v1/documents/{id}/restore',
    summary: 'Bring back what was deleted a moment ago',
    tag: 'documents',
    security: 'bearer',
    input: ById,
    responses: { 200: document },
    errors: ['not_found'],
  },
]
