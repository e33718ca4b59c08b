/** Numbers that are meant and not said: halves, what is read out in two parts, ordinals. */

import { readNumbers } from '../../portuguese/numbers.ts'
import type { Term } from '../../portuguese/term.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { numberKey, TIME_UNITS } from './numbers.ts'

export function toldNumbers(tokens: readonly Token[], terms: readonly Term[]): Term[] {
  return [halves, halfUnits, andHalf, decimals, quarters, ordinals].flatMap((read) =>
    read(tokens, terms),
  )
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
      inferredTermAt(terms, whole.from, {
        kind: 'number',
        key: numberKey(whole.value / 2),
        denied: false,
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
      inferredTermAt(terms, unit.from, {
        kind: 'number',
        key: numberKey(0.5),
        unit: unit.key,
        denied: false,
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
      inferredTermAt(terms, at, {
        kind: 'number',
        key: numberKey(before + value / 100),
        denied: false,
      }),
    ]
  })
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
    return [inferredTermAt(terms, at, { kind: 'number', key: numberKey(value), denied: false })]
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
      inferredTermAt(terms, whole?.from ?? from - 1, {
        kind: 'number',
        key: numberKey(value + 0.5),
        unit: unit.key,
        denied: false,
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
      inferredTermAt(terms, at, {
        kind: 'number',
        key: numberKey(value + rest.value / 10),
        denied: false,
        ...(unit === undefined ? {} : { unit }),
      }),
    ]
  })
}

/** A term in the place of a token, with what is said of the words there. */
export function inferredTermAt(
  terms: readonly Term[],
  at: number,
  term: Pick<Term, 'kind' | 'key'> & Partial<Term>,
): Term {
  const place = terms.find(({ from, to }) => at >= from && at < to)
  return {
    from: at,
    to: at + 1,
    part: place?.part ?? 0,
    denied: place?.denied ?? false,
    ...(place?.asked ? { asked: true as const } : {}),
    ...(place?.supposed ? { supposed: true as const } : {}),
    ...(place?.holder ? { holder: place.holder } : {}),
    ...(place?.time ? { time: place.time } : {}),
    ...term,
    inferred: true,
  }
}
