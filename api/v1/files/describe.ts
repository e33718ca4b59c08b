import { z } from 'zod'
import {
  type AnnouncedFile,
  FILE_TYPES,
  type FileInfo,
  type FilesBody,
  type FileTextBody,
  type UploadErrorCode,
} from '../../../core/contract/files.ts'
import { InputUseInfo } from '../../../core/contract/input-use.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { describing } from '../../describing.ts'

const shared = { tag: 'consultations', security: 'bearer' } as const
const file = (description: string) => ({ description, schema: FileAnswer })

const EhrParams = z.object({ id: z.string() })
const FileParams = z.object({ id: z.uuid() })
/** Beyond what a path can be: the use case says what a name may be. */
const LONGEST_NAME = 4096

/** `POST /api/v1/ehrs/{id}/files` */
export const AnnounceFile = z
  .object({
    params: EhrParams,
    body: z.strictObject({
      name: z.string().max(LONGEST_NAME),
      size_bytes: z.int().min(0),
      source: z.enum(['user', 'host']),
      sha256: z
        .string()
        .regex(/^[0-9a-fA-F]{64}$/)
        .transform((hex) => hex.toLowerCase())
        .optional(),
    }),
  })
  .transform(({ params, body }) => ({
    ehrId: params.id,
    name: body.name,
    sizeBytes: body.size_bytes,
    source: body.source,
    sha256: body.sha256,
  }))

export const ListFiles = z.object({ params: EhrParams }).transform(({ params }) => params.id)

export const OneFile = z.object({ params: FileParams }).transform(({ params }) => params.id)

/** `PUT /api/v1/uploads/{id}?expires=&signature=&content=` */
export const ReceiveFile = z
  .object({
    params: FileParams,
    query: z.object({
      expires: z
        .string()
        .regex(/^\d{1,12}$/)
        .transform(Number),
      signature: z.string().min(1).max(128),
      content: z.string().min(1).max(128).optional(),
    }),
    headers: z.object({ 'content-length': z.string().regex(/^\d+$/).transform(Number).optional() }),
  })
  .transform(({ params, query, headers }) => ({
    fileId: params.id,
    address: query,
    statedBytes: headers['content-length'] ?? null,
  }))

const FileAnswer = describing<FileInfo>()(
  z.object({
    id: z.uuid(),
    name: z.string(),
    type: z.enum(FILE_TYPES).nullable(),
    size_bytes: z.int(),
    source: z.enum(['user', 'host']),
    state: z.enum(['waiting', 'processing', 'ready', 'failed']),
    pages: z.int().nullable(),
    text_length: z.int().nullable(),
    text_from: z.enum(['file', 'recognition']).nullable(),
    has_thumbnail: z.boolean(),
    use: InputUseInfo.nullable(),
    error: z
      .object({ code: z.string() as z.ZodType<UploadErrorCode>, message: z.string() })
      .nullable(),
    created_at: z.iso.datetime(),
  }),
)

const AnnounceAnswer = describing<AnnouncedFile>()(
  z.object({
    file: FileAnswer,
    upload: z
      .object({ method: z.literal('PUT'), url: z.string(), expires_at: z.iso.datetime() })
      .nullable(),
  }),
)

const FilesAnswer = describing<FilesBody>()(
  z.object({
    files: z.array(FileAnswer),
    limits: z.object({
      types: z.array(z.enum(FILE_TYPES)),
      max_bytes: z.int(),
      max_files: z.int(),
      max_total_bytes: z.int(),
    }),
  }),
)

const TextAnswer = describing<FileTextBody>()(
  z.object({
    pages: z.array(z.string()),
  }),
)

export const fileDescriptions: readonly RouteDescription[] = [
  {
    ...shared,
    method: 'post',
    path: '/api/v1/ehrs/{id}/files',
    summary: 'Announces a file; answers with a signed address for its bytes',
    input: AnnounceFile,
    responses: {
      201: { description: 'Send the bytes to `upload.url`', schema: AnnounceAnswer },
      200: {
        description: 'This content is here already; `upload` is null',
        schema: AnnounceAnswer,
      },
    },
    errors: [
      'not_found',
      'file_empty',
      'file_name_invalid',
      'file_too_large',
      'too_many_files',
      'quota_exceeded',
      'draining',
    ],
  },
  {
    ...shared,
    method: 'put',
    path: '/api/v1/uploads/{id}',
    summary: 'The bytes of an announced file, at its signed address; works once',
    security: 'none',
    input: ReceiveFile,
    requestType: 'application/octet-stream',
    responses: { 202: file('Received; or the file with the same content that is here already') },
    errors: [
      'signed_url_failed',
      'upload_failed',
      'file_empty',
      'file_too_large',
      'file_type_not_allowed',
      'image_heic',
      'storage_full',
      'storage_failed',
    ],
  },
  {
    ...shared,
    method: 'get',
    path: '/api/v1/ehrs/{id}/files',
    summary: 'The files of the consultation, oldest first, and what is taken',
    input: ListFiles,
    responses: { 200: { description: 'Files and limits', schema: FilesAnswer } },
    errors: ['not_found'],
  },
  {
    ...shared,
    method: 'get',
    path: '/api/v1/files/{id}',
    summary: 'How far a file is',
    input: OneFile,
    responses: { 200: file('The file') },
    errors: ['not_found'],
  },
  {
    ...shared,
    method: 'get',
    path: '/api/v1/files/{id}/text',
    summary: 'The text that was found in it, by page: what generators read',
    input: OneFile,
    responses: { 200: { description: 'Pages', schema: TextAnswer } },
    errors: ['not_found'],
  },
  {
    ...shared,
    method: 'get',
    path: '/api/v1/files/{id}/thumbnail',
    summary: 'A small picture of it, 160 px at most',
    input: OneFile,
    responses: { 200: { description: 'The picture', type: 'image/webp' } },
    errors: ['not_found'],
  },
  {
    ...shared,
    method: 'post',
    path: '/api/v1/files/{id}/retry',
    summary: 'Reads a failed file again',
    input: OneFile,
    responses: { 202: file('In work') },
    errors: [
      'not_found',
      'file_type_not_allowed',
      'image_heic',
      'pdf_invalid',
      'pdf_encrypted',
      'pdf_too_many_pages',
      'image_invalid',
      'image_dimensions',
    ],
  },
  {
    ...shared,
    method: 'delete',
    path: '/api/v1/files/{id}',
    summary: 'Removes a file with its bytes, its text and its picture',
    input: OneFile,
    responses: { 204: { description: 'Removed' } },
    errors: ['not_found', 'legal_hold'],
  },
]
