import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/**
 * A consultation (spec §2.1). What the host calls it and its people, and what was written for it,
 * only the consultation's key opens; the host's identifiers are found by their blind indexes
 * (models/vault/blind-index.ts).
 */
export class ConsultationRow extends Row<ConsultationRow> {
  declare id: string
  declare organizationId: string
  /** JSON: consultation, doctor and patient, by the host's identifiers. */
  declare sealedIds: Buffer
  declare consultationIndex: string
  declare doctorIndex: string
  declare patientIndex: string
  declare type: string
  declare status: string
  declare consentStatus: string
  declare consentRecordedAt: Date | null
  /** JSON: who recorded the consent, and how it was given; null when neither is said. */
  declare sealedConsent: Buffer | null
  /** Null when it is empty. */
  declare sealedContext: Buffer | null
  declare sealedHistory: Buffer | null
  declare sealedName: Buffer | null
  /** JSON: what kind of visit it is; null when nothing is said. */
  declare sealedVisit: CreationOptional<Buffer | null>
  /** JSON: by whose token it was opened; null when nothing is kept of that. */
  declare sealedOpener: CreationOptional<Buffer | null>
  declare backgroundHistorySetAt: Date | null
  declare language: string
  declare recordedMs: number
  declare finishedAt: Date | null
  declare version: number
  declare createdAt: Date
  declare updatedAt: Date
  /** Since when nothing of it may be erased; null when it may. */
  declare heldAt: CreationOptional<Date | null>
  /** JSON: by whom, and why. */
  declare sealedHold: CreationOptional<Buffer | null>
  /** When retention took away what it names. */
  declare transcriptErasedAt: CreationOptional<Date | null>
  declare contextErasedAt: CreationOptional<Date | null>
  declare filesErasedAt: CreationOptional<Date | null>

  static attach(sequelize: Sequelize): typeof ConsultationRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      sealedIds: { type: DataTypes.BLOB, allowNull: false },
      consultationIndex: { type: DataTypes.STRING(64), allowNull: false },
      doctorIndex: { type: DataTypes.STRING(64), allowNull: false },
      patientIndex: { type: DataTypes.STRING(64), allowNull: false },
      type: { type: DataTypes.STRING(16), allowNull: false },
      status: { type: DataTypes.STRING(16), allowNull: false },
      consentStatus: { type: DataTypes.STRING(16), allowNull: false },
      consentRecordedAt: { type: DataTypes.DATE, allowNull: true },
      sealedConsent: { type: DataTypes.BLOB, allowNull: true },
      sealedContext: { type: DataTypes.BLOB, allowNull: true },
      sealedHistory: { type: DataTypes.BLOB, allowNull: true },
      sealedName: { type: DataTypes.BLOB, allowNull: true },
      sealedVisit: { type: DataTypes.BLOB, allowNull: true },
      sealedOpener: { type: DataTypes.BLOB, allowNull: true },
      backgroundHistorySetAt: { type: DataTypes.DATE, allowNull: true },
      language: { type: DataTypes.STRING(35), allowNull: false },
      recordedMs: { type: DataTypes.INTEGER, allowNull: false },
      finishedAt: { type: DataTypes.DATE, allowNull: true },
      version: { type: DataTypes.INTEGER, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      updatedAt: { type: DataTypes.DATE, allowNull: false },
      heldAt: { type: DataTypes.DATE, allowNull: true },
      sealedHold: { type: DataTypes.BLOB, allowNull: true },
      transcriptErasedAt: { type: DataTypes.DATE, allowNull: true },
      contextErasedAt: { type: DataTypes.DATE, allowNull: true },
      filesErasedAt: { type: DataTypes.DATE, allowNull: true },
    }
    const options = { sequelize, tableName: 'consultations', underscored: true, timestamps: false }
    return class extends ConsultationRow {}.init(attributes, options)
  }
}
