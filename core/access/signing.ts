/**
 * Signing secrets and their rotation. Tokens are HMAC-signed (HS256), because the appliance both
 * issues and checks them and no third party has to: a symmetric secret per `kid` is the smaller and
 * faster mechanism, and an asymmetric one would only add a public key that nobody fetches. A new
 * key signs from its creation on; older ones verify until the last token they signed has expired.
 */
import { AppError } from '../errors.ts'
import type { SigningKey } from './access.ts'
import type { Directory, DirectoryView } from './directory.ts'
import type { OpenSigningKey, Sealer, Secrets, SigningKeyStore } from './ports.ts'

/** HS256 wants at least as many bits as its hash has (RFC 7518 §3.2). */
const secretBytes = 32
/** The longest life of any token, in ms (spec §8). */
const longestTokenMs = 86_400_000

interface Deps {
  store: SigningKeyStore
  directory: Directory
  secrets: Secrets
  sealer: Sealer
  now: () => Date
  newId: () => string
}

export interface Signing {
  /** The key to sign with now; makes the first one. */
  signingKey(view: DirectoryView): Promise<OpenSigningKey>
  /**
   * @throws {AppError} `invalid_token` when the key is unknown or can have no living tokens any
   * more
   */
  verifyingKey(view: DirectoryView, keyId: string | undefined): Promise<OpenSigningKey>
  /** Signs with a fresh secret from now on. @returns its id */
  rotateSigningKey(): Promise<string>
  /** Whether one signs now. */
  hasSigningKey(): Promise<boolean>
  /** Forgets secrets whose last token has expired. @returns how many */
  pruneSigningKeys(): Promise<number>
}

export function signing({ store, directory, secrets, sealer, now, newId }: Deps): Signing {
  const opened = new WeakMap<SigningKey, OpenSigningKey>()
  let making: Promise<OpenSigningKey> | undefined

  function open(key: SigningKey): OpenSigningKey {
    const known = opened.get(key)
    if (known) return known
    const fresh = { id: key.id, secret: sealer.open(key.sealedSecret, sealContext(key.id)) }
    opened.set(key, fresh)
    return fresh
  }

  async function rotateSigningKey() {
    const id = newId()
    const sealedSecret = sealer.seal(secrets.randomBytes(secretBytes), sealContext(id))
    await store.replaceSigningKey({ id, sealedSecret, createdAt: now(), retiredAt: null })
    return id
  }

  const active = async (view: DirectoryView) =>
    (await view.signingKeys()).find(({ retiredAt }) => !retiredAt)

  /** Two processes may both make one: the later retires the earlier, which goes on verifying. */
  async function makeFirst() {
    const there = await active(await directory.look())
    if (there) return open(there)
    await rotateSigningKey()
    const made = await active(await directory.look())
    if (!made) throw new Error('the signing key that was just made is not there')
    return open(made)
  }

  return {
    rotateSigningKey,
    hasSigningKey: async () => (await active(await directory.look())) !== undefined,
    async signingKey(view) {
      const key = await active(view)
      if (key) return open(key)
      making ??= makeFirst().finally(() => {
        making = undefined
      })
      return making
    },
    async verifyingKey(view, keyId) {
      const key = (await view.signingKeys()).find(({ id }) => id === keyId)
      if (!key || isSpent(key, now())) throw invalidToken()
      return open(key)
    },
    pruneSigningKeys: () => store.deleteSigningKeys(new Date(now().getTime() - longestTokenMs)),
  }
}

const sealContext = (keyId: string) => `signing-key:${keyId}`

/** Nothing it signed can still be valid. */
function isSpent({ retiredAt }: SigningKey, at: Date): boolean {
  return retiredAt !== null && at.getTime() > retiredAt.getTime() + longestTokenMs
}

const invalidToken = () =>
  new AppError('unauthenticated', 'invalid_token', 'O token não é válido. Obtenha um novo.')
