import { DataTypes } from 'sequelize'
import { created, id, reference } from './columns.ts'
import type { Migration } from './migration.ts'

/** One consultation per organization and host identifier (SPEC-GAPS 1.2). */
export const consultations: Migration = {
  name: '0002-consultations',
  async up(queryInterface) {
    await queryInterface.createTable('consultations', {
      id,
      // RESTRICT: an organization that still has patients' records cannot be deleted by accident.
      organization_id: reference('organizations', 'RESTRICT'),
      external_consultation_id: { type: DataTypes.STRING(255), allowNull: false },
      external_doctor_id: { type: DataTypes.STRING(255), allowNull: false },
      external_patient_id: { type: DataTypes.STRING(255), allowNull: false },
      type: { type: DataTypes.STRING(16), allowNull: false },
      status: { type: DataTypes.STRING(16), allowNull: false },
      consent_status: { type: DataTypes.STRING(16), allowNull: false },
      consent_recorded_at: { type: DataTypes.DATE, allowNull: true },
      consent_recorded_by: { type: DataTypes.STRING(255), allowNull: true },
      consent_method: { type: DataTypes.STRING(255), allowNull: true },
      context_markdown: { type: DataTypes.TEXT, allowNull: false },
      background_history: { type: DataTypes.TEXT, allowNull: true },
      background_history_set_at: { type: DataTypes.DATE, allowNull: true },
      language: { type: DataTypes.STRING(35), allowNull: false },
      recorded_ms: { type: DataTypes.INTEGER, allowNull: false },
      version: { type: DataTypes.INTEGER, allowNull: false },
      created_at: created,
      updated_at: created,
    })
    await queryInterface.addIndex('consultations', {
      fields: ['organization_id', 'external_consultation_id'],
      unique: true,
      name: 'consultations_by_external_id',
    })
  },
}
