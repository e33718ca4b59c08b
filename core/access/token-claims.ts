/**
 * What a token says, in our names; the codec gives them their places on the wire (SPEC-GAPS 1.6).
 */
export interface TokenClaims {
  /** `jti` */
  tokenId: string
  kind: TokenKind
  /** Who holds it: a page, or the host's backend. */
  holder: TokenHolder
  /** `sub` */
  organizationId: string
  /** The credential that was exchanged for it. */
  keyId: string
  /**
   * Session generations of the key and of its user when the token was issued; an older one is
   * revoked.
   */
  generations: { key: number; user: number }
  doctorId: string | null
  patientId: string | null
  consultationId: string | null
  /** Whole seconds since 1970, as JWT counts. */
  issuedAtS: number
  expiresAtS: number
}

/** `device`: of a doctor's browser extension, good for `/extension/*` alone. */
export type TokenKind = 'session' | 'consultation' | 'device'

export type TokenHolder = 'page' | 'backend'

/**
 * Where nobody said: a token of one consultation or one patient is for their page; one that opens
 * what the organization has is the backend's. A doctor's name restricts nothing (spec §4.1).
 */
export function usualHolder(of: {
  kind: TokenClaims['kind']
  consultationId?: string | null | undefined
  patientId?: string | null | undefined
}): TokenHolder {
  const isBound = of.kind === 'consultation' || of.consultationId || of.patientId
  return isBound ? 'page' : 'backend'
}
