/**
 * The audit's secret, and what is derived from it. A secret of its own, so that the master key can
 * be exchanged without touching the chain; sealed with the master key, so that a stolen database
 * neither computes a chain nor tells one patient's entries from another's. It is made once: a box
 * that has entries and no key does not get a new one.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import { QueryTypes, type Sequelize } from 'sequelize'
import { AppError } from '../../core/errors.ts'
import type { Sealer } from '../../core/vault/ports.ts'

const SECRET_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Limit of remembered patients, and of remembered professionals. */
const REMEMBERED = 2000
/** Bytes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface AuditKeys {
  /** HMAC-SHA-256 of an entry's text, hex. */
  mac(text: string): string
  /** 32 hex characters, the same for the same patient of the same organization. */
  pseudonym(organizationId: string | null, patientId: string): string
  /** The same person gives the same text, so that entries can be found by it. */
  sealPerson(personId: string): string
  /** Null for what `sealPerson` did not make. */
  openPerson(sealed: string): string | null
  /** Ed25519, base64. */
  sign(text: string): string
  publicKey: string
}

/**
 * @throws {AppError} `vault_damaged`: another master key; `audit_key_missing`: there are entries,
 * and no key
 */
export async function openAuditKeys(deps: {
  sequelize: Sequelize
  sealer: Sealer
  now: () => Date
}): Promise<AuditKeys> {
  return deriveKeys((await findSecret(deps)) ?? (await makeSecret(deps)))
}

interface Stored {
  id: string
  sealed_key: Buffer
}

/** The oldest: two processes that made one at the same time agree on it. */
async function findSecret({ sequelize, sealer }: { sequelize: Sequelize; sealer: Sealer }) {
  const [row] = await sequelize.query<Stored>(
    'SELECT id, sealed_key FROM audit_keys ORDER BY created_at, id LIMIT 1',
    { type: QueryTypes.SELECT },
  )
  return row ? sealer.open(row.sealed_key, contextOf(row.id)) : null
}

async function makeSecret(deps: { sequelize: Sequelize; sealer: Sealer; now: () => Date }) {
  const { sequelize, sealer, now } = deps
  await sequelize.transaction(async (transaction) => {
    const [{ entries, keys }] = (await sequelize.query(
      'SELECT (SELECT COUNT(*) FROM audit_entries) AS entries, (SELECT COUNT(*) FROM audit_keys) AS keys',
      { type: QueryTypes.SELECT, transaction },
    )) as [{ entries: number; keys: number }]
    if (Number(keys) > 0) return
    if (Number(entries) > 0) throw keyMissing()
    const id = randomUUID()
    const sealed = Buffer.from(sealer.seal(randomBytes(SECRET_BYTES), contextOf(id)))
    await sequelize
      .getQueryInterface()
      .bulkInsert('audit_keys', [{ id, sealed_key: sealed, created_at: now() }], { transaction })
  })
  const secret = await findSecret(deps)
  if (!secret) throw keyMissing()
  return secret
}

export function auditKeyContext(id: string): string {
  return `audit-key:${id}`
}

const contextOf = auditKeyContext

function deriveKeys(secret: Uint8Array): AuditKeys {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, 32))
  // As an object it is taken apart once, not for every entry.
  const chain = createSecretKey(derived('svc audit chain'))
  const patients = derived('svc audit patients')
  const persons = personSeal(derived('svc audit persons'), derived('svc audit person nonces'))
  const pseudonymOf = remembered((text) =>
    createHmac('sha256', patients).update(text).digest('hex').slice(0, 32),
  )
  const privateKey = createPrivateKey({
    key: Buffer.concat([ED25519_PREFIX, derived('svc audit seals')]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return {
    mac: (text) => createHmac('sha256', chain).update(text).digest('hex'),
    pseudonym: (organizationId, patientId) =>
      pseudonymOf(JSON.stringify([organizationId, patientId])),
    sealPerson: remembered(persons.sealPerson),
    openPerson: persons.openPerson,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    publicKey: publicKey.toString('base64'),
  }
}

/** The same people act all day. */
function remembered(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    if (known.size >= REMEMBERED) known.clear()
    known.set(text, made)
    return made
  }
}

/**
 * AES-256-GCM under a nonce made of the text itself: equal texts give equal bytes, and that is all
 * they give away.
 */
function personSeal(key: Buffer, nonceKey: Buffer): Pick<AuditKeys, 'sealPerson' | 'openPerson'> {
  return {
    sealPerson(personId) {
      const nonce = createHmac('sha256', nonceKey)
        .update(personId)
        .digest()
        .subarray(0, NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const parts = [nonce, cipher.update(personId, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(parts).toString('base64url')
    },
    openPerson(sealed) {
      try {
        const bytes = Buffer.from(sealed, 'base64url')
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/**
 * Whether `signature` of `text` was made with the private half of `publicKey` (both base64, in its
 * one spelling).
 */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  // Read leniently, several spellings would be the same bytes: padding bits, and whatever stands
  // for `=`.
  const bytes = Buffer.from(signature, 'base64')
  if (bytes.toString('base64') !== signature) return false
  try {
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    return verify(null, Buffer.from(text), key, bytes)
  } catch {
    return false
  }
}

function keyMissing(): AppError {
  return new AppError(
    'unavailable',
    'audit_key_missing',
    'The audit has entries, and its key is gone. Restore the database from a backup: a new key could prove nothing of them.',
  )
}
