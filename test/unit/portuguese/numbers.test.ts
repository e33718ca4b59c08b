import test from 'ava'
import fc from 'fast-check'
import { readNumbers } from '../../../core/portuguese/numbers.ts'
import { tokenize } from '../../../core/portuguese/tokens.ts'
import { phrases } from '../../helpers/rules.ts'

const TABLE = `
zero => 0
um => 1
duas => 2
três => 3
dez => 10
quatorze => 14
catorze => 14
dezesseis => 16
dezenove => 19
vinte => 20
vinte e um => 21
trinta e sete => 37
noventa e nove => 99
cem => 100
cento e um => 101
cento e vinte => 120
cento e vinte e três => 123
cento vinte => 120
duzentos => 200
trezentos e dez => 310
quinhentas => 500
novecentos e noventa e nove => 999
mil => 1000
mil e duzentos => 1200
dois mil => 2000
dois mil e vinte e quatro => 2024
cento e cinquenta mil => 150000
150 mil => 150000
trinta e sete e meio => 37.5
setenta e dois e meia => 72.5
trinta e sete vírgula oito => 37.8
37 vírgula 8 => 37.8
37,8 => 37.8
37.8 => 37.8
um vírgula setenta e dois => 1.72
um ponto oito => 1.8
dois vírgula zero cinco => 2.05
0,5 => 0.5
1.200 => 1200
3.200,5 => 3200.5
1,72 => 1.72
72kg => 72
120x80 => 120 80
120 por 80 => 120 80
doze por oito => 12 8
cento e vinte por oitenta => 120 80
um metro e setenta e dois => 1 72
vinte e trinta => 20 30
dez oito => 10 8
trinta oito => 30 8
de 8 em 8 horas => 8 8
10 de 12 em 12 => 10 12 12
98 por cento => 98
duzentos por cento e dez => 200 110
há 3 dias e 2 horas => 3 2
12h30 => 12 30
3 vezes por semana => 3
# not numbers
meia hora => none
SpO2 => none
T4 livre => none
HbA1c => none
vitamina B12 => none
10.05.2024 => none
centro => none
umbigo => none
sentado => none
`
for (const [phrase, expected] of phrases(TABLE))
  test(`"${phrase}" is ${expected}`, (t) => {
    const found = readNumbers(tokenize(phrase)).map(({ value }) => value)
    t.is(found.join(' ') || 'none', expected)
  })

test('every number below a thousand million is read back from its Portuguese name', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), (value) => {
      const found = readNumbers(tokenize(spell(value)))
      t.deepEqual(
        found.map((number) => number.value),
        [value],
        spell(value),
      )
    }),
  )
})

test('words keep their places in the untouched text', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      let before = 0
      for (const { start, end } of tokenize(text)) {
        t.true(start >= before && end > start && end <= text.length)
        before = end
      }
    }),
  )
})

const SMALL =
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove'.split(
    ' ',
  )
const TENS = '- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')
const HUNDREDS =
  '- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(
    ' ',
  )

/** Cardinal numbers as Portuguese grammar has them. */
function spell(value: number): string {
  if (value >= 1000) {
    const [thousands, rest] = [Math.floor(value / 1000), value % 1000]
    const head = thousands === 1 ? 'mil' : `${spell(thousands)} mil`
    if (rest === 0) return head
    return rest < 100 || rest % 100 === 0 ? `${head} e ${spell(rest)}` : `${head} ${spell(rest)}`
  }
  if (value === 100) return 'cem'
  if (value > 100)
    return [HUNDREDS[Math.floor(value / 100)], value % 100 ? spell(value % 100) : '']
      .filter(Boolean)
      .join(' e ')
  if (value < 20) return SMALL[value]!
  return [TENS[Math.floor(value / 10)], value % 10 ? SMALL[value % 10] : '']
    .filter(Boolean)
    .join(' e ')
}
