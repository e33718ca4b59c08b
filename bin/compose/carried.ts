import { createHash } from 'node:crypto'
import type { Sequelize } from 'sequelize'
import type { Admin } from '../../cli/deps.ts'
import { collectCarried, takeCarried } from '../../core/bundle/carried-data.ts'
import { templateStore } from '../../models/template/templates.ts'
import { terminologyStore } from '../../models/terminology/terminology.ts'

/**
 * What goes from box to box with a bundle; what is taken in is on record like anything that an
 * administrator does.
 */
export function composeCarried(
  sequelize: Sequelize,
  { access, templates, tableImport }: Pick<Admin, 'access' | 'templates' | 'tableImport'>,
): Admin['carried'] {
  const tables = terminologyStore(sequelize)
  return {
    collect: (organizationId) =>
      collectCarried(
        {
          tables,
          templates,
          async installed(id) {
            const own = await templateStore(sequelize).list(id)
            // What a doctor made is theirs, and names them.
            return own.filter(({ owner }) => owner === null).map(({ template }) => template)
          },
        },
        organizationId,
      ),
    take: (data) =>
      takeCarried(
        {
          tables,
          templates,
          organizations: access.listOrganizations,
          replace: (all) =>
            tableImport.apply({
              tables: all.map((table) => ({
                ...table,
                files: [],
                replaces: null,
                unchanged: false,
              })),
              skipped: [],
            }),
          sha256: (text) => createHash('sha256').update(text).digest('hex'),
        },
        data,
      ),
  }
}
