/**
 * The switch: model and HTTP tests keep their rows in SQLite, or with `TEST_DATABASE_URL` each in a
 * new database of that PostgreSQL.
 */
import { openPostgres } from './postgres.ts'
import { placeReadySchema } from './ready-schema.ts'

interface TearDown {
  teardown(end: () => unknown): void
}

/**
 * @param isBare without a schema; else it may have today's already
 * @returns the address of a database without rows; one of PostgreSQL goes when the test ends
 */
export async function testDatabase(
  t: TearDown,
  sqlitePath: string,
  isBare = false,
): Promise<string> {
  if (!process.env.TEST_DATABASE_URL) {
    if (!isBare) await placeReadySchema(sqlitePath)
    return `sqlite:${sqlitePath}`
  }
  const postgres = await openPostgres()
  t.teardown(() => postgres.close())
  return postgres.database()
}
