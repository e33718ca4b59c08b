import { access, constants } from 'node:fs/promises'
import { QueryTypes } from 'sequelize'
import type { Database } from './database.ts'

/**
 * What `/readyz` asks of the database: that it answers, takes changes and is whole as far as
 * anybody has seen, and that its schema is this program's.
 */
export function databaseReadiness({
  sequelize,
  path,
  damage,
  pendingMigrations,
}: Pick<Database, 'sequelize' | 'path' | 'damage' | 'pendingMigrations'>) {
  /** Also a standby of PostgreSQL answers. */
  async function takesChanges(): Promise<boolean> {
    if (path === null) {
      const [row] = await sequelize.query<{ transaction_read_only: string }>(
        'SHOW transaction_read_only',
        { type: QueryTypes.SELECT },
      )
      return row?.transaction_read_only === 'off'
    }
    await sequelize.query('SELECT 1', { type: QueryTypes.SELECT })
    await access(path, constants.R_OK | constants.W_OK)
    return true
  }

  return [
    {
      name: 'database',
      required: true,
      isReady: async () => !damage.isDamaged() && (await takesChanges()),
    },
    {
      name: 'migrations',
      required: true,
      isReady: async () => (await pendingMigrations()).length === 0,
    },
  ]
}
