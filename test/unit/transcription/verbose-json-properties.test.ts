import test from 'ava'
import fc from 'fast-check'
import { readVerboseJson } from '../../../ai-local/whisper/verbose-json.ts'
import type { RecognizedPiece } from '../../../core/transcription/ports.ts'

const AUDIO_MS = 8000

const number = fc.oneof(
  fc.double({ min: -1, max: 40 }),
  fc.double(),
  fc.constantFrom(null, undefined, 'abc', '', '1.5', '1e999', true, Number.NaN, {}),
)
const text = fc.oneof(
  fc.constantFrom('Bom dia.', ' Dói aqui?', '-', '"', '\ufffd', 'não', '', '120 por 80.'),
  fc.string(),
)
const word = fc.record(
  { word: text, text, start: number, end: number, probability: number, confidence: number },
  { requiredKeys: [] },
)
const words = fc.option(fc.array(word, { maxLength: 6 }))
const segment = fc.record(
  {
    start: number,
    end: number,
    text: fc.option(text),
    avg_logprob: number,
    compression_ratio: number,
    no_speech_prob: number,
    words,
  },
  { requiredKeys: [] },
)
const answer = fc.record(
  { text: fc.option(text), segments: fc.option(fc.array(segment, { maxLength: 4 })), words },
  { requiredKeys: [] },
)
/** An answer whose words are those of its texts, so that they are used. */
const spoken = fc
  .array(
    fc.record({ word: fc.constantFrom('Bom', 'dia.', 'dói?', 'e'), start: number, end: number }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .chain((own) =>
    fc.constantFrom(
      { text: own.map((one) => one.word).join(' '), words: own },
      { segments: [{ start: 0, end: 8, text: own.map((one) => one.word).join(' '), words: own }] },
      { segments: own.map((one) => ({ ...one, text: one.word })), words: own },
    ),
  )

test('an answer of any shape is refused, or its pieces and words are in place and in order', (t) => {
  let accepted = 0
  fc.assert(
    fc.property(fc.oneof(answer, spoken, fc.jsonValue()), (json) => {
      let pieces: RecognizedPiece[]
      try {
        pieces = readVerboseJson(json, AUDIO_MS)
      } catch {
        return true
      }
      accepted++
      return pieces.every(isInPlace)
    }),
    { numRuns: 2000 },
  )
  t.true(accepted > 500, `${accepted}`)
})

function isInPlace({ startMs, endMs, text, words = [], ...scores }: RecognizedPiece): boolean {
  const isTime = (ms: number) => Number.isInteger(ms) && ms >= 0
  const isScore = (score: number | null) => score === null || (score >= 0 && score <= 1)
  let [lastMs, lastTo] = [0, 0]
  return (
    text.trim() === text &&
    text !== '' &&
    isTime(startMs) &&
    isTime(endMs) &&
    startMs <= endMs &&
    isScore(scores.confidence) &&
    isScore(scores.noSpeechProbability) &&
    words.every((word) => {
      const isOrdered =
        word.from >= lastTo &&
        word.to > word.from &&
        word.to <= text.length &&
        isTime(word.endMs) &&
        word.startMs >= lastMs &&
        word.endMs >= word.startMs
      lastMs = word.endMs
      lastTo = word.to
      return isOrdered && isScore(word.confidence)
    })
  )
}
