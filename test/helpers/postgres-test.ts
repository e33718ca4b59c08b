/**
 * A test that needs PostgreSQL. Apart from the server itself, because `ava` cannot be loaded in the
 * programs that tests start, and those open databases as well.
 */
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { hasPooler } from './pooler.ts'
import { openPostgres, postgresPlace, type TestPostgres } from './postgres.ts'

type Test = (title: string, body: (t: ExecutionContext) => Promise<void>) => void

/** Where there is none they are skipped by name; with `TEST_REQUIRE_POSTGRES=1` (CI) they fail. */
export const postgresTest = testWhere(postgresPlace !== null)
/** It needs PgBouncer as well. */
export const poolerTest = testWhere(postgresPlace !== null && hasPooler)

function testWhere(isThere: boolean): Test {
  const { serial } = anyTest as TestFn
  const isRun = isThere || process.env.TEST_REQUIRE_POSTGRES === '1'
  return (isRun ? serial : serial.skip) as unknown as Test
}

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
