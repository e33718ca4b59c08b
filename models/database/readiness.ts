import { QueryTypes } from 'sequelize'
import type { Database } from './database.ts'

/** What `/readyz` asks of the database: that it answers, and that its schema is this program's. */
export function databaseReadiness({ sequelize, pendingMigrations }: Database) {
  return [
    {
      name: 'database',
      required: true,
      async isReady() {
        await sequelize.query('SELECT 1', { type: QueryTypes.SELECT })
        return true
      },
    },
    {
      name: 'migrations',
      required: true,
      isReady: async () => (await pendingMigrations()).length === 0,
    },
  ]
}
