/**
 * The vectors of RNDS.md §10 are facts from outside; the properties hold for numbers made by the
 * routines written again.
 */
import test from 'ava'
import fc from 'fast-check'
import { digitsOf, isCnes, isCnpj, isCns, isCpf } from '../../../core/identifiers.ts'
import { arbitraryCnes, arbitraryCns, arbitraryCpf } from '../../helpers/identifiers.ts'

const accepts = test.macro({
  title: (_, name: string) => `${name}: valid numbers are accepted, invalid ones refused`,
  exec(t, _: string, is: (text: string) => boolean, valid: string[], invalid: string[]) {
    for (const each of valid) t.true(is(each), each)
    for (const each of invalid) t.false(is(each), each)
  },
})

test(
  accepts,
  'CPF',
  isCpf,
  ['12345678909', '11144477735', '52998224725', '00000000191'],
  ['12345678900', '11111111111', '00000000000', '5299822472', '529982247250', '529.982.247-25', ''],
)

test(
  accepts,
  'CNS',
  isCns,
  [
    '129141777630006',
    '195748906820018',
    '123456789010000',
    '843419254122484',
    '924475771046567',
    '756508899579038',
    '728921840110704',
    '162338254590005',
    '207284801600008',
    '706004324048847',
    '980016287385192',
    '702303127009117',
  ],
  [
    '819217217061851',
    '815113499149874',
    '898001160660034',
    '898005900000823',
    '700415845964843',
    '000000000000000',
    '329141777630006',
    '12914177763000',
    '1291417776300060',
    '',
  ],
)

test(
  accepts,
  'CNES',
  isCnes,
  ['2337991', '0000001', '3191384', '2337545'],
  ['233799', '23379911', '233799a', ''],
)

test(
  accepts,
  'CNPJ',
  isCnpj,
  ['00394544000185', '01567601000143', '11222333000181', '12ABC34501DE35'],
  [
    '00000000000000',
    '00394544000186',
    '12ABC34501DE36',
    '12abc34501de35',
    '12ABC34501DE3A',
    '0039454400018',
    '',
  ],
)

/** The rule as the Receita Federal words it, for either form: weights 2 to 9 from the right. */
function cnpjOf(first12: string): string {
  const digit = (characters: string) => {
    const sum = [...characters]
      .reverse()
      .reduce((total, one, at) => total + (one.charCodeAt(0) - 48) * (2 + (at % 8)), 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  const withOne = first12 + digit(first12)
  return withOne + digit(withOne)
}

const DIGITS = [...'0123456789']
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const twelve = (characters: string[]) =>
  fc
    .array(fc.constantFrom(...characters), { minLength: 12, maxLength: 12 })
    .map((list) => list.join(''))
    .filter((text) => !/^0+$/.test(text))

test('a CNPJ with or without letters is taken with its check digits, and with no others', (t) => {
  const either = fc.oneof(twelve(DIGITS), twelve([...DIGITS, ...LETTERS]), twelve(LETTERS))
  const shift = fc.integer({ min: 1, max: 99 })
  t.is(cnpjOf('12ABC34501DE'), '12ABC34501DE35')
  fc.assert(
    fc.property(either, shift, (first12, by) => {
      const right = cnpjOf(first12)
      const wrong = first12 + String((Number(right.slice(12)) + by) % 100).padStart(2, '0')
      const lower = right.toLowerCase()
      return isCnpj(right) && !isCnpj(wrong) && (lower === right || !isCnpj(lower))
    }),
  )
})

test('a CNPJ is written with or without its punctuation', (t) => {
  t.true(isCnpj(digitsOf('12.ABC.345/01DE-35')))
  t.true(isCnpj(digitsOf('11.222.333/0001-81')))
})

test('points, dashes, slashes and blanks are taken away, other characters stay', (t) => {
  t.is(digitsOf(' 529.982.247-25 '), '52998224725')
  t.is(digitsOf('129 1417 7763 0006'), '129141777630006')
  t.is(digitsOf('529x982'), '529x982')
})

test('every number made by the routine is accepted, and none with another last digit', (t) => {
  const wrong = (digits: string, shift: number) =>
    digits.slice(0, -1) + ((Number(digits.at(-1)) + shift) % 10)
  const shift = fc.integer({ min: 1, max: 9 })
  fc.assert(fc.property(arbitraryCpf, shift, (cpf, by) => isCpf(cpf) && !isCpf(wrong(cpf, by))))
  fc.assert(fc.property(arbitraryCns, shift, (cns, by) => isCns(cns) && !isCns(wrong(cns, by))))
  fc.assert(fc.property(arbitraryCnes, isCnes))
  t.pass()
})

test('punctuation in any place changes nothing', (t) => {
  const written = (digits: string, marks: string[]) =>
    [...digits].map((digit, index) => digit + (marks[index] ?? '')).join('')
  const marks = fc.array(fc.constantFrom('', '.', '-', ' ', '/'), { maxLength: 15 })
  fc.assert(
    fc.property(
      fc.oneof(arbitraryCpf, arbitraryCns),
      marks,
      (digits, between) => digitsOf(written(digits, between)) === digits,
    ),
  )
  t.pass()
})
