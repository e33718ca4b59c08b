/**
 * From a JSON schema to a plan that can be written piece by piece: fixed text (braces, keys,
 * constants) is put into the model's context as it is, and only what is open is sampled, each time
 * under a small grammar of its own. So keys and their order hold by construction, and half of a
 * document costs no sampling.
 *
 * Whatever this file does not understand is refused, with its place in the schema, before anything
 * is generated: a rule that is silently ignored would make "valid by construction" a lie.
 */
import type { JsonSchema } from '../../core/document/models/ports.ts'
import { AppError } from '../../core/errors.ts'

/**
 * What may stand at one place of the answer: at most one open kind of each, told apart by its first
 * character.
 */
export interface ValuePlan {
  /** JSON texts: `null`, `true`, members of an `enum`. */
  literals: string[]
  /**
   * Lengths in Unicode characters, as JSON Schema counts them; `words`: composed of them alone
   * (bound-words.ts).
   */
  string: { minChars: number; maxChars: number; words?: readonly string[] } | null
  number: 'number' | 'integer' | null
  array: { items: ValuePlan; minItems: number; maxItems: number } | null
  object: PropertyPlan[] | null
}

export interface PropertyPlan {
  key: string
  value: ValuePlan
}

/** Bounds that a schema does not state: nothing is ever open-ended. */
const DEFAULT_MAX_CHARS = 2000
const DEFAULT_MAX_ITEMS = 50
/** A required length is written into the grammar, character by character. */
const LONGEST_MIN_CHARS = 200
const DEEPEST = 16
const MOST_NODES = 5000
const MOST_LITERALS = 1000
const MOST_WORDS = 5000
const LONGEST_WORD = 100
/**
 * A character of a word: what the grammar lets into a text without an escape (slot-grammar.ts), but
 * no blank.
 */
