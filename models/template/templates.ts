import { createHash } from 'node:crypto'
import {
  type CreationOptional,
  DataTypes,
  QueryTypes,
  type Sequelize,
  UniqueConstraintError,
} from 'sequelize'
import { withFingerprint } from '../../core/document/models/fingerprint.ts'
import type { Template } from '../../core/document/models/ports.ts'
import type { TemplateStore } from '../../core/templates/template-catalogue.ts'
import { Row } from '../database/row.ts'

/** A document model that an organization installed, or that one of its doctors made. */
class TemplateRow extends Row<TemplateRow> {
  declare id: string
  declare organizationId: string
  declare slug: string
  declare name: string
  /** The whole model as JSON. */
  declare definition: string
  /** The doctor, by the host's identifier; null for installed ones. */
  declare owner: string | null
  declare shared: boolean
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof TemplateRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      slug: { type: DataTypes.STRING(120), allowNull: false },
      name: { type: DataTypes.STRING(120), allowNull: false },
      definition: { type: DataTypes.TEXT, allowNull: false },
      owner: { type: DataTypes.STRING(255), allowNull: true },
      shared: { type: DataTypes.BOOLEAN, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      updatedAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'template',
      tableName: 'templates',
      underscored: true,
      timestamps: false,
    }
    return class extends TemplateRow {}.init(attributes, options)
  }
}

/** One version of a document model that an organization or one of its doctors has or had. */
class TemplateVersionRow extends Row<TemplateVersionRow> {
  declare organizationId: string
  declare templateId: string
  declare version: number
  /** The whole model as JSON. */
  declare definition: string
  declare createdAt: Date

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof TemplateVersionRow {
    const attributes = {
      organizationId: { type: DataTypes.UUID, primaryKey: true },
      templateId: { type: DataTypes.UUID, primaryKey: true },
      version: { type: DataTypes.INTEGER, primaryKey: true },
      definition: { type: DataTypes.TEXT, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'templateVersion',
      tableName: 'template_versions',
      underscored: true,
      timestamps: false,
    }
    return class extends TemplateVersionRow {}.init(attributes, options)
  }
}

/** Organizations' own document models in the database, with every version they had. */
export function templateStore(sequelize: Sequelize): TemplateStore {
  const Templates = TemplateRow.attach(sequelize)
  const Versions = TemplateVersionRow.attach(sequelize)

  return {
    async list(organizationId) {
      const rows = await Templates.findAll({
        where: { organizationId },
        order: [
          ['name', 'ASC'],
          ['id', 'ASC'],
        ],
      })
      return rows.map(({ definition, owner, shared }) => ({
        template: read(definition),
        owner,
        shared,
      }))
    },

    async save(organizationId, { template, owner, shared }, { replaces, at }) {
      const { id, slug, name, version } = template
      const definition = JSON.stringify(withFingerprint(template, sha256))
      const columns = { slug, name, definition, owner, shared, updatedAt: at }
      const where = { id, organizationId }
      const isSaved = sequelize.transaction(async (transaction) => {
        const lock = transaction.LOCK.UPDATE
        const before = await Templates.findOne({ where, transaction, lock })
        if ((before ? read(before.definition).version : null) !== replaces) return false
        if (before) await before.update(columns, { transaction })
        else await Templates.create({ ...where, ...columns, createdAt: at }, { transaction })
        const key = { organizationId, templateId: id, version }
        // A version that is made the current one again is there already, and never rewritten.
        if (!(await Versions.findOne({ where: key, transaction })))
          await Versions.create({ ...key, definition, createdAt: at }, { transaction })
        return true
      })
      return isSaved.catch((error: unknown) => {
        // The slug was given to another model meanwhile, or a first version was made twice.
        if (error instanceof UniqueConstraintError) return false
        throw error
      })
    },

    async remove(organizationId, id) {
      return (await Templates.destroy({ where: { id, organizationId } })) > 0
    },

    async listVersions(organizationId) {
      const rows = await Versions.findAll({
        where: { organizationId },
        order: [
          ['templateId', 'ASC'],
          ['version', 'DESC'],
        ],
      })
      return rows.map(({ definition, createdAt }) => ({ template: read(definition), createdAt }))
    },

    async countDocuments(organizationId, id) {
      const [row] = await sequelize.query<{ count: number | string }>(
        'SELECT COUNT(*) AS count FROM documents d JOIN consultations c ON c.id = d.consultation_id WHERE c.organization_id = :organizationId AND d.deleted_at IS NULL AND d.template LIKE :pattern',
        {
          type: QueryTypes.SELECT,
          // An id has no sign that LIKE or JSON would take for another.
          replacements: { organizationId, pattern: `%"id":"${id}"%` },
        },
      )
      return Number(row?.count ?? 0)
    },
  }
}

function read(definition: string): Template {
  return withFingerprint(JSON.parse(definition) as Template, sha256)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
