import test from 'ava'
import {
  asUnit,
  type Word,
  withOddSignsMarked,
} from '../../ai-local/files/recognition/two-readings.ts'

const words = (texts: readonly string[]): Word[] =>
  texts.map((text) => ({ text, x0: 0, y0: 0, x1: 1, y1: 1, isUnsure: false }))
const read = (...texts: string[]) => withOddSignsMarked(words(texts)).map(({ text }) => text)

test('a decimal point on a page of commas is marked, thousands and dates are not', (t) => {
  t.deepEqual(read('13,2', '4,5', '7.400', '8.0 a 16,2', '12.03.2026'), [
    '13,2',
    '4,5',
    '7.400',
    '8.0 (incerto) a 16,2',
    '12.03.2026',
  ])
  t.deepEqual(read('8,1', '9,2', '3.5 (incerto)'), ['8,1', '9,2', '3.5 (incerto)'])
})

test('a page that has its own way, or both, is left as it is', (t) => {
  for (const page of [
    ['13.2', '4.5'],
    ['13,2', '4,5'],
    ['1.5', '2,5'],
  ])
    t.deepEqual(read(...page), page)
})

test('a letter of a unit that looks like a one is that letter', (t) => {
  t.is(asUnit('mmo1/L'), 'mmol/L')
  t.is(asUnit('mg/d1'), 'mg/dL')
  t.is(asUnit('1/2'), undefined)
})
