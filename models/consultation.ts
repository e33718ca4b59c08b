import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from './row.ts'

/** A consultation, by our id and by the host's (spec §2.1). */
export class ConsultationRow extends Row<ConsultationRow> {
  declare id: string
  declare organizationId: string
  declare externalConsultationId: string
  declare externalDoctorId: string
  declare externalPatientId: string
  declare type: string
  declare status: string
  declare consentStatus: string
  declare consentRecordedAt: Date | null
  declare consentRecordedBy: string | null
  declare consentMethod: string | null
  declare contextMarkdown: string
  declare backgroundHistory: string | null
  declare backgroundHistorySetAt: Date | null
  declare language: string
  declare recordedMs: number
  declare version: number
  declare createdAt: Date
  declare updatedAt: Date

  static attach(sequelize: Sequelize): typeof ConsultationRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      externalConsultationId: { type: DataTypes.STRING(255), allowNull: false },
      externalDoctorId: { type: DataTypes.STRING(255), allowNull: false },
      externalPatientId: { type: DataTypes.STRING(255), allowNull: false },
      type: { type: DataTypes.STRING(16), allowNull: false },
      status: { type: DataTypes.STRING(16), allowNull: false },
      consentStatus: { type: DataTypes.STRING(16), allowNull: false },
      consentRecordedAt: { type: DataTypes.DATE, allowNull: true },
      consentRecordedBy: { type: DataTypes.STRING(255), allowNull: true },
      consentMethod: { type: DataTypes.STRING(255), allowNull: true },
      contextMarkdown: { type: DataTypes.TEXT, allowNull: false },
      backgroundHistory: { type: DataTypes.TEXT, allowNull: true },
      backgroundHistorySetAt: { type: DataTypes.DATE, allowNull: true },
      language: { type: DataTypes.STRING(35), allowNull: false },
      recordedMs: { type: DataTypes.INTEGER, allowNull: false },
      version: { type: DataTypes.INTEGER, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      updatedAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = { sequelize, tableName: 'consultations', underscored: true, timestamps: false }
    return class extends ConsultationRow {}.init(attributes, options)
  }
}
