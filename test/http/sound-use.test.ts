/**
 * The account of a recording's sound, over HTTP: what the answer to an upload says, what the
 * recording says later, and that a file sent again is answered the same.
 */
import { readFile } from 'node:fs/promises'
import test, { type ExecutionContext } from 'ava'
import { audioDecoder } from '../../ai-local/audio/decode-audio.ts'
import type { InputUseInfo } from '../../core/contract/input-use.ts'
import { silentLog } from '../../core/log.ts'
import { NOT_UNDERSTOOD, VOICE_TOO_SOFT } from '../../core/transcription/ports.ts'
import { type RecordingApiOptions, startRecordingApi } from '../helpers/recording-api.ts'
import { framesOf, noise } from '../helpers/recording-sound.ts'
import { hasShared, sharedPath } from '../helpers/shared-files.ts'
import { muxed, opusSound } from '../helpers/sound-files.ts'
import { wavBytes } from '../helpers/wav-bytes.ts'

const childUrl = new URL('../../dist/decode-child.js', import.meta.url)

interface Told {
  use: InputUseInfo
  warnings: { code: string; message: string }[]
}

async function startUploads(t: ExecutionContext, options: RecordingApiOptions = {}) {
  const decodeAudio = audioDecoder({ childUrl, log: silentLog })
  const api = await startRecordingApi(t, { decodeAudio, ...options })
  const visit = await api.buildVisit()
  const upload = (body: Uint8Array, query = '') =>
    api.call('POST', `/api/v1/ehrs/${visit.ehrId}/audio${query}`, {
      ...visit,
      body,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const read = (id: string) => api.call('GET', `/api/v1/recordings/${id}`, visit)
  return { api, visit, upload, read }
}

const codes = ({ use }: Told) => use.unused.map(({ code }) => code)

test('a file with a hole says so, in its answer, in its recording, and sent again', async (t) => {
  const { upload, read } = await startUploads(t)
  const named = `?recording_id=${crypto.randomUUID()}`
  const file = await muxed(await opusSound(8), 'webm', { from: 3, to: 5 })
  const first = await upload(file, named)
  t.is(first.status, 201)
  t.deepEqual(codes(first.body), ['audio_gap'])
  const [part] = (first.body as Told).use.unused
  t.deepEqual(
    [part?.from_ms, part?.to_ms].map((ms) => Math.round(ms! / 1000)),
    [3, 5],
  )
  t.is(part?.message, 'Falta som de 00:02 a 00:04: o arquivo tem um corte nesse ponto.')
  t.deepEqual(first.body.warnings, [{ code: part?.code, message: part?.message }])
  t.true(first.body.use.used < first.body.use.given - 1900)
  const again = await upload(file, named)
  t.deepEqual(again.body, first.body)
  const { body } = await read(first.body.recording_id)
  t.deepEqual(body.use, first.body.use)
})

test('a whole file has nothing open', async (t) => {
  const { upload, read } = await startUploads(t)
  const { body } = await upload(wavBytes([noise(32_000, 1)]))
  t.deepEqual(body.warnings, [])
  t.deepEqual(body.use, { unit: 'milliseconds', given: 2000, used: 2000, unused: [] })
  t.deepEqual((await read(body.recording_id)).body.use, body.use)
})

test('the silent one of two channels is reported', async (t) => {
  const { upload } = await startUploads(t)
  const { body } = await upload(wavBytes([new Int16Array(32_000), noise(32_000, 1)]))
  t.deepEqual(codes(body), ['channel_silent'])
  t.is(body.warnings[0].message, 'O canal 1 não tem som. Confira o microfone ou o cabo.')
})

test('a live recording reports lost sound, sound never captured, and a silent channel', async (t) => {
  const { api, visit, read } = await startUploads(t)
  const { client } = await api.join(visit)
  const recording_id = crypto.randomUUID()
  client.send({ type: 'recording.start', recording_id, channels: 2 })
  await client.next('recording.ready')
  const silence = framesOf(new Int16Array(16_000), 1600, 1)
  for (const [i, frame] of framesOf(noise(16_000, 4)).entries()) {
    client.sendFrame(frame)
    client.sendFrame(silence[i]!)
  }
  const channels = [
    { channel: 0, last_sequence: 999, samples: 32_000, sha256: '0'.repeat(64), lost_ms: 3000 },
    { channel: 1, last_sequence: 999, samples: 16_000, sha256: '0'.repeat(64) },
  ]
  client.send({ type: 'recording.finish', recording_id, accept_gaps: true, channels })
  const statement = await client.next('recording.statement')
  t.is(statement.channels[1]?.silent, true)
  t.is(statement.channels[0]?.silent, undefined)
  const { use } = (await read(recording_id)).body as Told
  t.deepEqual(
    use.unused.map(({ code, channel, from_ms, to_ms }) => [code, channel, from_ms, to_ms]),
    [
      ['sound_lost', 0, 1000, 2000],
      ['sound_not_captured', 0, null, null],
      ['channel_silent', 1, null, null],
    ],
  )
  t.deepEqual([use.given, use.used], [5000, 1000])
})

test('the account of a sound includes its use once it is transcribed', async (t) => {
  const transcript: NonNullable<RecordingApiOptions['transcript']> = {
    segments: [],
    finished: true,
  }
  const { upload, read } = await startUploads(t, { transcript })
  const { body } = await upload(wavBytes([noise(96_000, 1)]))
  t.deepEqual(body.warnings, [], 'nobody has listened yet')
  const wordless = (await read(body.recording_id)).body as Told
  t.deepEqual(codes(wordless), ['no_speech'])
  t.is(wordless.use.used, 0)
  const line = {
    consultationId: 'c',
    recordingId: body.recording_id,
    channel: 'mic' as const,
    speaker: null,
    confidence: 0.9,
    final: true,
  }
  transcript.segments = [
    { ...line, id: '1', sequence: 0, startMs: 0, endMs: 2000, text: 'Bom dia.' },
    { ...line, id: '2', sequence: 1, startMs: 2500, endMs: 3500, text: VOICE_TOO_SOFT },
    { ...line, id: '3', sequence: 2, startMs: 4000, endMs: 5000, text: NOT_UNDERSTOOD },
  ]
  const heard = (await read(body.recording_id)).body as Told
  t.deepEqual(
    heard.use.unused.map(({ code, from_ms, to_ms }) => [code, from_ms, to_ms]),
    [
      ['voice_too_soft', 2500, 3500],
      ['not_understood', 4000, 5000],
    ],
  )
  t.is(heard.use.used, 4000)

  const word = { from: 0, to: 3, startMs: 0, endMs: 400, confidence: 0.5, soft: true as const }
  const soft = { ...line, id: '1', sequence: 0, text: 'Dor forte.', confidence: 0.5, words: [word] }
  const earlier = [{ text: 'Cor forte.', until: new Date(), replacedBy: 'd' }]
  transcript.segments = [
    { ...soft, startMs: 0, endMs: 1000 },
    { ...soft, startMs: 2500, endMs: 3500 },
    { ...soft, startMs: 4000, endMs: 5000, earlier },
  ]
  const raised = (await read(body.recording_id)).body as Told
  t.deepEqual(
    raised.use.unused.map(({ code, from_ms, to_ms }) => [code, from_ms, to_ms]),
    [['voice_soft', 0, 3500]],
    'a person has corrected the last one',
  )
  t.true(raised.use.unused[0]!.message.includes('de 00:00 a 00:03'))
})

const reported = (folder: string, file: string) => `reports/${folder}/${file}`

const isReported = test.macro({
  title: (_, path) => `what was reported of ${path} is used, and what is missing is told`,
  async exec(t, path: string, expected: { codes: string[]; leastMs?: number }) {
    if (!hasShared(path)) {
      t.log(`SKIPPED: no ../shared/${path}`)
      return t.pass()
    }
    const { api, upload } = await startUploads(t)
    const { status, body } = await upload(await readFile(sharedPath(path)))
    t.is(status, 201)
    t.deepEqual(codes(body), expected.codes)
    t.true(body.duration_ms >= (expected.leastMs ?? 0))
    const sound = await api.recorder.read(body.recording_id, 0, 0, 16_000 * 60)
    t.true(Math.sqrt(sound.reduce((sum, one) => sum + one * one, 0) / sound.length) > 80)
  },
})
test(isReported, reported('sound-opposite-channels', 'recorder.ogg'), { codes: [] })
test(isReported, reported('sound-cut-without-notice', 'cut.webm'), {
  codes: ['audio_truncated'],
  leastMs: 13_900,
})
test(isReported, reported('sound-cut-without-notice', 'cut-with-notice.ogg'), {
  codes: ['audio_truncated'],
})
test(isReported, reported('sound-header-without-sizes', 'recorder-lost-power.wav'), {
  codes: ['audio_truncated'],
  leastMs: 6000,
})
test(isReported, reported('sound-telephone-codecs', 'telephone-ima-adpcm.wav'), {
  codes: [],
  leastMs: 6000,
})
test(isReported, reported('sound-quiet-voice', 'quiet.ogg'), { codes: [] })
test(isReported, reported('sound-quiet-voice', 'normal.ogg'), { codes: [] })
test(isReported, reported('sound-telephone-codecs', 'voice-memo-lossless.m4a'), {
  codes: [],
  leastMs: 6000,
})

test('a file that holds another codec is named in words, and an MP4 without its index', async (t) => {
  const { upload } = await startUploads(t)
  const amr = await upload(Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(400, 0x3c)]))
  t.deepEqual([amr.status, amr.body.error], [415, 'audio_unsupported'])
  t.is(
    amr.body.message,
    'O arquivo contém AMR, que não pode ser lido aqui. Converta-o para WAV (PCM), MP3 ou M4A (AAC) e envie de novo.',
  )
  const zeros = (bytes: number) => Buffer.alloc(bytes)
  for (const [name, file] of [
    ['Dolby Digital (AC-3)', [Buffer.from('0b77938b8c402f84ff', 'hex'), zeros(2000)]],
    ['vídeo MPEG-TS', [1, 2, 3, 4].flatMap(() => [Buffer.from('47401110', 'hex'), zeros(184)])],
    ['MPEG camada II (MP2)', [Buffer.from('fff5e8c4', 'hex'), zeros(2000)]],
    ['vídeo MPEG', [Buffer.from('000001ba44000400', 'hex'), zeros(2000)]],
  ] as const) {
    const { status, body } = await upload(Buffer.concat(file))
    t.is(status, 415, name)
    t.true(body.message.startsWith(`O arquivo contém ${name}, `), body.message)
  }
  const mp4 = await muxed(await opusSound(4), 'mp4')
  const cut = await upload(mp4.subarray(0, Math.floor(mp4.length * 0.8)))
  t.deepEqual([cut.status, cut.body.error], [422, 'audio_invalid'])
  t.regex(cut.body.message, /falta o índice \(moov\)/)
})
