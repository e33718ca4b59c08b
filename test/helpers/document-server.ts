import { randomBytes } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import { rewriteRoutes } from '../../api/v1/documents/rewrite.ts'
import { documentRoutes } from '../../api/v1/documents/routes.ts'
import { documentUnwrittenRoutes } from '../../api/v1/documents/unwritten-routes.ts'
import { templateRoutes } from '../../api/v1/templates/routes.ts'
import type { GenerationEvent } from '../../core/contract/api.ts'
import { writeDocument } from '../../core/document/generation/write-document.ts'
import type {
  DocumentGenerator,
  DocumentInput,
  Template,
} from '../../core/document/models/ports.ts'
import { deleteDocument, undeleteDocument } from '../../core/document/record/delete-document.ts'
import type {
  DocumentOriginStore,
  DocumentStore,
} from '../../core/document/record/document-store.ts'
import {
  editDocument,
  restoreVersion,
  reviewDocument,
} from '../../core/document/record/edit-document.ts'
import type { FooterPlace } from '../../core/document/record/markdown.ts'
import { type RewriteDeps, rewriteLines } from '../../core/document/rewriting/rewrite.ts'
import {
  dismissUnwritten,
  listUnwritten,
  takeUnwritten,
} from '../../core/document/unwritten/take-unwritten.ts'
import { unwrittenReader } from '../../core/document/unwritten/unwritten.ts'
import { generationQueue } from '../../core/engine/generation-queue.ts'
import type { Log } from '../../core/log.ts'
import { ownModels } from '../../core/templates/own-models.ts'
import { templateCatalogue } from '../../core/templates/template-catalogue.ts'
import type { TranscriptSegment } from '../../core/transcription/ports.ts'
import { documentStore } from '../../models/document/documents.ts'
import { documentOriginStore } from '../../models/document/origins.ts'
import { templateStore } from '../../models/template/templates.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import { SMALL_TEMPLATE, segment } from './documents.ts'
import { startServer, type TestServer } from './server.ts'

export interface DocumentServer extends TestServer {
  documents: DocumentStore
  origins: DocumentOriginStore
  catalogue: ReturnType<typeof templateCatalogue>
  /** What every consultation's transcript is. */
  transcript: TranscriptSegment[]
  /** All events of one generation. */
  generate(token: string, ehrId: string): Promise<GenerationEvent[]>
}

