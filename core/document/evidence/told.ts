/**
 * What a statement means beyond its single words: complaints told in several words ("arde quando eu faço xixi"), measures named
 * by how they are read out ("coração a noventa e oito"), times told without a number ("anteontem"), half of a dose. Added to what
 * was said, so that a record's one word finds it; never to what is checked.
 */

import { MEASURE_RULES } from '../extractors/measure.ts'
import type { MeasureId, MeasureRule } from '../extractors/measure-rule.ts'
import { readNumbers } from '../extractors/numbers.ts'
import type { Token } from '../extractors/tokens.ts'
import { type Told, toldIdeas } from './lexicon.ts'
import { numberKey, TIME_UNITS } from './numbers.ts'
import type { Term } from './term.ts'

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
      ...times(tokens, terms),
      ...halves(tokens, terms),
      ...halfUnits(tokens, terms),
      ...andHalf(tokens, terms),
      ...decimals(tokens, terms),
      ...quarters(tokens, terms),
      ...nights(tokens, terms),
      ...ordinals(tokens, terms),
      ...afternoons(tokens, terms),
      ...bothSides(tokens, terms),
    ]
    if (meant.length === 0) return [...terms]
    const known = new Set(terms.map(({ key }) => key))
    const added = meant.filter(({ kind, key }) => kind === 'number' || !known.has(key))
    return [...terms, ...added].sort((a, b) => a.from - b.from)
  }
}

/** A term in the place of a token, with what is said of the words there. */
function meantAt(
  terms: readonly Term[],
  at: number,
  term: Pick<Term, 'kind' | 'key'> & Partial<Term>,
): Term {
  const place = terms.find(({ from, to }) => at >= from && at < to)
  return {
    ...{ from: at, to: at + 1, part: place?.part ?? 0, denied: place?.denied ?? false },
    ...(place?.asked ? { asked: true as const } : {}),
    ...(place?.supposed ? { supposed: true as const } : {}),
    ...(place?.holder ? { holder: place.holder } : {}),
    ...(place?.time ? { time: place.time } : {}),
    ...term,
    inferred: true,
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
    return [meantAt(terms, last, { kind: 'word', key: idea, denied, clinical: true, ...certain })]
  }
  return []
}

/** A sentence's mark, a "mas" or an "e … não" between them: two things are told. */
function isParted(tokens: readonly Token[], one: number, other: number): boolean {
  return tokens
    .slice(Math.min(one, other) + 1, Math.max(one, other))
    .some(({ norm }) => /^(?:[;.?!:]|mas|porem)$/.test(norm))
}

const NAMES: Partial<Record<MeasureId, string>> = {
  ...{ bloodPressure: 'pressao', heartRate: 'fc', respiratoryRate: 'fr' },
  ...{ temperature: 'temperatura', saturation: 'saturacao', capillaryGlucose: 'glicemia' },
  ...{ weight: 'peso', height: 'estatura', weightLoss: 'emagrecimento' },
}

