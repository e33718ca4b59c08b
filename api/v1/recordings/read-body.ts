import type { IncomingMessage } from 'node:http'
import { AppError, validationError } from '../../../core/errors.ts'
import { inTime } from '../../body-in-time.ts'

/** The bytes of a small body. @throws {AppError} `payload_too_large`, `request_timeout` */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return inTime(request, maxBytes, collect(request, maxBytes))
}

async function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // The stream stays alive when we stop early, or the refusal could not be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/**
 * A JSON body where the route reads its own; empty is `{}`. @throws {AppError} `validation_error`,
 * `payload_too_large`
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = (await readBytes(request, MAX_JSON_BYTES)).toString('utf8')
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw validationError([{ field: 'body', issue: 'invalid' }])
  }
}

const MAX_JSON_BYTES = 64 << 10

function tooLarge(maxBytes: number): AppError {
  return new AppError(
    'too-large',
    'payload_too_large',
    `O envio passa do limite de ${Math.floor(maxBytes / 1024)} KiB.`,
  )
}
