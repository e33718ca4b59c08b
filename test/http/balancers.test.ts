// Own process: starts a database server, two servers and balancers, and kills one of the servers.
/**
 * Two servers behind real balancers with the files that we ship: any request may go to any of them,
 * and when one dies, a recording and every request go on with the other. Skipped by name where
 * there is no PostgreSQL, or not the balancer.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest, { type ExecutionContext } from 'ava'
import { postgresPlace } from '../helpers/postgres.ts'
import { findProxy, ownFileForTwo, type ProxyKind, startProxy } from '../helpers/proxies.ts'
import { connectChannel, enterRecording } from '../helpers/recording-client.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'
import { callsTo, openServingNodes, type ServingNodes } from '../helpers/serving-nodes.ts'

const KINDS = ['haproxy', 'nginx', 'caddy'] as const
/** From the end of a server until everything goes on. */
const WITHIN_MS = 5000

let world: ServingNodes
let secret = ''

anyTest.before(async () => {
  if (!postgresPlace) return
  world = await openServingNodes(['a', 'b'], { SVC_TRUSTED_PROXIES: '1' })
  await Promise.all(world.all.map((node) => node.start()))
  secret = (await world.cli('key', 'create', '--name', 'EHR')).secret
})
anyTest.after.always(() => world?.close())

for (const kind of KINDS)
  balancerTest(kind, 'a recording and every request go on when a server dies', async (t) => {
    t.timeout(120_000)
    const [a, b] = world.all
    for (const node of world.all) if (!node.isRunning()) await node.start()
    const urls = [a!.url, b!.url] as const
    const url = await startProxy(t, kind, (port) => ownFileForTwo(kind, urls, port))
    const call = callsTo(url, 4000)
    // Its checks have found them.
    await within(10_000, async () => (await call('GET', '/healthz', {})).status === 200)

    const doctor = { expiration: 7200, doctor_id: 'medico' }
    const host = { 'x-svc-token': secret }
    const issued = await call('POST', '/integration/session-token/', host, doctor)
    const token: string = issued.body.access
    const headers = { authorization: `Bearer ${token}` }
    const ids = { consultation_id: randomUUID(), doctor_id: 'medico', patient_id: 'p' }
    const opened = await call('PUT', '/api/v1/ehrs/by-external-id', headers, ids)
    const who = { token, ehrId: opened.body.id as string, recordingId: randomUUID() }
    const path = `/api/v1/ehrs/${who.ehrId}`
    await answersAll(t, () => call('GET', path, headers))

    const sound = noise(40 * 1600, 5)
    const frames = framesOf(sound)
    const channel = url.replace('http', 'ws')
    const first = await connectChannel(channel)
    t.is(await enterRecording(first, who), 0)
    for (const frame of frames.slice(0, 20)) first.sendFrame(frame)
    t.true(await within(10_000, async () => isHeld(first.messages, 20)))

    const held = await Promise.all(
      world.all.map(async (node) => {
        const { nodes } = (await callsTo(node.url)('GET', '/readyz', {})).body
        return nodes.find((one: { own: boolean }) => one.own).recordings > 0 ? node : null
      }),
    )
    const dying = held.find((node) => node !== null)
    await dying!.kill()
    const killedMs = performance.now()
    await first.closed
    const second = await within(WITHIN_MS, async () => {
      const client = await connectChannel(channel).catch(() => null)
      const from = client && (await enterRecording(client, who).catch(() => null))
      if (!client || from === null) return null
      t.is(from, 20)
      return client
    })
    if (!second) return t.fail('no server took the recording')
    for (const frame of frames.slice(20)) second.sendFrame(frame)
    t.true(await within(WITHIN_MS, async () => isHeld(second.messages, 40)))
    const tookMs = performance.now() - killedMs
    t.log(`acknowledged by the other ${Math.round(tookMs)} ms after the end`)
    t.true(tookMs < WITHIN_MS)
    await answersAll(t, () => call('GET', path, headers))
    const claim = { channel: 0, last_sequence: 39, samples: sound.length, sha256: sha256(sound) }
    second.send({ type: 'recording.finish', recording_id: who.recordingId, channels: [claim] })
    const statement = await second.next('recording.statement')
    t.true(statement.complete && statement.channels[0]?.matches)
    second.socket.terminate()
  })

/** Six in turn go to both; further apart than the limit of a token in a second allows. */
async function answersAll(t: ExecutionContext, ask: () => Promise<{ status: number }>) {
  for (let nth = 0; nth < 6; nth++) {
    await sleep(250)
    t.is((await ask()).status, 200)
  }
}

function isHeld(messages: readonly { type: string; next_sequence?: number }[], count: number) {
  return messages.some(
    ({ type, next_sequence }) => type === 'recording.ack' && (next_sequence ?? 0) >= count,
  )
}

/** What `find` finds, or false after all. */
async function within<Found>(limitMs: number, find: () => Promise<Found>): Promise<Found | false> {
  const untilMs = performance.now() + limitMs
  while (performance.now() < untilMs) {
    const found = await find().catch(() => null)
    if (found) return found
    await sleep(50)
  }
  return false
}

function balancerTest(
  kind: ProxyKind,
  title: string,
  body: (t: ExecutionContext) => Promise<void>,
): void {
  const isHere = postgresPlace !== null && findProxy(kind) !== null
  const isAsked = process.env.TEST_REQUIRE_PROXIES === '1'
  const declare = isHere || isAsked ? anyTest.serial : anyTest.serial.skip
  declare(`balancers: ${kind}: ${title}`, body)
}
