import { QueryTypes, type Sequelize } from 'sequelize'

/**
 * Ids of visits to look at in the place of all: those with sound, and those of any kind, each
 * spread evenly from the oldest to the newest.
 * @param most of each; with fewer there are, all
 */
export async function sampleVisits(sequelize: Sequelize, most: number) {
  const ids = async (where: string) => {
    const sql = `SELECT c.id FROM consultations c ${where} ORDER BY c.created_at, c.id`
    const rows = await sequelize.query<{ id: string }>(sql, { type: QueryTypes.SELECT })
    return rows.map(({ id }) => id)
  }
  const any = await ids('')
  const withSound = await ids(
    `WHERE EXISTS (SELECT 1 FROM recordings r WHERE r.consultation_id = c.id
       AND r.state = 'finished' AND r.sound_erased_at IS NULL)`,
  )
  const sample = new Set([...spread(withSound, most), ...spread(any, most)])
  return { visits: any.length, sample: [...sample] }
}

/** The first, the last, and others at even distances. */
export function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items]
  const step = (items.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, place) => items[Math.round(place * step)] as Item)
}
