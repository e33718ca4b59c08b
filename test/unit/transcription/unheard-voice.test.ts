import test from 'ava'
import type { Utterance } from '../../../core/transcription/ports.ts'
import { findUnheardVoice, isShortOfWords } from '../../../core/transcription/unheard-voice.ts'

/** An utterance with a voice from `fromMs` to `toMs`. */
const voice = (...runs: [fromMs: number, toMs: number][]): Utterance => ({
  from: Math.max(0, runs[0]![0] * 16 - 3200),
  to: runs.at(-1)![1] * 16 + 3200,
  voiced: runs.map(([from, to]) => ({ from: from * 16, to: to * 16 })),
})
const piece = (startMs: number, endMs: number, text: string) => ({ startMs, endMs, text })
const inMs = (ranges: { from: number; to: number }[]) =>
  ranges.map(({ from, to }) => [from / 16, to / 16])

test('a voice with its words is whole', (t) => {
  const utterance = voice([200, 2200], [2600, 4000])
  const pieces = [piece(250, 2100, 'Estou com dor de cabeça.'), piece(2700, 3900, 'Há três dias.')]
  t.false(isShortOfWords(utterance, pieces))
  t.deepEqual(findUnheardVoice(utterance, pieces), [])
})

test('a voice without any word is reported as a whole', (t) => {
  const utterance = voice([1000, 1500])
  t.true(isShortOfWords(utterance, []))
  t.deepEqual(inMs(findUnheardVoice(utterance, [])), [[800, 1700]])
})

test('a sound too short for a word is looked at again and not reported', (t) => {
  const utterance = voice([1000, 1200])
  t.true(isShortOfWords(utterance, []))
  t.deepEqual(findUnheardVoice(utterance, []), [])
})

test('a jump in the times of an answer is reported where the words are missing', (t) => {
  const utterance = voice([200, 7000], [7400, 12_000])
  const pieces = [
    piece(200, 3000, 'Estou com dor de cabeça há três dias.'),
    piece(9000, 12_000, 'Tomo losartana uma vez ao dia, de manhã.'),
  ]
  t.true(isShortOfWords(utterance, pieces))
  t.deepEqual(inMs(findUnheardVoice(utterance, pieces)), [[3400, 8600]])
})

test('far fewer words than the voice can hold are reported', (t) => {
  const utterance = voice([0, 8000])
  const pieces = [piece(0, 8000, 'Então, é isso.')]
  t.true(isShortOfWords(utterance, pieces))
  t.is(findUnheardVoice(utterance, pieces).length, 1)
})

test('slow speech is not short of words', (t) => {
  t.false(isShortOfWords(voice([0, 2500]), [piece(0, 2500, 'Bom, vejamos.')]))
})
