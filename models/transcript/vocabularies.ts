import { QueryTypes, type Sequelize } from 'sequelize'
import type { VocabularyStore } from '../../core/transcription/vocabulary.ts'
import { ConsultationRow } from '../consultation/consultation.ts'
import { VocabularyRow } from './vocabulary.ts'

/** Organizations' words, and what tells of a visit's specialty, in the database. */
export function vocabularyStore(sequelize: Sequelize): VocabularyStore {
  const Vocabularies = VocabularyRow.attach(sequelize)
  const Consultations = ConsultationRow.attach(sequelize)

  return {
    async find(organizationId) {
      const row = await Vocabularies.findByPk(organizationId)
      return row
        ? { specialty: row.specialty, words: JSON.parse(row.words) as string[] }
        : { specialty: null, words: [] }
    },

    async save(organizationId, { specialty, words }) {
      await Vocabularies.upsert({ organizationId, specialty, words: JSON.stringify(words) })
    },

    async cluesOf(id) {
      const visit = await Consultations.findByPk(id, {
        attributes: ['organizationId', 'doctorIndex'],
      })
      if (!visit) return { organizationId: null, models: [] }
      const { organizationId, doctorIndex } = visit
      const rows = await sequelize.query<{ template: string }>(LAST_DOCUMENTS, {
        replacements: { id, organizationId, doctorIndex },
        type: QueryTypes.SELECT,
      })
      const models = rows.map(({ template }) => (JSON.parse(template) as { id: string }).id)
      return { organizationId, models }
    },
  }
}

/** Of the visit first, then of the doctor. */
const LAST_DOCUMENTS = `
  SELECT d.template FROM documents d JOIN consultations c ON c.id = d.consultation_id
  WHERE c.organization_id = :organizationId AND c.doctor_index = :doctorIndex
  ORDER BY CASE WHEN c.id = :id THEN 0 ELSE 1 END, d.created_at DESC
  LIMIT 5`
