/**
 * The key vault: one data key per consultation, wrapped by the master key, which lies beside the
 * database, never in it (master-key/): a stolen database opens nothing, and a backup of the data
 * without `keys/` is unreadable. With its row destroyed a consultation's audio and texts are
 * unreadable wherever copies of them are.
 */

import { randomBytes } from 'node:crypto'
import { DataTypes, ForeignKeyConstraintError, type Sequelize, type Transaction } from 'sequelize'
import { consultationErased } from '../../core/consultation/open-consultation.ts'
import type { ConsultationVault, Sealer } from '../../core/vault/ports.ts'
import { Row } from '../database/row.ts'
import { KEY_BYTES } from '../master-key/key-files.ts'
import type { Keyring } from '../master-key/keyring.ts'

/** The data key of one consultation, sealed by the master key. */
export class ConsultationKey extends Row<ConsultationKey> {
  declare consultationId: string
  declare sealedKey: Buffer
  declare createdAt: Date

  static attach(sequelize: Sequelize): typeof ConsultationKey {
    const attributes = {
      consultationId: { type: DataTypes.UUID, primaryKey: true },
      sealedKey: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      tableName: 'consultation_keys',
      underscored: true,
      timestamps: false,
    }
    return class extends ConsultationKey {}.init(attributes, options)
  }
}

/**
 * The vault of one database; `makeKey` is for new consultations, whose row and key come into being
 * together.
 */
export interface KeyVault extends ConsultationVault {
  /** A fresh key. `keepWith` runs `work` and writes the key, both or neither. */
  makeKey(consultationId: string): {
    bytes: Uint8Array
    keepWith(work: (transaction: Transaction) => Promise<unknown>): Promise<void>
  }
}

export function consultationVault({
  sequelize,
  sealer,
  now,
}: {
  sequelize: Sequelize
  sealer: Sealer | Keyring
  now: () => Date
}): KeyVault {
  const keys = ConsultationKey.attach(sequelize)
  const contextOf = (consultationId: string) => `consultation-key:${consultationId}`
  const keyring = 'refresh' in sealer ? sealer : null

  async function findKey(consultationId: string): Promise<Uint8Array | null> {
    const read = async () => {
      const row = await keys.findByPk(consultationId)
      return row && sealer.open(row.sealedKey, contextOf(consultationId))
    }
    const held = keyring?.fingerprint
    try {
      return await read()
    } catch (error) {
      // Another process may have changed the master key a moment ago; somebody else here may have
      // taken the new one up meanwhile.
      await keyring?.refresh()
      if (keyring?.fingerprint !== held) return read()
      throw error
    }
  }

  /**
   * Writes what was sealed by the master key, unless that was changed meanwhile: then it is sealed
   * again.
   */
  async function write(
    consultationId: string,
    bytes: Uint8Array,
    work: (transaction: Transaction) => Promise<unknown>,
  ): Promise<void> {
    for (;;) {
      const sealedKey = Buffer.from(sealer.seal(bytes, contextOf(consultationId)))
      const row = { consultationId, sealedKey, createdAt: now() }
      const done = await sequelize.transaction(async (transaction) => {
        if (keyring && !(await keyring.isInForce(transaction))) return false
        await work(transaction)
        // Two at once: the first row wins, and both read it.
        await keys.bulkCreate([row], { ignoreDuplicates: true, transaction })
        return true
      })
      if (done) return
      await keyring?.refresh()
    }
  }

  return {
    findKey,
    makeKey(consultationId) {
      const bytes = randomBytes(KEY_BYTES)
      return { bytes, keepWith: (work) => write(consultationId, bytes, work) }
    },
    async keyFor(consultationId) {
      const existing = await findKey(consultationId)
      if (existing) return existing
      await write(consultationId, randomBytes(KEY_BYTES), async () => {}).catch((error) => {
        // There is no such consultation: of those that were there, only erased ones have gone.
        if (error instanceof ForeignKeyConstraintError) throw consultationErased()
        throw error
      })
      const made = await findKey(consultationId)
      if (!made) throw new Error('consultation key vanished')
      return made
    },
    async destroyKey(consultationId) {
      // Overwritten first, so that the freed page does not keep it.
      await keys.update(
        { sealedKey: Buffer.alloc(1 + 12 + KEY_BYTES + 16) },
        { where: { consultationId } },
      )
      await keys.destroy({ where: { consultationId } })
    },
    async verify() {
      const row = await keys.findOne()
      if (row) await findKey(row.consultationId)
    },
  }
}
