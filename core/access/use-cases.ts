import type { Log } from '../log.ts'
import type { Credential } from './access.ts'
import { type AuthenticateKey, authenticate, authenticateKey, lastUsed } from './authenticate.ts'
import { type Device, deviceEnded } from './device.ts'
import {
  type DeviceSessions,
  deviceSessions,
  type ManageDevices,
  manageDevices,
} from './device-sessions.ts'
import { directory } from './directory.ts'
import { type ExchangeToken, exchangeToken, spentTokens } from './exchange-token.ts'
import { type InviteUser, inviteUser } from './invite-user.ts'
import {
  contractTokenPolicy,
  type IssueToken,
  issueToken,
  type TokenPolicy,
} from './issue-token.ts'
import {
  type ManageKeys,
  type ManageOrganizations,
  type ManageUsers,
  manageKeys,
  manageOrganizations,
  manageUsers,
} from './manage-accounts.ts'
import { type Origins, origins } from './origins.ts'
import type { AccessStore, Proofs, Sealer, Secrets, TokenCodec } from './ports.ts'
import type { Authenticate } from './principal.ts'
import { type Signing, signing } from './signing.ts'

export interface AccessDeps {
  store: AccessStore
  secrets: Secrets
  codec: TokenCodec
  proofs: Proofs
  sealer: Sealer
  log: Log
  now: () => Date
  newId: () => string
  tokenPolicy?: TokenPolicy
  /** Where browsers find the appliance: the origin of its own pages. */
  publicUrl?: string
}

export interface AccessUseCases
  extends ManageOrganizations,
    ManageUsers,
    ManageKeys,
    ManageDevices,
    IssueToken,
    Origins,
    Pick<Signing, 'rotateSigningKey' | 'hasSigningKey' | 'pruneSigningKeys'> {
  authenticateKey: AuthenticateKey
  /** Whether there is a key with this secret; for fast refusals, never for a decision. */
  hasKey(secret: string): Promise<boolean>
  authenticate: Authenticate
  /** Of a doctor's device, at the doors of the extension. */
  authenticateDevice: Authenticate
  /**
   * A device and all it depends on, once its token was checked. @throws {AppError}
   * `device_revoked`
   */
  deviceCredential(id: string): Promise<{ device: Device; credential: Credential }>
  inviteUser: InviteUser
  devices: DeviceSessions
  exchangeToken: ExchangeToken
  /** Writes when keys were last used: every half minute or so, and before the database closes. */
  writeLastUsed(): Promise<void>
}

/** All of access control over one store: what the server, the channel and `svcctl` share. */
export function accessUseCases(deps: AccessDeps): AccessUseCases {
  const { store, secrets, codec, log, now, newId, tokenPolicy: policy = contractTokenPolicy } = deps
  const known = directory(store)
  const uses = lastUsed({ store, log })
  const keys = signing({ ...deps, directory: known })
  const issuing = issueToken({ directory: known, signing: keys, codec, policy, now, newId })
  const spent = spentTokens(store, now)
  const checking = { directory: known, signing: keys, codec, now, isSpent: spent.has }

  return {
    ...manageOrganizations(deps),
    ...manageUsers(deps),
    ...manageKeys(deps),
    ...issuing,
    ...origins({ directory: known, publicUrl: deps.publicUrl }),
    rotateSigningKey: keys.rotateSigningKey,
    hasSigningKey: keys.hasSigningKey,
    pruneSigningKeys: keys.pruneSigningKeys,
    authenticateKey: authenticateKey({ directory: known, secrets, lastUsed: uses, now }),
    hasKey: (secret) => known.hasKey(secrets.digest(secret)),
    ...manageDevices(deps),
    async deviceCredential(id) {
      const [view, device] = await Promise.all([known.look(), store.findDevice(id)])
      const credential = await view.credentialByKeyId(id)
      if (!device || !credential) throw deviceEnded()
      return { device, credential }
    },
    inviteUser: inviteUser(deps),
    devices: deviceSessions({ ...deps, issueDeviceToken: issuing.issueDeviceToken }),
    authenticate: authenticate(checking),
    authenticateDevice: authenticate({ ...checking, isForDevices: true }),
    exchangeToken: exchangeToken({
      directory: known,
      signing: keys,
      codec,
      spent,
      now,
      issueConsultationToken: issuing.issueConsultationToken,
    }),
    writeLastUsed: uses.write,
  }
}
