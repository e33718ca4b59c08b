/**
 * Why a server elsewhere gave no answer, by the code of Node.js: a word, since a message may quote
 * addresses and contents.
 */
export type ConnectionIssue =
  | 'name_not_found'
  | 'connection_refused'
  | 'unreachable'
  | 'connect_timeout'
  | 'tls_untrusted'
  | 'tls_expired'
  | 'tls_not_yet_valid'
  | 'tls_wrong_name'
  | 'tls_failed'
  | 'connection_lost'

/**
 * What is not known by its code is a failure of TLS where it looks like one, otherwise a lost
 * connection.
 */
export function connectionIssueOf(error: unknown): ConnectionIssue {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  const known = ISSUES[code]
  if (known) return known
  return /CERT|TLS|SSL|EPROTO/.test(code) ? 'tls_failed' : 'connection_lost'
}

const ISSUES: Readonly<Record<string, ConnectionIssue>> = {
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