const WORD =
  /^[^\s"\\\p{Cc}\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\p{Cs}\uFEFF\uFFF0-\uFFFF\u{E0000}-\u{10FFFF}]+$/u

/** Keywords that only describe. */
const ANNOTATIONS = ['description', 'title', 'examples', 'default', '$comment', '$schema', '$id']
const KEYWORDS: Record<string, readonly string[]> = {
  string: ['minLength', 'maxLength', 'words'],
  number: [],
  integer: [],
  boolean: [],
  null: [],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
}

/**
 * Compiles the schema of an answer, which must be an object.
 * @throws {AppError} `schema_not_supported`; `details[0].field` is a JSON Pointer into the schema
 */
export function compileSchema(schema: JsonSchema): ValuePlan & { object: PropertyPlan[] } {
  const plan = compile(schema, '', { nodes: 0 }, 0)
  if (!plan.object || plan.literals.length > 0 || plan.string || plan.number || plan.array)
    throw refused('', 'root_must_be_object')
  return { ...plan, object: plan.object }
}

/** The one text a plan allows, or null when there is something to choose. */
export function fixedText(plan: ValuePlan): string | null {
  if (plan.string || plan.number || plan.array) return null
  const [only, ...others] = plan.literals
  if (plan.object) return plan.literals.length === 0 && plan.object.length === 0 ? '{}' : null
  return only !== undefined && others.length === 0 ? only : null
}

function compile(
  schema: JsonSchema,
  path: string,
  count: { nodes: number },
  depth: number,
): ValuePlan {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw refused(path, 'not_a_schema')
  count.nodes += 1
  if (depth > DEEPEST) throw refused(path, 'too_deep')
  if (count.nodes > MOST_NODES) throw refused(path, 'too_large')

  if (schema.anyOf !== undefined) return compileAnyOf(schema, path, count, depth)
  if (schema.enum !== undefined || schema.const !== undefined) return compileLiterals(schema, path)
  const { type } = schema
  if (typeof type !== 'string' || !Object.hasOwn(KEYWORDS, type))
    throw refused(`${path}/type`, type === undefined ? 'type_missing' : 'type_not_supported')
  onlyKeywords(schema, path, ['type', ...(KEYWORDS[type] ?? [])])

  switch (type) {
    case 'string':
      return compileString(schema, path)
    case 'number':
    case 'integer':
      return { ...NOTHING, number: type }
    case 'boolean':
      return { ...NOTHING, literals: ['true', 'false'] }
    case 'null':
      return { ...NOTHING, literals: ['null'] }
    case 'array':
      return { ...NOTHING, array: compileArray(schema, path, count, depth) }
    default:
      return { ...NOTHING, object: compileObject(schema, path, count, depth) }
  }
}

const NOTHING: ValuePlan = { literals: [], string: null, number: null, array: null, object: null }

function compileString(schema: JsonSchema, path: string): ValuePlan {
  const minChars = bound(schema, 'minLength', 0, path)
  const maxChars = bound(schema, 'maxLength', Math.max(minChars, DEFAULT_MAX_CHARS), path)
  if (minChars > maxChars) throw refused(`${path}/minLength`, 'impossible')
  if (minChars > LONGEST_MIN_CHARS) throw refused(`${path}/minLength`, 'out_of_range')
  const { words } = schema
  if (words === undefined) return { ...NOTHING, string: { minChars, maxChars } }
  checkWords(words, `${path}/words`)
  if (words.length > 0) return { ...NOTHING, string: { minChars, maxChars, words } }
  if (minChars > 0) throw refused(`${path}/minLength`, 'impossible')
  return { ...NOTHING, literals: ['""'] }
}

function checkWords(words: unknown, path: string) {
  if (!Array.isArray(words)) throw refused(path, 'not_a_list')
  if (words.length > MOST_WORDS) throw refused(path, 'too_large')
  for (const [index, word] of words.entries())
    if (typeof word !== 'string' || word.length > LONGEST_WORD || !WORD.test(word))
      throw refused(`${path}/${index}`, 'not_a_word')
}

function compileArray(schema: JsonSchema, path: string, count: { nodes: number }, depth: number) {
  if (schema.items === undefined) throw refused(`${path}/items`, 'required')
  const minItems = bound(schema, 'minItems', 0, path)
  const maxItems = bound(schema, 'maxItems', Math.max(minItems, DEFAULT_MAX_ITEMS), path)
  if (minItems > maxItems) throw refused(`${path}/minItems`, 'impossible')
  return { items: compile(schema.items, `${path}/items`, count, depth + 1), minItems, maxItems }
}

function compileObject(
  schema: JsonSchema,
  path: string,
  count: { nodes: number },
  depth: number,
): PropertyPlan[] {
  const { properties, required = [], additionalProperties = false } = schema
  if (typeof properties !== 'object' || properties === null)
    throw refused(`${path}/properties`, 'required')
  // Every listed property is always written, which satisfies any choice of required ones.
  if (!Array.isArray(required) || required.some((name) => !Object.hasOwn(properties, name)))
    throw refused(`${path}/required`, 'impossible')
  if (additionalProperties !== false) throw refused(`${path}/additionalProperties`, 'not_supported')
  return Object.entries(properties).map(([key, value]) => {
    const place = `${path}/properties/${pointerPart(key)}`
    if (key === '__proto__') throw refused(place, 'not_supported')
    return { key, value: compile(value, place, count, depth + 1) }
  })
}

function compileLiterals(schema: JsonSchema, path: string): ValuePlan {
  const { type } = schema
  onlyKeywords(schema, path, ['type', schema.enum === undefined ? 'const' : 'enum'])
  const keyword = schema.enum === undefined ? 'const' : 'enum'
  const values = schema.enum ?? [schema.const]
  if (!Array.isArray(values) || values.length === 0) throw refused(`${path}/enum`, 'impossible')
  if (values.length > MOST_LITERALS) throw refused(`${path}/enum`, 'too_large')
  const literals = values.map((value) => {
    if (!isScalar(value)) throw refused(`${path}/${keyword}`, 'not_supported')
    if (type !== undefined && !hasType(value, type))
      throw refused(`${path}/${keyword}`, 'impossible')
    return JSON.stringify(value)
  })
  return { ...NOTHING, literals: [...new Set(literals)] }
}

function compileAnyOf(
  schema: JsonSchema,
  path: string,
  count: { nodes: number },
  depth: number,
): ValuePlan {
  onlyKeywords(schema, path, ['anyOf'])
  const branches = schema.anyOf
  if (!Array.isArray(branches) || branches.length === 0)
    throw refused(`${path}/anyOf`, 'impossible')
  return branches.reduce<ValuePlan>((all, branch, index) => {
    const place = `${path}/anyOf/${index}`
    const one = compile(branch, place, count, depth + 1)
    for (const kind of ['string', 'number', 'array', 'object'] as const)
      if (all[kind] && one[kind]) throw refused(place, 'ambiguous')
    const merged: ValuePlan = {
      literals: [...new Set([...all.literals, ...one.literals])],
      string: all.string ?? one.string,
      number: all.number ?? one.number,
      array: all.array ?? one.array,
      object: all.object ?? one.object,
    }
    // A word of an enum beside free text would be decided by nothing.
    if (merged.string && merged.literals.some((text) => text.startsWith('"')))
      throw refused(place, 'ambiguous')
    if (merged.number && merged.literals.some(isNumberText)) throw refused(place, 'ambiguous')
    if (merged.string?.words && (merged.number || merged.array || merged.object))
      throw refused(place, 'not_supported')
    return merged
  }, NOTHING)
}

export function isNumberText(text: string): boolean {
  return /^[-0-9]/.test(text)
}

function onlyKeywords(schema: JsonSchema, path: string, allowed: readonly string[]) {
  for (const keyword of Object.keys(schema)) {
    if (schema[keyword] === undefined) continue
    if (!allowed.includes(keyword) && !ANNOTATIONS.includes(keyword))
      throw refused(`${path}/${pointerPart(keyword)}`, 'keyword_not_supported')
  }
}

function bound(
  schema: JsonSchema,
  keyword: 'minLength' | 'maxLength' | 'minItems' | 'maxItems',
  otherwise: number,
  path: string,
): number {
  const value = schema[keyword]
  if (value === undefined) return otherwise
  if (!Number.isInteger(value) || value < 0) throw refused(`${path}/${keyword}`, 'out_of_range')
  return value
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  )
}

function hasType(value: string | number | boolean | null, type: string): boolean {
  if (value === null) return type === 'null'
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function pointerPart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function refused(path: string, issue: string): AppError {
  return new AppError('invalid', 'schema_not_supported', 'O formato pedido não é suportado.', {
    details: [{ field: path || '/', issue }],
  })
}
