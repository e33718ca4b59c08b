import type { Sequelize } from 'sequelize'
import { type Organization, shippedExtension } from '../../core/access/access.ts'
import type { OrganizationChanges, OrganizationStore } from '../../core/access/ports.ts'
import type { AccessChange } from './access-epoch.ts'
import { OrganizationRow } from './organization.ts'

export function organizationStore(sequelize: Sequelize, change: AccessChange): OrganizationStore {
  const organizations = OrganizationRow.attach(sequelize)

  return {
    async createOrganization(organization) {
      const { allowedOrigins, extension, ...columns } = organization
      const row = {
        ...columns,
        allowedOrigins: JSON.stringify(allowedOrigins),
        extension: JSON.stringify(extension),
      }
      await change((transaction) => organizations.create(row, { transaction }))
    },
    updateOrganization: (id, changes) =>
      change(async (transaction) => {
        await organizations.update(columnsOf(changes), { where: { id }, transaction })
        const row = await organizations.findByPk(id, { transaction })
        return row ? organizationOf(row) : undefined
      }),
    async findOrganization(id) {
      const row = await organizations.findByPk(id)
      return row ? organizationOf(row) : undefined
    },
    async listOrganizations() {
      return (await organizations.findAll({ order: ['createdAt', 'id'] })).map(organizationOf)
    },
  }
}

function columnsOf({ allowedOrigins, extension, ...columns }: OrganizationChanges) {
  return {
    ...columns,
    ...(allowedOrigins && { allowedOrigins: JSON.stringify(allowedOrigins) }),
    ...(extension && { extension: JSON.stringify(extension) }),
  }
}

function organizationOf(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    status: row.status as Organization['status'],
    allowedOrigins: JSON.parse(row.allowedOrigins),
    enforceDoctorScope: row.enforceDoctorScope,
    language: row.language,
    iframeConsent: row.iframeConsent === 'click' ? 'click' : 'host',
    extension: { ...shippedExtension, ...JSON.parse(row.extension ?? '{}') },
    createdAt: row.createdAt,
  }
}
