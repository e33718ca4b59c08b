import { AppError } from '../errors.ts'
import type { Credential } from './access.ts'
import { refuseSuspended } from './authenticate-key.ts'
import { refuseExtensionOff } from './device.ts'
import type { Directory } from './directory.ts'
import type { TokenCodec } from './ports.ts'
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
