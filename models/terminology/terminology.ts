import type { Sequelize } from 'sequelize'
import type { TerminologySystem } from '../../core/terminology/ports.ts'
import type { StoredTable, Term, TerminologyStore } from '../../core/terminology/store.ts'
import { TerminologyConcept } from './concept.ts'
import { TerminologyTable } from './table.ts'

/** Rows a statement: SQLite takes 32,766 values in one. */
const AT_ONCE = 1000

/** Tables of codes in the database. */
export function terminologyStore(sequelize: Sequelize): TerminologyStore {
  const Tables = TerminologyTable.attach(sequelize)
  const Concepts = TerminologyConcept.attach(sequelize)

  return {
    async list() {
      const rows = await Tables.findAll({ order: [['system', 'ASC']] })
      return rows.map(
        ({ system, version, digest, concepts, importedAt }): StoredTable => ({
          system: system as TerminologySystem,
          version,
          digest,
          concepts,
          importedAt,
        }),
      )
    },

    async terms(system) {
      const rows = await Concepts.findAll({
        attributes: ['code', 'display', 'also'],
        where: { system },
        order: [['code', 'ASC']],
        raw: true,
      })
      return rows.map(({ code, display, also }): Term => ({ code, display, also }))
    },

    async replace(tables, at, onProgress) {
      const total = tables.reduce((sum, { terms }) => sum + terms.length, 0)
      let done = 0
      await sequelize.transaction(async (transaction) => {
        for (const { system, version, digest, terms } of tables) {
          await Concepts.destroy({ where: { system }, transaction })
          await Tables.destroy({ where: { system }, transaction })
          const table = { system, version, digest, concepts: terms.length, importedAt: at }
          await Tables.create(table, { transaction })
          for (let from = 0; from < terms.length; from += AT_ONCE) {
            const some = terms.slice(from, from + AT_ONCE)
            await Concepts.bulkCreate(
              some.map((term) => ({ system, ...term })),
              { transaction, validate: false },
            )
            done += some.length
            onProgress?.(done, total)
          }
        }
      })
    },
  }
}
