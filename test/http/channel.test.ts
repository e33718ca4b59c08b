import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import fc from 'fast-check'
import { WebSocket } from 'ws'
import type { RecordingInfo } from '../../core/recording/ports.ts'
import { type RecordingApiOptions, startRecordingApi } from '../helpers/recording-api.ts'
import type { ChannelClient } from '../helpers/recording-client.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'
import { diskError, faultyFiles } from '../helpers/recording-store.ts'

const sound = noise(16_000, 11)
const frames = framesOf(sound)

function claimOf(held: Int16Array, channel = 0) {
  const last_sequence = Math.ceil(held.length / 1600) - 1
  return { channel, last_sequence, samples: held.length, sha256: sha256(held) }
}

function finish(client: ChannelClient, recording_id: string, accept_gaps = false) {
  const channels = [claimOf(sound)]
  client.send({ type: 'recording.finish', recording_id, channels, accept_gaps })
}

/** Waits for the acknowledgement of everything before `sequence`. */
async function acknowledged(client: ChannelClient, sequence: number) {
  for (;;) if ((await client.next('recording.ack')).next_sequence >= sequence) return
}

async function startRecording(client: ChannelClient, channels = 1) {
  const recording_id = randomUUID()
  client.send({ type: 'recording.start', recording_id, channels })
  await client.next('recording.ready')
  return recording_id
}

test('a recording from start to statement', async (t) => {
  const api = await startRecordingApi(t)
  const visit = await api.buildVisit()
  const { client, welcome } = await api.join(visit)
  t.deepEqual(welcome.recordings, [])
  const recording_id = await startRecording(client)
  for (const frame of frames) client.sendFrame(frame)
  await acknowledged(client, frames.length)
  finish(client, recording_id)
  const { type: _, ...statement } = await client.next('recording.statement')
  t.deepEqual(statement, {
    recording_id,
    complete: true,
    channels: [
      {
        channel: 0,
        held_samples: 16_000,
        held_ms: 1000,
        gaps: [],
        sha256: sha256(sound),
        matches: true,
        lost_ms: 0,
      },
    ],
  })
  const { body } = await api.call('GET', `/api/v1/ehrs/${visit.ehrId}`, visit)
  t.like(body, { status: 'finished', recorded_ms: 1000 })
  t.true(Math.abs(Date.now() - Date.parse(body.finished_at)) < 60_000)

  await startRecording(client)
  const { body: goesOn } = await api.call('GET', `/api/v1/ehrs/${visit.ehrId}`, visit)
  t.like(goesOn, { status: 'recording', finished_at: null })
})

test('sound that the client never captured is in the statement, even if the client never returns', async (t) => {
  const clock = { now: Date.now() }
  const api = await startRecordingApi(t, { now: () => new Date(clock.now) })
  const { client } = await api.join(await api.buildVisit())
  const recording_id = await startRecording(client)
  for (const frame of frames) client.sendFrame(frame)
  for (const lost_ms of [400, 900, 100])
    client.send({ type: 'recording.lost', recording_id, channels: [{ channel: 0, lost_ms }] })
  await acknowledged(client, frames.length)
  client.send({ type: 'ping' })
  await client.next('pong')
  clock.now += 13 * 3_600_000
  await api.recorder.endAbandoned()
  t.is((await api.recorder.statement(recording_id))?.channels[0]?.lost_ms, 900)
})

test('one frame alone is acknowledged, and so is the next', async (t) => {
  const api = await startRecordingApi(t)
  const { client } = await api.join(await api.buildVisit())
  await startRecording(client)
  for (const [i, frame] of frames.slice(0, 3).entries()) {
    client.sendFrame(frame)
    const { next_sequence, next_offset } = await client.next('recording.ack')
    t.deepEqual([next_sequence, next_offset], [i + 1, (i + 1) * 1600])
    await sleep(20)
  }
})

test('two channels are kept apart', async (t) => {
  const api = await startRecordingApi(t)
  const { client } = await api.join(await api.buildVisit())
  const recording_id = await startRecording(client, 2)
  const remote = noise(8000, 99)
  for (const frame of [...frames, ...framesOf(remote, 1600, 1)]) client.sendFrame(frame)
  const channels = [claimOf(sound), claimOf(remote, 1)]
  client.send({ type: 'recording.finish', recording_id, channels })
  const statement = await client.next('recording.statement')
  t.true(statement.complete)
  t.deepEqual(await api.recorder.read(recording_id, 1, 0, 99_999), remote)
})

