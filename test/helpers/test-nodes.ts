/**
 * Several servers on one PostgreSQL and one shared folder: the main job walks over them, a server
 * is killed, another is paused and wakes up, each is upgraded in turn. Random schedules are in
 * node-schedules.test.ts.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest from 'ava'
import type { NodeFacts } from '../../core/node/node-facts.ts'
import { openDatabase } from '../../models/database/database.ts'
import { hasPooler, type Pooler } from './pooler.ts'
import { postgresPlace } from './postgres.ts'
import { poolerTest, postgresTest } from './postgres-test.ts'
import { type ChannelClient, connectChannel, enterRecording } from './recording-client.ts'
import { framesOf, noise, sha256 } from './recording-sound.ts'
import { callsTo, openServingNodes, type ServingNodes } from './serving-nodes.ts'

/** @param isPooled PgBouncer is between the servers and the database */
export function testNodes(how: string, isPooled: boolean) {
  const test = isPooled ? poolerTest : postgresTest
  const isThere = postgresPlace && (!isPooled || hasPooler)
  let world: ServingNodes
  let secret = ''
  let keyId = ''

  anyTest.before(async () => {
    if (!isThere) return
    world = await openServingNodes(['a', 'b', 'c'], {}, { isPooled })
    await Promise.all(world.all.map((node) => node.start()))
    const key = await world.cli('key', 'create', '--name', 'EHR')
    secret = key.secret
    keyId = key.id
  })
  anyTest.after.always(() => world?.close())

  test(`${how}: a visit opened on one is recorded on another, read on a third, and outlives both`, async (t) => {
    t.timeout(180_000)
    const [a, b, c] = ['a', 'b', 'c'].map((name) => callsTo(world.node(name).url)) as [
      Call,
      Call,
      Call,
    ]
    const { headers, token, ehrId } = await openVisit(a)
    t.is((await c('GET', `/api/v1/ehrs/${ehrId}`, headers)).status, 200)
    const sound = noise(200 * 1600, 7)
    const frames = framesOf(sound)
    const who = { token, ehrId, recordingId: randomUUID() }
    const send = (client: ChannelClient, from: number, to: number) => {
      for (const frame of frames.slice(from, to)) client.sendFrame(frame)
    }

    const onB = await channelTo('b')
    t.is(await enterRecording(onB, who), 0)
    send(onB, 0, 80)
    await acknowledged(onB, 80)
    const path = `/api/v1/recordings/${who.recordingId}`
    t.is(
      (await c('GET', path, headers)).body.channels[0].next_sequence,
      80,
      'to read takes nothing',
    )
    send(onB, 80, 90)
    await acknowledged(onB, 90)

    await world.node('b').kill()
    const lostAt = performance.now()
    const onC = await channelTo('c')
    t.is(await enterRecording(onC, who), 90)
    send(onC, 90, 140)
    await acknowledged(onC, 140)
    t.true(performance.now() - lostAt < 5000)

    world.node('c').pause()
    send(onC, 140, 150)
    const onA = await channelTo('a')
    t.is(await enterRecording(onA, who), 140)
    send(onA, 140, 160)
    await acknowledged(onA, 160)
    world.node('c').goOn()
    t.deepEqual(await onC.closed, { code: 4409, reason: 'taken_over' })
    t.false(onC.messages.some((one) => one.type === 'recording.ack' && one.next_sequence > 140))

    // Over HTTP each request may come to another: the newest has it.
    await world.node('b').start()
    onA.socket.terminate()
    for (const [at, call] of [b, c, a].entries()) {
      const body = Buffer.concat(frames.slice(160 + at * 10, 170 + at * 10))
      t.is(await putFrames(['b', 'c', 'a'][at] as string, path, headers, body), 200)
      t.is((await call('GET', path, headers)).body.channels[0].next_sequence, 170 + at * 10)
    }
    const last = await channelTo('b')
    t.is(await enterRecording(last, who), 190)
    send(last, 190, 200)
    const claim = { channel: 0, last_sequence: 199, samples: sound.length, sha256: sha256(sound) }
    last.send({ type: 'recording.finish', recording_id: who.recordingId, channels: [claim] })
    const statement = await last.next('recording.statement')
    t.true(statement.complete && statement.channels[0]?.matches)
    last.socket.terminate()

    const folder = join(world.root, 'shared', 'audio', ehrId, who.recordingId)
    t.true(await within(20_000, async () => existsSync(join(folder, '0.svc'))))
    t.true(await within(5000, async () => (await rowsOf('sound_pieces')) === 0))
    for (const call of [a, b, c]) t.is((await call('GET', path, headers)).body.state, 'finished')
  })

  test(`${how}: a recording that its client begins on several at once is one, and goes on`, async (t) => {
    t.timeout(90_000)
    const [a] = ['a'].map((name) => callsTo(world.node(name).url)) as [Call]
    for (let round = 0; round < 12; round++) {
      const { headers, token, ehrId } = await openVisit(a)
      const who = { token, ehrId, recordingId: randomUUID() }
      const clients = await Promise.all(['a', 'b', 'c'].map(channelTo))
      // Each takes it from the one before; who is slower than that is sent away.
      await Promise.all(
        clients.map((client) =>
          Promise.race([enterRecording(client, who), sleep(3000)]).catch(() => null),
        ),
      )
      for (const { socket } of clients) socket.terminate()
      const { body } = await a('GET', `/api/v1/recordings/${who.recordingId}`, headers)
      t.is(body.state, 'recording', `round ${round}`)
    }
  })

  test(`${how}: what is written of a recording under an earlier lease is refused`, async (t) => {
    const [a, b] = ['a', 'b'].map((name) => callsTo(world.node(name).url)) as [Call, Call]
    const { headers, token, ehrId } = await openVisit(a)
    const who = { token, ehrId, recordingId: randomUUID() }
    const onA = await channelTo('a')
    await enterRecording(onA, who)
    const frames = framesOf(noise(20 * 1600, 3))
    for (const frame of frames.slice(0, 10)) onA.sendFrame(frame)
    await acknowledged(onA, 10)
    world.node('a').pause()
    // Everything that a client may say waits in its socket.
    for (const frame of frames.slice(10)) onA.sendFrame(frame)
    onA.send({ type: 'recording.pause', recording_id: who.recordingId })
    const claim = { channel: 0, last_sequence: 19, samples: 32_000, sha256: '0'.repeat(64) }
    onA.send({ type: 'recording.finish', recording_id: who.recordingId, channels: [claim] })
    const onB = await channelTo('b')
    t.is(await enterRecording(onB, who), 10)
    world.node('a').goOn()
    t.is((await onA.closed).code, 4409)
    await sleep(300)
    const { body } = await b('GET', `/api/v1/recordings/${who.recordingId}`, headers)
    t.is(body.state, 'recording')
    t.is(body.channels[0].next_sequence, 10)
    for (const frame of frames.slice(10)) onB.sendFrame(frame)
    await acknowledged(onB, 20)
    onB.socket.terminate()
  })

  test(`${how}: each says that it lives, and a key that is revoked is so on all of them`, async (t) => {
    const known = async () =>
      (await callsTo(world.node('a').url)('GET', '/readyz', {})).body.nodes as NodeFacts[]
    t.true(await within(40_000, async () => world.all.every((node) => node.isServing())))
    t.true(
      await within(40_000, async () => (await known()).filter(({ alive }) => alive).length === 3),
    )
    t.is((await known()).filter(({ own }) => own).length, 1)
    const ask = (url: string) =>
      callsTo(url)('POST', '/integration/session-token/', { 'x-svc-token': secret }, {})
    for (const { url } of world.all) t.is((await ask(url)).status, 200)
    await world.cli('key', 'revoke', keyId, '--yes')
    for (const { url } of world.all) t.is((await ask(url)).status, 401)
  })

  test(`${how}: each is stopped and started in turn while somebody records, and nothing is lost`, async (t) => {
    t.timeout(180_000)
    const key = await world.cli('key', 'create', '--name', 'rolling')
    const names = ['a', 'b', 'c']
    const { headers, token, ehrId } = await openVisit(callsTo(world.node('a').url), key.secret)
    const who = { token, ehrId, recordingId: randomUUID() }
    const sound = noise(240 * 1600, 11)
    const frames = framesOf(sound)
    let client = await channelTo('a')
    let held = await enterRecording(client, who)
    async function record(count: number) {
      const until = held + count
      for (const frame of frames.slice(held, until)) client.sendFrame(frame)
      await acknowledged(client, until)
      held = until
    }
    for (const [at, name] of names.entries()) {
      await record(40)
      // Not all of these are acknowledged when the service manager ends it.
      for (const frame of frames.slice(held, held + 20)) client.sendFrame(frame)
      const stopped = world.node(name).stop()
      const { code } = await client.closed
      const beganMs = performance.now()
      const acks = client.messages.filter((one) => one.type === 'recording.ack')
      const told = Math.max(0, ...acks.map((one) => one.next_sequence))
      const next = names[(at + 1) % names.length] as string
      client = await channelTo(next)
      held = await enterRecording(client, who)
      t.true(held >= told, `${name} acknowledged ${told}, ${next} holds ${held}`)
      await record(10)
      const tookMs = Math.round(performance.now() - beganMs)
      t.true(tookMs < 5000, `${tookMs} ms`)
      t.log(`${name} closed with ${code} at ${told}; ${next} went on at ${held} in ${tookMs} ms`)
      await stopped
      await world.node(name).start()
    }
    await record(frames.length - held)
    const claim = { channel: 0, last_sequence: 239, samples: sound.length, sha256: sha256(sound) }
    client.send({ type: 'recording.finish', recording_id: who.recordingId, channels: [claim] })
    const statement = await client.next('recording.statement')
    t.true(statement.complete && statement.channels[0]?.matches)
    client.socket.terminate()
    const path = `/api/v1/recordings/${who.recordingId}`
    const { body } = await callsTo(world.node('b').url)('GET', path, headers)
    t.is(body.state, 'finished')
  })

  test(`${how}: status tells of all of them, also where the one that is asked does not run`, async (t) => {
    t.timeout(90_000)
    async function status() {
      const { code, stdout } = await world.cliAs([], {}, 'status')
      return { code, seen: JSON.parse(stdout) }
    }
    const nodes = async () => ((await status()).seen.server?.nodes ?? []) as NodeFacts[]
    const isTold = async () =>
      (await nodes()).filter(({ alive, state }) => alive && state?.speech).length === 3
    t.true(await within(20_000, isTold))
    await world.cli('drain')
    t.true(
      await within(20_000, async () => (await nodes()).some((one) => one.state?.draining_since)),
    )
    await world.cli('resume')

    await world.node('a').stop()
    const { code, seen } = await status()
    t.is(code, 69)
    t.is(seen.server, null)
    t.is((seen.nodes as NodeFacts[]).filter(({ alive }) => alive).length, 2)
    await world.node('a').start()
  })

  if (isPooled)
    test(`${how}: without the database's own address no server starts, and doctor says why`, async (t) => {
      t.timeout(90_000)
      const only = { SVC_DATABASE_URL: (world.pooler as Pooler).url }
      await t.throwsAsync(
        world
          .node('c')
          .stop()
          .then(() => world.node('c').start({ env: only })),
        {
          message: /news between servers.*direct=HOST:5432/s,
        },
      )
      const { stdout } = await world.cliAs([], only, 'doctor')
      t.regex(stdout, /lends connections to PostgreSQL by the transaction/)
      const invited = await world.cliAs([], only, 'node', 'invite')
      t.regex(invited.stderr, /database_sessions/)
      await world.node('c').start()
    })

  async function openVisit(call: Call, by = secret) {
    const body = { expiration: 7200, doctor_id: 'medico' }
    const issued = await call('POST', '/integration/session-token/', { 'x-svc-token': by }, body)
    const token: string = issued.body.access
    const headers = { authorization: `Bearer ${token}` }
    const visit = { consultation_id: randomUUID(), doctor_id: 'medico', patient_id: 'paciente' }
    const opened = await call('PUT', '/api/v1/ehrs/by-external-id', headers, visit)
    return { token, headers, ehrId: opened.body.id as string }
  }

  const channelTo = (name: string) => connectChannel(world.node(name).url.replace('http', 'ws'))

  async function putFrames(
    name: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<number> {
    const answer = await fetch(`${world.node(name).url}${path}/frames`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(body),
    })
    return answer.status
  }

  async function acknowledged(client: ChannelClient, count: number) {
    const isThere = () =>
      client.messages.some((one) => one.type === 'recording.ack' && one.next_sequence >= count)
    if (await within(30_000, async () => isThere())) return
    throw new Error(`${count} frames were not acknowledged: ${JSON.stringify(client.messages)}`)
  }

  async function within(limitMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < limitMs; waitedMs += 20) {
      if (await isSo()) return true
      await sleep(20)
    }
    return false
  }

  async function rowsOf(table: string): Promise<number> {
    const { sequelize, close } = await openDatabase({ url: world.databaseUrl })
    const [rows] = await sequelize.query(`SELECT COUNT(*) AS n FROM ${table}`)
    await close()
    return Number((rows[0] as { n: string }).n)
  }
}

type Call = ReturnType<typeof callsTo>
