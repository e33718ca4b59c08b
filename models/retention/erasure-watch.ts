import { Op, type Sequelize } from 'sequelize'
import { ErasureRow } from './erasure.ts'

/**
 * Consultations that another process erased since the last question; the first one asks from
 * `since` on.
 */
export function erasureWatch(sequelize: Sequelize, since: Date): () => Promise<string[]> {
  const tombstones = ErasureRow.attach(sequelize)
  const known = new Set<string>()
  return async () => {
    const rows = await tombstones.findAll({
      attributes: ['consultationId'],
      where: { createdAt: { [Op.gte]: since } },
    })
    const fresh = rows.map(({ consultationId }) => consultationId).filter((id) => !known.has(id))
    for (const id of fresh) known.add(id)
    return fresh
  }
}
