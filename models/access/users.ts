import type { Sequelize } from 'sequelize'
import type { User } from '../../core/access/access.ts'
import type { UserStore } from '../../core/access/ports.ts'
import type { AccessChange } from './access-epoch.ts'
import { UserRow } from './user.ts'

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
