import { QueryTypes, type Sequelize } from 'sequelize'

const MOST = 16

/**
 * Visits whose recording ended after `since` and of which there is no document yet: the newest, the
 * newest last.
 */
export async function unwrittenVisits(sequelize: Sequelize, since: Date): Promise<string[]> {
  const rows = await sequelize.query<{ id: string }>(
    `SELECT c.id FROM consultations c WHERE c.finished_at > :since
       AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.consultation_id = c.id)
     ORDER BY c.finished_at DESC LIMIT ${MOST}`,
    { type: QueryTypes.SELECT, replacements: { since } },
  )
  return rows.map(({ id }) => id).reverse()
}
