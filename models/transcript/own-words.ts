import { DataTypes, type Sequelize } from 'sequelize'
import type { OwnWordStore } from '../../core/transcription/own-words.ts'
import { ConsultationRow } from '../consultation/consultation.ts'
import { Row } from '../database/row.ts'

/** An organization's own words. The table's column `specialty` is no longer read or written. */
class VocabularyRow extends Row<VocabularyRow> {
  declare organizationId: string
  /** JSON list of texts. */
  declare words: string

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof VocabularyRow {
    const attributes = {
      organizationId: { type: DataTypes.UUID, primaryKey: true },
      words: { type: DataTypes.TEXT, allowNull: false },
    }
    const options = { sequelize, tableName: 'vocabularies', underscored: true, timestamps: false }
    return class extends VocabularyRow {}.init(attributes, options)
  }
}

/** Organizations' own words in the database. */
export function ownWordStore(sequelize: Sequelize): OwnWordStore {
  const Vocabularies = VocabularyRow.attach(sequelize)
  const Consultations = ConsultationRow.attach(sequelize)

  async function find(organizationId: string): Promise<string[]> {
    const row = await Vocabularies.findByPk(organizationId)
    return row ? (JSON.parse(row.words) as string[]) : []
  }

  return {
    find,
    async save(organizationId, words) {
      await Vocabularies.upsert({ organizationId, words: JSON.stringify(words) })
    },
    async findForConsultation(id) {
      const visit = await Consultations.findByPk(id, { attributes: ['organizationId'] })
      return visit ? find(visit.organizationId) : []
    },
  }
}
