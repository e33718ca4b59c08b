import test from 'ava'
import fc from 'fast-check'
import {
  type KnownStretch,
  type MergedPiece,
  mergeCorrections,
} from '../../../core/transcription/merge-corrections.ts'
import { NOT_UNDERSTOOD, type PlacedPiece } from '../../../core/transcription/ports.ts'

const WORD_MS = 400

/** Words `from` to `to` of one speech, as a recognizer that cut here would give them. */
function cut(words: readonly string[], from: number, to: number, jitterMs = 0): PlacedPiece {
  return {
    startMs: Math.max(0, from * WORD_MS + jitterMs),
    endMs: Math.max(0, to * WORD_MS + jitterMs),
    text: words.slice(from, to).join(' '),
    channel: 'mic',
    confidence: 0.9,
  }
}

function stretch(
  piece: PlacedPiece,
  id: string,
  more: Partial<Pick<KnownStretch, 'corrected' | 'speaker'>> = {},
): KnownStretch {
  const { startMs, endMs, channel, text: heard } = piece
  return { id, startMs, endMs, channel, heard, corrected: false, speaker: null, ...more }
}

/**
 * All that is shown afterwards, in order of time: what was corrected stands between `<` and `>`.
 */
function shown(known: readonly KnownStretch[], merged: readonly MergedPiece[]): string {
  return [
    ...known.filter(({ corrected }) => corrected).map((one) => ({ ...one, text: `<${one.id}>` })),
    ...merged,
  ]
    .sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
    .map(({ text }) => text)
    .join(' ')
}

const SAID = 'bom dia estou com dor de cabeça há três dias e tomo dipirona'.split(' ')

test('without corrections the second look is what counts', (t) => {
  const pieces = [cut(SAID, 0, 6), cut(SAID, 6, 13)]
  const merged = mergeCorrections([stretch(cut(SAID, 0, 4), 'a')], pieces)
  t.deepEqual(
    merged,
    pieces.map((piece) => ({ ...piece, id: null, speaker: null })),
  )
})

test('a segment with the same words at the same time keeps its id', (t) => {
  const known = [stretch(cut(SAID, 0, 4), 'a'), stretch(cut(SAID, 4, 13), 'b')]
  const merged = mergeCorrections(known, [cut(SAID, 0, 4, 120), cut(SAID, 4, 9), cut(SAID, 9, 13)])
  t.deepEqual(
    merged.map(({ id }) => id),
    ['a', null, null],
  )
})

const outcome = test.macro({
  title: (_, what) => String(what),
  exec(t, _what: string, known: KnownStretch[], pieces: PlacedPiece[], expected: string) {
    t.is(shown(known, mergeCorrections(known, pieces)), expected)
  },
})

const three = [
  stretch(cut(SAID, 0, 2), 'a'),
  stretch(cut(SAID, 2, 7), 'b', { corrected: true }),
  stretch(cut(SAID, 7, 13), 'c'),
]

test(
  outcome,
  'a longer piece loses only the words that were corrected',
  three,
  [cut(SAID, 0, 13)],
  'bom dia <b> há três dias e tomo dipirona',
)
test(
  outcome,
  'pieces that overlap a correction by half keep their other half',
  three,
  [cut(SAID, 0, 4), cut(SAID, 4, 9), cut(SAID, 9, 13)],
  'bom dia <b> há três dias e tomo dipirona',
)
test(
  outcome,
  'numbers that are written in another way are still the same stretch',
  [
    stretch({ ...cut(SAID, 0, 2), text: 'Pressão cento e vinte por oitenta.' }, 'a', {
      corrected: true,
    }),
    stretch({ ...cut(SAID, 2, 5), text: 'Peso setenta quilos.' }, 'b'),
  ],
  [{ ...cut(SAID, 0, 5), text: 'Pressão 120 por 80. Peso 70 quilos.' }],
  '<a> Peso 70 quilos.',
)
test(
  outcome,
  'an invention that was corrected stays corrected when the second look hears nothing there',
  [stretch(cut(SAID, 0, 5), 'a'), stretch(cut(SAID, 20, 22), 'b', { corrected: true })],
  [cut(SAID, 0, 5)],
  'bom dia estou com dor <b>',
)
test(
  outcome,
  'what only the second look heard is not lost',
  [stretch(cut(SAID, 6, 8), 'a', { corrected: true })],
  [cut(SAID, 0, 13)],
  'bom dia estou com dor de <a> três dias e tomo dipirona',
)
test(
  outcome,
  'a correction in the middle of what the second look misses stands in its place',
  [
    stretch({ ...cut(SAID, 0, 2), text: 'antes' }, 'a'),
    stretch({ ...cut(SAID, 2, 4), text: 'meio' }, 'b', { corrected: true }),
    stretch({ ...cut(SAID, 4, 6), text: 'depois' }, 'c'),
  ],
  [{ ...cut(SAID, 0, 6), text: 'antes depois' }],
  'antes <b> depois',
)

