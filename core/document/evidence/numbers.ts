/**
 * Numbers of a statement with what they count: "12 por 8" is also 120 and 80, "três a quatro meses"
 * are both months, "1.200 mL" is not 1.200 L.
 */

import { readNumbers } from '../../portuguese/numbers.ts'
import type { Term } from '../../portuguese/term.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { MEASURE_RULES } from '../measures/measures.ts'

export function numberKey(value: number): string {
  return `#${Math.round(value * 1000) / 1000}`
}

/** Readings give the numbers' other forms: 120 and 80 for "12 por 8", 1.58 for "1 metro e 58". */
export function measuredForms(tokens: readonly Token[]): Map<number, string[]> {
  const forms = new Map<number, string[]>()
  const numbers = readNumbers(tokens)
  if (numbers.length === 0) return forms
  for (const { from, to, value } of numbers) {
    const rest = numbers.find((one) => one.from === to + 2 && tokens[to + 1]?.norm === 'e')
    if (!rest || !/^(?:quilos?|kg)$/.test(tokens[to]?.norm ?? '') || rest.value >= 1000) continue
    // "Dois quilos e seiscentos", "três e cem".
    forms.set(from, [numberKey(value + rest.value / 1000), `=${value * 1000 + rest.value}g`])
  }
  for (const { from, to, value } of numbers) {
    const rest = numbers.find((one) => one.from === to + 1 && tokens[to]?.norm === 'e')
    // "Trinta e oito e dois" of a fever.
    if (rest && value >= 34 && value <= 42 && rest.value < 10)
      forms.set(from, [...(forms.get(from) ?? []), numberKey(value + rest.value / 10)])
  }
  for (const { from, to, value } of numbers) {
    const rest = numbers.find((one) => one.from === to + 1)
    if (!rest) continue
    // A pressure said in centimetres of mercury: "15 por 9", "14 e meio por 9".
    if (/^(?:por|x|\/)$/.test(tokens[to]?.norm ?? '') && isPressure(value, rest.value)) {
      forms.set(from, [...(forms.get(from) ?? []), numberKey(value * 10)])
      forms.set(rest.from, [...(forms.get(rest.from) ?? []), numberKey(rest.value * 10)])
    }
    // "Nasceu com dois e novecentos": kilograms, and grams.
    if (tokens[to]?.norm === 'e' && value < 10 && rest.value >= 100 && rest.value < 1000)
      forms.set(from, [
        ...(forms.get(from) ?? []),
        numberKey(value + rest.value / 1000),
        numberKey(value * 1000 + rest.value),
      ])
  }
  for (const rule of MEASURE_RULES) {
    for (const reading of rule.find(tokens, true)) {
      const inside = numbers.filter(({ from }) => from >= reading.from && from < reading.to)
      for (const { from } of inside)
        forms.set(from, [...(forms.get(from) ?? []), ...reading.values.map(numberKey)])
    }
  }
  return forms
}

function isPressure(systolic: number, diastolic: number): boolean {
  return (
    systolic >= 7 && systolic <= 26 && diastolic >= 4 && diastolic <= 16 && systolic > diastolic
  )
}

/** What units that measure the same are of each other: hours, grams, millilitres. */
const SCALES = new Map(
  Object.entries<[number, string]>({
    minuto: [1 / 60, 'h'],
    hora: [1, 'h'],
    dia: [24, 'h'],
    semana: [168, 'h'],
    mes: [720, 'h'],
    ano: [8640, 'h'],
    mcg: [0.000001, 'g'],
    mg: [0.001, 'g'],
    g: [1, 'g'],
    kg: [1000, 'g'],
    ml: [1, 'ml'],
    litro: [1000, 'ml'],
    mm: [0.1, 'cm'],
    cm: [1, 'cm'],
    metro: [100, 'cm'],
  }),
)

/**
 * Also in one unit for all that measure the same: "21 dias" are "três semanas", 1.500 mL a litre
 * and a half; two weeks are called fifteen days, too.
 */
export function withLengths(terms: readonly Term[]): Term[] {
  return terms.map((term) => {
    const [scale, unit] = SCALES.get(term.unit ?? '') ?? []
    if (term.kind !== 'number' || term.rhythm || scale === undefined) return term
    const length = Number((Number(term.key.slice(1)) * scale).toPrecision(9))
    const lengths = [
      `=${length}${unit}`,
      ...(length === 15 * 24 && unit === 'h' ? [`=${14 * 24}h`] : []),
    ]
    return { ...term, also: [...(term.also ?? []), ...lengths] }
  })
}

/** Whether two numbers are the same amount in other units. */
export function sameLength({ also: one = [] }: Term, { also: other = [] }: Term): boolean {
  return one.some((each) => each.startsWith('=') && other.includes(each))
}

/** @param isConcentration "10,5 g/dL": what people leave out, though not say otherwise */
export function withUnits(
  terms: readonly Term[],
  isClock?: (number: Term) => boolean,
  isConcentration?: (number: Term) => boolean,
): Term[] {
  return terms.map((term, index) => {
    const next = terms[index + 1]
    const adjacent =
      next && next.from <= term.to + 1 && (next.kind === 'unit' || TIME_UNITS.has(next.key))
    if (term.kind !== 'number') return term
    // "Às 2h" is when, not how long.
    if (isClock?.(term)) return { ...term, unit: 'relogio', ...halfDay(term) }
    if (adjacent)
      return { ...term, unit: next.key, ...(isConcentration?.(term) ? { seldomSaid: true } : {}) }
    const unit = laterTimeUnit(terms, index)
    return unit ? { ...term, unit } : term
  })
}

/** "Às 23 h" is what people call onze. */
function halfDay({ key, also = [] }: Term): Pick<Term, 'also'> {
  const hour = Number(key.slice(1))
  return hour > 12 && hour < 24 ? { also: [...also, numberKey(hour - 12)] } : {}
}

/** "Três a quatro meses", "os três primeiros dias": the unit stands a word or a number later. */
function laterTimeUnit(terms: readonly Term[], at: number): string | undefined {
  // "Em maio de 2026: 10 semanas": a year counts nothing.
  if (terms[at]!.rhythm || /^#(?:19|20)\d\d$/.test(terms[at]!.key)) return undefined
  const found = terms.slice(at + 1, at + 4).findIndex(({ key }) => TIME_UNITS.has(key))
  if (found < 1) return undefined
  const between = terms.slice(at + 1, at + 1 + found)
  const leads = between.every(
    ({ kind, key, from }, index) =>
      // "Nove, dez dias": a comma between two numbers.
      from <= (between[index - 1] ?? terms[at]!).to + (kind === 'number' ? 1 : 0) &&
      (kind === 'number' || JOINS.has(key)),
  )
  return leads ? terms[at + 1 + found]!.key : undefined
}

const JOINS = new Set(['a', 'ou', 'e', 'primei', 'ultim', 'proxim', 'ate', 'bon', 'long', 'ultimo'])

/** A number with one of these is that many of them, and nothing else. */
export const COUNTED_UNITS = new Set(
  'litro minuto relogio hora dia semana mes ano mg g mcg ml ui gota comprimido capsula jato puff ampola sache meq kg mm cm metro grau fahrenheit'.split(
    ' ',
  ),
)
export const TIME_UNITS = new Set('minuto hora dia semana mes ano'.split(' '))
