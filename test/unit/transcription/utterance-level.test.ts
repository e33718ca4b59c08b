/** Soft voices are raised for the recognizer, and those that drown in noise are not recognized. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { readWavSamples } from '../../../ai-local/whisper/wav.ts'
import { computeGate } from '../../../core/engine/compute-gate.ts'
import { silentLog } from '../../../core/log.ts'
import { type RecognizedPiece, VOICE_TOO_SOFT } from '../../../core/transcription/ports.ts'
import { raiseUtterance, withSoftVoices } from '../../../core/transcription/raised-voices.ts'
import { recognizeUnit } from '../../../core/transcription/recognize-unit.ts'
import { openWords, sealWords } from '../../../models/transcript/seal.ts'
import { noise } from '../../helpers/recording-sound.ts'
import { switchableEngine } from '../../helpers/speech.ts'

const url = new URL('../../fixtures/speech/fala-2.wav', import.meta.url)
const voice = readWavSamples(readFileSync(fileURLToPath(url)))
const random = noise(voice.length, 3)

const softer = (dB: number, hiss = 0) =>
  Int16Array.from(voice, (one, i) =>
    Math.round(one * 10 ** (-dB / 20) + (random[i]! / 32_768) * hiss),
  )

const peak = (samples: Int16Array) =>
  samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0)

test('an ordinary voice is recognized unchanged, in noise as well', (t) => {
  for (const samples of [voice, softer(6), softer(0, 2000)])
    t.deepEqual(raiseUtterance(samples), {
      ...{ samples, isTooSoft: false, isSoft: false, isDoubtful: false },
    })
})

test('a soft voice is raised to one level, whatever it was', (t) => {
  const raised = [24, 30, 36].map((dB) => raiseUtterance(softer(dB)))
  for (const { samples, isTooSoft } of raised) {
    t.false(isTooSoft)
    t.true(peak(samples) > peak(voice) / 8 && peak(samples) < 32_767, `${peak(samples)}`)
  }
  const peaks = raised.map(({ samples }) => peak(samples))
  t.true(Math.max(...peaks) < 1.3 * Math.min(...peaks), `${peaks}`)
})

test('a voice hardly above its noise is reported, a soft one in a quiet room is not', (t) => {
  t.true(raiseUtterance(softer(40, 120)).isTooSoft)
  t.true(raiseUtterance(softer(200, 60)).isTooSoft)
  t.false(raiseUtterance(softer(36, 10)).isTooSoft)
  t.false(raiseUtterance(new Int16Array(16_000)).isTooSoft, 'silence is no voice')
})

test('what was raised by much, or is near its noise, is doubtful; other soft voices are not', (t) => {
  t.false(raiseUtterance(softer(30)).isDoubtful)
  t.true(raiseUtterance(softer(46)).isDoubtful)
  t.true(raiseUtterance(softer(36, 90)).isDoubtful)
  t.false(raiseUtterance(softer(36, 90)).isTooSoft)
})

test('words of a doubtful voice are less sure than the recognizer thinks, others as before', (t) => {
  const word = (from: number, startMs: number) => ({
    ...{ from, to: from + 3, startMs, endMs: startMs + 200, confidence: 0.99 },
  })
  const piece = (startMs: number, words?: ReturnType<typeof word>[]): RecognizedPiece => ({
    ...{ startMs, endMs: startMs + 1000, text: 'dor aqui', confidence: 0.99 },
    noSpeechProbability: 0,
    ...(words ? { words } : {}),
  })
  const doubtful = [{ startMs: 1000, endMs: 2000 }]
  const [sure, unsure, half, timeless] = withSoftVoices(
    [
      piece(0, [word(0, 0), word(4, 500)]),
      piece(1000, [word(0, 1000), word(4, 1500)]),
      piece(1500, [word(0, 1600), word(4, 2300)]),
      piece(1000),
    ],
    { soft: [], doubtful },
  )
  t.deepEqual(sure, piece(0, [word(0, 0), word(4, 500)]))
  t.true(unsure!.confidence! < 0.6 && unsure!.words!.every((one) => one.soft))
  t.deepEqual(
    half!.words!.map((one) => one.soft),
    [true, undefined],
  )
  t.is(half!.words![1]!.confidence, 0.99)
  t.true(timeless!.confidence! < 0.6)
  const key = new Uint8Array(32).fill(3)
  const words = half!.words!.map((one) => ({ ...one, offered: 'Dorflex' }))
  t.deepEqual(openWords(key, 's', sealWords(key, 's', words)!), words, 'they are kept')
})

test('of a voice that was raised, a line that the recognizer is unsure of is marked', (t) => {
  t.true(raiseUtterance(softer(30)).isSoft)
  const line = (startMs: number, confidence: number): RecognizedPiece => ({
    ...{ startMs, endMs: startMs + 900, text: 'dor', confidence, noSpeechProbability: 0 },
    words: [{ from: 0, to: 3, startMs, endMs: startMs + 900, confidence: 0.7 }],
  })
  const lines = [line(0, 0.5), line(1000, 0.9), line(2000, 0.5)]
  const soft = [{ startMs: 0, endMs: 2000 }]
  const [unsure, ...others] = withSoftVoices(lines, { soft, doubtful: [] })
  t.deepEqual(unsure!.words, [{ ...lines[0]!.words![0]!, confidence: 0.59, soft: true }])
  t.is(unsure!.confidence, 0.5)
  t.deepEqual(others, lines.slice(1), 'surer lines, and louder ones, are as they were')
})

test('an utterance that is too soft becomes a mark, and is not sent to the recognizer', async (t) => {
  const sound = Int16Array.from([...voice, ...softer(40, 120), ...voice])
  const ranges = [0, 1, 2].map((n) => ({ from: n * voice.length, to: (n + 1) * voice.length }))
  const heard: Int16Array[] = []
  const engine = switchableEngine({
    name: 'engine',
    model: 'model',
    maxUtteranceMs: 28_000,
    async recognize(samples) {
      heard.push(samples)
      const piece = (text: string, startMs: number, endMs: number): RecognizedPiece => ({
        text,
        startMs,
        endMs,
        confidence: 0.9,
        noSpeechProbability: 0,
      })
      const ms = voice.length / 16
      return [
        piece('Estou com dor de cabeça.', 100, ms - 100),
        piece('Minha mãe tem infarto.', ms + 100, 2 * ms - 100),
        piece('É uma dor latejante.', 2 * ms + 100, 3 * ms - 100),
      ]
    },
    async [Symbol.asyncDispose]() {},
  })
  const recognize = recognizeUnit({
    engine,
    audio: { read: async (_id, _channel, from, to) => sound.slice(from, to) },
    store: { findRecognition: async () => null, saveRecognition: async () => {} },
    gate: computeGate(),
    languageOf: async () => 'pt-BR',
    log: silentLog,
  })
  const unit = { recordingId: 'r', consultationId: 'c', channel: 0 }
  const how = { priority: 'final' as const, signal: new AbortController().signal }
  const pieces = await recognize({ ...unit, ranges }, how)
  t.deepEqual(
    pieces.map(({ text }) => text),
    ['Estou com dor de cabeça.', VOICE_TOO_SOFT, 'É uma dor latejante.'],
  )
  t.is(peak(heard[0]!.subarray(voice.length, 2 * voice.length)), 0)
  t.is(heard[0]!.length, sound.length)

  const alone = await recognize({ ...unit, ranges: [ranges[1]!] }, how)
  t.deepEqual(
    alone.map(({ text, startMs, endMs }) => [text, startMs, endMs]),
    [[VOICE_TOO_SOFT, 0, voice.length / 16]],
  )
  t.is(heard.length, 1, 'nobody was asked')
})
