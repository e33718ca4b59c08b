import { DataTypes, type Sequelize } from 'sequelize'
import type { AuditAction } from '../../core/audit/actions.ts'
import type { AuditEntry } from '../../core/audit/entry.ts'
import { Row } from '../database/row.ts'

/** One link of the chain. Never changed, never removed: the database refuses it. */
export class AuditEntryRow extends Row<AuditEntryRow> implements AuditEntry {
  declare sequence: number
  declare id: string
  declare at: string
  declare organizationId: string | null
  declare action: AuditAction
  declare actorKind: AuditEntry['actorKind']
  declare actorId: string
  declare subjectKind: string | null
  declare subjectId: string | null
  declare consultationId: string | null
  declare patient: string | null
  declare person: string | null
  declare outcome: AuditEntry['outcome']
  declare requestId: string | null
  declare facts: string
  declare mac: string

  static attach(sequelize: Sequelize): typeof AuditEntryRow {
    const text = (length: number, allowNull = true) => ({
      type: DataTypes.STRING(length),
      allowNull,
    })
    const attributes = {
      sequence: { type: DataTypes.INTEGER, primaryKey: true },
      id: text(36, false),
      at: text(24, false),
      organizationId: text(36),
      action: text(64, false),
      actorKind: text(16, false),
      actorId: text(255, false),
      subjectKind: text(32),
      subjectId: text(255),
      consultationId: text(36),
      patient: text(32),
      person: { type: DataTypes.TEXT, allowNull: true },
      outcome: text(8, false),
      requestId: text(64),
      facts: { type: DataTypes.TEXT, allowNull: false },
      mac: text(64, false),
    }
    const options = { sequelize, tableName: 'audit_entries', underscored: true, timestamps: false }
    return class extends AuditEntryRow {}.init(attributes, options)
  }
}
