import test from 'ava'
import fc from 'fast-check'
import { affirmedPhrases } from '../../../core/coding/phrases.ts'

const keeps = test.macro({
  title: (_, text: string) => `"${text}"`,
  exec(t, text: string, kept: string[]) {
    t.deepEqual(
      affirmedPhrases(text).map(({ start, end }) => text.slice(start, end)),
      kept,
    )
  },
})
test(keeps, 'IVAS', ['IVAS'])
test(keeps, 'HAS, DM2; dislipidemia.', ['HAS', 'DM2', 'dislipidemia'])
test(keeps, 'Glicemia 7,2. Diabetes', ['Glicemia 7,2', 'Diabetes'])
test(keeps, 'Descartada pneumonia', [])
test(keeps, 'Pneumonia descartada', [])
test(keeps, 'Pneumonia foi descartada', [])
test(keeps, 'Foi descartada pneumonia', [])
test(keeps, 'Pneumonia afastada, bronquite aguda', ['bronquite aguda'])
test(keeps, 'IVAS sem sinais de pneumonia', ['IVAS'])
test(keeps, 'Sem sinais de pneumonia, sepse ou meningite', [])
test(keeps, 'Sem evidência de TVP. Erisipela de perna', ['Erisipela de perna'])
test(keeps, 'Não há sinais de meningite', [])
test(keeps, 'Nega diabetes', [])
test(keeps, 'Pouco provável TEP', [])
test(keeps, 'Infarto improvável', [])
test(keeps, 'Descartada pneumonia, mantida hipótese de bronquite', [
  'mantida hipótese de bronquite',
])
test(keeps, 'Sem critérios para pneumonia mas provável sinusite', ['mas provável sinusite'])
test(keeps, 'Tosse para descartar tuberculose', ['Tosse para'])
test(keeps, 'Mãe com diabetes', [])
test(keeps, 'História familiar de câncer de mama', [])
test(keeps, 'Enxaqueca sem aura', ['Enxaqueca sem aura'])
test(keeps, '', [])

test('phrases lie within the text, in order, whatever it is', (t) => {
  const piece = fc.constantFrom(
    ...[
      'IVAS',
      ', ',
      'sem sinais de ',
      'descartada ',
      ' ou ',
      'mãe',
      '. ',
      'É',
      '💊',
      ' 1,5 ',
      '\n',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      let last = 0
      for (const { start, end } of affirmedPhrases(text)) {
        t.true(start >= last && end > start && end <= text.length)
        t.is(text.slice(start, end), text.slice(start, end).trim())
        last = start
      }
    }),
  )
})
