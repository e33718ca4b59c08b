import { createHash } from 'node:crypto'
import { QueryTypes, type Sequelize, UniqueConstraintError } from 'sequelize'
import { withFingerprint } from '../../core/document/models/fingerprint.ts'
import type { Template } from '../../core/document/models/ports.ts'
import type { TemplateStore } from '../../core/templates/template-catalogue.ts'
import { TemplateRow } from './template.ts'
import { TemplateVersionRow } from './version.ts'

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
        // Of the slug, which another model was given meanwhile; or of a first version made twice.
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
