/**
 * Proves a host's schema when it arrives (DESIGN §5.5), as people and as libraries write it. Every
 * fault is told with its place, as a JSON Pointer in the form that `$ref` has
 * (`#/properties/sinaisVitais/properties/pa/type`), and with a sentence for the developer. What is
 * asked for and cannot be given in its shape is refused; a keyword that is not kept is told: a rule
 * must not look as if it were.
 */
import { type ErrorDetail, validationError } from '../errors.ts'
import {
  chosenType,
  type Found,
  namedType,
  type PlainNode,
  readTypes,
  TYPES,
  type Type,
} from './node-type.ts'
import { BUILT_IN, plainNodes } from './plain-node.ts'
import { ignoredKeyword, isRuleNotKept, RULE_KEYWORDS, readRules } from './read-rules.ts'
import {
  isRecord,
  type ObjectNode,
  type Property,
  pointerPart,
  SCHEMA_LIMITS,
  type SchemaNode,
} from './schema.ts'

export interface SchemaWarning {
  path: string
  message: string
}

export interface ParsedSchema {
  schema: ObjectNode
  /** What is missing but does no harm, and keywords that are not kept. */
  warnings: SchemaWarning[]
  /** How many of them name a rule that data may break. */
  notKept: number
}

/** They say what is asked for: with another type, something would be left out. */
const STRUCTURE: Readonly<Record<string, Type>> = {
  properties: 'object',
  items: 'array',
  prefixItems: 'array',
}
const MOST_FAULTS = 20
/** Depth of annotations, which are kept as text only. */
const DEEPEST_JSON = 200

/**
 * @throws {AppError} `validation_error`; details `{ field: path, issue, message }`, issue being
 * `required`, `invalid`, `unknown`, `recursive`, `reserved`, `empty`, `too_deep`, `too_many` or
 * `too_large`
 */
export function parseSchema(value: unknown): ParsedSchema {
  const reading = readSchema(value)
  // What cannot be within the limit is not read: reading it would keep everybody waiting.
  const schema = reading.isReadable() ? reading.root() : undefined
  const { faults, warnings } = reading
  if (schema && faults.length === 0) reading.measure()
  if (!schema || faults.length > 0)
    throw validationError(
      faults.slice(0, MOST_FAULTS),
      'O esquema dos dados estruturados não é válido.',
    )
  const notKept = warnings.filter(({ message }) => isRuleNotKept(message)).length
  return { schema, warnings, notKept }
}

