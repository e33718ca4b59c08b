/**
 * What a statement means beyond its single words: complaints told in several words ("arde quando eu
 * faço xixi"), measures named by how they are read out ("coração a noventa e oito"), times told
 * without a number ("anteontem"), half of a dose. Added to what was said, so that a record's one
 * word finds it; never to what is checked.
 */

import { readNumbers } from '../../portuguese/numbers.ts'
import type { Term } from '../../portuguese/term.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { type Told, toldIdeas } from '../../portuguese/word-forms.ts'
import { MEASURE_RULES } from '../measures/measures.ts'
import { inferredTermAt, toldNumbers } from './implied-numbers.ts'
import { numberKey } from './numbers.ts'

/** Adds what is meant to the terms of one statement, in the order of its tokens. */
export type ToldReader = (tokens: readonly Token[], terms: readonly Term[]) => Term[]

/** How far words of one idea may stand from each other, in tokens. */
const NEAR = 7

export function toldReader(ideas: ReadonlyMap<string, string>): ToldReader {
  const told = toldIdeas(ideas)

  return (tokens, terms) => {
    const meant = [
      ...told.flatMap((one) => complaint(one, tokens, terms)),
      ...measures(tokens, terms, ideas),
      ...toldTimes(tokens, terms),
      ...toldNumbers(tokens, terms),
      ...bothSides(tokens, terms),
    ]
    if (meant.length === 0) return [...terms]
    const known = new Set(terms.map(({ key }) => key))
    const added = meant.filter(({ kind, key }) => kind === 'number' || !known.has(key))
    return [...terms, ...added].sort((a, b) => a.from - b.from)
  }
}

function complaint(
  { idea, groups, unless }: Told,
  tokens: readonly Token[],
  terms: readonly Term[],
) {
  const places = groups.map((group) =>
    tokens.flatMap(({ norm, kind }, at) => (kind === 'word' && group.test(norm) ? at : [])),
  )
  const [first = [], ...others] = places
  for (const at of first) {
    const rest = others.map((all) =>
      all.find((one) => one !== at && Math.abs(one - at) <= NEAR && !isParted(tokens, at, one)),
    )
    if (rest.some((one) => one === undefined)) continue
    const matched = [at, ...(rest as number[])]
    if (unless && tokens.some(({ norm }, one) => Math.abs(one - at) <= NEAR && unless.test(norm)))
      continue
    const last = Math.max(...matched)
    // "Não durmo": the denial is what is meant.
    const ownDenial = matched.some((one) => /^(?:nao|sem)$/.test(tokens[one]!.norm))
    const denied =
      !ownDenial &&
      matched.some((one) => terms.some((each) => each.denied && one >= each.from && one < each.to))
    const certain = groups.length === 1 ? { certain: true as const } : {}
    return [
      inferredTermAt(terms, last, { kind: 'word', key: idea, denied, clinical: true, ...certain }),
    ]
  }
  return []
}

/** A sentence's mark, a "mas" or an "e … não" between them: two things are told. */
function isParted(tokens: readonly Token[], one: number, other: number): boolean {
  return tokens
    .slice(Math.min(one, other) + 1, Math.max(one, other))
    .some(({ norm }) => /^(?:[;.?!:]|mas|porem)$/.test(norm))
}

function measures(
  tokens: readonly Token[],
  terms: readonly Term[],
  ideas: ReadonlyMap<string, string>,
): Term[] {
  if (!terms.some(({ kind }) => kind === 'number')) return []
  return MEASURE_RULES.flatMap(({ recordWord: name, find }) => {
    const [reading] = name === undefined ? [] : find(tokens, false)
    if (name === undefined || !reading) return []
    return [
      inferredTermAt(terms, reading.from, {
        kind: 'word',
        key: ideas.get(name) ?? name,
        denied: false,
      }),
    ]
  })
}

/** "Nos dois pés", "dos dois lados", "ambas as mãos". */
function bothSides(tokens: readonly Token[], terms: readonly Term[]): Term[] {
  return tokens.flatMap(({ norm }, at): Term[] => {
    const both =
      /^amb[oa]s$/.test(norm) ||
      (/^(?:dois|duas)$/.test(norm) &&
        /^(?:[ndp]?[oa]s|pel[oa]s)$/.test(tokens[at - 1]?.norm ?? ''))
    const next = tokens[at + 1]?.norm ?? ''
    if (
      !both ||
      /^(?:dias|meses|semanas|anos|horas|ultim\w+|primeir\w+|comprimidos|remedios)$/.test(next)
    )
      return []
    return [inferredTermAt(terms, at, { kind: 'side', key: 'bilateral', denied: false })]
  })
}

/** Times told without a number, or by another: "anteontem", "uma semana", "às duas da tarde". */
function toldTimes(tokens: readonly Token[], terms: readonly Term[]): Term[] {
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
