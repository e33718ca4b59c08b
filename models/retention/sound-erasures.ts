import { QueryTypes, type Sequelize } from 'sequelize'

/**
 * What retention erased since the last question, in this process or another; the first one asks
 * from `since` on.
 */
export function soundErasures(sequelize: Sequelize, since: Date) {
  const known = new Set<string>()

  async function fresh(table: string, column: string): Promise<string[]> {
    const rows = await sequelize.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE ${column} >= :since`,
      { type: QueryTypes.SELECT, replacements: { since } },
    )
    const ids = rows.map(({ id }) => id).filter((id) => !known.has(id))
    for (const id of ids) known.add(id)
    return ids
  }

  return async () => ({
    recordingIds: await fresh('recordings', 'sound_erased_at'),
    consultationIds: await fresh('consultations', 'transcript_erased_at'),
  })
}