function readSchema(host: unknown) {
  const faults: ErrorDetail[] = []
  const warnings: SchemaWarning[] = []
  const told = new Set<string>()
  let properties = 0

  function fault(path: string, issue: string, message: string): undefined {
    faults.push({ field: path, issue, message })
  }

  /** Once for each place, however often something refers to it. */
  function warn(path: string, message: string) {
    const key = JSON.stringify([path, message])
    if (!told.has(key)) warnings.push({ path, message })
    told.add(key)
  }

  const plainNode = plainNodes(host, { fault, warn })

  function root(): ObjectNode | undefined {
    if (!isRecord(host))
      return fault(
        '#',
        host === undefined ? 'required' : 'invalid',
        'The schema must be an object.',
      )
    const node = plainNode({ value: host, path: '#', via: [] })
    if (!node) return undefined
    const [type] = node.keywords.get('type') ?? []
    const types = type ? (readTypes(type.value) ?? []) : [namedType(node)]
    if (!types.includes('object')) return fault('#/type', type ? 'invalid' : 'required', ROOT)
    if (node.keywords.has('$ref'))
      return fault('#/$ref', 'invalid', 'A reference can stand in a property or in "items" only.')
    for (const name of Object.keys(BUILT_IN)) {
      const [, , own = ''] = name.split('/')
      if (isRecord(host.$defs) && Object.hasOwn(host.$defs, own))
        warn(name, `${own} is built in: this definition is passed over.`)
    }
    const read = readPlain(node, '#', 1)
    return read?.type === 'object' ? read : undefined
  }

  /** @param found what all parts of the host's schema say of it: one, or those of `allOf` */
  function read(found: readonly Found[], depth: number): SchemaNode | undefined {
    const { path } = found[0]!
    if (depth > SCHEMA_LIMITS.depth)
      return fault(
        path,
        'too_deep',
        `Nodes may be nested ${SCHEMA_LIMITS.depth} deep, root included.`,
      )
    const node = plainNode(...found)
    return node && readPlain(node, path, depth)
  }

  function readPlain(node: PlainNode, path: string, depth: number): SchemaNode | undefined {
    const before = faults.length
    const description = readDescription(node, path)
    const read = node.keywords.has('$ref')
      ? readReference(node, description)
      : readTyped(node, path, depth, description)
    return faults.length === before ? read : undefined
  }

  function readDescription({ keywords }: PlainNode, path: string): string {
    const [described] = keywords.get('description') ?? []
    const text = described?.value
    if (typeof text === 'string' && text.trim() !== '') return text
    if (described && typeof text !== 'string')
      fault(described.path, 'invalid', '"description" must be text.')
    // A reference says by itself what it is.
    else if (!keywords.has('$ref')) warn(path, NO_DESCRIPTION)
    return ''
  }

  function readReference({ keywords }: PlainNode, description: string): SchemaNode | undefined {
    const type = BUILT_IN[String(keywords.get('$ref')?.[0]?.value)]
    const other = keywords.get('type')?.find(({ value }) => !readTypes(value)?.includes('object'))
    if (other) fault(other.path, 'invalid', 'Beside "$ref", "type" is "object" or left out.')
    tellOthers(keywords, 'object', new Set(['$ref']))
    return type && { type, description }
  }

  function readTyped(
    node: PlainNode,
    path: string,
    depth: number,
    description: string,
  ): SchemaNode | undefined {
    const type = readType(node, path)
    if (!type) return undefined
    if (type === 'object') {
      tellOthers(node.keywords, type, new Set(['properties']))
      const inner = readProperties(node, path, depth)
      return inner && { type, description, properties: inner }
    }
    if (type === 'array') {
      tellOthers(node.keywords, type, new Set(['items']))
      const items = readItems(node, path, depth)
      return items && { type, description, items }
    }
    tellOthers(node.keywords, type, RULE_KEYWORDS)
    for (const branch of node.alternatives.flat())
      tellOthers(branch.keywords, type, new Set([...RULE_KEYWORDS, 'description']))
    const rules = readRules(node, type, { fault, warn })
    return rules.length === 0 ? { type, description } : { type, description, rules }
  }

  function readType(node: PlainNode, path: string): Type | undefined {
    const all = node.keywords.get('type') ?? []
    const known = TYPES.map((one) => `"${one}"`).join(', ')
    const lists = all.map(({ value }) => readTypes(value))
    const wrong = lists.indexOf(undefined)
    if (wrong >= 0)
      return fault(
        all[wrong]!.path,
        'invalid',
        `"type" must be one of ${known}; every value may be null.`,
      )
    const other = lists.findIndex((_, index) => inAll(lists.slice(0, index + 1)).length === 0)
    if (other >= 0) return fault(all[other]!.path, 'invalid', 'Its parts have different types.')
    const types = inAll(lists)
    const type = types.length > 1 ? chosenType(types, node) : (types[0] ?? namedType(node))
    if (!type)
      return fault(`${path}/type`, 'required', `A schema node needs "type": ${known}, or a "$ref".`)
    if (types.length > 1) warn(all[0]!.path, `Of several types, only "${type}" is filled in.`)
    return type
  }

  function readItems({ keywords }: PlainNode, path: string, depth: number) {
    const items = keywords.get('items')
    if (!items)
      return fault(
        `${path}/items`,
        'required',
        'Type "array" needs "items", the schema of its elements.',
      )
    return read(items, depth + 1)
  }

  function readProperties({ keywords }: PlainNode, path: string, depth: number) {
    const all = keywords.get('properties') ?? []
    if (all.length === 0)
      return fault(
        `${path}/properties`,
        'required',
        'Type "object" needs "properties", a map from name to schema.',
      )
    const inner = new Map<string, Found[]>()
    for (const { value, path: place, via } of all) {
      if (!isRecord(value))
        return fault(place, 'invalid', '"properties" must be a map from name to schema.')
      const entries = Object.entries(value)
      if (entries.length === 0 && all.length === 1)
        return fault(place, 'empty', 'An object needs at least one property.')
      properties += entries.length
      if (properties > SCHEMA_LIMITS.properties)
        return fault(
          place,
          'too_many',
          `A schema may have ${SCHEMA_LIMITS.properties} properties in all.`,
        )
      for (const [name, one] of entries) {
        const at = `${place}/${pointerPart(name)}`
        if (name === '__proto__') fault(at, 'reserved', 'This name cannot be used.')
        inner.set(name, [...(inner.get(name) ?? []), { value: one, path: at, via }])
      }
    }
    if (inner.size === 0)
      return fault(`${path}/properties`, 'empty', 'An object needs at least one property.')
    return [...inner].flatMap(([name, found]): Property[] => {
      const node = read(found, depth + 1)
      return node ? [{ name, node }] : []
    })
  }

  function tellOthers(keywords: PlainNode['keywords'], type: Type, known: ReadonlySet<string>) {
    for (const [keyword, all] of keywords) {
      if (keyword === 'type' || keyword === 'description' || known.has(keyword)) continue
      for (const { path } of all) {
        const of = STRUCTURE[keyword]
        const message = ignoredKeyword(keyword, type)
        if (of) fault(path, 'unknown', `"${keyword}" is not supported with type "${type}".`)
        else if (message) warn(path, message)
      }
    }
  }

  function isReadable(): boolean {
    const isSmall = leastBytes(host, SCHEMA_LIMITS.bytes) <= SCHEMA_LIMITS.bytes
    if (!isSmall) tooLarge('more')
    return isSmall
  }

  /**
   * Last, because only a schema without faults is known to be shallow enough to be written down,
   * but for what is passed over.
   */
  function measure() {
    if (isDeeper(host, DEEPEST_JSON))
      return fault('#', 'too_deep', `No part may be nested ${DEEPEST_JSON} deep as JSON.`)
    const bytes = new TextEncoder().encode(JSON.stringify(host)).length
    if (bytes > SCHEMA_LIMITS.bytes) tooLarge(String(bytes))
  }

  function tooLarge(bytes: string) {
    const most = SCHEMA_LIMITS.bytes
    fault('#', 'too_large', `A schema may have ${most} bytes as JSON; this one has ${bytes}.`)
  }

  return { faults, warnings, isReadable, root, measure }
}

const ROOT = 'The root of the schema must have the type "object".'
const NO_DESCRIPTION =
  'There is no "description": without one only the name says what belongs here.'

/** Types that every list allows. */
function inAll(lists: readonly (readonly Type[] | undefined)[]): readonly Type[] {
  const [first = [], ...others] = lists
  return first.filter((type) => others.every((list) => list?.includes(type)))
}

/**
 * How large and how deep a parsed value is, without writing it down.
 *
 * Fewest bytes that it has as JSON, counted until they are more than `enough`.
 */
function leastBytes(value: unknown, enough: number): number {
  let bytes = 0
  for (const rest = [value]; rest.length > 0 && bytes <= enough; ) {
    const one = rest.pop()
    bytes += typeof one === 'string' ? one.length + 2 : 1
    if (typeof one !== 'object' || one === null) continue
    for (const [name, inner] of Object.entries(one)) {
      bytes += Array.isArray(one) ? 1 : name.length + 4
      if (bytes > enough) break
      rest.push(inner)
    }
  }
  return bytes
}

function isDeeper(value: unknown, most: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  }
  return false
}
