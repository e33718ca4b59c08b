import { type ConnectionIssue, connectionIssueOf } from '../../core/connection-issues.ts'

/**
 * Why a server elsewhere in the network gave no answer, as a word that settings and `doctor` can
 * explain. Nothing of the request or the answer is in it: neither key nor prompt can reach a log
 * this way.
 */
export type RemoteIssue =
  | ConnectionIssue
  | 'first_token_timeout'
  | 'timeout'
  | 'redirected'
  | 'key_refused'
  | 'no_such_model'
  | 'computed_elsewhere'

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
  const issue = connectionIssueOf(error)
  return new RemoteFailure(issue, !sent && RETRIED.has(issue))
}

const RETRIED: ReadonlySet<RemoteIssue> = new Set([
  'connection_lost',
  'connection_refused',
  'unreachable',
  'connect_timeout',
])
