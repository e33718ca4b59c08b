/** The keywords of a schema node that restrict its value, as rules that can be kept. */
import type { Found, PlainNode, ScalarType } from './node-type.ts'
import { textPattern } from './text-pattern.ts'
import { type BoundKind, type Scalar, textFormat, type ValueRule } from './value-rules.ts'

interface Telling {
  fault(path: string, issue: string, message: string): undefined
  warn(path: string, message: string): void
}

const BOUNDS: Readonly<Record<string, { kind: BoundKind; of: ScalarType }>> = {
  minimum: { kind: 'minimum', of: 'number' },
  maximum: { kind: 'maximum', of: 'number' },
  exclusiveMinimum: { kind: 'above', of: 'number' },
  exclusiveMaximum: { kind: 'below', of: 'number' },
  multipleOf: { kind: 'multipleOf', of: 'number' },
  minLength: { kind: 'minLength', of: 'string' },
  maxLength: { kind: 'maxLength', of: 'string' },
}

/** Keywords that are read here, for a single value. */
export const RULE_KEYWORDS: ReadonlySet<string> = new Set([
  ...Object.keys(BOUNDS),
  'enum',
  'const',
  'format',
  'pattern',
])

export function readRules(
  { keywords, alternatives }: PlainNode,
  type: ScalarType,
  telling: Telling,
): ValueRule[] {
  const all = (keyword: string) => keywords.get(keyword) ?? []
  const listOf = ({ value, path }: Found) =>
    Array.isArray(value) && value.length > 0
      ? allowed(value, type, path, telling)
      : telling.fault(path, 'invalid', '"enum" must be a list of values, with at least one.')
  const rules: (ValueRule | undefined)[] = [
    ...(all('type').some(({ value }) => isWholeNumber(value)) ? [INTEGER] : []),
    ...all('enum').map(listOf),
    ...all('const').map(({ value, path }) => allowed([value], type, path, telling)),
    ...Object.entries(BOUNDS).flatMap(([keyword, bound]) =>
      all(keyword).map((found) => readBound(found, keyword, bound, type, telling)),
    ),
    ...all('format').map((found) => readFormat(found, type, telling)),
  ]
  const isFormatted = rules.some((rule) => rule?.kind === 'format')
  rules.push(...all('pattern').map((found) => readPattern(found, type, isFormatted, telling)))
  for (const branches of alternatives)
    rules.push({ kind: 'any', of: branches.map((branch) => readRules(branch, type, telling)) })
  return rules.flatMap((rule) => (rule ? [rule] : [])).map(exclusive(all))
}

const INTEGER: ValueRule = { kind: 'integer' }

function isWholeNumber(type: unknown): boolean {
  if (Array.isArray(type)) return type.includes('integer') && !type.includes('number')
  return type === 'integer'
}

function allowed(
  values: readonly unknown[],
  type: ScalarType,
  path: string,
  { fault, warn }: Telling,
): ValueRule | undefined {
  const scalars = values.filter((value): value is Scalar => typeof value === type)
  const others = values.filter((value) => value !== null && typeof value !== type)
  if (scalars.length === 0)
    return fault(path, 'invalid', `With type "${type}" a value named must be one of it.`)
  if (others.length > 0) warn(path, `Of the values named, only those of type "${type}" are given.`)
  return { kind: 'allowed', values: [...new Set(scalars)] }
}

function readBound(
  { value, path }: Found,
  keyword: string,
  { kind, of }: { kind: BoundKind; of: ScalarType },
  type: ScalarType,
  { fault, warn }: Telling,
): ValueRule | undefined {
  if (type !== of) return void warn(path, `"${keyword}" says nothing of type "${type}".`)
  // Schemas before 2019 say so of the bound beside it.
  if (typeof value === 'boolean' && keyword.startsWith('exclusive')) return undefined
  const isLength = of === 'string' || kind === 'multipleOf'
  if (typeof value !== 'number' || !Number.isFinite(value) || (isLength && value < 0))
    return fault(path, 'invalid', `"${keyword}" must be a number.`)
  if (kind === 'multipleOf' && value === 0)
    return fault(path, 'invalid', '"multipleOf" must be above 0.')
  return { kind, bound: value }
}

