import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** An `Idempotency-Key`, by its blind index; what was asked and answered under it sealed. */
export class SubmitKeyRow extends Row<SubmitKeyRow> {
  declare id: string
  declare consultationId: string
  declare submissionId: string
  declare sealedBody: Buffer
  declare createdAt: Date
  /** Raised by every write: the optimistic lock. */
  declare version: number

  static attach(sequelize: Sequelize): typeof SubmitKeyRow {
    const attributes = {
      id: { type: DataTypes.STRING(64), primaryKey: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      submissionId: { type: DataTypes.STRING(64), allowNull: false },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      version: { type: DataTypes.INTEGER, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'submitKey',
      tableName: 'rnds_submit_keys',
      underscored: true,
      // Its times are the domain's.
      timestamps: false,
    }
    return class extends SubmitKeyRow {}.init(attributes, options)
  }
}
