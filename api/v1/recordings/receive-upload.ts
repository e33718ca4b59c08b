import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { AppError, validationError } from '../../../core/errors.ts'
import type { UploadSpool } from '../../../core/recording/upload-ports.ts'

/**
 * Streams the audio of a request into the spool: the body itself, or the first file of a form. The declared type and
 * name are not looked at.
 * @throws {AppError} `audio_too_large`, `validation_error` for a form without a file, and those of the spool
 */
export async function receiveUpload(
  request: IncomingMessage,
  spool: UploadSpool,
  maxBytes: number,
): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')
  if (isForm) await receiveForm(request, spool, maxBytes)
  else await store(request, spool, maxBytes)
}

async function store(stream: Readable, spool: UploadSpool, maxBytes: number) {
  let size = 0
  // The stream stays alive when we stop early, or the refusal could not be sent.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    await spool.append(chunk as Buffer)
  }
}

async function receiveForm(request: IncomingMessage, spool: UploadSpool, maxBytes: number) {
  const form = openForm(request)
  let stored: Promise<void> | null = null
  let failed: unknown = null
  form.on('file', (_name, file) => {
    if (stored) return void file.resume()
    stored = store(file, spool, maxBytes).catch((error: unknown) => {
      failed = error
      form.destroy(error as Error)
    })
  })
  try {
    await pipeline(request, form)
  } catch {
    if (failed) throw failed
    throw validationError([{ field: 'body', issue: 'invalid' }])
  }
  await stored
  if (failed) throw failed
  if (!stored) throw validationError([{ field: 'file', issue: 'required' }])
}

function openForm(request: IncomingMessage): busboy.Busboy {
  try {
    return busboy({ headers: request.headers, limits: { files: 1, fields: 10, fieldSize: 1024 } })
  } catch {
    throw validationError([{ field: 'content-type', issue: 'invalid' }])
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError(
    'too-large',
    'audio_too_large',
    `O arquivo de áudio passa do limite de ${Math.floor(maxBytes / (1 << 20))} MB.`,
  )
}