/** The routes of documents over a real database, with the generator of the test's choice. */
export async function startDocumentServer(
  t: ExecutionContext,
  generator: DocumentGenerator,
  options: {
    builtIn?: Template[]
    log?: Log
    footer?: FooterPlace
    /** When records of the consultation went to the national network. */
    submittedAt?: () => Promise<Date[]>
    now?: () => Date
    /** What suggests other words. */
    rewriting?: Pick<RewriteDeps, 'engine' | 'check'>
  } = {},
): Promise<DocumentServer> {
  const { builtIn = [SMALL_TEMPLATE], log, footer = 'off', submittedAt = async () => [] } = options
  const transcript = [segment('Nega febre. Beber água.')]
  const made: Partial<Pick<DocumentServer, 'documents' | 'origins' | 'catalogue'>> = {}
  const server = await startServer(t, {
    ...(log ? { log } : {}),
    apiRouters({ database, consultations, consultationRows, now: worldNow, newId, log: worldLog }) {
      const now = options.now ?? worldNow
      const { openConsultation } = consultations
      const seal = memorySeal()
      const documents = documentStore({ sequelize: database.sequelize, seal })
      const origins = documentOriginStore({ sequelize: database.sequelize, seal })
      const templates = templateCatalogue({
        builtIn,
        store: templateStore(database.sequelize),
        newId,
        now,
      })
      const models = ownModels({
        builtIn,
        store: templateStore(database.sequelize),
        mayShare: true,
        newId,
        now,
      })
      made.documents = documents
      made.origins = origins
      made.catalogue = templates
      const queue = generationQueue()
      const reader = unwrittenReader()
      const edit = editDocument({ documents, now })
      const unwritten = listUnwritten({
        transcript: async () => ({ segments: transcript }),
        textsOf: consultationRows.textsOf,
        read: async (sources, record) => reader.list(sources, record),
      })
      const write = writeDocument({
        documents,
        templates: models,
        generator: () => generator,
        queue,
        transcript: async () => ({ segments: transcript }),
        textsOf: consultationRows.textsOf,
        origins: { store: origins, productVersion: '0.0.0' },
        unwritten,
        newId,
        now,
        log: worldLog,
      })
      return [
        {
          router: documentRoutes({
            openConsultation,
            documents,
            writeDocument: write,
            editDocument: edit,
            listUnwritten: unwritten,
            reviewDocument: reviewDocument({ documents, now }),
            restoreVersion: restoreVersion({ documents, now }),
            deleteDocument: deleteDocument({
              documents,
              submittedAt,
              now,
              refuseWhileHeld: async () => {},
            }),
            undeleteDocument: undeleteDocument({ documents, openConsultation, now }),
            footer,
          }),
        },
        {
          router: documentUnwrittenRoutes({
            openConsultation,
            documents,
            listUnwritten: unwritten,
            footer,
            takeUnwritten: takeUnwritten({ list: unwritten, editDocument: edit }),
            dismissUnwritten: dismissUnwritten({ list: unwritten, documents, now }),
          }),
        },
        {
          router: rewriteRoutes({
            openConsultation,
            documents,
            rewrite: rewriteLines({
              engine: () => ({ text: null }),
              queue,
              now,
              log: worldLog,
              ...options.rewriting,
            }),
          }),
        },
        {
          router: templateRoutes({
            openConsultation,
            templates,
            models,
          }),
        },
      ]
    },
  })
  return {
    ...server,
    documents: made.documents as DocumentStore,
    origins: made.origins as DocumentOriginStore,
    catalogue: made.catalogue as DocumentServer['catalogue'],
    transcript,
    async generate(token, ehrId) {
      const body = { template_id: SMALL_TEMPLATE.id }
      const response = await server.request('POST', `/api/v1/ehrs/${ehrId}/documents`, {
        token,
        body,
      })
      return eventsOf(await response.text())
    },
  }
}

export function eventsOf(ndjson: string): GenerationEvent[] {
  return ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as GenerationEvent)
}

/** Keys that live as long as the test. */
function memorySeal() {
  const keys = new Map<string, Uint8Array>()
  return consultationSeal({
    async keyFor(consultationId) {
      const key = keys.get(consultationId) ?? randomBytes(32)
      keys.set(consultationId, key)
      return key
    },
    findKey: async (consultationId) => keys.get(consultationId) ?? null,
  })
}

/**
 * A generator that quotes: the first sentence spoken is the complaint, the others are advice.
 * `before` is awaited before each field, so that a test can hold it there or let it fail.
 */
export function quotingGenerator(
  before: (field: string, signal: AbortSignal) => Promise<void> | void = () => {},
): DocumentGenerator {
  return {
    status: { kind: 'rules', model: null },
    version: 'quoting 1',
    async generate(input: DocumentInput, { signal, onField }) {
      const [spoken] = input.segments
      const sentences = spoken?.text.match(/[^.]+\./g)?.map((one) => one.trim()) ?? []
      const [complaint = null, ...advice] = sentences
      const content = {
        'Queixa Principal': complaint,
        Orientações: advice.length > 0 ? advice : null,
        Risco: null,
      }
      const evidence = sentences.map((sentence, index) => ({
        path: index === 0 ? ['Queixa Principal'] : ['Orientações', String(index - 1)],
        verdict: 'supported' as const,
        spans: [
          {
            source: 'segment' as const,
            segment_id: spoken?.id ?? '',
            start: spoken?.text.indexOf(sentence) ?? 0,
            end: (spoken?.text.indexOf(sentence) ?? 0) + sentence.length,
            start_ms: spoken?.startMs ?? 0,
            end_ms: spoken?.endMs ?? 0,
          },
        ],
      }))
      for (const [name, value] of Object.entries(content)) {
        await before(name, signal)
        signal.throwIfAborted()
        onField(
          name,
          value,
          evidence.filter(({ path }) => path[0] === name),
        )
      }
      return { content, evidence, contradictions: [] }
    },
    async [Symbol.asyncDispose]() {},
  }
}
