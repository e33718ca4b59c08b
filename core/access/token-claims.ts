/**
 * What a token says, in our names; the codec gives them their places on the wire (SPEC-GAPS 1.6).
 */
export interface TokenClaims {
  /** `jti` */
  tokenId: string
  kind: 'session' | 'consultation'
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
