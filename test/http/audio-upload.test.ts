// Own process: builds a program before its first test.
import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { audioDecoder, type DecodeLimits } from '../../ai-local/audio/decode-audio.ts'
import { silentLog } from '../../core/log.ts'
import { wavOf } from '../../plugin/services/wav.ts'
import { startAppliance } from '../helpers/appliance.ts'
import { type RecordingApiOptions, startRecordingApi } from '../helpers/recording-api.ts'
import { framesOf, noise } from '../helpers/recording-sound.ts'

// The real child process, as it is shipped.
const childUrl = new URL('../../dist/decode-child.js', import.meta.url)
const fixtures = fileURLToPath(new URL('../fixtures/audio/', import.meta.url))
const fixture = (name: string) => readFile(join(fixtures, name))

test.before('the decoding child is built', async (t) => {
  await t.notThrowsAsync(access(childUrl), 'run: npm run build')
})

async function startUploads(
  t: ExecutionContext,
  limits: Partial<DecodeLimits> = {},
  options: RecordingApiOptions = {},
) {
  const decodeAudio = audioDecoder({ childUrl, log: silentLog, limits })
  const api = await startRecordingApi(t, { decodeAudio, ...options })
  const visit = await api.buildVisit()
  const upload = (body: Uint8Array, headers: Record<string, string> = {}, query = '') =>
    api.call('POST', `/api/v1/ehrs/${visit.ehrId}/audio${query}`, {
      ...visit,
      body,
      headers: { 'content-type': 'application/octet-stream', ...headers },
    })
  return { api, visit, upload }
}

/** A channel as the plugin holds it. */
function lane(offset: number, { buffer, byteOffset, byteLength }: Int16Array) {
  return { offset, pcm: [new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)] }
}

/** Strength of one frequency, as the amplitude of its sine. */
function amplitude(samples: Int16Array, hz: number): number {
  let re = 0
  let im = 0
  for (const [i, sample] of samples.entries()) {
    re += sample * Math.cos((2 * Math.PI * hz * i) / 16_000)
    im += sample * Math.sin((2 * Math.PI * hz * i) / 16_000)
  }
  return (2 * Math.hypot(re, im)) / samples.length
}

const TONES_HZ = [440, 880, 1320]

// Every fixture is the same melody: half a second each of 440, 880 and 1320 Hz.
const decodes = test.macro({
  title: (_, name) => `${name} becomes a finished recording with its sound, in time`,
  async exec(t, name: string, format: string) {
    const { api, upload } = await startUploads(t)
    const { status, body } = await upload(await fixture(name))
    t.is(status, 201)
    t.like(body, { format, warnings: [], statement: { complete: true } })
    t.true(Math.abs(body.duration_ms - 1500) < 100, `${body.duration_ms} ms`)
    const held = await api.recorder.getRecording(body.recording_id)
    t.like(held, { state: 'finished', channels: 1 })
    for (const [i, hz] of TONES_HZ.entries()) {
      const part = await api.recorder.read(body.recording_id, 0, i * 8000 + 1600, i * 8000 + 7200)
      t.true(amplitude(part, hz) > 8000, `${hz} Hz is there`)
      for (const other of TONES_HZ.filter((one) => one !== hz))
        t.true(amplitude(part, other) < 300, `${other} Hz is not`)
    }
  },
})
test(decodes, 'wav-u8-8k-mono.wav', 'wav')
test(decodes, 'wav-s16-16k-mono.wav', 'wav')
test(decodes, 'wav-s24-22k-stereo.wav', 'wav')
test(decodes, 'wav-s32-11k-mono.wav', 'wav')
test(decodes, 'wav-f32-12k-mono.wav', 'wav')
test(decodes, 'wav-ulaw-8k-mono.wav', 'wav')
test(decodes, 'wav-alaw-8k-mono.wav', 'wav')
test(decodes, 'webm-opus.webm', 'webm')
test(decodes, 'webm-opus-live.webm', 'webm')
test(decodes, 'ogg-opus.ogg', 'ogg')
test(decodes, 'mp3-44k-stereo.mp3', 'mp3')
test(decodes, 'mp3-16k-mono.mp3', 'mp3')
test(decodes, 'm4a-aac.m4a', 'm4a')
test(decodes, 'm4a-fragmented.m4a', 'm4a')
test(decodes, 'adts-aac.aac', 'aac')
test(decodes, 'wav-ima-8k-mono.wav', 'wav')
test(decodes, 'wav-ms-adpcm-11k-stereo.wav', 'wav')
test(decodes, 'wav-gsm-8k-mono.wav', 'wav')
test(decodes, 'flac-16k-mono.flac', 'flac')
test(decodes, 'ogg-vorbis.ogg', 'ogg')
test(decodes, 'aiff-s16-8k-mono.aiff', 'aiff')
test(decodes, 'caf-s16-8k-mono.caf', 'caf')
test(decodes, 'au-ulaw-8k-mono.au', 'au')

