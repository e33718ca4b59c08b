import { DataTypes, type Sequelize } from 'sequelize'
import { type Organization, shippedExtension } from '../../core/access/access.ts'
import type { OrganizationChanges, OrganizationStore } from '../../core/access/ports.ts'
import { Row } from '../database/row.ts'
import type { AccessChange } from './access-epoch.ts'

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

/** A hospital or practice: the owner of everything else. */
export class OrganizationRow extends Row<OrganizationRow> {
  declare id: string
  declare name: string
  declare status: string
  /** JSON list of origins. */
  declare allowedOrigins: string
  declare enforceDoctorScope: boolean
  declare language: string
  /** Null: as shipped. */
  declare iframeConsent: string | null
  /** JSON of its switches; null: as shipped. */
  declare extension: string | null
  declare createdAt: Date

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof OrganizationRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      name: { type: DataTypes.STRING(255), allowNull: false },
      status: { type: DataTypes.STRING(16), allowNull: false },
      allowedOrigins: { type: DataTypes.TEXT, allowNull: false },
      enforceDoctorScope: { type: DataTypes.BOOLEAN, allowNull: false },
      language: { type: DataTypes.STRING(35), allowNull: false },
      iframeConsent: { type: DataTypes.STRING(8), allowNull: true },
      extension: { type: DataTypes.STRING(255), allowNull: true },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = { sequelize, tableName: 'organizations', underscored: true, timestamps: false }
    return class extends OrganizationRow {}.init(attributes, options)
  }
}
