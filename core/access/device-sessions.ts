/**
 * Signing in on a device, and staying signed in (RFC 9449, OAuth's rotation of refresh tokens):
 *
 *     code ──sign in──> token 1 ──renew──> token 2 ──renew──> …
 *
 * A renewal needs the token in force and a proof by the device's key. Then the next token is in
 * force; the one it was bought with buys the very same for a minute more, since answers get lost.
 * The next one is made of the last and a salt that is kept, so it can be told again without being
 * kept. Whatever else comes with the right key was spent long ago, and a right token with a wrong
 * key was taken: somebody else holds what is the device's alone, and the device ends.
 */
import { AppError, notFound } from '../errors.ts'
import type { Credential } from './access.ts'
import { refuseSuspended } from './authenticate.ts'
import {
  type Device,
  type DeviceTokens,
  deviceEnded,
  deviceKey,
  type EndedBecause,
  type Invite,
  isUnused,
  requireExtension,
} from './device.ts'
import { plainCode } from './invite-user.ts'
import type { IssuedToken, IssueToken } from './issue-token.ts'
import { readName } from './manage-accounts.ts'
import type { AccessStore, DeviceStore, Proofs, Secrets, UserStore } from './ports.ts'
import { type ProofAddress, proofChecks } from './proof-checks.ts'

interface Deps {
  store: AccessStore
  secrets: Secrets
  proofs: Proofs
  issueDeviceToken: IssueToken['issueDeviceToken']
  now: () => Date
  newId: () => string
}

export interface SignIn {
  code: string
  deviceName: string
  /** As a JSON Web Key. */
  publicKey: unknown
}

export interface Renewal {
  refreshToken: string
  proof: string
  /** Where the proof must say that it goes. */
  address: ProofAddress
}

export interface DeviceSession {
  device: Device
  credential: Credential
  refreshToken: string
  access: IssuedToken
}

/** By an administrator's code, or by the hospital's identity provider. */
export type SignInWay = 'code' | 'provider'

/** The device has ended by this renewal, and why: for the audit. */
export interface EndedDevice {
  device: Device
  because: EndedBecause
}

export interface DeviceSessions {
  /**
   * @throws {AppError} `code_invalid` (unknown, spent, expired: one code for all),
   * `validation_error`, `extension_disabled`, `forbidden` (organization suspended)
   */
  signIn(input: SignIn): Promise<DeviceSession & { way: SignInWay }>
  /**
   * @throws {AppError} `device_revoked`, `invalid_proof`, `extension_disabled`, `forbidden`; the
   * last three spend nothing
   */
  renew(input: Renewal): Promise<DeviceSession | EndedDevice>
  /** @returns undefined when there is none */
  endDevice(id: string, because: EndedBecause): Promise<Device | undefined>
}

const GRACE_MS = 60_000
const PREFIX = 'svc_dev_'

