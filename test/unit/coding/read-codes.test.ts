import test from 'ava'
import fc from 'fast-check'
import { readCodes } from '../../../core/coding/read-codes.ts'

const reads = test.macro({
  title: (_, text: string, codes: string[]) => `"${text}" says ${codes.join(' and ') || 'no code'}`,
  exec(t, text: string, codes: string[]) {
    t.deepEqual(
      readCodes(text).map(({ code }) => code),
      codes,
    )
  },
})
test(reads, 'CID J06.9', ['J069'])
test(reads, 'CID: J06', ['J06'])
test(reads, 'CID-10: I10', ['I10'])
test(reads, 'cid10 j069', ['J069'])
test(reads, 'CID 10 J 06.9', ['J069'])
test(reads, 'cid jota zero seis ponto nove', ['J069'])
test(reads, 'Cid jota seis ponto nove', ['J069'])
test(reads, 'cid i dez', ['I10'])
test(reads, 'cid dez i dez', ['I10'])
test(reads, 'o cid é efe quarenta e um ponto um', [])
test(reads, 'cid efe quarenta e um ponto um', ['F411'])
test(reads, 'cid eme cinquenta e quatro ponto cinco', ['M545'])
test(reads, 'cid ene trinta e nove zero', ['N390'])
test(reads, 'cid agá 66.9', ['H669'])
test(reads, 'cid K21.9 e cid E11.9', ['K219', 'E119'])
test(reads, 'J06.9', ['J069'])
test(reads, 'j06.9', ['J069'])
test(reads, 'J069', ['J069'])
test(reads, 'I10', ['I10'])
test(reads, 'I10 - Hipertensão essencial', ['I10'])
test(reads, 'Hipertensão essencial (I10)', ['I10'])
test(reads, 'Infecção de vias aéreas superiores J06.9', ['J069'])
test(reads, 'Deficiência de vitamina B12', [])
test(reads, 'Fratura de T12', [])
test(reads, 'Fratura (T12)', [])
test(reads, 'CID T12', ['T12'])
test(reads, 'Hérnia L4-L5', [])
test(reads, 'H1N1', [])
test(reads, 'HbA1c 7.2', [])
test(reads, 'PA 120x80', [])
test(reads, 'CID a esclarecer', [])
test(reads, 'cidade I10 norte', [])
test(reads, 'Data 10.06.2024', [])
test(reads, 'M54.55', [])

test('a place is that of the words, and no text makes it fail', (t) => {
  const text = 'Assim, CID J06.9 - IVAS'
  const [found] = readCodes(text)
  t.is(text.slice(found!.start, found!.end), 'CID J06.9')
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'cid jota J069.zero e10 ponto,') }), (any) => {
      for (const { code, start, end } of readCodes(any)) {
        t.regex(code, /^[A-Z]\d{2,3}$/)
        t.true(start >= 0 && start < end && end <= any.length)
      }
    }),
  )
})
