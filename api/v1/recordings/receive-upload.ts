import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import busboy from 'busboy'
import { AppError, validationError } from '../../../core/errors.ts'
import type { UploadSpool } from '../../../core/recording/ports.ts'

/**
 * Streams the audio of a request into the spool: the body itself, or the first file of a form. The
 * declared type and name are not looked at.
 * @throws {AppError} `audio_too_large`, `validation_error` for a form without a file, and those of
 * the spool
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

/**
 * Not by `pipeline`: it would destroy the request when the file is refused, and the refusal with
 * it.
 */
async function receiveForm(request: IncomingMessage, spool: UploadSpool, maxBytes: number) {
  const form = openForm(request)
  let storing: Promise<void> | undefined
  // Not every error of the form ends it as a stream, so what it told is kept.
  const told = new Set<unknown>()
  form.on('error', (error) => told.add(error))
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('file', (_name, file) => {
        // What goes wrong with a part is told by the form; without a listener it ends the process.
        file.on('error', (error) => told.add(error))
        if (storing) return void file.resume()
        storing = store(file, spool, maxBytes)
        storing.catch(reject)
      })
      finished(form).then(resolve, reject)
      finished(request, { writable: false }).catch(reject)
      request.pipe(form)
    })
    await storing
  } catch (error) {
    const isBroken = told.has(error) || error === request.errored
    throw isBroken ? validationError([{ field: 'body', issue: 'invalid' }]) : error
  } finally {
    request.unpipe(form)
    form.destroy()
  }
  if (!storing) throw validationError([{ field: 'file', issue: 'required' }])
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
