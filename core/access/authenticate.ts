import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Credential } from './access.ts'
import { refuseExtensionOff } from './device.ts'
import type { Directory } from './directory.ts'
import type { KeyStore, Secrets, TokenCodec } from './ports.ts'
import type { Authenticate, Principal } from './principal.ts'
import type { Signing } from './signing.ts'
import type { TokenClaims } from './token-claims.ts'

interface Deps {
  directory: Directory
  signing: Signing
  codec: TokenCodec
  now: () => Date
  /** Traded for another token. */
  isSpent(tokenId: string): Promise<boolean>
  /** At the doors of the extension, where a device's token is taken and no other. */
  isForDevices?: boolean
}

/**
 * Checks bearer tokens. A signature and an expiry are not enough: the credential behind the token
 * is looked at each time, so that a deactivated user or a suspended organization is out at once
 * (spec §5.4).
 */
export function authenticate({
  directory,
  signing,
  codec,
  now,
  isSpent,
  isForDevices = false,
}: Deps): Authenticate {
  return async (token) => {
    if (!token) {
      const message = 'Autenticação necessária: envie o token de sessão.'
      throw new AppError('unauthenticated', 'authentication_required', message)
    }
    const view = await directory.look()
    const key = await signing.verifyingKey(view, codec.keyIdOf(token))
    const claims = codec.verify(token, key, now().getTime() / 1000)
    if ((claims.kind === 'device') !== isForDevices) throw wrongDoor()
    const credential = await view.credentialByKeyId(claims.keyId)
    if (!credential || isRevoked(credential, claims) || (await isSpent(claims.tokenId)))
      throw revoked()
    refuseSuspended(credential)
    refuseExtensionOff(credential)
    return principal(credential, claims)
  }
}

/**
 * A revoked key alone changes nothing: its tokens live on to their expiry, unless its sessions were
 * ended, which raises the generation (spec §5.4, SPEC-GAPS C5).
 */
function isRevoked({ key, organization, user }: Credential, claims: TokenClaims): boolean {
  return (
    claims.organizationId !== organization.id ||
    claims.generations.key !== key.sessionGeneration ||
    claims.generations.user !== (user?.sessionGeneration ?? 0) ||
    user?.status === 'deactivated' ||
    // Switched on after this token was issued without a doctor: the host renews and names one.
    (organization.enforceDoctorScope && !claims.doctorId)
  )
}

function principal({ key, organization, user }: Credential, claims: TokenClaims): Principal {
  return {
    organizationId: organization.id,
    organizationName: organization.name,
    iframeConsent: organization.iframeConsent,
    userId: user?.id ?? null,
    kind: claims.kind,
    holder: claims.holder,
    tokenId: claims.tokenId,
    keyOwner: user ? `user ${user.id}` : `key ${key.id}`,
    named: claims.doctorId === null ? `token ${claims.tokenId}` : `doctor ${claims.doctorId}`,
    deviceId: key.kind === 'device' ? key.id : null,
    doctorId: claims.doctorId,
    boundTo: bounds(claims, organization.enforceDoctorScope),
    expiresAt: new Date(claims.expiresAtS * 1000),
  }
}

/** A session's doctor binds only where the organization says so (spec §4.1, SPEC-GAPS C3). */
function bounds(claims: TokenClaims, enforceDoctorScope: boolean): Principal['boundTo'] {
  const { consultationId, patientId } = claims
  const binds = claims.kind !== 'session' || enforceDoctorScope
  const doctorId = binds ? claims.doctorId : null
  return consultationId || patientId || doctorId ? { consultationId, patientId, doctorId } : null
}

const revoked = () =>
  new AppError('unauthenticated', 'token_revoked', 'O acesso deste token foi encerrado.')

const wrongDoor = () =>
  new AppError('unauthenticated', 'invalid_token', 'Este token não vale neste endereço.')

interface KeyDeps {
  directory: Directory
  secrets: Secrets
  lastUsed: LastUsed
  now: () => Date
}

/** Checks the secret of header `x-svc-token` (spec §5.1). */
export type AuthenticateKey = ReturnType<typeof authenticateKey>

/**
 * @returns the credential, with its organization and user, all of them active
 * @throws {AppError} `authentication_required`, `invalid_api_key` (unknown, revoked, user
 * deactivated), `forbidden` (organization suspended)
 */
export function authenticateKey({ directory, secrets, lastUsed, now }: KeyDeps) {
  return async (secret: string | undefined): Promise<Credential> => {
    if (!secret) {
      const message = 'Envie a chave de API no cabeçalho x-svc-token.'
      throw new AppError('unauthenticated', 'authentication_required', message)
    }
    const view = await directory.look()
    const credential = await view.credentialByDigest(secrets.digest(secret))
    if (!credential || credential.key.revokedAt || credential.user?.status === 'deactivated') {
      const message = 'A chave de API não é válida ou foi revogada.'
      throw new AppError('unauthenticated', 'invalid_api_key', message)
    }
    refuseSuspended(credential)
    lastUsed.note(credential.key.id, now())
    return credential
  }
}

/** @throws {AppError} `forbidden` */
export function refuseSuspended({ organization }: Credential): void {
  if (organization.status === 'active') return
  throw new AppError('forbidden', 'forbidden', 'O acesso desta organização está suspenso.')
}

interface LastUsed {
  note(keyId: string, at: Date): void
  /**
   * Writes what was noted since the last time. Failing costs a date in a list, so it is only
   * logged.
   */
  write(): Promise<void>
}

/** When keys were last used, written behind: exchanging a key must not cost a commit to disk. */
export function lastUsed({ store, log }: { store: KeyStore; log: Log }): LastUsed {
  let noted = new Map<string, Date>()

  return {
    note: (keyId, at) => void noted.set(keyId, at),
    async write() {
      if (noted.size === 0) return
      const uses = noted
      noted = new Map()
      try {
        await store.writeLastUsed(uses)
      } catch (err) {
        // Newer uses noted meanwhile win over the ones put back.
        noted = new Map([...uses, ...noted])
        log.warn('access.last_used_not_written', { err, keys: uses.size })
      }
    },
  }
}
