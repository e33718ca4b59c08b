import { DataTypes, type Sequelize } from 'sequelize'
import type {
  StoredTable,
  Term,
  TerminologyStore,
  TerminologySystem,
} from '../../core/terminology/ports.ts'
import { Row } from '../database/row.ts'

/** One code of an imported table. */
class TerminologyConcept extends Row<TerminologyConcept> {
  declare system: string
  declare code: string
  declare display: string
  declare also: string | null

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof TerminologyConcept {
    const attributes = {
      system: { type: DataTypes.STRING(16), primaryKey: true },
      code: { type: DataTypes.STRING(64), primaryKey: true },
      display: { type: DataTypes.TEXT, allowNull: false },
      also: { type: DataTypes.TEXT, allowNull: true },
    }
    const options = {
      sequelize,
      modelName: 'terminologyConcept',
      tableName: 'terminology_concepts',
      underscored: true,
      timestamps: false,
    }
    return class extends TerminologyConcept {}.init(attributes, options)
  }
}

/** An imported table of codes. */
class TerminologyTable extends Row<TerminologyTable> {
  declare system: string
  declare version: string | null
  /** SHA-256 of the terms, in hex. */
  declare digest: string
  declare concepts: number
  declare importedAt: Date

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof TerminologyTable {
    const attributes = {
      system: { type: DataTypes.STRING(16), primaryKey: true },
      version: { type: DataTypes.STRING(120), allowNull: true },
      digest: { type: DataTypes.STRING(64), allowNull: false },
      concepts: { type: DataTypes.INTEGER, allowNull: false },
      importedAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'terminologyTable',
      tableName: 'terminology_tables',
      underscored: true,
      timestamps: false,
    }
    return class extends TerminologyTable {}.init(attributes, options)
  }
}

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
