import { AppError } from '../errors.ts'
import type { Credential, CredentialScope, IframeConsent } from './access.ts'
import type { TokenHolder, TokenKind } from './token-claims.ts'

/** Who is calling, after a token was checked (spec §5). */
export interface Principal {
  organizationId: string
  organizationName: string
  iframeConsent: IframeConsent
  /** The user the API key is linked to; null when the key has none. */
  userId: string | null
  /**
   * `session`: from the session-token endpoint. `consultation`: from identify, good for one
   * consultation. `device`: what a doctor's extension shows at its own doors.
   */
  kind: TokenKind
  /** A page's token may not do what is the backend's (`requireBackend`). */
  holder: TokenHolder
  tokenId: string
  /** Who is served in turn with others (core/engine/fair-shares.ts): the user, else the key. */
  keyOwner: string
  /** The same within a key: the doctor that the host named for the token, else the token. */
  named: string
  /** The doctor's device that the token was issued to; null for a host's. */
  deviceId: string | null
  /** Informational for sessions (spec §4.1), binding for consultation tokens. */
  doctorId: string | null
  /**
   * The host identifiers a consultation must have for this token to open it; null ones are free.
   */
  boundTo: {
    consultationId: string | null
    doctorId: string | null
    patientId: string | null
  } | null
  expiresAt: Date
}

/**
 * As much of it as decides what may be opened; a host's backend, which has no token, has this too.
 */
export type Reach = Pick<Principal, 'organizationId' | 'boundTo' | 'doctorId'> &
  Partial<Pick<Principal, 'keyOwner' | 'named' | 'holder'>>

/**
 * Checks a bearer token: signature, expiry, revocation, user and organization still active.
 * @throws {AppError} `authentication_required`, `invalid_token`, `token_expired`, `token_revoked`,
 * `forbidden`
 */
export type Authenticate = (token: string | undefined) => Promise<Principal>

/**
 * For what a doctor's page has no need of, and a token that got out must not be able to do: asking
 * the network for anybody, deleting there, saying that the EHR holds a document now.
 * @throws {AppError} `forbidden`
 */
export function requireBackend({ holder }: Pick<Principal, 'holder'>) {
  if (holder === 'backend') return
  const message =
    'Isto cabe ao servidor do prontuário: o token desta página não o permite. No servidor, peça um token com "holder": "backend".'
  throw new AppError('forbidden', 'forbidden', message)
}

/**
 * A token need not name a doctor (spec §4.1). Who acts by such a one is whom its page says, as when
 * it opens a visit: at a change of shift each is the author of what they did (SPEC-GAPS 1.2). It
 * opens nothing more, and has no share of its own: both go by the token.
 * @param said undefined: nobody is named
 */
export function actingAs(principal: Principal, said: string | undefined): Principal {
  if (principal.doctorId !== null || said === undefined) return principal
  return { ...principal, doctorId: said }
}

/** @throws {AppError} `forbidden` */
export function requireScope({ key }: Credential, scope: CredentialScope): void {
  if (key.scopes.includes(scope)) return
  throw new AppError('forbidden', 'forbidden', `Esta chave não tem a permissão ${scope}.`)
}

/**
 * A host's backend reaches its whole organization: whoever may make a token for all of it may open
 * all of it.
 * @throws {AppError} `forbidden` without scope `session:create`, as an auth token that a browser
 * holds may be
 */
export function reachOf(credential: Credential): Reach {
  requireScope(credential, 'session:create')
  return { organizationId: credential.key.organizationId, boundTo: null, doctorId: null }
}
