/** Who is calling, after a token was checked (spec §5). */
export interface Principal {
  organizationId: string
  organizationName: string
  /** The user the API key is linked to; null when the key has none. */
  userId: string | null
  /**
   * `session`: from the session-token endpoint. `consultation`: from identify, good for one
   * consultation.
   */
  kind: 'session' | 'consultation'
  tokenId: string
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
export type Reach = Pick<Principal, 'organizationId' | 'boundTo' | 'doctorId'>

/**
 * Checks a bearer token: signature, expiry, revocation, user and organization still active.
 * @throws {AppError} `authentication_required`, `invalid_token`, `token_expired`, `token_revoked`,
 * `forbidden`
 */
export type Authenticate = (token: string | undefined) => Promise<Principal>
