import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import type { JobKind, JobState } from '../../core/job/ports.ts'
import { Row } from '../database/row.ts'

/** Work under a lease; one row per kind and recording. */
export class Job extends Row<Job> {
  declare id: CreationOptional<string>
  declare kind: JobKind
  declare consultationId: string
  declare recordingId: string
  declare state: JobState
  declare attempts: CreationOptional<number>
  declare runAfter: Date
  /** `host:pid:random` of the process that works on it. */
  declare leaseOwner: CreationOptional<string | null>
  declare leaseExpiresAt: CreationOptional<Date | null>
  declare reasonError: CreationOptional<string | null>
  declare reasonMessage: CreationOptional<string | null>
  declare createdAt: CreationOptional<Date>

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof Job {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
      kind: { type: DataTypes.STRING(64), allowNull: false },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      recordingId: { type: DataTypes.UUID, allowNull: false },
      state: { type: DataTypes.STRING(16), allowNull: false },
      attempts: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      runAfter: { type: DataTypes.DATE, allowNull: false },
      leaseOwner: { type: DataTypes.STRING(255), allowNull: true },
      leaseExpiresAt: { type: DataTypes.DATE, allowNull: true },
      reasonError: { type: DataTypes.STRING(64), allowNull: true },
      reasonMessage: { type: DataTypes.STRING(500), allowNull: true },
      createdAt: DataTypes.DATE,
    }
    const options = { sequelize, modelName: 'job', tableName: 'jobs', underscored: true }
    return class extends Job {}.init(attributes, options)
  }
}
