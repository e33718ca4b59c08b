import { QueryTypes, type Sequelize } from 'sequelize'
import type { Template } from '../../core/document/models/ports.ts'

/** Limit of visits: many may have been prepared and never written of. */
const NEWEST_VISITS = 20
/** Certificates and the like among them are asked for beside the record. */
const NEWEST_DOCUMENTS = 5

/**
 * The model that whoever sees the patient in this visit is likely to ask for: that of their newest
 * record, of the visit itself or else of the visits before it. Null: there is none.
 */
export function usualTemplate(sequelize: Sequelize) {
  return async (consultationId: string): Promise<Template | null> => {
    const rows = await sequelize.query<{ template: string }>(
      `SELECT d.template FROM documents d WHERE d.consultation_id IN (
         SELECT c.id FROM consultations c JOIN consultations own ON own.id = :consultationId
           AND c.doctor_index = own.doctor_index AND c.organization_id = own.organization_id
         ORDER BY c.created_at DESC LIMIT ${NEWEST_VISITS})
       ORDER BY CASE WHEN d.consultation_id = :consultationId THEN 0 ELSE 1 END, d.created_at DESC
       LIMIT ${NEWEST_DOCUMENTS}`,
      { type: QueryTypes.SELECT, replacements: { consultationId } },
    )
    const templates = rows.map(({ template }) => JSON.parse(template) as Template)
    return templates.find(({ group }) => group !== 'document') ?? null
  }
}
