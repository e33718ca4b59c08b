/**
 * Where downloads come from: plain HTTP with the administrator's proxy (HTTP_PROXY, HTTPS_PROXY,
 * NO_PROXY) and authorities (the setting modelMirrorCaFile, NODE_EXTRA_CA_CERTS). Redirects are
 * followed here, one by one, since model hosts answer with an address of their storage: never from
 * https to http, never to anything that is neither, five at most.
 */
import { EnvHttpProxyAgent, request } from 'undici'
import { AppError } from '../../core/errors.ts'

export interface HttpAnswer {
  status: number
  /** Names in lower case; of repeated ones the first. */
  header(name: string): string | undefined
  body: AsyncIterable<Uint8Array>
  /** Stops reading and lets the connection go. */
  discard(): void
}

export interface HttpSource extends AsyncDisposable {
  get(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<HttpAnswer>
}

const MOST_REDIRECTS = 5

export interface HttpSourceOptions {
  /** A connection that delivers nothing for so long is given up. */
  idleTimeoutMs: number
  /** The only authority that is believed; null: the public ones. */
  caPem: string | null
}

export function httpSource({ idleTimeoutMs, caPem }: HttpSourceOptions): HttpSource {
  const authority = caPem === null ? {} : { ca: caPem }
  const dispatcher = new EnvHttpProxyAgent({
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
    connect: { timeout: idleTimeoutMs, ...authority },
    // Behind a proxy the source shows its certificate within the tunnel.
    requestTls: authority,
  })

  return {
    async get(url, headers, signal) {
      let address = new URL(url)
      for (let redirects = 0; ; redirects++) {
        const answer = await request(address, { dispatcher, headers, signal })
        const { location } = answer.headers
        const header = (name: string) => first(answer.headers[name])
        const discard = () => void answer.body.destroy()
        // A destroyed body reports itself once more; it was read or given up by then.
        answer.body.on('error', () => {})
        if (!isRedirect(answer.statusCode) || !location)
          return { status: answer.statusCode, header, body: answer.body, discard }
        discard()
        if (redirects === MOST_REDIRECTS) throw refused(address, 'it redirects without an end')
        address = nextAddress(address, first(location) ?? '')
      }
    },
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

function nextAddress(from: URL, location: string): URL {
  if (!URL.canParse(location, from.href))
    throw refused(from, 'it redirects to something unreadable')
  const to = new URL(location, from)
  const scheme = to.protocol.replace(':', '')
  if (to.protocol !== 'https:' && to.protocol !== 'http:')
    throw refused(from, `it redirects to a ${scheme} address`)
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw refused(
      from,
      'it redirects from https to http, where anybody on the way could change the file',
    )
  return to
}

function refused({ host }: URL, why: string): AppError {
  return new AppError(
    'rejected',
    'download_redirect_refused',
    `${host} cannot be used as a source: ${why}. Check the setting modelMirror.`,
  )
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
