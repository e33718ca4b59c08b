/**
 * The access token, asked for once and shared (RNDS.md §3.1): calls at the same time wait for one
 * renewal, and the network asks that a token be used until shortly before it ends.
 */
import type { NetworkTrouble } from '../../core/rnds/network.ts'
import { isObject } from '../../core/rnds/outcome.ts'
import { trouble } from './classify.ts'
import type { Exchanged } from './exchange.ts'

export interface Token {
  value: string
  /** As the network says, in ms; it issues them for 30 minutes. */
  livesMs: number
}

export type TokenAnswer =
  | { kind: 'token'; token: Token }
  | { kind: 'trouble'; trouble: NetworkTrouble }

export interface TokenSource {
  /** @returns a token that will do for a call that begins now, or why there is none */
  get(): Promise<{ value: string } | { trouble: NetworkTrouble }>
  /** The network refused this one. Another that has come meanwhile is kept. */
  drop(value: string): void
}

/** A call may take its time before the token is looked at. */
const MARGIN_MS = 60_000

export function tokenSource(deps: {
  fetchToken: () => Promise<TokenAnswer>
  nowMs: () => number
}): TokenSource {
  let held: { value: string; goodUntilMs: number } | undefined
  let underWay: Promise<TokenAnswer> | undefined

  async function renew(): Promise<TokenAnswer> {
    const askedAtMs = deps.nowMs()
    const answer = await deps.fetchToken()
    if (answer.kind === 'token') {
      const { value, livesMs } = answer.token
      const margin = Math.min(MARGIN_MS, livesMs / 10)
      held = { value, goodUntilMs: askedAtMs + livesMs - margin }
    }
    return answer
  }

  return {
    async get() {
      if (held && deps.nowMs() < held.goodUntilMs) return { value: held.value }
      underWay ??= renew().finally(() => {
        underWay = undefined
      })
      const answer = await underWay
      return answer.kind === 'token' ? { value: answer.token.value } : { trouble: answer.trouble }
    },
    drop(value) {
      if (held?.value === value) held = undefined
    },
  }
}

/**
 * What the answer to the call for a token says of the certificate, which is all that is shown there
 * (RNDS.md §3.1).
 * @param wasAdmitted whether this certificate ever bought a token
 */
export function readTokenAnswer(answer: Exchanged, wasAdmitted: boolean): TokenAnswer {
  if (answer.kind !== 'answer') {
    const { kind, reason, errorCode } = answer
    if (isCertificateAlert(errorCode)) return refused(null, errorCode)
    // Many servers end the connection without a word where they do not like a certificate, once the
    // request is under way (TLS 1.3). An outage looks the same: of one that was taken before, that
    // is more likely.
    if (kind === 'lost' && reason === 'reset' && !wasAdmitted) return refused(null, errorCode)
    return { kind: 'trouble', trouble: trouble(reason, null, errorCode) }
  }
  const { status } = answer
  if (status === 401 || status === 403) return refused(status, 'no token')
  if (status !== 200) return { kind: 'trouble', trouble: trouble('gateway', status, 'no token') }
  const token = readToken(answer.body)
  return token
    ? { kind: 'token', token }
    : { kind: 'trouble', trouble: trouble('gateway', status, 'no token') }
}

/**
 * The server's word in the handshake: `ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED`,
 * `ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE`, `ERR_SSL_TLSV1_ALERT_UNKNOWN_CA` …
 */
function isCertificateAlert(errorCode: string): boolean {
  return (
    errorCode.includes('_ALERT_') && CERTIFICATE_ALERTS.some((word) => errorCode.includes(word))
  )
}

/** The last one: the signature of its authority does not fit. */
const CERTIFICATE_ALERTS = ['CERTIFICATE', 'UNKNOWN_CA', 'ACCESS_DENIED', 'DECRYPT_ERROR']

function refused(httpStatus: number | null, message: string): TokenAnswer {
  return { kind: 'trouble', trouble: trouble('certificate_refused', httpStatus, message) }
}

function readToken(text: string): { value: string; livesMs: number } | undefined {
  const body = parse(text)
  if (!isObject(body)) return undefined
  const { access_token: value, expires_in: livesMs } = body
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,16384}$/.test(value)) return undefined
  // Without a time it is used for this call, and asked for again.
  return { value, livesMs: typeof livesMs === 'number' && livesMs > 0 ? livesMs : 0 }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
