import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import type { User } from '../../core/access/access.ts'
import type { UserStore } from '../../core/access/ports.ts'
import { Row } from '../database/row.ts'
import type { AccessChange } from './access-epoch.ts'

export function userStore(sequelize: Sequelize, change: AccessChange): UserStore {
  const users = UserRow.attach(sequelize)

  return {
    async createUser(user) {
      await change((transaction) => users.create({ ...user }, { transaction }))
    },
    updateUser: (id, changes) =>
      change(async (transaction) => {
        await users.update(changes, { where: { id }, transaction })
        const row = await users.findByPk(id, { transaction })
        return row ? userOf(row) : undefined
      }),
    async findUser(id) {
      const row = await users.findByPk(id)
      return row ? userOf(row) : undefined
    },
    async findUserByLogin(login) {
      const row = await users.findOne({ where: { login } })
      return row ? userOf(row) : undefined
    },
    async listUsers(organizationId) {
      const rows = await users.findAll({ where: { organizationId }, order: ['createdAt', 'id'] })
      return rows.map(userOf)
    },
  }
}

function userOf(row: UserRow): User {
  return {
    id: row.id,
    organizationId: row.organizationId,
    name: row.name,
    login: row.login,
    status: row.status as User['status'],
    sessionGeneration: row.sessionGeneration,
    createdAt: row.createdAt,
  }
}

/** Somebody to whom keys may be linked (spec §5.4). */
export class UserRow extends Row<UserRow> {
  declare id: string
  declare organizationId: string
  declare name: string
  declare login: CreationOptional<string | null>
  declare status: string
  declare sessionGeneration: number
  declare createdAt: Date

  static attach(sequelize: Sequelize): typeof UserRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      name: { type: DataTypes.STRING(255), allowNull: false },
      login: { type: DataTypes.STRING(255), allowNull: true },
      status: { type: DataTypes.STRING(16), allowNull: false },
      sessionGeneration: { type: DataTypes.INTEGER, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = { sequelize, tableName: 'users', underscored: true, timestamps: false }
    return class extends UserRow {}.init(attributes, options)
  }
}
