/** A measurement that no living body has: a misheard one, of which the other reading is meant. */
import type { Check } from './check.ts'

export const implausibleMeasure: Check = {
  name: 'implausible-measure',
  isDangerous: false,
  ofQuotations: true,
  find: ({ text }) =>
    isImplausiblePressure(text) || QUANTITIES.some((one) => isOutside(text, one))
      ? 'O valor da medida não é plausível.'
      : null,
}

const PRESSURE =
  /(?<!\p{L})(?:pa|press[aã]o)(?!\p{L})\D{0,24}(\d{1,3})\s*(?:x|\/|por)\s*(\d{1,3})/giu
/** In mmHg: between the two there is at least this. */
const LEAST_PULSE = 10

/** "40/96", "90/89"; "12/8" is written in tens. */
function isImplausiblePressure(text: string): boolean {
  return [...text.matchAll(PRESSURE)].some(([, upper, lower]) => {
    const scale = Number(upper) < 30 && Number(lower) < 20 ? 10 : 1
    const [high, low] = [Number(upper) * scale, Number(lower) * scale]
    return high - low < LEAST_PULSE || high < 50 || high > 300 || low < 20 || low > 200
  })
}

interface Quantity {
  /** Its name, up to the number. */
  name: RegExp
  /** Behind the number; without, no unit is asked. */
  unit?: RegExp
  /** Range of the living, inclusive. */
  range: readonly [least: number, most: number]
}

const QUANTITIES: readonly Quantity[] = [
  { name: /(?<!\p{L})(?:temperatura|tax|temp)(?!\p{L})\D{0,16}/giu, range: [28, 44] },
  {
    name: /(?<!\p{L})(?:fc|frequ[eê]ncia card[ií]aca|pulso)(?!\p{L})\D{0,12}/giu,
    range: [20, 300],
  },
  { name: /(?<!\p{L})(?:fr|frequ[eê]ncia respirat[oó]ria)(?!\p{L})\D{0,12}/giu, range: [4, 120] },
  { name: /(?<!\p{L})(?:spo2|sato2|satura[cç][aã]o)(?!\p{L})\D{0,16}/giu, range: [30, 100] },
  { name: /(?<!\p{L})peso(?!\p{L})\D{0,8}/giu, unit: /^\s*(?:kg|quilos?)/iu, range: [0.3, 400] },
  {
    name: /(?<!\p{L})altura(?!\p{L})\D{0,8}/giu,
    unit: /^\s*(?:m|metros?)(?!\p{L})/iu,
    range: [0.2, 2.5],
  },
  {
    name: /(?<!\p{L})altura(?!\p{L})\D{0,8}/giu,
    unit: /^\s*(?:cm|cent[ií]metros?)/iu,
    range: [20, 250],
  },
  { name: /(?<!\p{L})imc(?!\p{L})\D{0,8}/giu, range: [7, 120] },
]

function isOutside(text: string, { name, unit, range: [least, most] }: Quantity): boolean {
  return [...text.matchAll(name)].some(({ 0: named, index }) => {
    const behind = text.slice(index + named.length)
    const [digits = ''] = /^\d{1,4}(?:[.,]\d{1,2})?(?![\d/x])/u.exec(behind) ?? []
    if (digits === '' || (unit && !unit.test(behind.slice(digits.length)))) return false
    const value = Number(digits.replace(',', '.'))
    return value < least || value > most
  })
}