test('the other channel is left alone', (t) => {
  const known = [stretch(cut(SAID, 0, 5), 'a', { corrected: true })]
  const remote = { ...cut(SAID, 0, 5), channel: 'remote' as const }
  t.deepEqual(mergeCorrections(known, [remote]), [{ ...remote, id: null, speaker: null }])
})

test('a speaker that a person named goes with the words', (t) => {
  const known = [
    stretch(cut(SAID, 0, 2), 'a', { speaker: 'doctor' }),
    stretch(cut(SAID, 2, 13), 'b', { speaker: 'patient' }),
  ]
  const merged = mergeCorrections(known, [cut(SAID, 0, 7), cut(SAID, 7, 13)])
  t.deepEqual(
    merged.map(({ text, speaker }) => [text, speaker]),
    [
      ['bom dia', 'doctor'],
      ['estou com dor de cabeça', 'patient'],
      ['há três dias e tomo dipirona', 'patient'],
    ],
  )
})

/** Cuts of `count` words: ascending ends, the last one included. */
const cuts = (count: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: count - 1 }), { maxLength: count - 1 })
    .map((ends) => [...ends, count].sort((a, b) => a - b))

const pieced = (ends: readonly number[], make: (from: number, to: number) => PlacedPiece) =>
  ends.map((to, index) => make(ends[index - 1] ?? 0, to))

const speech = fc.integer({ min: 2, max: 60 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    live: cuts(count),
    final: cuts(count),
    corrected: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    jitter: fc.array(fc.integer({ min: -190, max: 190 }), { minLength: count, maxLength: count }),
    /** Words that the second look spells differently, and words that it misses. */
    noise: fc.array(fc.constantFrom('same', 'same', 'same', 'other', 'missing'), {
      minLength: count,
      maxLength: count,
    }),
    few: fc.boolean(),
  }),
)

test('however the second look cuts, corrected stretches stay and no other word goes or comes twice', (t) => {
  fc.assert(
    fc.property(speech, ({ count, live, final, corrected, jitter, few }) => {
      // Some words come again and again, as they do when people speak.
      const words = Array.from({ length: count }, (_, i) => (few ? `p${i % 3}q${i}` : `w${i}`))
      const known = pieced(live, (from, to) => cut(words, from, to)).map((piece, i) =>
        stretch(piece, `s${i}`, { corrected: corrected[i]! }),
      )
      // However wrong its times are, what is said later begins later: pieces have no other order.
      let lastMs = -1
      const pieces = pieced(final, (from, to) => cut(words, from, to)).map((piece, i) => {
        lastMs = Math.max(lastMs + 1, piece.startMs + jitter[i]!)
        return { ...piece, startMs: lastMs, endMs: piece.endMs + Math.max(0, jitter[i]!) }
      })
      const expected = known
        .map(({ heard, corrected: gone, id }) => (gone ? `<${id}>` : heard))
        .join(' ')
      t.is(shown(known, mergeCorrections(known, pieces)), expected)
    }),
    { numRuns: 300 },
  )
})

test('a second recognition with other spellings keeps all its words outside of corrections', (t) => {
  fc.assert(
    fc.property(speech, ({ count, live, final, corrected, noise }) => {
      const words = Array.from({ length: count }, (_, i) => `w${i}`)
      const known = pieced(live, (from, to) => cut(words, from, to)).map((piece, i) =>
        stretch(piece, `s${i}`, { corrected: corrected[i]! }),
      )
      const heardAgain = (i: number) =>
        noise[i] === 'missing' ? [] : [noise[i] === 'other' ? `x${i}` : `w${i}`]
      const pieces = pieced(final, (from, to) => ({
        ...cut(words, from, to),
        text: words
          .slice(from, to)
          .flatMap((_, i) => heardAgain(from + i))
          .join(' '),
      })).filter(({ text }) => text !== '')
      const home = (i: number) => live.findIndex((end) => i < end)
      const out = mergeCorrections(known, pieces)
        .flatMap(({ text }) => text.split(' '))
        .filter((word) => word !== '')
      for (const word of out) t.true(pieces.some(({ text }) => text.split(' ').includes(word)))
      t.is(new Set(out).size, out.length, 'nothing twice')
      // Words that are the same in both looks are certain: in if and only if outside of what was
      // corrected.
      for (let i = 0; i < count; i++)
        if (noise[i] === 'same')
          t.is(out.includes(`w${i}`), !corrected[home(i)], `w${i}: ${out.join(' ')}`)
    }),
    { numRuns: 300 },
  )
})