test('a new connection goes on where the old one was cut off', async (t) => {
  const api = await startRecordingApi(t)
  const visit = await api.buildVisit()
  const first = await api.join(visit)
  const recording_id = await startRecording(first.client)
  for (const frame of frames.slice(0, 4)) first.client.sendFrame(frame)
  await acknowledged(first.client, 4)
  first.client.socket.terminate()

  const { client, welcome } = await api.join(visit)
  const positions = [{ channel: 0, next_sequence: 4, next_offset: 6400 }]
  t.deepEqual(welcome.recordings, [{ recording_id, state: 'recording', channels: positions }])
  client.send({ type: 'recording.resume', recording_id })
  t.deepEqual((await client.next('recording.ready')).channels, positions)
  for (const frame of frames.slice(2)) client.sendFrame(frame) // two of them once more
  finish(client, recording_id)
  t.true((await client.next('recording.statement')).complete)
})

test('a start whose answer was lost may be repeated', async (t) => {
  const api = await startRecordingApi(t)
  const { client } = await api.join(await api.buildVisit())
  const recording_id = await startRecording(client)
  client.sendFrame(frames[0]!)
  await acknowledged(client, 1)
  client.send({ type: 'recording.start', recording_id, channels: 1 })
  t.is((await client.next('recording.ready')).channels[0]?.next_sequence, 1)
  client.send({ type: 'recording.start', recording_id, channels: 2 })
  t.is((await client.next('error')).error, 'recording_conflict')
})

