/**
 * A browser in which a doctor signed in to the extension. It has a key pair of its own, which does
 * not leave it, and a refresh token that is good once and with a proof by that key alone.
 */
import { AppError } from '../errors.ts'
import type { Credential, CredentialKey, Organization } from './access.ts'

export interface Device {
  id: string
  organizationId: string
  /** Whose it is. */
  userId: string
  /** As the doctor or the browser calls it. */
  name: string
  /** Of its public key (RFC 7638). */
  thumbprint: string
  /** Grows when it ends: its tokens are dead from the next request on. */
  sessionGeneration: number
  createdAt: Date
  /** Its last renewal. */
  lastUsedAt: Date
  endedAt: Date | null
  endedBecause: EndedBecause | null
}

/**
 * `token_reused`: a refresh token that was spent came again; `other_key`: one came with a proof by
 * another key. Either way somebody else holds it. `unused`: it came back after more days than its
 * organization allows.
 */
export type EndedBecause = 'administrator' | 'signed_out' | 'token_reused' | 'other_key' | 'unused'

/** The refresh tokens of a device that are told apart; by their digests. */
export interface DeviceTokens {
  current: string
  /** The last one spent; the salt makes the one in force from it. */
  last: { digest: string; salt: string; spentAt: Date } | null
}

/** A code by which one user signs in on one device. */
export interface Invite {
  id: string
  organizationId: string
  userId: string
  /**
   * Of the one key that it is for, where the hospital's identity provider proved the user; null:
   * an administrator's code, for any device.
   */
  thumbprint: string | null
  createdAt: Date
  expiresAt: Date
  spentAt: Date | null
}

/** In the place of a host's key. */
export function deviceKey(device: Device): CredentialKey {
  const { id, organizationId, sessionGeneration, endedAt } = device
  const scopes = ['identify:create' as const]
  return { id, organizationId, scopes, sessionGeneration, revokedAt: endedAt, kind: 'device' }
}

/** Longer unused than its organization allows: it ends when it comes back. */
export function isUnused(
  { lastUsedAt }: Device,
  { extension: { idleDays } }: Organization,
  now: Date,
): boolean {
  return idleDays > 0 && now.getTime() - lastUsedAt.getTime() > idleDays * DAY_MS
}

const DAY_MS = 86_400_000

/** For what a device of the extension asks. @throws {AppError} `extension_disabled` */
export function refuseExtensionOff({ key, organization }: Credential): void {
  if (key.kind === 'device') requireExtension(organization)
}

/** @throws {AppError} `extension_disabled` */
export function requireExtension({ extension }: Organization): void {
  if (extension.enabled) return
  const message = 'Esta organização não permite a extensão do navegador.'
  throw new AppError('forbidden', 'extension_disabled', message)
}

export function deviceEnded(): AppError {
  const message = 'O acesso deste dispositivo foi encerrado. Peça um novo código ao administrador.'
  return new AppError('unauthenticated', 'device_revoked', message)
}
