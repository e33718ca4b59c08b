import { DataTypes, Op, type Sequelize, type WhereOptions } from 'sequelize'
import type { AuditAction } from '../../core/audit/actions.ts'
import type { AuditEntry, AuditFilter, TrailReader } from '../../core/audit/entry.ts'
import { Row } from '../database/row.ts'
import type { AuditKeys } from './keys.ts'

/** One link of the chain. Never changed, never removed: the database refuses it. */
class AuditEntryRow extends Row<AuditEntryRow> implements AuditEntry {
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

const PAGE = 2000

export function auditReader({
  sequelize,
  keys,
}: {
  sequelize: Sequelize
  keys: Pick<AuditKeys, 'pseudonym' | 'sealPerson' | 'openPerson'>
}): TrailReader {
  const Entries = AuditEntryRow.attach(sequelize)

  function where(filter: AuditFilter): WhereOptions {
    const { patient, personId, consultationId, actor, since, until } = filter
    return {
      ...(patient && { patient: keys.pseudonym(patient.organizationId, patient.patientId) }),
      ...(personId && { person: keys.sealPerson(personId) }),
      ...(consultationId && { consultationId }),
      ...(actor && { [Op.or]: [{ actorKind: actor }, { actorId: actor }] }),
      // Times are texts of one length: they compare as they stand.
      ...((since || until) && {
        at: {
          ...(since && { [Op.gte]: since.toISOString() }),
          ...(until && { [Op.lt]: until.toISOString() }),
        },
      }),
    }
  }

  async function page(filter: AuditFilter, after: number, limit: number, order: 'ASC' | 'DESC') {
    const { before } = filter
    const between = { [Op.gt]: after, ...(before !== undefined && { [Op.lt]: before }) }
    return (await Entries.findAll({
      where: { ...where(filter), sequence: between },
      order: [['sequence', order]],
      limit,
      raw: true,
    })) as AuditEntry[]
  }

  return {
    async *read(filter) {
      let after = filter.after ?? 0
      for (;;) {
        const entries = await page(filter, after, PAGE, 'ASC')
        if (entries.length === 0) return
        after = entries.at(-1)?.sequence ?? after
        yield entries
      }
    },
    newest: async (filter, count) =>
      (await page(filter, filter.after ?? 0, count, 'DESC')).reverse(),
    personOf: ({ person }) => (person === null ? null : keys.openPerson(person)),
  }
}
