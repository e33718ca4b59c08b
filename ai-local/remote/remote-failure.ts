/**
 * Why a server elsewhere in the network gave no answer, as a word that settings and `doctor` can explain. Nothing of the
 * request or the answer is in it: neither key nor prompt can reach a log this way.
 */
export type RemoteIssue =
  | 'name_not_found'
  | 'connection_refused'
  | 'unreachable'
  | 'connect_timeout'
  | 'first_token_timeout'
  | 'timeout'
  | 'connection_lost'
  | 'redirected'
  | 'tls_untrusted'
  | 'tls_expired'
  | 'tls_not_yet_valid'
  | 'tls_wrong_name'
  | 'tls_failed'

export class RemoteFailure extends Error {
  readonly issue: RemoteIssue
  /** The server cannot have seen anything of the request: it may be sent again. */
  readonly isUnsent: boolean

  constructor(issue: RemoteIssue, isUnsent = false) {
    super(`remote server: ${issue}`)
    this.name = 'RemoteFailure'
    this.issue = issue
    this.isUnsent = isUnsent
  }
}

/** @param sent whether the connection stood when it failed */
export function remoteFailure(error: unknown, sent: boolean): RemoteFailure {
  if (error instanceof RemoteFailure) return error
  const code = String((error as NodeJS.ErrnoException | null)?.code ?? '')
  const known = ISSUES[code]
  if (known) return new RemoteFailure(known, !sent && RETRIED.has(known))
  if (/CERT|TLS|SSL|EPROTO/.test(code)) return new RemoteFailure('tls_failed')
  return new RemoteFailure('connection_lost', !sent)
}

const ISSUES: Readonly<Record<string, RemoteIssue>> = {
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'connect_timeout',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_untrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_untrusted',
  CERT_SIGNATURE_FAILURE: 'tls_untrusted',
  CERT_UNTRUSTED: 'tls_untrusted',
  CERT_HAS_EXPIRED: 'tls_expired',
  CERT_NOT_YET_VALID: 'tls_not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_wrong_name',
}
const RETRIED: ReadonlySet<RemoteIssue> = new Set([
  'connection_refused',
  'unreachable',
  'connect_timeout',
])
