import test from 'ava'
import fc from 'fast-check'
import { placePieces } from '../../../core/transcription/place-pieces.ts'
import type { HeardWord, RecognizedPiece, Utterance } from '../../../core/transcription/ports.ts'

const SECOND = 16_000

/** An utterance with a voice all through, but for 200 ms at both ends. */
function utterance(fromS: number, toS: number): Utterance {
  const [from, to] = [fromS * SECOND, toS * SECOND]
  return { from, to, voiced: [{ from: from + 3200, to: to - 3200 }] }
}

/** A piece whose words are said at even distances. */
function piece(startMs: number, endMs: number, text: string): RecognizedPiece {
  const places = [...text.matchAll(/\S+/g)]
  const step = (endMs - startMs) / places.length
  const words = places.map(
    (place, at): HeardWord => ({
      from: place.index,
      to: place.index + place[0].length,
      startMs: Math.round(startMs + at * step),
      endMs: Math.round(startMs + (at + 1) * step),
      confidence: 0.9,
    }),
  )
  return { startMs, endMs, text, confidence: 0.9, noSpeechProbability: 0, words }
}

const textsOf = (pieces: RecognizedPiece[], utterances: Utterance[]) =>
  placePieces(pieces, utterances).map((text) => text.pieces.map((one) => one.text))

test('a piece belongs to the utterance it was said in, at its time', (t) => {
  const [first, second] = placePieces(
    [piece(200, 4800, 'Bom dia.'), piece(5200, 8800, 'Tomo losartana.')],
    [utterance(10, 15), utterance(100, 104)],
  )
  t.like(first?.pieces[0], { startMs: 10_200, endMs: 14_800, text: 'Bom dia.' })
  t.like(second?.pieces[0], { startMs: 100_200, endMs: 103_800, text: 'Tomo losartana.' })
})

test('a piece that begins a few ms before a splice belongs to what comes after it', (t) => {
  const [first, second] = placePieces(
    [piece(200, 4900, 'Bom dia.'), piece(4992, 8800, 'Tomo losartana.')],
    [utterance(10, 15), utterance(100, 104)],
  )
  t.is(first?.pieces.length, 1)
  t.like(second?.pieces[0], { startMs: 100_200, text: 'Tomo losartana.' })
})

test('a piece over a splice is cut at the end of the sentence near it', (t) => {
  t.deepEqual(
    textsOf(
      [piece(0, 8000, 'Tem alergia a remédio? Não, nenhuma que eu saiba.')],
      [utterance(10, 14), utterance(20, 24)],
    ),
    [['Tem alergia a remédio?'], ['Não, nenhuma que eu saiba.']],
  )
})

test('a piece over a splice without a sentence end is cut between its words', (t) => {
  t.deepEqual(
    textsOf([piece(0, 8000, 'um dois três quatro')], [utterance(0, 4), utterance(9, 13)]),
    [['um dois'], ['três quatro']],
  )
})

test('a question and its answer in one utterance are two pieces', (t) => {
  const [text] = placePieces(
    [piece(200, 4800, 'Dói aqui? Dói. O Dr. Silva viu a H. pylori? - Viu.')],
    [utterance(0, 5)],
  )
  t.deepEqual(
    text?.pieces.map((one) => one.text),
    ['Dói aqui?', 'Dói.', 'O Dr. Silva viu a H. pylori?', 'Viu.'],
  )
  t.true(
    text?.pieces.every(({ words, startMs, endMs, text }) =>
      words?.every(
        (word) => word.startMs >= startMs && word.endMs <= endMs && word.to <= text.length,
      ),
    ),
  )
})

test('a sentence begins where the voice begins', (t) => {
  const heard: Utterance = {
    from: 0,
    to: 6 * SECOND,
    voiced: [
      { from: 3200, to: 2 * SECOND },
      { from: 3 * SECOND, to: 5 * SECOND },
    ],
  }
  const [text] = placePieces([piece(0, 2400, 'Dói?'), piece(2400, 6000, 'Dói muito.')], [heard])
  t.deepEqual(
    text?.pieces.map(({ startMs, endMs }) => [startMs, endMs]),
    [
      [200, 2000],
      [3000, 5000],
    ],
  )
})

test('an utterance in which nothing was recognized has its entry', (t) => {
  t.deepEqual(textsOf([piece(0, 3000, 'Sim.')], [utterance(0, 3), utterance(5, 8)]), [['Sim.'], []])
})

test('no word is lost or repeated, and every piece lies inside its utterance, in order', (t) => {
  const word = fc.constantFrom('dor', 'não', 'tomo', 'sim.', 'é?', 'Dr.', '-', 'losartana,')
  const answers = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 30_000 }),
      fc.integer({ min: 0, max: 9000 }),
      fc.array(word, { minLength: 1, maxLength: 9 }),
    ),
    { maxLength: 6 },
  )
  const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 8 })), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(answers, gaps, (heard, cuts) => {
      let at = 0
      const utterances = cuts.map(([gap, length]) => {
        const from = at + gap
        at = from + length
        return utterance(from, at)
      })
      const pieces = heard
        .map(([startMs, length, words]) => piece(startMs, startMs + length, words.join(' ')))
        .sort((a, b) => a.startMs - b.startMs)
      const placed = placePieces(pieces, utterances)
      const bare = (texts: readonly { text: string }[]) =>
        texts.flatMap(({ text }) => text.match(/[\p{L}]+/gu) ?? []).sort()
      t.deepEqual(bare(placed.flatMap((text) => text.pieces)), bare(pieces))
      for (const {
        utterance: { from, to },
        pieces: own,
      } of placed)
        for (const [index, one] of own.entries()) {
          t.true(one.startMs >= from / 16 && one.endMs <= to / 16 && one.startMs <= one.endMs)
          t.true(index === 0 || one.startMs >= own[index - 1]!.startMs)
          for (const { from: start, to: end } of one.words ?? [])
            t.regex(one.text.slice(start, end), /^\S+$/)
        }
    }),
  )
})
