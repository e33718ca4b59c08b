import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** One call to the national network; codes only, nothing clinical. */
export class AttemptRow extends Row<AttemptRow> {
  declare id: string
  declare submissionId: string
  declare action: string
  declare startedAt: Date
  declare endedAt: Date | null
  declare outcome: string | null
  declare httpStatus: number | null
  /** A JSON list. */
  declare codes: string

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof AttemptRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      submissionId: { type: DataTypes.STRING(64), allowNull: false },
      action: { type: DataTypes.STRING(16), allowNull: false },
      startedAt: { type: DataTypes.DATE, allowNull: false },
      endedAt: { type: DataTypes.DATE, allowNull: true },
      outcome: { type: DataTypes.STRING(16), allowNull: true },
      httpStatus: { type: DataTypes.INTEGER, allowNull: true },
      codes: { type: DataTypes.TEXT, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'rndsAttempt',
      tableName: 'rnds_attempts',
      underscored: true,
      timestamps: false,
    }
    return class extends AttemptRow {}.init(attributes, options)
  }
}
