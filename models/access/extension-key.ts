/**
 * The RSA key with which this installation signs its copy of the extension: browsers tell an
 * extension by it. It rests in the database, sealed by the master key, so that it comes back with a
 * backup.
 */
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { DataTypes, type Sequelize } from 'sequelize'
import type { Sealer } from '../../core/access/ports.ts'

const extensionKeyContext = (id: string) => `extension-key:${id}`

interface Deps {
  sequelize: Sequelize
  sealer: Sealer
  now: () => Date
  newId: () => string
}

/** @returns the private key, PKCS #8 in DER; made when it is first asked for */
export function extensionKey({ sequelize, sealer, now, newId }: Deps) {
  const rows = sequelize.define(
    'extension_key',
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      sealedKey: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    },
    { tableName: 'extension_keys', underscored: true, timestamps: false },
  )

  async function find(): Promise<Uint8Array | undefined> {
    // Two processes may both have made one: the older counts, for both.
    const order = ['createdAt', 'id']
    const row: unknown = await rows.findOne({ order, raw: true })
    if (!row) return undefined
    const { id, sealedKey } = row as { id: string; sealedKey: Buffer }
    return sealer.open(sealedKey, extensionKeyContext(id))
  }

  return async (): Promise<Uint8Array> => {
    const known = await find()
    if (known) return known
    const { privateKey } = await promisify(generateKeyPair)('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'der' },
      publicKeyEncoding: { type: 'spki', format: 'der' },
    })
    const id = newId()
    const sealedKey = Buffer.from(sealer.seal(privateKey, extensionKeyContext(id)))
    await rows.create({ id, sealedKey, createdAt: now() })
    const made = await find()
    if (!made) throw new Error('the key of the extension that was just made is not there')
    return made
  }
}
