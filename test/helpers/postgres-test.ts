/**
 * A test that needs PostgreSQL. Apart from the server itself, because `ava` cannot be loaded in the
 * programs that tests start, and those open databases as well.
 */
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { postgresPlace } from './postgres.ts'

/** Where there is none they are skipped by name; with `TEST_REQUIRE_POSTGRES=1` (CI) they fail. */
export const postgresTest = (postgresPlace || process.env.TEST_REQUIRE_POSTGRES === '1'
  ? anyTest.serial
  : anyTest.serial.skip) as TestFn['serial'] as unknown as (
  title: string,
  body: (t: ExecutionContext) => Promise<void>,
) => void
