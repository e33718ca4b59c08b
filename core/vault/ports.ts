/**
 * Keys and sealing, as the domain sees them. Everything at rest that is secret or clinical goes
 * through here (DESIGN §2.3).
 */

/** Encrypts small secrets with the appliance's master key. */
export interface Sealer {
  /** @param context what the bytes are and whose: must be the same at `open`, is not stored */
  seal(plain: Uint8Array, context?: string): Uint8Array
  /** @throws {AppError} `vault_damaged`: another master key, another context, or altered bytes */
  open(sealed: Uint8Array, context?: string): Uint8Array
}

/** The master key that is in force. */
export interface MasterKey extends Sealer {
  /**
   * Names the key and tells nothing of it; changes when another process changes the key
   * (core/vault/rotation.ts).
   */
  readonly fingerprint: string
}

/**
 * One 256-bit data key per consultation, at rest only as sealed by the master key. What was
 * encrypted with a destroyed key is unreadable for ever, wherever copies of it lie.
 */
export interface ConsultationVault {
  /**
   * Makes the key on first use; it is durable before this resolves.
   * @throws {AppError} `consultation_erased`
   */
  keyFor(consultationId: string): Promise<Uint8Array>
  /** Null when it was destroyed or never made. */
  findKey(consultationId: string): Promise<Uint8Array | null>
  destroyKey(consultationId: string): Promise<void>
  /**
   * Proves at start that the master key belongs to this database.
   * @throws {AppError} `vault_damaged`
   */
  verify(): Promise<void>
}

/**
 * What an identifier names; `submission` its `Idempotency-Key`, `professional` a place and who
 * works there.
 */
export type IndexedKind = 'consultation' | 'doctor' | 'patient' | 'submission' | 'professional'

/**
 * By what sealed identifiers are found: equal ones of one organization give the same 64 hex digits,
 * and nobody without the appliance's keys can tell which identifier gave them.
 */
export type BlindIndex = (
  organizationId: string,
  kind: IndexedKind,
  identifier: string,
) => Promise<string>
