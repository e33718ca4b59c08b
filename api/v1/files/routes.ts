/**
 * Uploaded files (spec §1.6; core/contract/files.ts): announced and asked for with a token, sent to
 * a signed address without.
 */
import { Router } from '@koa/router'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import { type AnnouncedFile, FILE_TYPES, type FilesBody } from '../../../core/contract/files.ts'
import type { Announced } from '../../../core/file/announce-file.ts'
import type { FileRecord } from '../../../core/file/file.ts'
import type { FileUseCases } from '../../../core/file/file-use-cases.ts'
import { type ApiState, principalOf } from '../../context.ts'
import { readInput } from '../../read-input.ts'
import { AnnounceFile, ListFiles, OneFile, ReceiveFile } from './describe.ts'

export interface FileRoutesDeps {
  files: FileUseCases
  openConsultation: OpenConsultation
}

type Context = Parameters<typeof principalOf>[0] & Parameters<typeof readInput>[1]

export function fileRoutes({ files, openConsultation }: FileRoutesDeps): Router<ApiState> {
  function openFile(ctx: Context): Promise<FileRecord> {
    return files.open(principalOf(ctx), readInput(OneFile, ctx))
  }

  return new Router<ApiState>()
    .post('/ehrs/:id/files', async (ctx) => {
      const { ehrId, ...input } = readInput(AnnounceFile, ctx)
      const { id: consultationId, createdAt: visitSince } = await openConsultation(
        principalOf(ctx),
        ehrId,
      )
      const announced = await files.announce({ consultationId, visitSince, ...input })
      ctx.status = announced.upload ? 201 : 200
      ctx.body = presentAnnounced(announced, files)
    })
    .get('/ehrs/:id/files', async (ctx) => {
      const { id } = await openConsultation(principalOf(ctx), readInput(ListFiles, ctx))
      ctx.body = presentFiles(await files.list(id), files)
    })
    .get('/files/:id', async (ctx) => {
      ctx.body = files.present(await openFile(ctx))
    })
    .get('/files/:id/text', async (ctx) => {
      ctx.body = { pages: await files.text(await openFile(ctx)) }
    })
    .get('/files/:id/thumbnail', async (ctx) => {
      const picture = await files.thumbnail(await openFile(ctx))
      ctx.type = 'image/webp'
      ctx.body = Buffer.from(picture)
    })
    .post('/files/:id/retry', async (ctx) => {
      const file = await files.retry(await openFile(ctx))
      ctx.status = 202
      ctx.body = files.present(file)
    })
    .delete('/files/:id', async (ctx) => {
      await files.remove(await openFile(ctx))
      ctx.status = 204
    })
}

/** Paths relative to `/api/v1/uploads`: the signature in the address is the credential. */
export function uploadRoutes({ files }: Pick<FileRoutesDeps, 'files'>): Router<ApiState> {
  return new Router<ApiState>().put('/:id', async (ctx) => {
    const input = readInput(ReceiveFile, ctx)
    // The stream stays alive when we stop early, or the refusal could not be sent.
    const body: AsyncIterable<Uint8Array> = ctx.req.iterator({ destroyOnReturn: false })
    const file = await files.receive({ ...input, body })
    ctx.status = 202
    ctx.body = files.present(file)
  })
}

type Presenting = Pick<FileUseCases, 'present' | 'limits'>

function presentAnnounced({ file, upload }: Announced, { present }: Presenting): AnnouncedFile {
  if (!upload) return { file: present(file), upload: null }
  const query = new URLSearchParams({
    expires: String(upload.expires),
    signature: upload.signature,
    ...(upload.content && { content: upload.content }),
  })
  return {
    file: present(file),
    upload: {
      method: 'PUT',
      url: `/api/v1/uploads/${file.id}?${query}`,
      expires_at: new Date(upload.expires * 1000).toISOString(),
    },
  }
}

function presentFiles(files: FileRecord[], { present, limits }: Presenting): FilesBody {
  return {
    files: files.map(present),
    limits: {
      types: FILE_TYPES,
      max_bytes: limits.maxBytes,
      max_files: limits.maxFiles,
      max_total_bytes: limits.maxTotalBytes,
    },
  }
}
