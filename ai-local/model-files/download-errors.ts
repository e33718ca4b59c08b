import { AppError } from '../../core/errors.ts'
import type { HttpAnswer } from './http-source.ts'

/** Worth another attempt. The message is an English clause for people. */
export class AttemptFailed extends Error {
  readonly retryAfterMs: number | undefined
  /** Nobody knows the name: where nothing came yet, the next second changes nothing. */
  readonly isNameUnknown: boolean

  constructor(
    message: string,
    options: { cause?: unknown; retryAfterMs?: number; isNameUnknown?: boolean } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AttemptFailed'
    this.retryAfterMs = options.retryAfterMs
    this.isNameUnknown = options.isNameUnknown ?? false
  }
}

/** What an answer without the file means. */
export function ofStatus({ status, header }: HttpAnswer): AppError | AttemptFailed {
  if (status === 404 || status === 410)
    return new AppError(
      'not-found',
      'model_not_at_source',
      'The source does not have this file. If modelMirror names a mirror, it must keep the paths owner/repository/resolve/main/file.',
    )
  if (status === 401 || status === 403)
    return new AppError(
      'forbidden',
      'model_access_refused',
      'The source wants a login for this file. Download it in a browser after agreeing to its terms, then: svcctl model import <path>',
    )
  if (status === 429 || status === 408 || status >= 500) {
    const seconds = Number(header('retry-after'))
    const retryAfterMs = seconds > 0 ? Math.min(seconds, 300) * 1000 : undefined
    return new AttemptFailed(`the source answered ${status}`, {
      ...(retryAfterMs && { retryAfterMs }),
    })
  }
  return new AppError('rejected', 'download_failed', `The source answered ${status}.`)
}

/**
 * Foreign errors in the family: those of the line may pass, those of certificates and disks do not.
 */
export function asDownloadError(
  error: unknown,
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): AppError | AttemptFailed | Error {
  if (error instanceof AppError || error instanceof AttemptFailed) return error
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('rejected', 'disk_full', 'The disk of the data folder is full.', {
      cause: error,
    })
  const target = new URL(url)
  const { host } = target
  if (/CERT|SIGNATURE|SELF_SIGNED|ERR_TLS/.test(code))
    return new AppError(
      'rejected',
      'download_certificate_refused',
      `The certificate of ${host} is not trusted (${code}). If your network has an authority of its own: svcctl config set modelMirrorCaFile /path/of/its.pem`,
      { cause: error },
    )
  const words = LINE_TROUBLE[code]
  const isNameUnknown = code === 'ENOTFOUND' || code === 'EAI_AGAIN'
  const place = proxyFault(error, target, env) ?? host
  if (words) return new AttemptFailed(`${place} ${words}`, { cause: error, isNameUnknown })
  return error instanceof Error ? error : new Error('Unknown failure', { cause: error })
}

const LINE_TROUBLE: Record<string, string> = {
  ECONNRESET: 'cut the connection',
  ECONNREFUSED: 'refuses connections',
  EPIPE: 'cut the connection',
  ENOTFOUND: 'cannot be found (no internet, or no name server?)',
  EAI_AGAIN: 'cannot be found (no internet, or no name server?)',
  ENETUNREACH: 'cannot be reached',
  EHOSTUNREACH: 'cannot be reached',
  ETIMEDOUT: 'does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'does not answer',
  UND_ERR_BODY_TIMEOUT: 'stopped sending',
  UND_ERR_SOCKET: 'cut the connection',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'cut the connection',
  // A proxy that refused the tunnel, mostly.
  UND_ERR_ABORTED: 'was refused by the proxy',
  HPE_INVALID_CONSTANT: 'speaks no HTTP',
}

/** undici wraps the socket's errors. */
function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  return cause ? codeOf(cause) : ''
}

/** Variables that name the administrator’s proxy. */
const VARIABLES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']

interface SocketError {
  hostname?: unknown
  address?: unknown
  port?: unknown
}

/**
 * The proxy, in words, where a connection failed at it rather than at the source: `the proxy
 * proxy.hospital:3128 (HTTPS_PROXY)`. Null: no proxy, or not its fault.
 */
function proxyFault(
  error: unknown,
  target: URL,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const { hostname, address, port } = (error ?? {}) as SocketError
  for (const name of VARIABLES) {
    const value = env[name] ?? ''
    if (!URL.canParse(value)) continue
    const proxy = new URL(value)
    if (proxy.host === target.host) continue
    const isPort = port === portOf(proxy) && port !== portOf(target)
    if (hostname === proxy.hostname || address === proxy.hostname || isPort)
      return `the proxy ${proxy.host} (${name})`
  }
  return null
}

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80))
}