function exclusive(all: (keyword: string) => readonly Found[]) {
  const isSet = (keyword: string) => all(keyword).some(({ value }) => value === true)
  const [above, below] = [isSet('exclusiveMinimum'), isSet('exclusiveMaximum')]
  return (rule: ValueRule): ValueRule => {
    if (rule.kind === 'minimum' && above) return { kind: 'above', bound: rule.bound }
    if (rule.kind === 'maximum' && below) return { kind: 'below', bound: rule.bound }
    return rule
  }
}

/** Storage formats of numbers: every number of a visit has room in them. */
const NUMBER_FORMATS = new Set(['int32', 'int64', 'float', 'double', 'decimal'])

function readFormat(
  { value, path }: Found,
  type: ScalarType,
  { fault, warn }: Telling,
): ValueRule | undefined {
  if (typeof value !== 'string') return fault(path, 'invalid', '"format" must be text.')
  const format = type === 'string' ? textFormat(value) : undefined
  if (format) return { kind: 'format', format }
  if (type !== 'number' || !NUMBER_FORMATS.has(value))
    warn(path, `The format ${shown(value)} is not checked: say in the description what it means.`)
  return undefined
}

function readPattern(
  { value, path }: Found,
  type: ScalarType,
  isFormatted: boolean,
  { fault, warn }: Telling,
): ValueRule | undefined {
  if (typeof value !== 'string') return fault(path, 'invalid', '"pattern" must be text.')
  if (type !== 'string') return void warn(path, `"pattern" says nothing of type "${type}".`)
  if (textPattern(value)) return { kind: 'pattern', pattern: value }
  if (isFormatted)
    return void warn(path, 'This pattern cannot be checked; the format beside it is.')
  warn(path, 'This pattern cannot be checked: the value stays null.')
  return { kind: 'unknown' }
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}

const COMMENT = 'It only describes: it is passed over.'
const ALWAYS =
  'Every property is always in the output, and null where nothing is known: nothing more is promised.'
const NO_OTHERS = 'The output never has other properties.'
const NOT_KEPT = 'This rule is not kept: data that break it may be given.'
const LIST = 'This rule is not kept: a list has what the visit has, no more and no less.'

const DEFAULT = 'It is passed over: what is not known is null, and never a value that nobody said.'

const TOLD: ReadonlyMap<string, string> = new Map([
  ...each(
    '$schema $id $anchor $comment $vocabulary title example examples deprecated readOnly writeOnly ' +
      'xml externalDocs contentEncoding contentMediaType contentSchema discriminator',
    COMMENT,
  ),
  ...each('default', DEFAULT),
  ...each('nullable', 'Every value may be null.'),
  ...each('required minProperties dependentRequired', ALWAYS),
  ...each(
    'additionalProperties unevaluatedProperties patternProperties propertyNames maxProperties',
    NO_OTHERS,
  ),
  ...each('minItems maxItems uniqueItems additionalItems unevaluatedItems', LIST),
  ...each(
    'enum const contains minContains maxContains not if then else dependencies dependentSchemas',
    NOT_KEPT,
  ),
])

function each(keywords: string, message: string): [string, string][] {
  return keywords.split(' ').map((keyword) => [keyword, message])
}

/** Read where something refers to them. */
const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions', 'components'])

/**
 * Keywords that ask nothing of an answer, or nothing that can be kept: what is told of them.
 *
 * The warning tells of a rule that data may break, not of words that only describe.
 */
export function isRuleNotKept(message: string): boolean {
  return message === NOT_KEPT || message === LIST || / (cannot be|is not) checked/.test(message)
}

/** For the developer; undefined: nothing needs to be told. */
export function ignoredKeyword(keyword: string, type: string): string | undefined {
  if (DEFINITIONS.has(keyword)) return undefined
  const name = JSON.stringify(keyword.slice(0, 80))
  return TOLD.get(keyword) ?? `${name} says nothing here of type "${type}": it is passed over.`
}
