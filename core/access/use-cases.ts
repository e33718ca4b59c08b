import type { Log } from '../log.ts'
import { authenticate } from './authenticate.ts'
import { type AuthenticateKey, authenticateKey } from './authenticate-key.ts'
import { directory } from './directory.ts'
import { type ExchangeToken, exchangeToken, spentTokens } from './exchange-token.ts'
import {
  contractTokenPolicy,
  type IssueToken,
  issueToken,
  type TokenPolicy,
} from './issue-token.ts'
import { lastUsed } from './last-used.ts'
import { type ManageKeys, manageKeys } from './manage-keys.ts'
import { type ManageOrganizations, manageOrganizations } from './manage-organizations.ts'
import { type ManageUsers, manageUsers } from './manage-users.ts'
import { type Origins, origins } from './origins.ts'
import type { AccessStore, Sealer, Secrets, TokenCodec } from './ports.ts'
import type { Authenticate } from './principal.ts'
import { type Signing, signing } from './signing.ts'

export interface AccessDeps {
  store: AccessStore
  secrets: Secrets
  codec: TokenCodec
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
    IssueToken,
    Origins,
    Pick<Signing, 'rotateSigningKey' | 'hasSigningKey' | 'pruneSigningKeys'> {
  authenticateKey: AuthenticateKey
  /** Whether there is a key with this secret; for fast refusals, never for a decision. */
  hasKey(secret: string): Promise<boolean>
  authenticate: Authenticate
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
    authenticate: authenticate({
      directory: known,
      signing: keys,
      codec,
      now,
      isSpent: spent.has,
    }),
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
