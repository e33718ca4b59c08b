import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import test from 'ava'
import { startRecordingApi } from '../helpers/recording-api.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'

const sound = noise(16_000, 17)
const frames = framesOf(sound)
const claim = { channel: 0, last_sequence: 9, samples: 16_000, sha256: sha256(sound) }

async function startRecording(t: Parameters<typeof startRecordingApi>[0]) {
  const api = await startRecordingApi(t)
  const visit = await api.buildVisit()
  const path = `/api/v1/ehrs/${visit.ehrId}/recordings`
  const started = await api.call('POST', path, { ...visit, body: { channels: 1 } })
  t.is(started.status, 201)
  const rid = started.body.recording_id as string
  const call = (method: string, path: string, body?: unknown) =>
    api.call(method, `/api/v1/recordings/${rid}${path}`, { ...visit, body })
  return { api, visit, rid, started, call }
}

test('a host without a WebSocket records the same frames over HTTP', async (t) => {
  const { rid, started, call } = await startRecording(t)
  t.like(started.body, { state: 'recording', statement: null })
  const one = await call('PUT', '/frames', frames[0])
  t.is(one.status, 200)
  t.deepEqual(one.body, {
    recording_id: rid,
    channels: [{ channel: 0, next_sequence: 1, next_offset: 1600 }],
  })
  const rest = await call('PUT', '/frames', Buffer.concat(frames)) // the first once more
  t.is(rest.body.channels[0].next_sequence, 10)
  const completed = await call('POST', '/complete', { channels: [claim] })
  t.like(completed.body, { recording_id: rid, complete: true })
  t.deepEqual((await call('POST', '/complete', { channels: [claim] })).body, completed.body)
  t.like((await call('GET', '')).body, { state: 'finished', statement: { complete: true } })
})

test('missing frames are a conflict that says where to go on, and nothing before them is lost', async (t) => {
  const { call } = await startRecording(t)
  const gap = await call('PUT', '/frames', Buffer.concat([frames[0]!, frames[2]!]))
  t.is(gap.status, 409)
  t.like(gap.body, { error: 'frames_missing' })
  t.deepEqual(gap.body.details, [{ channel: 0, next_sequence: 1, next_offset: 1600 }])
  const early = await call('POST', '/complete', { channels: [claim] })
  t.is(early.status, 409)
  const accepted = await call('POST', '/complete', { channels: [claim], accept_gaps: true })
  t.like(accepted.body, { complete: false })
  t.deepEqual(accepted.body.channels[0].gaps, [{ from_ms: 100, to_ms: 1000 }])
})

test('a recording that the doctor erases is gone with its files, and the visit is as if it never was', async (t) => {
  const { api, visit, rid, call } = await startRecording(t)
  await call('PUT', '/frames', Buffer.concat(frames))
  const files = async () => (await readdir(api.audioDir, { recursive: true })).join()
  t.true((await files()).includes(rid))
  t.is((await call('DELETE', '')).status, 204)
  t.false((await files()).includes(rid))
  t.is((await call('GET', '')).status, 404)
  t.is((await call('PUT', '/frames', frames[0])).status, 404)
  t.is((await call('DELETE', '')).status, 404)
  const { body } = await api.call('GET', `/api/v1/ehrs/${visit.ehrId}`, visit)
  t.like(body, { status: 'open', recorded_ms: 0 })
})

const refuses = test.macro({
  title: (_, what, status, error) => `${what} is refused with ${status} ${error}`,
  async exec(
    t,
    _what: string,
    status: number,
    error: string,
    method: string,
    path: string,
    body?: unknown,
  ) {
    const { call } = await startRecording(t)
    const answer = await call(method, path, body)
    t.is(answer.status, status)
    t.like(answer.body, { error })
  },
})
const damaged = frames[0]!.slice()
damaged[40]! ^= 1
test(refuses, 'an empty body', 400, 'validation_error', 'PUT', '/frames', new Uint8Array(0))
test(refuses, 'a damaged frame', 400, 'validation_error', 'PUT', '/frames', damaged)
test(refuses, 'half a frame', 400, 'validation_error', 'PUT', '/frames', frames[0]!.slice(0, 99))
test(
  refuses,
  'a frame of a channel there is not',
  409,
  'frame_conflict',
  'PUT',
  '/frames',
  framesOf(sound, 1600, 1)[0],
)
test(
  refuses,
  'more than two minutes at once',
  413,
  'payload_too_large',
  'PUT',
  '/frames',
  new Uint8Array(5 << 20),
)
test(refuses, 'a completion without a digest', 400, 'validation_error', 'POST', '/complete', {
  channels: [{ channel: 0 }],
})
test(refuses, 'what is no JSON', 400, 'validation_error', 'POST', '/complete', '{')

test('recordings of others do not exist', async (t) => {
  const { api, rid } = await startRecording(t)
  const token = await api.buildSession()
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', '/frames'],
    ['POST', '/complete'],
    ['DELETE', ''],
  ] as const) {
    const body = path === '/frames' ? frames[0] : { channels: [claim] }
    const options = { token, ...(path !== '' && { body }) }
    t.is((await api.call(method, `/api/v1/recordings/${rid}${path}`, options)).status, 404)
    const unknown = `/api/v1/recordings/${randomUUID()}${path}`
    t.is((await api.call(method, unknown, options)).status, 404)
  }
})

test('more frames for a finished recording are refused by name', async (t) => {
  const { call } = await startRecording(t)
  await call('PUT', '/frames', frames[0])
  await call('POST', '/complete', { channels: [claim], accept_gaps: true })
  t.like((await call('PUT', '/frames', frames[0])).body, { channels: [{ next_sequence: 1 }] })
  const late = await call('PUT', '/frames', frames[1])
  t.is(late.status, 409)
  t.like(late.body, { error: 'recording_finished' })
})
