import { Op, type Sequelize, type WhereOptions } from 'sequelize'
import type { AuditEntry } from '../../core/audit/entry.ts'
import type { AuditFilter, TrailReader } from '../../core/audit/read-trail.ts'
import { AuditEntryRow } from './entry.ts'
import type { AuditKeys } from './keys.ts'

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
