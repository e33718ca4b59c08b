/**
 * What access control remembers, and why that is safe: every decision first looks at the epoch (one
 * small read, which the store lets requests that arrive together share), and forgets everything
 * when it has moved. A key revoked or a user deactivated by another process therefore counts from
 * the next request on (spec §5.4), while a busy server reads each credential from the database
 * once.
 */
import { AppError } from '../errors.ts'
import type { Credential, Organization, SigningKey } from './access.ts'
import { deviceKey } from './device.ts'
import type { AccessStore } from './ports.ts'

/** Access control as of one epoch; good for one decision, then ask again. */
export interface DirectoryView {
  credentialByDigest(digest: string): Promise<Credential | undefined>
  /** By the id of a key, or of a device. */
  credentialByKeyId(keyId: string): Promise<Credential | undefined>
  /** Of the keys that are not revoked. */
  keyDigests(): Promise<ReadonlySet<string>>
  organizations(): Promise<readonly Organization[]>
  /** Newest first. */
  signingKeys(): Promise<readonly SigningKey[]>
}

export interface Directory {
  look(): Promise<DirectoryView>
  /** The last look anybody took, for what may be a moment old: which secret to sign with. */
  recent(): Promise<DirectoryView>
  /**
   * Whether there is a key with this digest, for fast refusals: nothing is read for each of them.
   */
  hasKey(digest: string): Promise<boolean>
}

export function directory(store: AccessStore): Directory {
  let current: DirectoryView | undefined
  let epoch: number | undefined

  async function look(): Promise<DirectoryView> {
    const now = await store.readEpoch()
    if (!current || epoch !== now) {
      epoch = now
      // A load that is still under way fills the old view, which nobody asks any more.
      current = view(store)
    }
    return current
  }

  return {
    look,
    recent: async () => current ?? look(),
    hasKey: async (digest) => (await (await look()).keyDigests()).has(digest),
  }
}

function view(store: AccessStore): DirectoryView {
  const byDigest = new Map<string, Credential>()
  const byKeyId = new Map<string, Credential>()
  const organizations = once(() => store.listOrganizations())
  const signingKeys = once(() => store.listSigningKeys())

  async function credential(key: Credential['key'], userId: string | null): Promise<Credential> {
    const [organization, user] = await Promise.all([
      store.findOrganization(key.organizationId),
      userId ? store.findUser(userId) : undefined,
    ])
    // Gone between two reads: deleted this very moment.
    if (!organization || (userId && !user)) throw vanished()
    return { key, organization, user: user ?? null }
  }

  return {
    async credentialByDigest(digest: string) {
      const known = byDigest.get(digest)
      if (known) return known
      const key = await store.findKeyByDigest(digest)
      // Unknown secrets are not remembered: anybody could fill the memory with them.
      if (!key) return undefined
      const found = await credential(key, key.userId)
      byDigest.set(digest, found)
      return found
    },
    async credentialByKeyId(keyId: string) {
      const known = byKeyId.get(keyId)
      if (known) return known
      const key = await store.findKey(keyId)
      const device = key ? undefined : await store.findDevice(keyId)
      const found = key
        ? await credential(key, key.userId)
        : device && (await credential(deviceKey(device), device.userId))
      if (!found) return undefined
      byKeyId.set(keyId, found)
      return found
    },
    keyDigests: once(() => store.listKeyDigests()),
    organizations,
    signingKeys,
  }
}

/** Remembers a success, not a failure. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => {
    value ??= load().catch((error: unknown) => {
      value = undefined
      throw error
    })
    return value
  }
}

const vanished = () =>
  new AppError('unauthenticated', 'invalid_token', 'Esta credencial não existe mais.')
