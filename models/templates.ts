import type { Sequelize } from 'sequelize'
import type { Template } from '../core/document/ports.ts'
import type { TemplateStore } from '../core/document/template-catalogue.ts'
import { TemplateRow } from './template.ts'

/** Organizations' own document models in the database. */
export function templateStore(sequelize: Sequelize): TemplateStore {
  const Templates = TemplateRow.attach(sequelize)

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
        template: JSON.parse(definition) as Template,
        owner,
        shared,
      }))
    },

    async save(organizationId, { template, owner, shared }, at) {
      const { id, slug, name } = template
      const definition = JSON.stringify(template)
      const columns = { slug, name, definition, owner, shared, updatedAt: at }
      const [changed] = await Templates.update(columns, { where: { id, organizationId } })
      if (changed === 0) await Templates.create({ id, organizationId, ...columns, createdAt: at })
    },

    async remove(organizationId, id) {
      return (await Templates.destroy({ where: { id, organizationId } })) > 0
    },
  }
}
