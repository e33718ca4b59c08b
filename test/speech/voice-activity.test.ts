import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { sileroModel, VAD_FRAME_SAMPLES } from '../../ai-local/vad/silero.ts'
import { onnxConstants } from '../../ai-local/vad/silero-weights.ts'
import { voiceActivity } from '../../ai-local/vad/voice-activity.ts'
import { readWavSamples } from '../../ai-local/whisper/wav.ts'
import { isAppError } from '../../core/errors.ts'
import { openTestVad, root, speechSamples, vadWeights, workerUrl } from '../helpers/speech.ts'

/**
 * Where whisper.cpp's own voice activity detection (whisper-vad-speech-segments, silero v6.2.0, its
 * defaults) hears speech, in ms: an independent implementation of the same network (a later release
 * of its weights: both agree on 98.6 % of the time here).
 */
const REFERENCE = {
  conversa: [
    [190, 730],
    [930, 2170],
    [2370, 4410],
    [5190, 7710],
    [7910, 10_530],
    [11_270, 13_370],
    [13_760, 17_730],
    [18_560, 23_450],
  ],
}

/**
 * The same rules of cutting as the reference: 0.5 to begin, 0.35 to end, 100 ms of silence, 250 ms
 * of speech, 30 ms around it.
 */
function stretches(probabilities: Float32Array): [fromMs: number, toMs: number][] {
  const found: [number, number][] = []
  let from: number | null = null
  let end: number | null = null
  const close = (at: number) => {
    if (from !== null && (at - from) * 32 > 250) found.push([from * 32 - 30, at * 32 + 30])
    from = null
    end = null
  }
  probabilities.forEach((p, i) => {
    if (p >= 0.5) {
      from ??= i
      end = null
    } else if (from !== null && p < 0.35) {
      end ??= i
      if ((i - end) * 32 >= 100) close(end)
    }
  })
  if (from !== null) close(probabilities.length)
  return found
}

async function hear(t: ExecutionContext, samples: Int16Array): Promise<Float32Array> {
  const vad = openTestVad(t)()
  return vad.push(samples)
}

/** The share of the time for which both say the same. */
function agreement(ours: number[][], theirs: number[][], totalMs: number): number {
  const speaks = (list: number[][], ms: number) =>
    list.some(([from = 0, to = 0]) => ms >= from && ms < to)
  let same = 0
  for (let ms = 0; ms < totalMs; ms++) if (speaks(ours, ms) === speaks(theirs, ms)) same++
  return same / totalMs
}

test('it finds speech where whisper.cpp finds it', async (t) => {
  const ours = stretches(await hear(t, speechSamples('conversa')))
  t.true(agreement(ours, REFERENCE.conversa, 23_982) > 0.98)
})

const jfk = join(root, '../shared/models/samples/jfk.wav')
const withJfk = existsSync(jfk) ? test : test.skip
withJfk(
  'it hears a real voice where whisper.cpp hears it (shared/models/samples/jfk.wav)',
  async (t) => {
    const ours = stretches(await hear(t, readWavSamples(readFileSync(jfk))))
    const theirs = [
      [320, 2270],
      [3270, 4410],
      [5380, 7680],
      [8160, 10_620],
    ]
    t.true(agreement(ours, theirs, 11_000) > 0.98)
  },
)

test('how the sound arrives changes no probability', async (t) => {
  const open = openTestVad(t)
  const samples = speechSamples('fala-2')
  const whole = await open().push(samples)
  const vad = open()
  const parts: number[] = []
  for (let at = 0, size = 100; at < samples.length; at += size, size = (size * 7) % 3001) {
    parts.push(...(await vad.push(samples.slice(at, at + size))))
  }
  t.deepEqual(parts, [...whole])
  t.is(whole.length, Math.floor(samples.length / VAD_FRAME_SAMPLES))
})

test('streams do not hear each other', async (t) => {
  const open = openTestVad(t)
  const alone = await open().push(speechSamples('fala-1'))
  const [first, second] = [open(), open()]
  const both = await Promise.all([
    first.push(speechSamples('fala-1')),
    second.push(speechSamples('fala-3')),
  ])
  t.deepEqual(both[0], alone)
  t.notDeepEqual(both[1].slice(0, 100), alone.slice(0, 100))
})

test('digital silence is never speech, and speech after it is found as from the beginning', async (t) => {
  const open = openTestVad(t)
  const vad = open()
  const silence = await vad.push(new Int16Array(16_000 * 20))
  t.true(silence.every((probability) => probability < 0.2))
  const speech = await vad.push(speechSamples('fala-1'))
  const alone = stretches(await open().push(speechSamples('fala-1')))
  t.true(agreement(stretches(speech), alone, 5000) > 0.98)
})

test('a thread that cannot work is a reported error, not a hang', async (t) => {
  const vad = voiceActivity({ workerUrl, weightsPath: '/nowhere.onnx' })
  t.teardown(() => vad.close())
  const error = await t.throwsAsync(vad.open().push(new Int16Array(512)))
  t.true(isAppError(error) && error.code === 'engine_crashed')
})

test('a request while it closes is refused', async (t) => {
  const vad = voiceActivity({ workerUrl, weightsPath: vadWeights })
  const asked = vad.open().push(speechSamples('fala-3'))
  const refused = t.throwsAsync(asked)
  await vad.close()
  t.true(isAppError(await refused))
  await t.throwsAsync(vad.open().push(new Int16Array(512)))
})

test('a file that holds other weights, or none, is refused by name', (t) => {
  t.throws(() => sileroModel(new Uint8Array([8, 1])), { message: /not a Silero model/ })
  t.throws(() => onnxConstants(new Uint8Array([58, 200, 1, 1])), { message: 'not an ONNX file' })
  t.throws(() => sileroModel(Buffer.from('RIFF....WAVEfmt ')), { message: /not/ })
})
