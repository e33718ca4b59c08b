// Own process: it has a database server
/** PgBouncer itself between us and PostgreSQL; skipped by name where either is not installed. */
import { QueryTypes, type Sequelize } from 'sequelize'
import { silentLog } from '../../core/log.ts'
import { type Database, openDatabase } from '../../models/database/database.ts'
import { takeServingLock } from '../../models/database/serving-lock.ts'
import { hasSessions, openSession } from '../../models/database/session.ts'
import { nodeNews } from '../../models/node/news.ts'
import { openDatabaseLine } from '../helpers/database-line.ts'
import { openPooler } from '../helpers/pooler.ts'
import { serverOfFile, poolerTest as test } from '../helpers/postgres-test.ts'

const server = serverOfFile()
/** Longer than a connection may be silent before somebody asks after it. */
const LONG_S = 9

for (const mode of ['transaction', 'session'] as const) {
  test(`PgBouncer, pool_mode ${mode}: what takes long is not cut, by whichever backend`, async (t) => {
    t.timeout(120_000)
    const pooler = await openPooler(await server().database(), mode)
    t.teardown(() => pooler.close())
    const { sequelize, close } = await openDatabase({ url: pooler.url })
    t.teardown(close)
    // The connections are lent others' backends in the meantime.
    for (let round = 0; round < 5; round++)
      await Promise.all(Array.from({ length: 16 }, () => pause(sequelize, 0.02)))
    const answers = await Promise.all(Array.from({ length: 12 }, () => pause(sequelize, LONG_S)))
    t.deepEqual(answers, Array(12).fill([{ one: 1 }]))
  })
}

test('PgBouncer, pool_mode transaction: a connection that was lost without a word is cut', async (t) => {
  t.timeout(120_000)
  const pooler = await openPooler(await server().database(), 'transaction')
  t.teardown(() => pooler.close())
  const line = await openDatabaseLine(pooler.url)
  t.teardown(() => line.close())
  const { sequelize, close } = await openDatabase({ url: line.url })
  t.teardown(close)
  const asked = pause(sequelize, 1)
  await pause(sequelize, 0.2)
  line.set('lost')
  line.set('open')
  await t.throwsAsync(asked)
})

test('PgBouncer, pool_mode transaction: who stands still in a transaction is ended', async (t) => {
  t.timeout(60_000)
  const pooler = await openPooler(await server().database(), 'transaction')
  t.teardown(() => pooler.close())
  const { sequelize, close } = await openDatabase({ url: pooler.url })
  t.teardown(close)
  const standing = sequelize.transaction(async (transaction) => {
    await sequelize.query('SELECT 1', { transaction })
    await new Promise((resolve) => setTimeout(resolve, 7000))
    await sequelize.query('SELECT 1', { transaction })
  })
  await t.throwsAsync(standing)
  // The backend is the next one's: nothing of it is left there.
  const shown = await sequelize.query('SHOW idle_in_transaction_session_timeout', {
    type: QueryTypes.SELECT,
  })
  t.deepEqual(shown, [{ idle_in_transaction_session_timeout: '0' }])
})

test('PgBouncer: by the transaction there are no sessions, and whoever needs one says so', async (t) => {
  t.timeout(60_000)
  const databaseUrl = await server().database()
  const [byTransaction, bySession] = await Promise.all([
    openPooler(databaseUrl, 'transaction'),
    openPooler(databaseUrl, 'session'),
  ])
  const opened: Database[] = []
  t.teardown(async () => {
    for (const { close } of opened) await close()
    await Promise.all([byTransaction.close(), bySession.close()])
  })
  const at = async (url: string) => {
    const database = await openDatabase({ url })
    opened.push(database)
    return database.sequelize
  }
  t.true(await hasSessions(await at(databaseUrl)))
  t.true(await hasSessions(await at(bySession.url)))

  const pooled = await at(byTransaction.url)
  // Also while others work through it.
  const others = Array.from({ length: 200 }, () => pause(pooled, 0.005))
  for (let look = 0; look < 10; look++) t.false(await hasSessions(pooled), `look ${look}`)
  await Promise.all(others)
  const news = newsOf(pooled, 'one')
  for (const needs of [() => takeServingLock(pooled), () => news.keep()])
    await t.throwsAsync(needs, { code: 'database_sessions', message: /direct=HOST:5432/ })

  const direct = `${byTransaction.url}?direct=${new URL(databaseUrl).host}`
  const [one, other] = [await at(direct), await at(direct)]
  const lock = await takeServingLock(one)
  await t.throwsAsync(takeServingLock(other), { code: 'other_server' })
  await lock.close()
  await (await takeServingLock(other)).close()
  const heard = newsOf(other, 'other')
  const told = new Promise((resolve) => heard.on('work', resolve))
  await heard.keep()
  await newsOf(one, 'one').send('work', 'all')
  t.is(await told, 'all')
  await heard.close()
})

test('PgBouncer: the database does not lose a place in its pool each time that it was away', async (t) => {
  t.timeout(120_000)
  const { cluster } = server()
  if (!cluster) {
    t.pass()
    return
  }
  const { sequelize, close } = await openDatabase({ url: await server().database() })
  t.teardown(close)
  const news = newsOf(sequelize, 'one')
  t.teardown(() => news.close())
  for (let outage = 0; outage < 3; outage++) {
    await news.keep()
    await cluster.crash()
    await cluster.comeBack()
  }
  await news.keep()
  const { pool } = sequelize.connectionManager as unknown as { pool: { using: number } }
  t.is(pool.using, 0)
})

function pause(sequelize: Sequelize, seconds: number) {
  return sequelize.query(`SELECT 1 AS one FROM pg_sleep(${seconds})`, { type: QueryTypes.SELECT })
}

function newsOf(sequelize: Sequelize, nodeId: string) {
  const own = () => openSession(sequelize)
  return nodeNews({ sequelize, openSession: own, nodeId, log: silentLog })
}
