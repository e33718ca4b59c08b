/**
 * Seconds of a consultation's sound over a real socket, from frames that lie sealed on the disk.
 */
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type LogFields, silentLog } from '../../core/log.ts'
import { startRecordingApi } from '../helpers/recording-api.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'

const SAMPLES_PER_S = 16_000
const HEADER_BYTES = 44
const TONE_SAMPLES = 0.15 * SAMPLES_PER_S

interface Heard {
  status: number
  type: string | null
  cache: string | null
  error: string | undefined
  samples: Int16Array
  header: Buffer
  lostMs: number
}

/** A visit with a take of one channel each, in order; finished unless `open`. */
async function recorded(t: ExecutionContext, takes: Int16Array[], { open = false } = {}) {
  const lines: { event: string; fields: LogFields }[] = []
  const error = (event: string, fields: LogFields = {}) => void lines.push({ event, fields })
  const api = await startRecordingApi(t, { log: { ...silentLog, error } })
  const visit = await api.buildVisit()
  const rids: string[] = []
  for (const sound of takes) {
    const started = await api.call('POST', `/api/v1/ehrs/${visit.ehrId}/recordings`, {
      ...visit,
      body: { channels: 1 },
    })
    const rid: string = started.body.recording_id
    rids.push(rid)
    const frames = framesOf(sound)
    const path = `/api/v1/recordings/${rid}`
    await api.call('PUT', `${path}/frames`, { ...visit, body: Buffer.concat(frames) })
    if (open) continue
    const claim = { channel: 0, last_sequence: frames.length - 1, samples: sound.length }
    const channels = [{ ...claim, sha256: sha256(sound) }]
    const done = await api.call('POST', `${path}/complete`, { ...visit, body: { channels } })
    t.is(done.body.complete, true)
  }
  async function hear(query: string, token = visit.token): Promise<Heard> {
    const answer = await fetch(`${api.url}/api/v1/ehrs/${visit.ehrId}/audio?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isSound = answer.status === 200
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      cache: answer.headers.get('cache-control'),
      error: isSound ? undefined : JSON.parse(bytes.toString()).error,
      header: bytes.subarray(0, HEADER_BYTES),
      lostMs: Number(answer.headers.get('x-sound-lost-ms')),
      samples: isSound
        ? new Int16Array(bytes.buffer.slice(bytes.byteOffset + HEADER_BYTES))
        : new Int16Array(0),
    }
  }
  const kept = () => api.call('GET', `/api/v1/ehrs/${visit.ehrId}/audio/kept`, visit)
  return { api, visit, rids, hear, kept, lines }
}

const sound = noise(3 * SAMPLES_PER_S, 5)

test('a clip holds exactly the samples of its range, as a file that any player reads', async (t) => {
  const { hear, kept } = await recorded(t, [sound])
  const heard = await hear('start_ms=500&end_ms=1250&channel=mic')
  t.is(heard.status, 200)
  t.is(heard.type, 'audio/wav')
  t.is(heard.cache, 'no-store')
  t.is(heard.header.toString('latin1', 0, 4), 'RIFF')
  t.is(heard.header.readUInt32LE(4), HEADER_BYTES - 8 + heard.samples.length * 2)
  t.is(heard.header.readUInt32LE(24), SAMPLES_PER_S)
  t.is(heard.header.readUInt32LE(40), heard.samples.length * 2)
  t.deepEqual(heard.samples, sound.slice(8000, 20_000))
  t.deepEqual((await kept()).body, { ranges: [{ start_ms: 0, end_ms: 3000, channels: 1 }] })
})

test('a range beyond the sound is cut to what is held, and a long one to half a minute', async (t) => {
  const long = noise(32 * SAMPLES_PER_S, 9)
  const { hear } = await recorded(t, [long])
  t.deepEqual((await hear('start_ms=31500&end_ms=90000')).samples, long.slice(31.5 * SAMPLES_PER_S))
  t.is((await hear('start_ms=0&end_ms=32000')).samples.length, 30 * SAMPLES_PER_S)
})

test('the second take is found on the same timeline, and sound still being recorded too', async (t) => {
  const second = noise(SAMPLES_PER_S, 6)
  const { hear, kept } = await recorded(t, [sound, second])
  t.deepEqual((await hear('start_ms=3250&end_ms=3500')).samples, second.slice(4000, 8000))
  t.deepEqual((await kept()).body.ranges[1], { start_ms: 3000, end_ms: 4000, channels: 1 })
  const live = await recorded(t, [sound], { open: true })
  t.deepEqual((await live.hear('start_ms=0&end_ms=100')).samples, sound.slice(0, 1600))
})

test('sound that was erased is gone, and nothing is offered any more', async (t) => {
  const { api, visit, rids, hear, kept } = await recorded(t, [sound])
  await api.call('DELETE', `/api/v1/recordings/${rids[0]}`, visit)
  t.like(await hear('start_ms=0&end_ms=1000'), { status: 404, error: 'sound_gone' })
  t.deepEqual((await kept()).body, { ranges: [] })
})

for (const [what, damage] of [
  ['missing', (path: string) => rmSync(path)],
  ['emptied', (path: string) => truncateSync(path)],
  ['overwritten', (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size, 7))],
] as const)
  test(`sound whose file is ${what} is told as lost, not as erased, and logged`, async (t) => {
    const { api, rids, hear, lines } = await recorded(t, [sound])
    const names = readdirSync(api.audioDir, { recursive: true, encoding: 'utf8' })
    const [path, ...others] = names
      .map((name) => join(api.audioDir, name))
      .filter((file) => file.includes(rids[0]!) && statSync(file).isFile())
    t.deepEqual(others, [])
    damage(path!)
    t.like(await hear('start_ms=0&end_ms=1000'), { status: 503, error: 'sound_damaged' })
    const missing = lines.filter(({ event }) => event === 'audio.missing')
    t.deepEqual(
      missing.map(({ fields }) => fields),
      [{ recordingId: rids[0], channel: 0, samples: sound.length }],
    )
  })

for (const [what, damage, lostMs] of [
  [
    'damaged in the middle',
    (bytes: Buffer) => bytes.fill(7, bytes.length / 2, bytes.length / 2 + 9),
  ],
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length * 0.4), 1500],
] as const)
  test(`a clip of what is lost of a file that is ${what} is no silence; the rest is heard`, async (t) => {
    const { api, rids, hear, lines } = await recorded(t, [sound])
    const names = readdirSync(api.audioDir, { recursive: true, encoding: 'utf8' })
    const path = join(api.audioDir, names.find((name) => name.includes(`${rids[0]}/0`))!)
    writeFileSync(path, damage(readFileSync(path)))
    const across = await hear('start_ms=0&end_ms=2000')
    t.is(across.status, 200)
    t.true(across.lostMs >= 20 && across.lostMs < 2000, String(across.lostMs))
    const before = sound.slice(0, SAMPLES_PER_S)
    t.deepEqual(across.samples.slice(0, SAMPLES_PER_S), before)
    // A tone, and never silence.
    const rest = across.samples.slice(-(TONE_SAMPLES - 1))
    t.true(rest.some((sample) => sample !== 0))
    t.deepEqual((await hear('start_ms=0&end_ms=1000')).samples, sound.slice(0, SAMPLES_PER_S))
    const [missing, ...others] = lines.filter(({ event }) => event === 'audio.missing')
    t.deepEqual(others, [])
    t.like(missing?.fields, { recordingId: rids[0], channel: 0 })
    const samples = Number(missing?.fields.samples)
    t.true(samples >= (lostMs ?? 20) * 16 && samples < sound.length, String(samples))
  })

test('a clip of sound that was never recorded is not found: beyond the end, or of the other channel', async (t) => {
  const { hear } = await recorded(t, [sound])
  t.like(await hear('start_ms=3000&end_ms=4000'), { status: 404, error: 'sound_gone' })
  t.like(await hear('start_ms=0&end_ms=1000&channel=remote'), { status: 404, error: 'sound_gone' })
})

test('a clip needs the right to read the transcript', async (t) => {
  const { api, hear } = await recorded(t, [sound])
  const stranger = await api.buildOrganization()
  const { secret } = await api.buildApiKey({ organizationId: stranger.id })
  const token = await api.buildSession({ secret })
  t.like(await hear('start_ms=0&end_ms=1000', token), { status: 404, error: 'not_found' })
  t.is((await hear('start_ms=0&end_ms=1000', 'nonsense')).status, 401)
})

for (const query of ['', 'start_ms=5&end_ms=5', 'start_ms=-1&end_ms=5', 'start_ms=a&end_ms=5'])
  test(`a range that is none is refused: "${query}"`, async (t) => {
    const { hear } = await recorded(t, [noise(1600, 1)])
    t.is((await hear(query)).status, 400)
  })
