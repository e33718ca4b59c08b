import type { Credential } from '../core/access/access.ts'
import type { Principal } from '../core/access/principal.ts'
import type { AuditFacts, Located } from '../core/audit/ports.ts'
import { AppError } from '../core/errors.ts'

/** What the middleware leaves for the routes. */
export interface ApiState {
  requestId: string
  /** Set by `authentication` on every route of `/api/v1` and `/v1`. */
  principal?: Principal
  /** Set by `keyAuthentication` on the two exchange endpoints. */
  credential?: Credential
  /** The token an exchange gave out, so that the log can tell later where a session came from. */
  issuedTokenId?: string
  /** Whose the thing was that the request deletes, for its entry in the audit. */
  located?: Located | undefined
  /** What the route adds to its entry in the audit. */
  auditFacts?: AuditFacts
  /** Set where the error body repeats `message` as `detail` (SPEC-GAPS 1.11). */
  repeatsMessage?: true
  /** Where a person looks at the answer: the error is a page instead of JSON. */
  errorPage?: { policy: string; html(message: string): string }
}

/** The caller of an authenticated route. */
export function principalOf(ctx: { state: unknown }): Principal {
  const { principal } = ctx.state as ApiState
  if (!principal) throw authenticationRequired()
  return principal
}

/** The host system that calls an exchange endpoint. */
export function credentialOf(ctx: { state: unknown }): Credential {
  const { credential } = ctx.state as ApiState
  if (!credential) throw authenticationRequired()
  return credential
}

const authenticationRequired = () =>
  new AppError('unauthenticated', 'authentication_required', 'Autenticação necessária.')

/**
 * The pattern of the route that answered, with the prefix it is mounted under; `unmatched` when
 * none did.
 * @param ctx a Koa context; @koa/router and the dispatcher leave the two properties on it
 */
export function routeOf(ctx: object): string {
  const { _matchedRoute: pattern, mountPrefix } = ctx as {
    _matchedRoute?: unknown
    mountPrefix?: unknown
  }
  if (typeof pattern !== 'string') return 'unmatched'
  return typeof mountPrefix === 'string' ? mountPrefix + pattern : pattern
}
