import { DataTypes, type QueryInterface } from 'sequelize'
import { created } from './columns.ts'
import type { Migration } from './migration.ts'

/**
 * What happened to documents, in order, for good. No reference to what it speaks of: the trail
 * outlives it, and deleting a consultation must not delete what was done with it. The number
 * without gaps is what a chain of digests can be laid along.
 */
export const documentAudit: Migration = {
  name: '0016-document-audit',
  async up(queryInterface) {
    await queryInterface.createTable('document_audit', {
      sequence: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      consultation_id: { type: DataTypes.UUID, allowNull: false },
      document_id: { type: DataTypes.UUID, allowNull: false },
      document_version: { type: DataTypes.INTEGER, allowNull: false },
      kind: { type: DataTypes.STRING(16), allowNull: false },
      made_by: { type: DataTypes.STRING(255), allowNull: true },
      // Verdicts counted, digest of the ledger, what wrote it: sealed with the consultation's key.
      sealed_facts: { type: DataTypes.BLOB, allowNull: false },
      created_at: created,
    })
    await queryInterface.addIndex('document_audit', {
      fields: ['document_id', 'sequence'],
      name: 'document_audit_by_document',
    })
    for (const statement of appendOnly(queryInterface))
      await queryInterface.sequelize.query(statement)
  },
}

/** The database itself refuses to change or remove an entry, whoever asks. */
function appendOnly({ sequelize }: QueryInterface): string[] {
  if (sequelize.getDialect() === 'sqlite')
    return ['UPDATE', 'DELETE'].map(
      (action) =>
        `CREATE TRIGGER document_audit_no_${action.toLowerCase()} BEFORE ${action} ON document_audit
         BEGIN SELECT RAISE(ABORT, 'document_audit is append-only'); END`,
    )
  return [
    `CREATE FUNCTION document_audit_append_only() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'document_audit is append-only'; END $$`,
    `CREATE TRIGGER document_audit_append_only BEFORE UPDATE OR DELETE ON document_audit
     FOR EACH ROW EXECUTE FUNCTION document_audit_append_only()`,
  ]
}
