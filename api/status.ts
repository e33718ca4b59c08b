import { AppError, type ErrorKind } from '../core/errors.ts'

/** One table from kinds of failure to HTTP (SPEC-GAPS 1.11). */
const statusOfKind: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  rejected: 422,
  'too-large': 413,
  unsupported: 415,
  busy: 429,
  unavailable: 503,
}

/**
 * Methods, slow bodies and expectations are a matter of HTTP alone, so they have no kind of their
 * own.
 */
const statusOfCode: Record<string, number> = {
  method_not_allowed: 405,
  request_timeout: 408,
  expectation_failed: 417,
}

export function statusOf({ code, kind }: AppError): number {
  return statusOfCode[code] ?? statusOfKind[kind]
}

export function methodNotAllowed(): AppError {
  return new AppError('invalid', 'method_not_allowed', 'Método não permitido neste endereço.')
}

/**
 * What libraries throw about a request (`http-errors`), in our codes; undefined for everything
 * else. Their messages are not passed on: a JSON parser's quotes the body.
 */
export function fromHttpError(error: unknown): AppError | undefined {
  if (isBrokenCompression(error))
    return invalidBody('O corpo comprimido da requisição está danificado.')
  switch (clientStatus(error)) {
    case 413:
      return new AppError('too-large', 'payload_too_large', 'O conteúdo enviado é grande demais.')
    case 415:
      return unsupportedMediaType()
    case undefined:
      return undefined
    default:
      return invalidBody('O corpo da requisição não é JSON válido.')
  }
}

/** Bytes that are not UTF-8: ISO-8859-1 of an older system, mostly. */
export function notUtf8(): AppError {
  return invalidBody('O corpo da requisição não está em UTF-8.')
}

function invalidBody(message: string): AppError {
  return new AppError('invalid', 'validation_error', message, {
    details: [{ field: 'body', issue: 'invalid' }],
  })
}

export function unsupportedMediaType(): AppError {
  const message = 'Envie o corpo como application/json, em UTF-8.'
  return new AppError('unsupported', 'unsupported_media_type', message)
}

/** Of Brotli: `ERR__ERROR_FORMAT_CL_SPACE` and its like; but memory that is missing is ours. */
const BROKEN_COMPRESSION =
  /^(?:Z_(?:DATA|BUF|NEED_DICT|STREAM)(?:_ERROR)?|ERR__(?:BROTLI|ERROR_(?!ALLOC))\w*|ERR_PADDING\w*)$/

/** What zlib says of bytes that it cannot unpack. */
function isBrokenCompression(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return BROKEN_COMPRESSION.test(code)
}

function clientStatus(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined
  const { status } = error
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined
}
