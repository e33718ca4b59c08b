// Own process: it has a database server
import { QueryTypes } from 'sequelize'
import { openDatabase } from '../../models/database/database.ts'
import { openPooler } from '../helpers/pooler.ts'
import { openPostgres } from '../helpers/postgres.ts'
import { postgresTest as test } from '../helpers/postgres-test.ts'

/** Longer than a connection may be silent before somebody asks after it. */
const LONG_S = 9

test('PostgreSQL behind a pooler: a query that takes long is not cut', async (t) => {
  const postgres = await openPostgres()
  t.teardown(() => postgres.close())
  const pooler = await openPooler(await postgres.database())
  t.teardown(() => pooler.close())
  const { sequelize, close } = await openDatabase({ url: pooler.url })
  t.teardown(close)
  const asked = `SELECT 1 AS one FROM pg_sleep(${LONG_S})`
  t.deepEqual(await sequelize.query(asked, { type: QueryTypes.SELECT }), [{ one: 1 }])
})
