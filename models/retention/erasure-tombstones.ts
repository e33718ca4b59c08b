import { type CreationOptional, DataTypes, Op, QueryTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

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

/**
 * The tombstone of an erased consultation: what comes late for it is refused, and it is never made
 * anew under the same name.
 */
export class ErasureRow extends Row<ErasureRow> {
  declare consultationId: string
  declare organizationId: string
  declare consultationIndex: string
  declare certificateId: string
  /** Null while files of it may still lie on the disk. */
  declare finishedAt: CreationOptional<Date | null>
  declare createdAt: Date

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof ErasureRow {
    const attributes = {
      consultationId: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      consultationIndex: { type: DataTypes.STRING(64), allowNull: false },
      certificateId: { type: DataTypes.UUID, allowNull: false },
      finishedAt: { type: DataTypes.DATE, allowNull: true },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = { sequelize, tableName: 'erasures', underscored: true, timestamps: false }
    return class extends ErasureRow {}.init(attributes, options)
  }
}

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

/**
 * To which erased consultation a recording belonged: what comes late for it is told so. Null: there
 * was none, or it is still there.
 */
export function erasedRecordings(
  sequelize: Sequelize,
): (recordingId: string) => Promise<string | null> {
  return async (recordingId) => {
    const [row] = await sequelize.query<{ consultation_id: string }>(
      'SELECT consultation_id FROM erased_recordings WHERE recording_id = :recordingId',
      { type: QueryTypes.SELECT, replacements: { recordingId } },
    )
    return row?.consultation_id ?? null
  }
}
