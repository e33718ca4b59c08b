/**
 * By what sealed identifiers of hosts are found: HMAC-SHA256 under a key per organization (HKDF
 * over the appliance's index key, which rests sealed by the master key and stays when that one
 * changes). Whoever has the database alone can neither read an identifier nor try one.
 */

import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { DataTypes, type Sequelize, type Transaction } from 'sequelize'
import type { BlindIndex, IndexedKind, Sealer } from '../../core/vault/ports.ts'
import { Row } from '../database/row.ts'

/**
 * A key of the whole appliance, sealed. `master`: which master key is in force, with a proof that
 * only it opens; `index`: what blind indexes are made with; `handover`: the new master key, sealed
 * by the old one while running servers fetch it.
 */
export class VaultKeyRow extends Row<VaultKeyRow> {
  declare name: string
  /** Fingerprint of the master key that sealed it. */
  declare fingerprint: string
  declare sealedSecret: Buffer
  declare createdAt: Date

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof VaultKeyRow {
    const attributes = {
      name: { type: DataTypes.STRING(128), primaryKey: true },
      fingerprint: { type: DataTypes.STRING(64), allowNull: false },
      sealedSecret: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = { sequelize, tableName: 'vault_keys', underscored: true, timestamps: false }
    return class extends VaultKeyRow {}.init(attributes, options)
  }
}

const NAME = 'index'
export const INDEX_KEY_CONTEXT = 'vault-key:index'

interface Deps {
  sequelize: Sequelize
  sealer: Sealer
  now: () => Date
}

/** The key is read once: it never changes. */
export function blindIndex(deps: Deps): BlindIndex {
  let key: Promise<Uint8Array> | undefined
  return async (organizationId, kind, identifier) => {
    key ??= indexKey(deps)
    try {
      return indexOf(await key, organizationId, kind, identifier)
    } catch (error) {
      key = undefined
      throw error
    }
  }
}

export function indexOf(
  key: Uint8Array,
  organizationId: string,
  kind: IndexedKind,
  identifier: string,
): string {
  const own = new Uint8Array(hkdfSync('sha256', key, '', `blind-index ${organizationId}`, 32))
  return createHmac('sha256', own).update(`${kind}\0${identifier}`).digest('hex')
}

/** Made on first use; of two at once the first row wins, and both read it. */
export async function indexKey(
  { sequelize, sealer, now }: Deps,
  transaction?: Transaction,
): Promise<Uint8Array> {
  const rows = VaultKeyRow.attach(sequelize)
  const within = transaction ? { transaction } : {}
  const find = async () => {
    const row = await rows.findByPk(NAME, within)
    return row && sealer.open(row.sealedSecret, INDEX_KEY_CONTEXT)
  }
  const existing = await find()
  if (existing) return existing
  const sealedSecret = Buffer.from(sealer.seal(randomBytes(32), INDEX_KEY_CONTEXT))
  await rows.bulkCreate([{ name: NAME, fingerprint: '', sealedSecret, createdAt: now() }], {
    ignoreDuplicates: true,
    ...within,
  })
  const made = await find()
  if (!made) throw new Error('the index key vanished')
  return made
}