export function deviceSessions(deps: Deps): DeviceSessions {
  const { store, secrets, proofs, issueDeviceToken, now, newId } = deps
  const checkProof = proofChecks(now)

  async function credentialOf(device: Device): Promise<Credential> {
    const [organization, user] = await Promise.all([
      store.findOrganization(device.organizationId),
      store.findUser(device.userId),
    ])
    if (!organization || user?.status !== 'active') throw deviceEnded()
    const credential = { key: deviceKey(device), organization, user }
    refuseSuspended(credential)
    requireExtension(organization)
    return credential
  }

  async function goodInvite(typed: string): Promise<Invite> {
    const invite = await store.findInvite(secrets.digest(plainCode(typed)))
    if (!invite || invite.spentAt || invite.expiresAt <= now()) throw codeInvalid()
    return invite
  }

  async function sessionOf(device: Device, secret: string): Promise<DeviceSession> {
    const credential = await credentialOf(device)
    const access = await issueDeviceToken(credential, device.userId)
    return { device, credential, refreshToken: `${PREFIX}${device.id}.${secret}`, access }
  }

  async function endDevice(id: string, because: EndedBecause) {
    return store.endDevice(id, { at: now(), because })
  }

  async function ended(device: Device, because: EndedBecause): Promise<EndedDevice> {
    return { device: (await endDevice(device.id, because)) ?? device, because }
  }

  /** The next token, of the last one and its salt. */
  const following = (secret: string, salt: string) => secrets.digest(`${salt} ${secret}`)

  async function rotate(device: Device, secret: string): Promise<DeviceSession | undefined> {
    const [salt, at] = [secrets.randomText(32), now()]
    const next = following(secret, salt)
    const isDone = await store.rotateDeviceToken(device.id, secrets.digest(secret), {
      digest: secrets.digest(next),
      salt,
      at,
    })
    return isDone ? sessionOf({ ...device, lastUsedAt: at }, next) : undefined
  }

  async function renew(input: Renewal): Promise<DeviceSession | EndedDevice> {
    const { id, secret } = readToken(input.refreshToken)
    const [device, tokens] = await Promise.all([store.findDevice(id), store.findDeviceTokens(id)])
    if (!device || !tokens || device.endedAt) throw deviceEnded()
    const proof = proofs.read(input.proof)
    const place = placeOf(tokens, secrets.digest(secret))
    if (proof.thumbprint !== device.thumbprint) {
      // Whoever knows no more than a device's id must not be able to end it.
      if (place === 'unknown') throw deviceEnded()
      return ended(device, 'other_key')
    }
    checkProof(proof, input.address)
    if (place === 'unknown') return ended(device, 'token_reused')
    const { organization } = await credentialOf(device)
    if (isUnused(device, organization, now())) return ended(device, 'unused')
    if (place === 'current') {
      // Bought at the same time by another call: then this one asks for what that one got.
      return (await rotate(device, secret)) ?? again(input, device, secret)
    }
    return again(input, device, secret)
  }

  /** What the last token spent has bought already, once more. */
  async function again({ refreshToken }: Renewal, { id }: Device, secret: string) {
    const [device, tokens] = await Promise.all([store.findDevice(id), store.findDeviceTokens(id)])
    if (!device || !tokens?.last || device.endedAt) throw deviceEnded()
    const { digest, salt, spentAt } = tokens.last
    const isLast = digest === secrets.digest(readToken(refreshToken).secret)
    // A clock that was set may say anything: what is not within a minute is not.
    const isInTime = Math.abs(now().getTime() - spentAt.getTime()) <= GRACE_MS
    if (!isLast || !isInTime) return ended(device, 'token_reused')
    return sessionOf(device, following(secret, salt))
  }

  return {
    endDevice,
    renew,
    async signIn({ code, deviceName, publicKey }) {
      const invite = await goodInvite(code)
      const at = now()
      const device: Device = {
        id: newId(),
        organizationId: invite.organizationId,
        userId: invite.userId,
        name: readName(deviceName),
        thumbprint: proofs.thumbprint(publicKey),
        sessionGeneration: 0,
        createdAt: at,
        lastUsedAt: at,
        endedAt: null,
        endedBecause: null,
      }
      if (invite.thumbprint !== null && invite.thumbprint !== device.thumbprint) throw codeInvalid()
      const secret = secrets.randomText(32)
      // Refused before the code is spent.
      await credentialOf(device).catch((error) => {
        throw error instanceof AppError && error.code === 'device_revoked' ? codeInvalid() : error
      })
      const from = { inviteId: invite.id, tokenDigest: secrets.digest(secret) }
      if (!(await store.createDevice(device, from))) throw codeInvalid()
      const way = invite.thumbprint === null ? 'code' : 'provider'
      return { ...(await sessionOf(device, secret)), way }
    },
  }
}

function placeOf({ current, last }: DeviceTokens, digest: string) {
  if (digest === current) return 'current'
  return digest === last?.digest ? 'last' : 'unknown'
}

function readToken(token: string): { id: string; secret: string } {
  // As strict as the database, which takes nothing else for an id.
  const parts = /^svc_dev_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43,64})$/.exec(
    token,
  )
  if (!parts?.[1] || !parts[2]) throw deviceEnded()
  return { id: parts[1], secret: parts[2] }
}

function codeInvalid(): AppError {
  const message = 'O código não vale: foi usado, venceu ou está errado. Peça outro.'
  return new AppError('unauthenticated', 'code_invalid', message)
}

interface DevicesDeps {
  store: DeviceStore & UserStore
  now: () => Date
}

/** Devices, for the administrator. Unknown ids throw `not_found`. */
export interface ManageDevices {
  /** Of one user, the newest first; those that ended too. */
  listDevices(userId: string): Promise<Device[]>
  /** Its tokens are refused from the next request on, those of its visits too. */
  revokeDevice(id: string): Promise<Device>
}

export function manageDevices({ store, now }: DevicesDeps): ManageDevices {
  return {
    listDevices: (userId) => store.listDevices(userId),
    async revokeDevice(id) {
      const device = await store.endDevice(id, { at: now(), because: 'administrator' })
      if (!device) throw notFound('Dispositivo não encontrado.')
      return device
    },
  }
}