test('a WAV of 16 kHz arrives bit for bit, in a form as well as bare', async (t) => {
  const { api, visit, upload } = await startUploads(t)
  const file = await fixture('wav-s16-16k-mono.wav')
  const bare = await upload(file)
  const form = new FormData()
  form.set('note', 'x')
  form.set('audio', new Blob([Uint8Array.from(file)], { type: 'image/png' }), 'wrong.docx')
  const posted = await fetch(`${api.url}/api/v1/ehrs/${visit.ehrId}/audio`, {
    method: 'POST',
    headers: { authorization: `Bearer ${visit.token}` },
    body: form,
  })
  t.is(posted.status, 201)
  const { recording_id } = (await posted.json()) as { recording_id: string }
  const samples = new Int16Array(Uint8Array.from(file.subarray(44)).buffer)
  for (const id of [bare.body.recording_id, recording_id])
    t.deepEqual(await api.recorder.read(id, 0, 0, 99_999), samples)
  t.is((await api.recorder.getRecording(recording_id)).startMs, 1500, 'one after the other')
})

test('a format is what the content says, whatever the request claims', async (t) => {
  const { upload } = await startUploads(t)
  const { body } = await upload(await fixture('mp3-16k-mono.mp3'), { 'content-type': 'audio/wav' })
  t.is(body.format, 'mp3')
})

test('the two sides in the file that the plugin sends of a recording that ended elsewhere stay apart', async (t) => {
  const { api, upload } = await startUploads(t)
  // Longer than a frame and than a piece of the decoder's; the remote side begins later, and both
  // end together.
  const [mic, remote] = [noise(200_000, 1), noise(199_000, 2)]
  const file = new Uint8Array(await wavOf([lane(0, mic), lane(1000, remote)]).arrayBuffer())
  const { status, body } = await upload(file, {}, '?channels=2')
  t.is(status, 201)
  t.like(body, { format: 'wav', duration_ms: 12_500, warnings: [], statement: { complete: true } })
  t.like(await api.recorder.getRecording(body.recording_id), { state: 'finished', channels: 2 })
  const held = (channel: number) => api.recorder.read(body.recording_id, channel, 0, 999_999)
  t.deepEqual(await held(0), mic)
  const late = new Int16Array(200_000)
  late.set(remote, 1000)
  t.deepEqual(await held(1), late)

  const mixed = await upload(file)
  t.like(await api.recorder.getRecording(mixed.body.recording_id), { channels: 1 })
})

test('one sound that is said to be two sides, or three, is refused, and nothing is left of it', async (t) => {
  const { api, visit, upload } = await startUploads(t)
  const file = await fixture('wav-s16-16k-mono.wav')
  const one = await upload(file, {}, '?channels=2')
  t.deepEqual([one.status, one.body.error], [422, 'audio_invalid'])
  const three = await upload(file, {}, '?channels=3')
  t.deepEqual([three.status, three.body.error], [400, 'validation_error'])
  t.deepEqual(await api.recorder.list(visit.ehrId), [])
})