function measures(
  tokens: readonly Token[],
  terms: readonly Term[],
  ideas: ReadonlyMap<string, string>,
): Term[] {
  if (!terms.some(({ kind }) => kind === 'number')) return []
  return (MEASURE_RULES as readonly MeasureRule[]).flatMap((rule) => {
    const name = NAMES[rule.id]
    const [reading] = name === undefined ? [] : rule.find(tokens, false)
    if (name === undefined || !reading) return []
    return [
      meantAt(terms, reading.from, { kind: 'word', key: ideas.get(name) ?? name, denied: false }),
    ]
  })
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
      meantAt(terms, at, { kind: 'number', key: numberKey(count), unit, denied: false }),
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

/** "Meio comprimido de cinquenta" is 25. */
function halves(tokens: readonly Token[], terms: readonly Term[]): Term[] {
  const numbers = readNumbers(tokens)
  return tokens.flatMap(({ norm }, at): Term[] => {
    if (!/^(?:meio|metade)$/.test(norm)) return []
    const whole = numbers.find(({ from, article }) => !article && from > at && from - at <= 4)
    if (!whole) return []
    const unit = terms.find(({ kind, from }) => kind === 'number' && from === whole.from)?.unit
    return [
      meantAt(terms, whole.from, {
        ...{ kind: 'number', key: numberKey(whole.value / 2), denied: false },
        ...(unit ? { unit } : {}),
      }),
    ]
  })
}

/** "Meio miligrama" names no whole. */
function halfUnits(tokens: readonly Token[], terms: readonly Term[]): Term[] {
  return terms.flatMap((unit): Term[] => {
    if (
      !/^(?:m?c?g|m?l|litro)$/.test(unit.key) ||
      !/^mei[oa]$/.test(tokens[unit.from - 1]?.norm ?? '')
    )
      return []
    if (tokens[unit.from - 2]?.norm === 'e') return []
    return [
      meantAt(terms, unit.from, {
        ...{ kind: 'number', key: numberKey(0.5), unit: unit.key, denied: false },
      }),
    ]
  })
}

/** "Um e setenta e quatro" is 1,74; "seis e vinte e cinco" of a tablet 6,25. */
function quarters(tokens: readonly Token[], terms: readonly Term[]): Term[] {
  const numbers = readNumbers(tokens)
  return numbers.flatMap((rest): Term[] => {
    const { value, from } = rest
    if (!Number.isInteger(value) || value < 25 || value > 99 || tokens[from - 1]?.norm !== 'e')
      return []
    const whole = numbers.find(({ to }) => to === from - 1)
    const before = whole?.value ?? (/^uma?$/.test(tokens[from - 2]?.norm ?? '') ? 1 : undefined)
    if (before === undefined || !Number.isInteger(before) || before > 9) return []
    if (before > 2 && value % 25 !== 0) return []
    const at = whole?.from ?? from - 2
    return [
      meantAt(terms, at, { kind: 'number', key: numberKey(before + value / 100), denied: false }),
    ]
  })
}

/** "Por sete noites" are seven days. */
function nights(tokens: readonly Token[], terms: readonly Term[]): Term[] {
  return readNumbers(tokens).flatMap(({ from, to, value }): Term[] =>
    tokens[to]?.norm === 'noites'
      ? [
          meantAt(terms, from, {
            kind: 'number',
            key: numberKey(value),
            unit: 'dia',
            denied: false,
          }),
        ]
      : [],
  )
}

const ORDINALS = new Map(
  'primeir segund terceir quart quint sext setim oitav non decim'
    .split(' ')
    .map((word, index) => [word, index + 1] as const),
)

/** "O terceiro dia" is the 3rd; no day of the week. */
function ordinals(tokens: readonly Token[], terms: readonly Term[]): Term[] {
  return tokens.flatMap(({ norm }, at): Term[] => {
    const value = ORDINALS.get(norm.replace(/[oa]s?$/, ''))
    if (value === undefined || /^(?:-|feira)$/.test(tokens[at + 1]?.norm ?? '')) return []
    return [meantAt(terms, at, { kind: 'number', key: numberKey(value), denied: false })]
  })
}

/** "Um litro e meio", "dois anos e meio". */
function andHalf(tokens: readonly Token[], terms: readonly Term[]): Term[] {
  const numbers = readNumbers(tokens)
  return terms.flatMap((unit): Term[] => {
    const { from, to } = unit
    if (tokens[to]?.norm !== 'e' || !/^mei[oa]$/.test(tokens[to + 1]?.norm ?? '')) return []
    if (unit.kind !== 'unit' && !TIME_UNITS.has(unit.key)) return []
    const whole = numbers.find((one) => one.to === from)
    const value = whole?.value ?? (/^uma?$/.test(tokens[from - 1]?.norm ?? '') ? 1 : undefined)
    if (value === undefined || !Number.isInteger(value)) return []
    return [
      meantAt(terms, whole?.from ?? from - 1, {
        ...{ kind: 'number', key: numberKey(value + 0.5), unit: unit.key, denied: false },
      }),
    ]
  })
}

/** A laboratory's value read out: "glicada nove e dois", "creatinina um e três", "zero nove". */
function decimals(tokens: readonly Token[], terms: readonly Term[]): Term[] {
  const numbers = readNumbers(tokens)
  return numbers.flatMap((rest): Term[] => {
    if (!Number.isInteger(rest.value) || rest.value < 1 || rest.value > 9) return []
    if (
      /^(?:dias?|semanas?|mes|meses|anos?|horas?|por|em|x|comprimidos?|e)$/.test(
        tokens[rest.to]?.norm ?? '',
      )
    )
      return []
    const isJoined = tokens[rest.from - 1]?.norm === 'e'
    const end = isJoined ? rest.from - 1 : rest.from
    const whole = numbers.find(({ to }) => to === end)
    const value = whole?.value ?? (isJoined && tokens[end - 1]?.norm === 'um' ? 1 : undefined)
    const at = whole?.from ?? end - 1
    if (value === undefined || !Number.isInteger(value) || value > 99) return []
    // Side by side only behind a nought; "trinta e três" was one number all along.
    if (isJoined ? value >= 20 && value % 10 === 0 : value !== 0) return []
    const unit = terms.find(({ kind, from }) => kind === 'number' && from === rest.from)?.unit
    return [
      meantAt(terms, at, {
        ...{ kind: 'number', key: numberKey(value + rest.value / 10), denied: false },
        ...(unit === undefined ? {} : { unit }),
      }),
    ]
  })
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
      meantAt(terms, from, {
        kind: 'number',
        key: numberKey(value + 12),
        unit: 'relogio',
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
    return [meantAt(terms, at, { kind: 'side', key: 'bilateral', denied: false })]
  })
}
