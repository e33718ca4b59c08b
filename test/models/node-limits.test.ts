// Own process: starts a database server and two servers.
/**
 * Limits of requests over several servers: they are the organization's, the token's and the key's,
 * whichever server is asked. Skipped by name where there is no PostgreSQL.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest from 'ava'
import { QueryTypes } from 'sequelize'
import { type Database, openDatabase } from '../../models/database/database.ts'
import { requestCounts } from '../../models/node/request-counts.ts'
import { postgresPlace } from '../helpers/postgres.ts'
import { postgresTest as test } from '../helpers/postgres-test.ts'
import { callsTo, openServingNodes, type ServingNodes } from '../helpers/serving-nodes.ts'

/** Exchanges of a key in a minute. */
const QUOTA = 60

let world: ServingNodes
let database: Database
let secret = ''

anyTest.before(async () => {
  if (!postgresPlace) return
  world = await openServingNodes(['a', 'b'])
  await Promise.all(world.all.map((node) => node.start()))
  database = await openDatabase({ url: world.databaseUrl })
  secret = (await world.cli('key', 'create', '--name', 'EHR')).secret
})
anyTest.after.always(async () => {
  await database?.close()
  await world?.close()
})

const exchange = (name: string) =>
  callsTo(world.node(name).url)(
    'POST',
    '/integration/session-token/',
    { 'x-svc-token': secret },
    {},
  )

test('limits: what a key used up at one server it has used up at the other', async (t) => {
  t.timeout(120_000)
  await beginOfMinute()
  for (let at = 0; at < QUOTA; at++) t.is((await exchange('a')).status, 200)
  t.is((await exchange('b')).status, 200, 'not known at once: nothing waits for the database')
  let refused = await exchange('b')
  // Half a second, and more on a machine that has much else to do.
  for (let asked = 0; refused.status !== 429 && asked < 20; asked++) {
    await sleep(250)
    refused = await exchange('b')
  }
  t.is(refused.status, 429)
  const [{ retry_after: afterS, scope }] = refused.body.details
  t.is(scope, 'key')
  t.true(afterS >= 1 && afterS <= 60)
  t.is((await exchange('a')).status, 429)
})

test('limits: asked at both in turns, a key gets hardly more than its quota', async (t) => {
  t.timeout(180_000)
  secret = (await world.cli('key', 'create', '--name', 'other')).secret
  await beginOfMinute()
  let taken = 0
  for (let at = 0; at < 2 * QUOTA; at++) {
    if ((await exchange(at % 2 === 0 ? 'a' : 'b')).status === 200) taken++
    await sleep(20)
  }
  t.log(`${taken} of ${QUOTA} were taken at 50 in a second`)
  t.true(taken >= QUOTA)
  // Half a second of what comes in at the other is 12; more on a busy machine, never all of it.
  t.true(taken <= QUOTA + 40)
})

test('limits: counts of three servers are added, each knows the others', async (t) => {
  const [a, b, c] = [1, 2, 3].map(() => requestCounts(database.sequelize))
  const ask = (at: typeof a, times: number) => {
    for (let nth = 0; nth < times; nth++) at!.add('somebody', 3600)
  }
  ask(a, 5)
  ask(b, 7)
  t.is(a!.find('somebody', 3600).count, 0)
  await Promise.all([a!.share(), b!.share()])
  ask(c, 1)
  await Promise.all([a, b, c].map((one) => one!.share()))
  for (const one of [a, b, c]) ask(one, 1)
  for (const one of [a, b, c]) await one!.share()
  ask(a, 1)
  await a!.share()
  const others = [a, b, c].map((one) => one!.find('somebody', 3600).count)
  t.is(others[0], 7 + 1 + 2)
  t.is(others[2], 5 + 7 + 2)
  t.true(a!.find('somebody', 3600).leftMs <= 3_600_000)
  t.is(a!.find('somebody', 60).count, 0)
  const rows = await database.sequelize.query<{ id: string; count: number }>(
    `SELECT id, count FROM request_counts WHERE count = ${5 + 7 + 1 + 3 + 1}`,
    { type: QueryTypes.SELECT },
  )
  t.is(rows.length, 1)
  t.regex(rows[0]!.id, /^[0-9a-f]{32}$/)
})

/** Else a minute might end between two requests. */
async function beginOfMinute() {
  const leftMs = 60_000 - (Date.now() % 60_000)
  if (leftMs < 30_000) await sleep(leftMs + 200)
}
