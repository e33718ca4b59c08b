import { DataTypes } from 'sequelize'
import type { Migration } from './migration.ts'

/**
 * Signing in with the account of the hospital: by which name its identity provider knows a user,
 * and for which device's key alone a code is.
 */
export const userLogin: Migration = {
  name: '0036-user-login',
  async up(queryInterface) {
    // A step that broke off goes on where it was.
    if (!('login' in (await queryInterface.describeTable('users'))))
      await queryInterface.addColumn('users', 'login', {
        type: DataTypes.STRING(255),
        allowNull: true,
      })
    const indices = (await queryInterface.showIndex('users')) as { name: string }[]
    if (!indices.some(({ name }) => name === BY_LOGIN))
      await queryInterface.addIndex('users', { fields: ['login'], name: BY_LOGIN, unique: true })
    if (!('thumbprint' in (await queryInterface.describeTable('invites'))))
      await queryInterface.addColumn('invites', 'thumbprint', {
        type: DataTypes.STRING(64),
        allowNull: true,
      })
  },
}

const BY_LOGIN = 'users_by_login'
