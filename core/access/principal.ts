import { AppError } from '../errors.ts'
import type { IframeConsent } from './access.ts'
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
