/**
 * What a host's schema allows a single value to be. Null is always allowed: a value that breaks a
 * rule is not changed until it fits, it is not given.
 */
import { textPattern } from './text-pattern.ts'

/** Formats of JSON Schema that a text can be held against without asking anybody. */
const TESTS = {
  date: isDate,
  time: (text: string) => TIME.test(text),
  'date-time': (text: string) => {
    const [date = '', time = ''] = text.split(/[Tt]/)
    return text.length === date.length + time.length + 1 && isDate(date) && ZONED.test(time)
  },
  email: (text: string) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text),
  uuid: (text: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text),
  uri: (text: string) => /^[a-z][a-z\d+.-]*:\S+$/i.test(text) && URL.canParse(text),
} satisfies Record<string, (text: string) => boolean>

type TextFormat = keyof typeof TESTS

/** Names of other libraries for the same. */
const SAME: Readonly<Record<string, TextFormat>> = { guid: 'uuid', url: 'uri' }
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?$/i
const ZONED = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i

/** Undefined: nothing here knows it. */
export function textFormat(name: string): TextFormat | undefined {
  return Object.hasOwn(TESTS, name) ? (name as TextFormat) : SAME[name]
}

function matchesFormat(format: TextFormat, text: string): boolean {
  return TESTS[format](text)
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

export type Scalar = string | number | boolean

export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

export type ValueRule =
  | { kind: 'allowed'; values: readonly Scalar[] }
  | { kind: 'integer' }
  | { kind: BoundKind; bound: number }
  | { kind: 'format'; format: TextFormat }
  | { kind: 'pattern'; pattern: string }
  /** One of these sets holds. */
  | { kind: 'any'; of: readonly (readonly ValueRule[])[] }
  /** A rule that cannot be checked here: no value is given. */
  | { kind: 'unknown' }

/** `above` and `below`: without the bound itself. Lengths are counted in characters. */
export type BoundKind =
  | 'minimum'
  | 'maximum'
  | 'above'
  | 'below'
  | 'multipleOf'
  | 'minLength'
  | 'maxLength'

export function keepsRules(rules: readonly ValueRule[], value: Scalar): boolean {
  return rules.every((rule) => keepsRule(rule, value))
}

/** The values that a list of rules leaves, where it names them. */
export function allowedValues(rules: readonly ValueRule[]): readonly Scalar[] | undefined {
  const lists = rules.flatMap((rule) => (rule.kind === 'allowed' ? [rule.values] : []))
  return lists[0]?.filter((value) => keepsRules(rules, value))
}

/**
 * The same value as the schema writes it: "Leve" for "leve", 2026-03-12 for 12/03/2026. Undefined:
 * it breaks a rule.
 */
export function fitted<Value extends Scalar>(
  rules: readonly ValueRule[],
  value: Value,
): Value | undefined {
  if (keepsRules(rules, value)) return value
  if (typeof value !== 'string') return undefined
  const text = plain(value)
  const named = allowedValues(rules)?.find((one) => plain(String(one)) === text)
  const written = named ?? isoDate(value)
  return typeof written === 'string' && keepsRules(rules, written) ? (written as Value) : undefined
}

function keepsRule(rule: ValueRule, value: Scalar): boolean {
  switch (rule.kind) {
    case 'allowed':
      return rule.values.includes(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'format':
      return typeof value === 'string' && matchesFormat(rule.format, value)
    case 'pattern':
      return typeof value === 'string' && textPattern(rule.pattern)?.(value) === true
    case 'any':
      return rule.of.some((rules) => keepsRules(rules, value))
    case 'unknown':
      return false
    default:
      return keepsBound(rule, value)
  }
}

function keepsBound({ kind, bound }: { kind: BoundKind; bound: number }, value: Scalar): boolean {
  if (kind === 'minLength' || kind === 'maxLength') {
    if (typeof value !== 'string') return false
    const length = [...value].length
    return kind === 'minLength' ? length >= bound : length <= bound
  }
  if (typeof value !== 'number') return false
  switch (kind) {
    case 'minimum':
      return value >= bound
    case 'maximum':
      return value <= bound
    case 'above':
      return value > bound
    case 'below':
      return value < bound
    case 'multipleOf':
      return isWhole(value / bound)
  }
}

/** 0.3 is three times 0.1, whatever binary fractions make of it. */
function isWhole(quotient: number): boolean {
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 4 * Number.EPSILON
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
}

/** A date as it is written in Brazil. */
function isoDate(text: string): string | undefined {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text.trim()) ?? []
  return day && `${year}-${month}-${day}`
}
