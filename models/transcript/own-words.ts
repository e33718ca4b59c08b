import type { Sequelize } from 'sequelize'
import type { OwnWordStore } from '../../core/transcription/own-words.ts'
import { ConsultationRow } from '../consultation/consultation.ts'
import { VocabularyRow } from './vocabulary.ts'

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