const keepsWhatIsThere = test.macro({
  title: (_, name) =>
    `of ${name} broken off in the middle, what is there is kept, and that it is not all is said`,
  async exec(t, name: string) {
    const { upload } = await startUploads(t)
    const file = await fixture(name)
    const { status, body } = await upload(file.subarray(0, Math.floor(file.length * 0.6)))
    t.is(status, 201)
    t.deepEqual(
      body.warnings.map(({ code }: { code: string }) => code),
      ['audio_truncated'],
    )
    t.true(body.duration_ms > 600 && body.duration_ms < 1200, `${body.duration_ms} ms`)
  },
})
test(keepsWhatIsThere, 'wav-s16-16k-mono.wav')
test(keepsWhatIsThere, 'ogg-opus.ogg')
test(keepsWhatIsThere, 'm4a-fragmented.m4a')

const refuses = test.macro({
  title: (_, what, status, error) =>
    `${what} is refused with ${status} ${error}, and nothing is left of it`,
  async exec(
    t,
    _what: string,
    status: number,
    error: string,
    file: () => Promise<Uint8Array> | Uint8Array,
    limits: Partial<DecodeLimits> = {},
    options: RecordingApiOptions = {},
  ) {
    const { api, visit, upload } = await startUploads(t, limits, options)
    const answer = await upload(await file())
    t.is(answer.status, status)
    t.like(answer.body, { error })
    t.deepEqual(await api.recorder.list(visit.ehrId), [])
    t.deepEqual(await readdir(join(api.audioDir, 'incoming')), [])
    t.deepEqual(await readdir(join(api.audioDir, visit.ehrId)).catch(() => []), [])
    // The server lives, and where nothing forbids it, reads the next file.
    if (Object.keys(limits).length + Object.keys(options).length > 0)
      t.is((await api.call('GET', '/healthz')).status, 200)
    else t.is((await upload(await fixture('wav-s16-16k-mono.wav'))).status, 201)
  },
})
test(refuses, 'an empty file', 422, 'audio_empty', () => new Uint8Array(0))
test(refuses, 'text', 415, 'audio_unsupported', () => Buffer.from('isto não é áudio\n'.repeat(99)))
test(refuses, 'a codec we do not have', 415, 'audio_unsupported', () =>
  Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(400, 0x3c)]),
)
test(refuses, 'noise that calls itself MP3', 422, 'audio_invalid', () =>
  Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x7f\x7f'), Buffer.from(noise(20_000, 3).buffer)]),
)
test(refuses, 'an M4A that broke off before its contents', 422, 'audio_invalid', async () =>
  (await fixture('m4a-aac.m4a')).subarray(0, 6000),
)
test(refuses, 'a WAV that is only its header', 422, 'audio_invalid', async () =>
  (await fixture('wav-s16-16k-mono.wav')).subarray(0, 44),
)
test(
  refuses,
  'a file over the size limit',
  413,
  'audio_too_large',
  () => fixture('wav-s16-16k-mono.wav'),
  {},
  { maxUploadBytes: 10_000 },
)
test(
  refuses,
  'a small file that unpacks to hours',
  413,
  'audio_too_long',
  () => fixture('ogg-opus.ogg'),
  { maxDurationMs: 1000 },
)
test(
  refuses,
  'a decoder that eats too much memory',
  422,
  'audio_invalid',
  () => fixture('m4a-aac.m4a'),
  { maxMemoryBytes: 1 << 20 },
)
test(refuses, 'a decoder that takes too long', 422, 'audio_invalid', () => fixture('m4a-aac.m4a'), {
  maxRunMs: 0,
})

