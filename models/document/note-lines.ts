/**
 * Lines in the database, sealed with the consultation's key. What a line was written from is named
 * by an HMAC under the same key: a plain digest would tell whoever guesses the words that they were
 * said, and would do so for ever in a copy that outlives the visit.
 */

import { createHmac } from 'node:crypto'
import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import type { LineStore } from '../../core/document/notes/draft.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import { Row } from '../database/row.ts'
import { sealer } from '../vault/seal.ts'

/** One line of one visit. */
class NoteLineRow extends Row<NoteLineRow> {
  declare consultationId: string
  declare piece: string
  declare sealedLine: Buffer | null
  declare refused: string
  declare model: string
  declare modelVersion: string
  declare createdAt: CreationOptional<Date>

  static attach(sequelize: Sequelize): typeof NoteLineRow {
    const attributes = {
      consultationId: { type: DataTypes.UUID, primaryKey: true },
      piece: { type: DataTypes.STRING(64), primaryKey: true },
      sealedLine: { type: DataTypes.BLOB, allowNull: true },
      refused: { type: DataTypes.STRING(255), allowNull: false },
      model: { type: DataTypes.STRING(255), allowNull: false },
      modelVersion: { type: DataTypes.STRING(255), allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'note_line',
      tableName: 'note_lines',
      underscored: true,
      timestamps: false,
    }
    return class extends NoteLineRow {}.init(attributes, options)
  }
}

export interface NoteLineStore extends LineStore {
  removeAll(consultationId: string): Promise<void>
}

export function noteLineStore({
  sequelize,
  vault,
  now,
}: {
  sequelize: Sequelize
  vault: Pick<ConsultationVault, 'keyFor' | 'findKey'>
  now: () => Date
}): NoteLineStore {
  const Lines = NoteLineRow.attach(sequelize)

  return {
    async find(consultationId, digest) {
      const key = await vault.findKey(consultationId)
      if (!key) return undefined
      const piece = nameOf(digest, key)
      const row = await Lines.findOne({ where: { consultationId, piece } })
      if (!row?.sealedLine) return row ? null : undefined
      const context = contextOf(consultationId, piece)
      return Buffer.from(sealer(key).open(row.sealedLine, context)).toString('utf8')
    },

    async put(consultationId, digest, { text, refused, model, version }) {
      const key = await vault.keyFor(consultationId)
      const piece = nameOf(digest, key)
      const context = contextOf(consultationId, piece)
      const sealedLine =
        text === null ? null : Buffer.from(sealer(key).seal(Buffer.from(text), context))
      await Lines.upsert({
        consultationId,
        piece,
        sealedLine,
        refused: refused.join(' '),
        model,
        modelVersion: version,
        createdAt: now(),
      })
    },

    async removeAll(consultationId) {
      await Lines.destroy({ where: { consultationId } })
    },
  }
}

function nameOf(digest: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(`note line ${digest}`).digest('hex')
}

function contextOf(consultationId: string, piece: string): string {
  return `${consultationId} note line ${piece}`
}