test('whatever a client repeats, reorders, drops or damages, every sample is held in the end', async (t) => {
  const api = await startRecordingApi(t)
  const visit = await api.buildVisit()
  const order = fc.array(fc.record({ frame: fc.nat(frames.length - 1), damage: fc.boolean() }), {
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(order, async (deliveries) => {
      const { client } = await api.join(visit)
      const recording_id = await startRecording(client)
      for (const { frame, damage } of deliveries) {
        const bytes = frames[frame]!.slice()
        if (damage) bytes[100 + frame]! ^= 4
        client.sendFrame(bytes)
      }
      client.send({ type: 'recording.resume', recording_id })
      const [position] = (await client.next('recording.ready')).channels
      // What was still on its way when the answer was made is a harmless repetition.
      for (const frame of frames.slice(position?.next_sequence)) client.sendFrame(frame)
      finish(client, recording_id)
      const { complete } = await client.next('recording.statement')
      client.socket.terminate()
      return complete
    }),
    { numRuns: 15 },
  )
  t.pass()
})

test('missing frames are asked for, once, and a finish waits for them', async (t) => {
  const api = await startRecordingApi(t)
  const { client } = await api.join(await api.buildVisit())
  const recording_id = await startRecording(client)
  for (const frame of [...frames.slice(0, 3), ...frames.slice(4)]) client.sendFrame(frame)
  const gap = await client.next('recording.gap')
  t.like(gap, { recording_id, channel: 0, next_sequence: 3, next_offset: 4800 })
  await acknowledged(client, 3)
  t.is(client.messages.filter(({ type }) => type === 'recording.gap').length, 1)

  finish(client, recording_id)
  t.is((await client.next('recording.gap')).next_sequence, 3)
  for (const frame of frames.slice(3)) client.sendFrame(frame)
  finish(client, recording_id)
  t.true((await client.next('recording.statement')).complete)
})

test('a client that lost sound for good can finish, and the gap is stated', async (t) => {
  const api = await startRecordingApi(t)
  const { client } = await api.join(await api.buildVisit())
  const recording_id = await startRecording(client)
  for (const frame of frames.slice(0, 5)) client.sendFrame(frame)
  finish(client, recording_id, true)
  const statement = await client.next('recording.statement')
  t.false(statement.complete)
  t.deepEqual(statement.channels[0]?.gaps, [{ from_ms: 500, to_ms: 1000 }])
})

test('pause and resume, and what was on its way at the pause is still taken', async (t) => {
  const events: string[] = []
  const note = (event: string) => () => void events.push(event)
  const listener = { onPaused: note('paused'), onFinished: note('finished') }
  const api = await startRecordingApi(t, { listener })
  const visit = await api.buildVisit()
  const { client } = await api.join(visit)
  const recording_id = await startRecording(client)
  client.sendFrame(frames[0]!)
  client.send({ type: 'recording.pause', recording_id })
  await client.next('recording.paused')
  t.like((await api.call('GET', `/api/v1/ehrs/${visit.ehrId}`, visit)).body, {
    status: 'paused',
    recorded_ms: 100,
  })
  client.sendFrame(frames[1]!)
  await acknowledged(client, 2)
  client.send({ type: 'recording.resume', recording_id })
  t.like(await client.next('recording.ready'), { state: 'recording' })
  finish(client, recording_id, true)
  await client.next('recording.statement')
  t.deepEqual(events, ['paused', 'finished'])
})

test('the listener is notified of sound only when it can be read', async (t) => {
  const heard: number[] = []
  const reads: Promise<void>[] = []
  const listener = {
    onAudio({ id }: RecordingInfo, channel: number, heldSamples: number) {
      const read = api.recorder.read(id, channel, 0, heldSamples)
      const expected = sound.slice(0, heldSamples)
      reads.push(read.then((samples) => void t.deepEqual(samples, expected)))
      heard.push(heldSamples)
    },
  }
  const api = await startRecordingApi(t, { listener })
  const { client } = await api.join(await api.buildVisit())
  await startRecording(client)
  for (const frame of frames) client.sendFrame(frame)
  await acknowledged(client, frames.length)
  await Promise.all(reads)
  t.is(heard.at(-1), sound.length)
})

test('a second recording follows the first on the timeline, and ends it when it was left open', async (t) => {
  const api = await startRecordingApi(t)
  const { client } = await api.join(await api.buildVisit())
  const first = await startRecording(client)
  for (const frame of frames) client.sendFrame(frame)
  await acknowledged(client, frames.length)
  const second = await startRecording(client)
  t.like(await api.recorder.getRecording(first), { state: 'finished', startMs: 0 })
  t.like(await api.recorder.getRecording(second), { state: 'recording', startMs: 1000 })
  t.false((await api.recorder.statement(first))?.complete)

  client.send({ type: 'recording.resume', recording_id: first })
  t.is((await client.next('recording.ready')).state, 'finished')
  client.sendFrame(frames[0]!)
  await acknowledged(client, frames.length) // held already: a repetition
  finish(client, first)
  t.true(
    (await client.next('recording.statement')).complete,
    'its client vouches for it in the end',
  )
})

test('a recording nobody returns to is ended after half a day', async (t) => {
  let time = Date.now()
  const api = await startRecordingApi(t, { now: () => new Date(time) })
  const { client } = await api.join(await api.buildVisit())
  const recording_id = await startRecording(client)
  client.sendFrame(frames[0]!)
  await acknowledged(client, 1)
  time += 11 * 3_600_000
  await api.recorder.endAbandoned()
  t.is((await api.recorder.state(recording_id)).state, 'recording')
  time += 2 * 3_600_000
  await api.recorder.endAbandoned()
  t.is((await api.recorder.state(recording_id)).state, 'finished')
})

test('a patient who refused is not recorded', async (t) => {
  const api = await startRecordingApi(t)
  const visit = await api.buildVisit()
  const { client } = await api.join(visit)
  const ehr = `/api/v1/ehrs/${visit.ehrId}`
  const { body } = await api.call('GET', ehr, visit)
  const consent = { status: 'refused', method: 'verbal' }
  await api.call('PATCH', ehr, { ...visit, body: { version: body.version, consent } })
  client.send({ type: 'recording.start', recording_id: randomUUID(), channels: 1 })
  t.is((await client.next('error')).error, 'consent_refused')
})

test('a full disk is said, nothing is acknowledged, and sound is asked for again when there is room', async (t) => {
  let full = false
  const files = faultyFiles(({ kind }) => {
    if (full && kind === 'write') throw diskError('ENOSPC')
  })
  const api = await startRecordingApi(t, { files })
  const { client } = await api.join(await api.buildVisit())
  const recording_id = await startRecording(client)
  client.sendFrame(frames[0]!)
  await acknowledged(client, 1)
  full = true
  client.sendFrame(frames[1]!)
  t.is((await client.next('error')).error, 'storage_full')
  t.is(client.messages.filter(({ type }) => type === 'recording.ack').length, 1)
  full = false
  t.is((await client.next('recording.gap')).next_sequence, 1)
  for (const frame of frames.slice(1)) client.sendFrame(frame)
  finish(client, recording_id)
  t.true((await client.next('recording.statement')).complete)
})

test('two windows on one recording: the newest continues, the older is notified and closed', async (t) => {
  const api = await startRecordingApi(t)
  const visit = await api.buildVisit()
  const older = await api.join(visit)
  const recording_id = await startRecording(older.client)
  const newer = await api.join(visit)
  newer.client.send({ type: 'recording.resume', recording_id })
  await newer.client.next('recording.ready')
  t.is((await older.client.next('error')).error, 'taken_over')
  t.deepEqual(await older.client.closed, { code: 4409, reason: 'taken_over' })
})

test('news of the consultation reach its channels, and nobody else’s', async (t) => {
  const api = await startRecordingApi(t)
  const visit = await api.buildVisit()
  const { client } = await api.join(visit)
  const stranger = await api.join(await api.buildVisit())
  api.feed.publish(visit.ehrId, { type: 'transcription.segments', segments: [] })
  await client.next('transcription.segments')
  client.send({ type: 'ping' })
  stranger.client.send({ type: 'ping' })
  await stranger.client.next('pong')
  t.false(stranger.client.messages.some(({ type }) => type === 'transcription.segments'))
})

const closes = test.macro({
  title: (_, what, code) => `${what} closes the channel with ${code}`,
  async exec(
    t,
    _what: string,
    code: number,
    act: (client: ChannelClient, visit: { token: string; ehrId: string }) => void,
    options: RecordingApiOptions = {},
  ) {
    const api = await startRecordingApi(t, options)
    const client = await api.connect()
    act(client, await api.buildVisit())
    t.is((await client.closed).code, code)
  },
})
test(closes, 'an unknown token', 4401, (client, { ehrId }) =>
  client.send({ type: 'hello', ehr_id: ehrId, token: 'nobody' }),
)
test(closes, 'no token at all', 4401, (client, { ehrId }) =>
  client.send({ type: 'hello', ehr_id: ehrId }),
)
test(closes, 'an unknown consultation', 4404, (client, { token }) =>
  client.send({ type: 'hello', ehr_id: randomUUID(), token }),
)
test(closes, 'what is no JSON', 4400, (client) => client.socket.send('{'))
test(closes, 'what is no message', 4400, (client) => client.socket.send('{"type":"surprise"}'))
test(closes, 'a recording message before the hello', 4401, (client) =>
  client.send({ type: 'recording.start', recording_id: randomUUID(), channels: 1 }),
)
test(closes, 'a message larger than any frame', 1009, (client) =>
  client.sendFrame(new Uint8Array(70_000)),
)
test(closes, 'silence instead of a hello', 4401, () => {}, { channel: { helloWithinMs: 50 } })

test(closes, 'sound instead of a hello', 4401, (client) => client.sendFrame(frames[0]!))

test('a client that sends hello gets in although others never do, and channels per token are limited', async (t) => {
  const api = await startRecordingApi(t, {
    channel: { strangers: { most: 4, mostOfOneAddress: 3 }, maxOfOneToken: 2 },
  })
  const visit = await api.buildVisit()
  const recording = await api.join(visit)
  await startRecording(recording.client)
  const silent: ChannelClient[] = []
  for (let count = 0; count < 5; count++) silent.push(await api.connect())
  const { client } = await api.join(visit)
  t.is((await silent[0]!.closed).code, 1006)
  t.is(silent.at(-1)!.socket.readyState, WebSocket.OPEN)
  const third = await api.connect()
  third.send({ type: 'hello', ehr_id: visit.ehrId, token: visit.token })
  t.is((await third.next('error')).error, 'rate_limited')
  t.is((await third.closed).code, 1013)
  client.socket.close()
  await client.closed
  recording.client.sendFrame(frames[0]!)
  await acknowledged(recording.client, 1)
})

test('a token may come as a subprotocol, and does not come back in the answer', async (t) => {
  const api = await startRecordingApi(t)
  const { token, ehrId } = await api.buildVisit()
  const client = await api.connect({ protocols: ['svc.v1', `bearer.${token}`] })
  t.is(client.socket.protocol, 'svc.v1')
  client.send({ type: 'hello', ehr_id: ehrId })
  t.is((await client.next('welcome')).ehr_id, ehrId)
})

test('pages of other sites are refused, allowed ones and programs are not', async (t) => {
  const api = await startRecordingApi(t)
  await api.access.updateOrganization(api.organization.id, {
    allowedOrigins: ['https://prontuario.example'],
  })
  const { token, ehrId } = await api.buildVisit()
  const foreign = await api.connect({ origin: 'https://evil.example' })
  foreign.send({ type: 'hello', ehr_id: ehrId, token })
  t.is((await foreign.closed).code, 4403)
  for (const connect of [{ origin: 'https://prontuario.example' }, {}]) {
    const client = await api.connect(connect)
    client.send({ type: 'hello', ehr_id: ehrId, token })
    t.is((await client.next('welcome')).type, 'welcome')
  }
})

test('frames without a recording are answered, and the channel stays', async (t) => {
  const api = await startRecordingApi(t)
  const { client } = await api.join(await api.buildVisit())
  client.sendFrame(frames[0]!)
  t.is((await client.next('error')).error, 'no_recording')
  await startRecording(client)
  client.sendFrame(frames[0]!)
  await acknowledged(client, 1)
  t.pass()
})

test('other sound under a held sequence is refused, and what is held stays', async (t) => {
  const api = await startRecordingApi(t)
  const { client } = await api.join(await api.buildVisit())
  const recording_id = await startRecording(client)
  client.sendFrame(frames[0]!)
  await acknowledged(client, 1)
  client.sendFrame(framesOf(noise(1600, 1234))[0]!)
  t.is((await client.next('error')).error, 'frame_conflict')
  t.deepEqual(await api.recorder.read(recording_id, 0, 0, 1600), sound.slice(0, 1600))
})

test('a token that expires during a recording costs no sound, and a new hello renews it', async (t) => {
  let time = Date.now()
  const api = await startRecordingApi(t, {
    now: () => new Date(time),
    channel: { recheckTokenMs: 20 },
  })
  const visit = await api.buildVisit()
  const { client } = await api.join(visit)
  const recording_id = await startRecording(client)
  time += 13 * 3_600_000
  t.is((await client.next('error')).error, 'token_expired')
  for (const frame of frames) client.sendFrame(frame)
  await acknowledged(client, frames.length)
  client.send({ type: 'hello', ehr_id: visit.ehrId, token: await api.buildToken() })
  await client.next('welcome')
  client.send({ type: 'recording.resume', recording_id })
  await client.next('recording.ready')
  finish(client, recording_id)
  t.true((await client.next('recording.statement')).complete)
})

test('an expired token is not tolerated for ever, nor without a recording', async (t) => {
  let time = Date.now()
  const api = await startRecordingApi(t, {
    now: () => new Date(time),
    channel: { recheckTokenMs: 20, expiredGraceMs: 60_000 },
  })
  const visit = await api.buildVisit()
  const idle = await api.join(visit)
  const { client } = await api.join(visit)
  const recording_id = await startRecording(client)
  time += 13 * 3_600_000
  t.is((await idle.client.closed).code, 4401)
  await client.next('error')
  time += 61_000
  t.is((await client.closed).code, 4401)
  t.is((await api.recorder.state(recording_id)).state, 'recording', 'it can be resumed')
})

test('a revoked key ends its channels at once', async (t) => {
  const api = await startRecordingApi(t, { channel: { recheckTokenMs: 20 } })
  const { client } = await api.join(await api.buildVisit())
  await startRecording(client)
  await api.access.revokeKey(api.key.id, { endSessions: true })
  t.true([4401, 4403].includes((await client.closed).code))
})

test('a peer that went away without a word is noticed', async (t) => {
  const api = await startRecordingApi(t, { channel: { heartbeatMs: 200 } })
  const gone = await api.connect({ autoPong: false })
  const present = await api.connect()
  t.is((await gone.closed).code, 1006)
  t.is(present.socket.readyState, present.socket.OPEN)
})

test('a flood of frames is slowed down, not dropped', async (t) => {
  const api = await startRecordingApi(t, { channel: { maxPendingBytes: 64 << 10 } })
  const { client } = await api.join(await api.buildVisit())
  const recording_id = await startRecording(client)
  const long = noise(16_000 * 60, 21)
  for (const frame of framesOf(long)) client.sendFrame(frame)
  const channels = [claimOf(long)]
  client.send({ type: 'recording.finish', recording_id, channels })
  t.true((await client.next('recording.statement')).complete)
})

test('the server says goodbye after it has kept what arrived', async (t) => {
  const api = await startRecordingApi(t)
  const { client } = await api.join(await api.buildVisit())
  const recording_id = await startRecording(client)
  for (const frame of frames) client.sendFrame(frame)
  await acknowledged(client, 1)
  await api.channel.close()
  t.is((await client.closed).code, 1012)
  const acks = client.messages.flatMap((one) =>
    one.type === 'recording.ack' ? [one.next_sequence] : [],
  )
  const [position] = await api.recorder.positions(recording_id)
  t.is(acks.at(-1), position?.next_sequence)
})
