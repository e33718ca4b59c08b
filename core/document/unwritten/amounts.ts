/**
 * How much and how often, as keys that compare: "meio grama" and "500 mg", "de 8 em 8 horas" and
 * "três vezes ao dia" are the same.
 */

import { readNumbers } from '../../portuguese/numbers.ts'
import { rhythmsOf } from '../../portuguese/rhythm.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { numberKey } from '../evidence/numbers.ts'
import type { Amount } from '../medicines/medication-amounts.ts'

/** Masses in milligrams; of other units a number counts by itself. */
const IN_MG = new Map([
  ['g', 1000],
  ['mg', 1],
  ['mcg', 0.001],
])

/** One key for the amount; of a combination one for each part. */
export function amountKeys({ value, and, unit }: Amount): string[] {
  const scale = IN_MG.get(unit ?? '') ?? 1
  return [value, and].flatMap((each) => (each === null ? [] : numberKey(each * scale)))
}

/**
 * Every amount that the words could say: a number with its unit, and the number alone, since people
 * leave the unit out.
 */
export function amountsIn(tokens: readonly Token[]): Set<string> {
  return new Set(
    readNumbers(tokens).flatMap(({ value, to }) => {
      const unit = UNITS.find(([pattern]) => pattern.test(tokens[to]?.norm ?? ''))?.[1]
      const scale = IN_MG.get(unit ?? '') ?? 1
      return [numberKey(value), numberKey(value * scale)]
    }),
  )
}

const UNITS: readonly [RegExp, string][] = [
  [/^(?:g|gramas?|gr)$/, 'g'],
  [/^(?:mcg|ug|µg|microgramas?)$/, 'mcg'],
]

/** How often, where it was said as a count or an interval; a moment of the day alone is none. */
export function rhythmMentions(tokens: readonly Token[]): { key: string; to: number }[] {
  return rhythmsOf(tokens)
    .filter(({ times, bare, holdsDoses }) => times !== null && !bare && !holdsDoses)
    .map(({ times, per, to }) => ({ key: `${times}/${per}`, to }))
}

/**
 * As `rhythmMentions`, moments and bare counts included: what a document that writes "à noite" may
 * say.
 */
export function rhythmsWritten(tokens: readonly Token[]): Set<string> {
  return new Set(rhythmsOf(tokens).map(({ times, per }) => `${times ?? 1}/${per}`))
}
