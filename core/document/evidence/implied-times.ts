/** Times told without a number, or by another: "anteontem", "uma semana", "às duas da tarde". */

import { readNumbers } from '../../portuguese/numbers.ts'
import type { Term } from '../../portuguese/term.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { inferredTermAt } from './inferred-term.ts'
import { numberKey } from './numbers.ts'

export function toldTimes(tokens: readonly Token[], terms: readonly Term[]): Term[] {
  return [...times(tokens, terms), ...nights(tokens, terms), ...afternoons(tokens, terms)]
}

/** One of a unit of time, told by a word: "uma semana", "ontem", "no ano passado". */
const ONES = new Map(
  Object.entries<string>({
    hora: 'hora',
    dia: 'dia',
    semana: 'semana',
    mes: 'mes',
    ano: 'ano',
  }),
)
const DAYS = new Map(Object.entries<number>({ ontem: 1, anteontem: 2, trasanteontem: 3 }))

function times(tokens: readonly Token[], terms: readonly Term[]): Term[] {
  return tokens.flatMap(({ norm }, at): Term[] => {
    const counted = (count: number, unit: string) => [
      inferredTermAt(terms, at, { kind: 'number', key: numberKey(count), unit, denied: false }),
    ]
    const days = DAYS.get(norm)
    if (days !== undefined) return counted(days, 'dia')
    const unit = ONES.get(norm)
    if (unit === undefined) return []
    const isWhole = /^(?:inteir[oa]|tod[oa])$/.test(tokens[at + 1]?.norm ?? '')
    const isOne = isWhole || /^uma?$/.test(tokens[at - 1]?.norm ?? '')
    const isLast =
      /^passad[oa]$/.test(tokens[at + 1]?.norm ?? '') ||
      /^ultim[oa]$/.test(tokens[at - 1]?.norm ?? '')
    return isOne || isLast ? counted(1, unit) : []
  })
}

/** "Por sete noites" are seven days. */
function nights(tokens: readonly Token[], terms: readonly Term[]): Term[] {
  return readNumbers(tokens).flatMap(({ from, to, value }): Term[] =>
    tokens[to]?.norm === 'noites'
      ? [
          inferredTermAt(terms, from, {
            kind: 'number',
            key: numberKey(value),
            unit: 'dia',
            denied: false,
          }),
        ]
      : [],
  )
}

/** "Às duas da tarde" is 14 h. */
function afternoons(tokens: readonly Token[], terms: readonly Term[]): Term[] {
  return readNumbers(tokens).flatMap(({ from, to, value }): Term[] => {
    const words = tokens
      .slice(to, to + 3)
      .map(({ norm }) => norm)
      .join(' ')
    if (value > 11 || !/^(?:horas )?da (?:tarde|noite)\b/.test(words)) return []
    return [
      inferredTermAt(terms, from, {
        kind: 'number',
        key: numberKey(value + 12),
        unit: 'relogio',
        denied: false,
      }),
    ]
  })
}