test('what is too long by its own bytes is refused before any of it is decoded', async (t) => {
  const limits = { maxDurationMs: 60_000 }
  const decode = audioDecoder({ childUrl, log: silentLog, limits })
  let pieces = 0
  const { upload } = await startUploads(t, limits, {
    decodeAudio: (audio, options) => {
      const onSamples = (samples: Int16Array[]) => {
        pieces++
        return options.onSamples(samples)
      }
      return decode(audio, { ...options, onSamples })
    },
  })
  t.like(await upload(quietWav(70)), { status: 413, body: { error: 'audio_too_long' } })
  t.is(pieces, 0)
  t.is((await upload(quietWav(59))).status, 201)
  t.true(pieces > 0)
})

test('a file may be as long as a recording, and no longer', async (t) => {
  const appliance = await startAppliance(t, {
    SVC_SPEECH_ENGINE: 'off',
    SVC_GENERATOR: 'rules',
    SVC_RECORDING_WARN_HOURS: '1',
    SVC_RECORDING_MAX_HOURS: '1',
  })
  const authorization = `Bearer ${await appliance.token()}`
  async function call(method: string, path: string, type: string, body: string | Uint8Array) {
    const headers = { authorization, 'content-type': type }
    const answer = await fetch(`${appliance.url}/api/v1/ehrs${path}`, { method, headers, body })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const json = (method: string, path: string, body: object) =>
    call(method, path, 'application/json', JSON.stringify(body))
  const visit = { consultation_id: 'c', doctor_id: 'd', patient_id: 'p' }
  const { id } = (await json('PUT', '/by-external-id', visit)).body
  await json('PATCH', `/${id}`, { version: 1, consent: { status: 'given' } })
  const refused = await call('POST', `/${id}/audio`, 'audio/wav', quietWav(3700))
  t.like(refused, { status: 413, body: { error: 'audio_too_long' } })
})

/** Silence of 4000 samples a second, a byte each. */
function quietWav(seconds: number): Uint8Array {
  const data = Buffer.alloc(44 + seconds * 4000, 128)
  data.write('RIFF', 0)
  data.writeUInt32LE(data.length - 8, 4)
  data.write('WAVEfmt ', 8)
  data.writeUInt32LE(16, 16)
  data.writeUInt16LE(1, 20)
  data.writeUInt16LE(1, 22)
  data.writeUInt32LE(4000, 24)
  data.writeUInt32LE(4000, 28)
  data.writeUInt16LE(1, 32)
  data.writeUInt16LE(8, 34)
  data.write('data', 36)
  data.writeUInt32LE(data.length - 44, 40)
  return data
}

test('whatever is done to a file’s bytes, the answer is one of ours and the server lives', async (t) => {
  const { upload } = await startUploads(t)
  const known = ['audio_invalid', 'audio_unsupported', 'audio_empty', 'audio_too_long']
  let seed = 1
  for (const name of [
    'webm-opus.webm',
    'ogg-opus.ogg',
    'mp3-16k-mono.mp3',
    'm4a-aac.m4a',
    'wav-s24-22k-stereo.wav',
  ]) {
    const file = Buffer.from(await fixture(name))
    for (const damage of noise(300, seed++)) file[(damage & 0x7fff) % file.length] = damage & 0xff
    const { status, body } = await upload(file)
    t.true(status === 201 || known.includes(body.error), `${name}: ${status} ${body.error}`)
  }
  t.is((await upload(await fixture('ogg-opus.ogg'))).status, 201)
})

test('more files at once than the server wants to read are asked to come back', async (t) => {
  const { upload } = await startUploads(t, { maxChildren: 0, maxWaiting: 0 })
  const { status, body, headers } = await upload(await fixture('ogg-opus.ogg'))
  t.is(status, 429)
  t.is(body.error, 'engine_busy')
  t.truthy(headers.get('retry-after'))
})

test('a file of a few kB that keeps its reader in circles is ended by what it computed', async (t) => {
  // Nothing else ends it.
  const { upload } = await startUploads(t, { stalledAfterMs: 3_600_000, stalledAfterCpuMs: 2000 })
  const file = Buffer.from(await fixture('webm-opus-live.webm'))
  // A part of its own end stands behind it once more.
  const { status, body } = await upload(Buffer.concat([file, file.subarray(5573)]))
  t.is(status, 422)
  t.is(body.error, 'audio_invalid')
})

const START_OF_SOUND = { channel: 0, sequence: 0, offset: 0 }

test('a file sent again because its answer was lost is transcribed once', async (t) => {
  const { api, visit, upload } = await startUploads(t)
  const id = crypto.randomUUID()
  const named = `?recording_id=${id}`
  const file = await fixture('ogg-opus.ogg')
  const twoAtOnce = await Promise.all([upload(file, {}, named), upload(file, {}, named)])
  const later = await upload(file, {}, named)
  for (const { status, body } of [...twoAtOnce, later]) {
    t.is(status, 201)
    t.deepEqual(body, later.body)
    t.is(body.recording_id, id)
  }
  t.is((await api.recorder.list(visit.ehrId)).length, 1)
  await api.recorder.remove(id)
  t.is((await upload(file, {}, named)).status, 201, 'what was removed may come again')
})

test('a name is taken by one sound: another, another side, another visit and a live recording are refused', async (t) => {
  const { api, visit, upload } = await startUploads(t)
  const id = crypto.randomUUID()
  const named = `?recording_id=${id}`
  const file = await fixture('wav-s16-16k-mono.wav')
  t.is((await upload(file, {}, named)).status, 201)
  const other = Buffer.from(file)
  other[other.length - 1]! ^= 1
  for (const [body, query] of [
    [other, named],
    [file.subarray(0, -2), named],
    [await fixture('wav-s24-22k-stereo.wav'), `${named}&channels=2`],
  ] as const) {
    const refused = await upload(body, {}, query)
    t.is(refused.status, 409)
    t.is(refused.body.error, 'recording_conflict')
  }
  const another = await api.buildVisit()
  const elsewhere = await api.call('POST', `/api/v1/ehrs/${another.ehrId}/audio${named}`, {
    ...another,
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
  t.is(elsewhere.body.error, 'recording_conflict')
  const live = await api.call('POST', `/api/v1/ehrs/${visit.ehrId}/recordings`, {
    ...visit,
    body: { recording_id: id, channels: 1 },
  })
  t.is(live.body.error, 'recording_conflict')
  const samples = new Int16Array(Uint8Array.from(file.subarray(44)).buffer)
  t.deepEqual(await api.recorder.read(id, 0, 0, 99_999), samples, 'the first is there as it was')
})

test('an upload that a fault interrupted starts again under the same name', async (t) => {
  const { api, visit, upload } = await startUploads(t)
  const id = crypto.randomUUID()
  const principal = await api.access.authenticate(visit.token)
  const consultation = await api.consultations.openConsultation(principal, visit.ehrId)
  await api.recorder.start({ consultation, recordingId: id, channels: 1, source: 'upload' })
  const samplesOfThen = noise(1600)
  await api.recorder.frame(id, { ...START_OF_SOUND, samples: samplesOfThen })
  const file = await fixture('wav-s16-16k-mono.wav')
  t.is((await upload(file, {}, `?recording_id=${id}`)).status, 201)
  const samples = new Int16Array(Uint8Array.from(file.subarray(44)).buffer)
  t.deepEqual(await api.recorder.read(id, 0, 0, 99_999), samples)
})

test('a file does not end a recording that is running', async (t) => {
  const { api, visit, upload } = await startUploads(t)
  const { client } = await api.join(visit)
  const recording_id = crypto.randomUUID()
  client.send({ type: 'recording.start', recording_id, channels: 1 })
  await client.next('recording.ready')
  client.sendFrame(framesOf(noise(1600))[0]!)
  await client.next('recording.ack')
  const { status, body } = await upload(await fixture('ogg-opus.ogg'))
  t.is(status, 409)
  t.is(body.error, 'recording_in_progress')
  t.is((await api.recorder.state(recording_id)).state, 'recording')
})
