import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** One version of a record in the national network; its clinical part sealed. */
export class SubmissionRow extends Row<SubmissionRow> {
  declare id: string
  declare organizationId: string
  declare consultationId: string
  declare documentType: string
  declare sequence: number
  declare state: string
  declare pendingSlot: string | null
  declare localId: string
  declare networkId: string | null
  declare replacesId: string | null
  declare replacesNetworkId: string | null
  declare cnes: string
  declare sealedBody: Buffer
  declare submittedAt: Date
  declare updatedAt: Date
  declare failedAttempts: number
  declare giveUpAt: Date
  declare waitingCause: string | null
  declare waitingSince: Date | null
  declare waitingToldAt: Date | null
  declare dueAt: Date | null
  /** JSON by name. */
  declare answerHeaders: string | null
  declare inDoubtSince: Date | null
  declare deletionRequestedAt: Date | null
  declare deletionInDoubtSince: Date | null
  /** `host:pid:random` of the process that works on it. */
  declare leaseOwner: string | null
  declare leaseExpiresAt: Date | null
  declare version: number

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof SubmissionRow {
    const attributes = {
      id: { type: DataTypes.STRING(64), primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      documentType: { type: DataTypes.STRING(8), allowNull: false },
      sequence: { type: DataTypes.INTEGER, allowNull: false },
      state: { type: DataTypes.STRING(16), allowNull: false },
      pendingSlot: { type: DataTypes.STRING(64), allowNull: true },
      localId: { type: DataTypes.STRING(64), allowNull: false },
      networkId: { type: DataTypes.STRING(128), allowNull: true },
      replacesId: { type: DataTypes.STRING(64), allowNull: true },
      replacesNetworkId: { type: DataTypes.STRING(128), allowNull: true },
      cnes: { type: DataTypes.STRING(7), allowNull: false },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      submittedAt: { type: DataTypes.DATE, allowNull: false },
      updatedAt: { type: DataTypes.DATE, allowNull: false },
      failedAttempts: { type: DataTypes.INTEGER, allowNull: false },
      giveUpAt: { type: DataTypes.DATE, allowNull: false },
      waitingCause: { type: DataTypes.STRING(32), allowNull: true },
      waitingSince: { type: DataTypes.DATE, allowNull: true },
      waitingToldAt: { type: DataTypes.DATE, allowNull: true },
      dueAt: { type: DataTypes.DATE, allowNull: true },
      answerHeaders: { type: DataTypes.TEXT, allowNull: true },
      inDoubtSince: { type: DataTypes.DATE, allowNull: true },
      deletionRequestedAt: { type: DataTypes.DATE, allowNull: true },
      deletionInDoubtSince: { type: DataTypes.DATE, allowNull: true },
      leaseOwner: { type: DataTypes.STRING(255), allowNull: true },
      leaseExpiresAt: { type: DataTypes.DATE, allowNull: true },
      version: { type: DataTypes.INTEGER, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'submission',
      tableName: 'rnds_submissions',
      underscored: true,
      // Its times are the domain's.
      timestamps: false,
    }
    return class extends SubmissionRow {}.init(attributes, options)
  }
}

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