test('a third look changes nothing: what stays is stable', (t) => {
  fc.assert(
    fc.property(speech, ({ count, live, final, corrected }) => {
      const words = Array.from({ length: count }, (_, i) => `w${i}`)
      const known = pieced(live, (from, to) => cut(words, from, to)).map((piece, i) =>
        stretch(piece, `s${i}`, { corrected: corrected[i]! }),
      )
      const pieces = pieced(final, (from, to) => cut(words, from, to))
      const once = mergeCorrections(known, pieces)
      const then = [
        ...known.filter((one) => one.corrected),
        ...once.map((piece, i) => stretch(piece, `f${i}`)),
      ]
      t.is(shown(then, mergeCorrections(then, pieces)), shown(known, once))
    }),
    { numRuns: 300 },
  )
})

test('three hours of speech are merged in a moment', (t) => {
  const words = Array.from({ length: 27_000 }, (_, i) => `p${i % 700}`)
  const ends = Array.from({ length: 2700 }, (_, i) => (i + 1) * 10)
  const known = pieced(ends, (from, to) => cut(words, from, to)).map((piece, i) =>
    stretch(piece, `s${i}`, { corrected: i % 100 === 7 }),
  )
  const pieces = pieced(ends.map((end) => end - 3).concat(27_000), (from, to) =>
    cut(words, from, to),
  )
  const merged = mergeCorrections(known, pieces)
  const left = merged.flatMap(({ text }) => text.split(' ')).length
  t.is(left, 27_000 - 27 * 10)
})

test('a name that one look wrote and the other left in two words breaks no correction', (t) => {
  const heard = 'bom dia estou com dor e tomo losartana de manhã todo dia'.split(' ')
  const again = 'bom dia estou com dor e tomo los artana de manhã todo dia'.split(' ')
  const known = [
    stretch(cut(heard, 0, 5), 'a'),
    stretch(cut(heard, 5, 10), 'b', { corrected: true }),
    stretch(cut(heard, 10, 12), 'c'),
  ]
  const merged = mergeCorrections(known, [cut(again, 0, 6), cut(again, 6, 13)])
  t.is(shown(known, merged), 'bom dia estou com dor <b> todo dia')
  const back = mergeCorrections(
    [
      stretch(cut(again, 0, 5), 'a'),
      stretch(cut(again, 5, 11), 'b', { corrected: true }),
      stretch(cut(again, 11, 13), 'c'),
    ],
    [cut(heard, 0, 6), cut(heard, 6, 12)],
  )
  t.is(back.map(({ text }) => text).join(' | '), 'bom dia estou com dor | todo dia')
})

test('a cut inside of a piece keeps the marks of its names', (t) => {
  const piece = cut('e tomo losartana de manhã'.split(' '), 0, 5)
  const words = [
    { from: 7, to: 16, startMs: 800, endMs: 1200, confidence: 0.3, heard: 'los artana' },
  ]
  const known = [stretch({ ...cut(['e'], 0, 1), endMs: 100 }, 'a', { corrected: true })]
  const [merged] = mergeCorrections(known, [{ ...piece, words }])
  t.is(merged?.text, 'tomo losartana de manhã')
  t.deepEqual(merged?.words, [{ ...words[0]!, from: 5, to: 14 }])
})

const mark = (fromWord: number, toWord: number): PlacedPiece => ({
  ...cut(SAID, fromWord, toWord),
  text: NOT_UNDERSTOOD,
  confidence: null,
})

test(
  outcome,
  'a stretch that was not understood is no news where a person wrote what was said',
  three,
  [cut(SAID, 0, 2), mark(2, 7), cut(SAID, 7, 13)],
  'bom dia <b> há três dias e tomo dipirona',
)
test(
  outcome,
  'of a longer stretch that was not understood, what no correction covers stays',
  three,
  [mark(1, 13)],
  `<b> ${NOT_UNDERSTOOD}`,
)
test(
  outcome,
  'the mark of a stretch is aligned with no word that was said',
  [stretch(cut(['não'], 0, 1), 'a', { corrected: true })],
  [mark(6, 10)],
  `<a> ${NOT_UNDERSTOOD}`,
)
test(
  outcome,
  'words that are understood later do not stand beside what a person wrote for them',
  [stretch(mark(0, 6), 'a', { corrected: true })],
  [cut(SAID, 0, 6), cut(SAID, 6, 13)],
  '<a> cabeça há três dias e tomo dipirona',
)

test('a mark that stays keeps its identity', (t) => {
  const known = [stretch(mark(0, 4), 'a'), stretch(cut(SAID, 4, 13), 'b', { corrected: true })]
  const merged = mergeCorrections(known, [mark(0, 4), cut(SAID, 4, 13)])
  t.deepEqual(
    merged.map(({ id, text }) => [id, text]),
    [['a', NOT_UNDERSTOOD]],
  )
})
