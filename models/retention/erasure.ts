import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

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
