import test from 'ava'
import fc from 'fast-check'
import type { HeardPiece } from '../../../core/transcription/misheard/write-finds.ts'
import type { HeardWord } from '../../../core/transcription/ports.ts'
import {
  doubtOfPressure,
  NUMBERS_AS_WORDS,
  withPressure,
} from '../../../core/transcription/pressure-look.ts'

const piece = (text: string): HeardPiece => ({ text, startMs: 0, endMs: 3000 })
const whole = (text: string, answer: string) => withPressure(piece(text), answer).text

test('both numbers of a pressure are written where they may have been run together', (t) => {
  for (const [heard, answer, written] of [
    ['Pressão 138.', 'pressão cento e trinta por oitenta', 'Pressão 130 por 80.'],
    ['A pressão está 170, né?', 'Pressão cento e 10 por 70.', 'A pressão está 110 por 70, né?'],
    ['Presão, 128,580,', 'cento e vinte e cinco por oitenta', 'Presão, 125 por 80,'],
  ] as const)
    t.is(whole(heard, answer), written)
})

test('what was heard stays beside it', (t) => {
  const { text, words = [] } = withPressure(
    piece('Pressão 138, peso 80.'),
    'Pressão cento e trinta por oitenta.',
  )
  t.is(text, 'Pressão 130 por 80, peso 80.')
  const [mended] = words.filter(({ heard }) => heard !== undefined)
  t.is(mended!.heard, '138')
  t.is(text.slice(mended!.from, mended!.to), '130 por 80,')
})

test('other numbers are offered, and what was written stays', (t) => {
  const offered = (text: string, confidence: number, answer: string) => {
    const sure = [...text.matchAll(/\S+/g)].map(
      (word): HeardWord => ({
        from: word.index,
        to: word.index + word[0].length,
        startMs: 0,
        endMs: 1,
        confidence,
      }),
    )
    const before = { ...piece(text), words: sure }
    const doubt = confidence < 0.6 ? 'unsure' : undefined
    t.is(doubtOfPressure(before), text.includes('por') ? doubt : 'one number')
    const after = withPressure(before, answer)
    t.is(after.text, text)
    return after.words?.flatMap((word) => word.offered ?? [])
  }
  const answer = 'pressão agora, cento e trinta por oitenta e quatro'
  t.deepEqual(offered('Pressão agora, 134 por 84.', 0.4, answer), ['130 por 84'])
  t.deepEqual(offered('Pressão agora, 130 por 84.', 0.4, answer), [])
  t.deepEqual(offered('Pressão 13 por 8.', 0.4, 'pressão treze por oito'), [])
  t.deepEqual(offered('Pressão 999.', 0.9, answer), ['130 por 84'])
  t.is(doubtOfPressure({ ...piece('Pressão 134 por 84.'), words: [] }), undefined)
})

test('another answer is not believed where it tells one number, none, or those it was shown', (t) => {
  const heard = 'Vamos examinar, pressão 138.'
  for (const answer of ['pressão cento e trinta', 'Vamos examinar.', ''])
    t.is(whole(heard, answer), heard, answer)
  t.is(whole('Pressão 163.', NUMBERS_AS_WORDS), 'Pressão 163.')
})

test('a pressure with two numbers is whole, and other numbers are none', (t) => {
  for (const text of [
    'Pressão 130 por 80.',
    'Pressão 12 por 8.',
    'Pressão 130/80 mmHg.',
    'Pressão 135.85.',
    'Pressão alta há 10 anos.',
    'Pressão do olho direito 16.',
    'Pressão de 12 a 14.',
    'Peso 138.',
  ])
    t.is(doubtOfPressure(piece(text)), undefined, text)
  for (const text of ['Pressão 138.', 'A pressão está 135', 'presão: 170'])
    t.is(doubtOfPressure(piece(text)), 'one number', text)
})

test('whatever is written and answered, only the number gives way', (t) => {
  const number = fc.integer({ min: 10, max: 280 }).map(String)
  fc.assert(
    fc.property(number, number, number, (heard, upper, lower) => {
      const before = `Vamos ver, pressão ${heard}, e peso.`
      const text = whole(before, `pressão ${upper} por ${lower}`)
      t.regex(text, /^Vamos ver, pressão (?:\d+|\d+ por \d+), e peso\.$/)
    }),
  )
})
