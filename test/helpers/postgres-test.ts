/**
 * A test that needs PostgreSQL. Apart from the server itself, because `ava` cannot be loaded in the
 * programs that tests start, and those open databases as well.
 */
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { openPostgres, postgresPlace, type TestPostgres } from './postgres.ts'

/** Where there is none they are skipped by name; with `TEST_REQUIRE_POSTGRES=1` (CI) they fail. */
export const postgresTest = (postgresPlace || process.env.TEST_REQUIRE_POSTGRES === '1'
  ? anyTest.serial
  : anyTest.serial.skip) as TestFn['serial'] as unknown as (
  title: string,
  body: (t: ExecutionContext) => Promise<void>,
) => void

/** One database server for all tests of a file: from before the first until after the last. */
export function serverOfFile(): () => TestPostgres {
  let server: TestPostgres | undefined
  anyTest.before(async () => {
    if (postgresPlace) server = await openPostgres()
    else if (process.env.TEST_REQUIRE_POSTGRES === '1')
      throw new Error('TEST_REQUIRE_POSTGRES=1, and no PostgreSQL')
  })
  anyTest.after.always(() => server?.close())
  return () => {
    if (server === undefined) throw new Error('the database server is open within tests')
    return server
  }
}
