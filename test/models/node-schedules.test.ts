// Own process: starts a database server and three servers, kills and pauses them.
/**
 * Schedules of faults over three servers on one PostgreSQL, by seeds (`npm run bench nodes` has
 * hundreds of them), and a line to the database that was lost without a word. Skipped by name where
 * there is no PostgreSQL; where clocks cannot be shifted they agree.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest from 'ava'
import { openDatabase } from '../../models/database/database.ts'
import { nodeLeases } from '../../models/node/leases.ts'
import { drawFaults, seeded } from '../helpers/node-faults.ts'
import { openVisit, runSchedule } from '../helpers/node-schedule.ts'
import { postgresPlace } from '../helpers/postgres.ts'
import { postgresTest as test } from '../helpers/postgres-test.ts'
import { connectChannel, enterRecording } from '../helpers/recording-client.ts'
import {
  callsTo,
  canShiftClocks,
  openServingNodes,
  type ServingNodes,
} from '../helpers/serving-nodes.ts'
import { speechStub } from '../helpers/speech-stub.ts'

let world: ServingNodes
let speech: Awaited<ReturnType<typeof speechStub>>
let secret = ''

anyTest.before(async () => {
  if (!postgresPlace) return
  speech = await speechStub()
  const clocksS = canShiftClocks ? [120, 0, -120] : []
  world = await openServingNodes(['a', 'b', 'c'], speech.settings, { lines: true, clocksS })
  await Promise.all(world.all.map((node) => node.start()))
  secret = (await world.cli('key', 'create', '--name', 'EHR')).secret
})
anyTest.after.always(async () => {
  await world?.close()
  await speech?.close()
})

for (const [seed, kinds] of [
  [27, ['kill', 'pause']],
  [28, ['held', 'lost', 'slow', 'kill']],
] as const)
  test(`schedules: nothing is lost or doubled, and all is finished, under ${kinds.join(', ')}`, async (t) => {
    t.timeout(180_000)
    const draw = { nodes: 3, forMs: 9000, kinds, everyMs: 2500, lastMs: [500, 5000] } as const
    const faults = drawFaults(seeded(seed), draw)
    t.true(faults.length > 1)
    const sizes = { recordings: 4, frames: 100, everyMs: 100 }
    const report = await runSchedule(world, { seed, ...sizes, faults, secret })
    t.deepEqual(report.broken, [])
    t.log(faults.map(({ kind, node, forMs }) => `${kind} ${node} ${forMs} ms`).join(', '))
    t.deepEqual((await world.cli('audit', 'verify')).findings, [])
  })

test('schedules: a server whose connections to the database were lost without a word serves again', async (t) => {
  t.timeout(120_000)
  const node = world.node('a')
  // Its own limit of time, or many at once would be refused.
  const ask = () =>
    callsTo(node.url, 30_000)('POST', '/integration/session-token/', { 'x-svc-token': secret }, {})
  t.is((await ask()).status, 200)
  node.line?.set('lost')
  // What is under way now never gets an answer.
  const hanging = [1, 2, 3].map(() => ask().catch(() => null))
  await sleep(2000)
  node.line?.set('open')
  const answers = await Promise.all(hanging)
  t.true(answers.every((answer) => answer === null || [200, 503].includes(answer.status)))
  t.is((await ask()).status, 200)
})

test('schedules: a recording is taken from a server that stands still while it writes of it', async (t) => {
  t.timeout(60_000)
  const { sequelize, close } = await openDatabase({ url: world.databaseUrl })
  t.teardown(close)
  const visit = await openVisit(world, 'still', secret)
  const who = { ...visit, recordingId: randomUUID() }
  const client = await connectChannel(world.node('b').url.replace('http', 'ws'))
  t.is(await enterRecording(client, who), 0)
  client.socket.terminate()

  const news = { send: async () => {}, on() {} }
  const still = nodeLeases({ sequelize, nodeId: randomUUID(), news })
  await still.take(who.recordingId)
  const held = await sequelize.transaction()
  await still.fence(who.recordingId, held)
  const askedMs = performance.now()
  const other = await connectChannel(world.node('c').url.replace('http', 'ws'))
  t.is(await enterRecording(other, who), 0)
  const tookMs = performance.now() - askedMs
  t.log(`taken after ${Math.round(tookMs)} ms`)
  t.true(tookMs > 1000, 'it had to wait')
  t.true(tookMs < 4500)
  other.socket.terminate()
  await t.throwsAsync(held.commit())
})
