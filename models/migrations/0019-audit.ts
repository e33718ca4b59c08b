import { DataTypes, Op, type QueryInterface } from 'sequelize'
import { created, id } from './columns.ts'
import type { Migration } from './migration.ts'

const text = (length: number, allowNull = true) => ({ type: DataTypes.STRING(length), allowNull })

/**
 * The audit of the whole box. An entry refers to nothing: it outlives what it speaks of. Everything
 * a MAC is taken of is text as it was written, times too, so that no driver's reading stands
 * between the bytes and their proof.
 */
export const audit: Migration = {
  name: '0019-audit',
  async up(queryInterface) {
    await queryInterface.createTable('audit_entries', {
      // Counted by the chain, not by the database: no number is ever left out.
      sequence: { type: DataTypes.INTEGER, primaryKey: true },
      id: { ...text(36, false), unique: true },
      at: text(24, false),
      organization_id: text(36),
      action: text(64, false),
      actor_kind: text(16, false),
      actor_id: text(255, false),
      subject_kind: text(32),
      subject_id: text(255),
      consultation_id: text(36),
      patient: text(32),
      person: { type: DataTypes.TEXT, allowNull: true },
      outcome: text(8, false),
      request_id: text(64),
      facts: { type: DataTypes.TEXT, allowNull: false },
      mac: text(64, false),
    })
    // What an auditor asks for most. Half of the entries have neither, and every index is paid for
    // by every act.
    for (const column of ['consultation_id', 'patient'])
      await queryInterface.addIndex('audit_entries', {
        fields: [column, 'sequence'],
        name: `audit_entries_by_${column}`,
        where: { [column]: { [Op.ne]: null } },
      })
    // One secret, sealed with the master key: chain, pseudonyms and the signature of seals are
    // derived from it.
    await queryInterface.createTable('audit_keys', {
      id,
      sealed_key: { type: DataTypes.BLOB, allowNull: false },
      created_at: created,
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
        `CREATE TRIGGER audit_entries_no_${action.toLowerCase()} BEFORE ${action} ON audit_entries
         BEGIN SELECT RAISE(ABORT, 'audit_entries is append-only'); END`,
    )
  return [
    `CREATE FUNCTION audit_entries_append_only() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'audit_entries is append-only'; END $$`,
    `CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
     FOR EACH ROW EXECUTE FUNCTION audit_entries_append_only()`,
    `CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
     FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_append_only()`,
  ]
}
