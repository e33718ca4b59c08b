import test from 'ava'
import fc from 'fast-check'
import { folded, foldedSentences } from '../../cli/text-width.ts'

const WHY =
  'Error: No server of this data folder answers at http://127.0.0.1:8080. Start it: svcctl serve'

test('lines end between words; a command and a long word stay whole', (t) => {
  t.deepEqual(folded(WHY, 90).split('\n'), [
    'Error: No server of this data folder answers at http://127.0.0.1:8080. Start it:',
    'svcctl serve',
  ])
  const path = `/mnt/${'a'.repeat(60)}`
  t.is(folded(`Written to ${path} and kept`, 40), `Written to\n${path}\nand kept`)
  t.is(folded('    one two three', 11), '    one two\n    three')
})

test('of a result sentences are folded, and columns are not', (t) => {
  const row = 'NAME      /a/path/that/is/copied'
  t.is(foldedSentences(`${row}\none two three`, 9), `${row}\none two\nthree`)
  t.is(foldedSentences(WHY, null), WHY)
})

test('without a terminal, and where it fits, a text is as it was', (t) => {
  t.is(folded(WHY, null), WHY)
  t.is(folded('one  two\n\n   three', 20), 'one  two\n\n   three')
})

test('no line is wider than the terminal unless one word is, and no word is lost', (t) => {
  const property = fc.property(
    fc.array(fc.stringMatching(/^[a-zé.]{1,14}$/), { maxLength: 30 }),
    fc.integer({ min: 8, max: 40 }),
    (words, columns) => {
      const lines = folded(words.join(' '), columns).split('\n')
      t.deepEqual(lines.join(' '), words.join(' '))
      for (const line of lines) t.true(line.length <= columns || !line.includes(' '), line)
    },
  )
  fc.assert(property, { numRuns: 300 })
})
