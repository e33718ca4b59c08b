import test from 'ava'
import fc from 'fast-check'
import { type DiffPart, wordDiff } from '../../../plugin/text/word-diff.ts'

const textOf = (parts: DiffPart[], own: DiffPart['kind']) =>
  parts.flatMap(({ kind, text }) => (kind === 'same' || kind === own ? [text] : [])).join('')

test('common words appear once; differences are shown word by word', (t) => {
  t.deepEqual(wordDiff('Dor de cabeça há 3 dias', 'Cefaleia há 3 dias'), [
    { kind: 'gone', text: 'Dor de cabeça ' },
    { kind: 'new', text: 'Cefaleia ' },
    { kind: 'same', text: 'há 3 dias' },
  ])
  t.deepEqual(wordDiff('Nega febre.', 'Nega febre.'), [{ kind: 'same', text: 'Nega febre.' }])
})

test('whatever the two lines are, both can be read from their parts', (t) => {
  const words = fc.array(
    fc.constantFrom('dor ', 'febre', ', ', 'há ', '3 ', 'não ', '.', 'ç', '😀 '),
  )
  const line = fc.oneof(
    words.map((all) => all.join('')),
    fc.string({ unit: 'grapheme' }),
  )
  const property = fc.property(line, line, (before, after) => {
    const parts = wordDiff(before, after)
    t.is(textOf(parts, 'gone').trim(), before.trim())
    t.is(textOf(parts, 'new').trim(), after.trim())
  })
  t.notThrows(() => fc.assert(property, { numRuns: 300 }))
})

test('an extremely long line is still compared, as one', (t) => {
  const long = 'dor '.repeat(1600)
  t.deepEqual(
    wordDiff(long, `${long}x`).map(({ kind }) => kind),
    ['gone', 'new'],
  )
})
