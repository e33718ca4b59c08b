import test from 'ava'
import fc from 'fast-check'
import { withoutRepeatedTails } from '../../../core/transcription/hear-window.ts'

const piece = (text: string, startMs: number, endMs: number) => ({
  text,
  startMs,
  endMs,
  words: [...text.matchAll(/\S+/g)].map((word) => ({
    from: word.index,
    to: word.index + word[0].length,
    startMs,
    endMs,
    confidence: 0.8,
  })),
})
type Piece = ReturnType<typeof piece>
const texts = (...pieces: Piece[]) => withoutRepeatedTails(pieces).map(({ text }) => text)

test('words that stand twice stay where they were heard by themselves', (t) => {
  t.deepEqual(
    texts(
      piece('Se tiver falta de ar, volte em 15 dias.', 75_328, 76_608),
      piece('Volte em 15 dias.', 77_536, 78_880),
    ),
    ['Se tiver falta de ar,', 'Volte em 15 dias.'],
  )
  t.deepEqual(
    texts(piece('91 quilos e altura, 1,65.', 45_856, 47_552), piece('1,65.', 48_032, 49_696)),
    ['91 quilos e altura,', '1,65.'],
  )
})

test('words of the end that is gone are gone with it', (t) => {
  const [first] = withoutRepeatedTails([
    piece('E na família, alguém tem doença?', 39_680, 40_480),
    piece('Alguém tem doença.', 40_896, 42_272),
  ])
  t.is(first!.text, 'E na família,')
  t.is(first!.words.length, 3)
})

test('what somebody says twice stays', (t) => {
  const slow = [
    piece('Se tiver falta de ar, volte em 15 dias.', 70_000, 74_000),
    piece('Volte em 15 dias.', 74_500, 76_000),
  ]
  t.deepEqual(withoutRepeatedTails(slow), slow)
  const later = [
    piece('Se tiver falta de ar, volte em 15 dias.', 75_328, 76_608),
    piece('Volte em 15 dias.', 85_000, 86_500),
  ]
  t.deepEqual(withoutRepeatedTails(later), later)
  const short = [piece('Não tenho, não.', 0, 400), piece('Não.', 600, 900)]
  t.deepEqual(withoutRepeatedTails(short), short)
})

test('nothing but ends goes, and never the last', (t) => {
  const word = fc.constantFrom('volte', 'em', '15', 'dias', 'não', 'dor,')
  const row = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const pieces = rows.map((text, at) => piece(text, at * 700, at * 700 + 500))
      const kept = withoutRepeatedTails(pieces)
      t.deepEqual(kept.at(-1), pieces.at(-1))
      for (const { text, startMs } of kept)
        t.true(pieces.find((one) => one.startMs === startMs)!.text.startsWith(text))
    }),
  )
})
