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
import { describing } from '../../describing.ts'

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

export const FileAnswer = describing<FileInfo>()(
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

export const AnnounceAnswer = describing<AnnouncedFile>()(
  z.object({
    file: FileAnswer,
    upload: z
      .object({ method: z.literal('PUT'), url: z.string(), expires_at: z.iso.datetime() })
      .nullable(),
  }),
)

export const FilesAnswer = describing<FilesBody>()(
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

export const TextAnswer = describing<FileTextBody>()(
  z.object({
    pages: z.array(z.string()),
  }),
)
