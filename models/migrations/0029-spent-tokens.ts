import { DataTypes } from 'sequelize'
import type { Migration } from './migration.ts'

/** Tokens that were traded for another one, until their own life is over. */
export const spentTokens: Migration = {
  name: '0029-spent-tokens',
  async up(queryInterface) {
    await queryInterface.createTable('spent_tokens', {
      token_id: { type: DataTypes.STRING(64), primaryKey: true },
      // Seconds since 1970.
      expires_at_s: { type: DataTypes.BIGINT, allowNull: false },
    })
  },
}
