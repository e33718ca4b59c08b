/**
 * What the answer to the call for a token says of the certificate, which is all that is shown there
 * (RNDS.md §3.1).
 */
import { isObject } from '../../core/rnds/outcome.ts'
import { trouble } from './classify.ts'
import type { Exchanged } from './exchange.ts'
import type { TokenAnswer } from './token-source.ts'

/** @param wasAdmitted whether this certificate ever bought a token */
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
