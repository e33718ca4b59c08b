/**
 * Proves a host's schema when it arrives (DESIGN §5.5): every fault is told with its place, as a
 * JSON Pointer in the form that `$ref` has (`#/properties/sinaisVitais/properties/pa/type`), and
 * with a sentence for the developer. What is not understood is refused and never ignored: a rule
 * that we do not keep must not look as if we did.
 */
import type { ErrorDetail } from '../errors.ts'
import { validationError } from '../errors.ts'
import { type ObjectNode, type Property, SCHEMA_LIMITS, type SchemaNode } from './schema.ts'

export interface SchemaWarning {
  path: string
  message: string
}

export interface ParsedSchema {
  schema: ObjectNode
  /** What is missing but does no harm. */
  warnings: SchemaWarning[]
}

type Json = Record<string, unknown>

const TYPES = ['string', 'number', 'boolean', 'object', 'array'] as const
const REFERENCES: Record<string, 'CID' | 'AnthropometricData'> = {
  '#/$defs/CID': 'CID',
  '#/$defs/AnthropometricData': 'AnthropometricData',
}
/** Beside `type` and `description`. */
const KEYWORDS_OF: Record<string, readonly string[]> = {
  string: [],
  number: [],
  boolean: [],
  object: ['properties'],
  array: ['items'],
}
const HINTS: Record<string, string> = {
  required: 'every property is always in the output, null where nothing is known',
  additionalProperties: 'the output never has other properties',
  enum: 'name the allowed values in the description',
  const: 'name the value in the description',
  nullable: 'every value may be null',
  format: 'describe the format in the description',
  $defs: 'CID and AnthropometricData are built in and need no definition',
  definitions: 'CID and AnthropometricData are built in and need no definition',
  integer: 'use "number"',
  date: 'use "string" and name the format in the description',
  null: 'every value may be null',
}
const MOST_FAULTS = 20

/**
 * @throws {AppError} `validation_error`; details `{ field: path, issue, message }`, issue being
 * `required`, `invalid`, `unknown`, `reserved`, `empty`, `too_deep`, `too_many` or `too_large`
 */
export function parseSchema(value: unknown): ParsedSchema {
  const reading = readSchema()
  const schema = reading.root(value)
  const { faults, warnings } = reading
  if (schema && faults.length === 0) reading.measure(value)
  if (!schema || faults.length > 0)
    throw validationError(
      faults.slice(0, MOST_FAULTS),
      'O esquema dos dados estruturados não é válido.',
    )
  return { schema, warnings }
}

function readSchema() {
  const faults: ErrorDetail[] = []
  const warnings: SchemaWarning[] = []
  let properties = 0

  function fault(path: string, issue: string, message: string): undefined {
    faults.push({ field: path, issue, message })
  }

  function root(value: unknown): ObjectNode | undefined {
    if (!isObject(value))
      return fault(
        '#',
        value === undefined ? 'required' : 'invalid',
        'The schema must be an object.',
      )
    if (value.type !== 'object')
      return fault('#/type', value.type === undefined ? 'required' : 'invalid', ROOT)
    if (value.$ref !== undefined)
      return fault('#/$ref', 'invalid', 'A reference can stand in a property or in "items" only.')
    const node = read(value, '#', 1)
    return node?.type === 'object' ? node : undefined
  }

  function read(value: unknown, path: string, depth: number): SchemaNode | undefined {
    if (depth > SCHEMA_LIMITS.depth)
      return fault(
        path,
        'too_deep',
        `Nodes may be nested ${SCHEMA_LIMITS.depth} deep, root included.`,
      )
    if (!isObject(value)) return fault(path, 'invalid', 'A schema node must be an object.')
    const before = faults.length
    const description = readDescription(value, path)
    const node =
      value.$ref === undefined
        ? readTyped(value, path, depth, description)
        : readReference(value, path, description)
    return faults.length === before ? node : undefined
  }

  function readDescription({ description, $ref }: Json, path: string): string {
    if (typeof description === 'string' && description.trim() !== '') return description
    if (description !== undefined && typeof description !== 'string')
      fault(`${path}/description`, 'invalid', '"description" must be text.')
    // A reference says by itself what it is.
    else if ($ref === undefined) warnings.push({ path, message: NO_DESCRIPTION })
    return ''
  }

  function readReference(value: Json, path: string, description: string): SchemaNode | undefined {
    const { $ref } = value
    const type =
      typeof $ref === 'string' && Object.hasOwn(REFERENCES, $ref) ? REFERENCES[$ref] : undefined
    if (!type) {
      const known = Object.keys(REFERENCES).join(' and ')
      return fault(`${path}/$ref`, 'unknown', `"$ref" must be one of ${known}.`)
    }
    if (value.type !== undefined && value.type !== 'object')
      fault(`${path}/type`, 'invalid', 'Beside "$ref", "type" is "object" or left out.')
    onlyKeywords(value, path, ['$ref', 'type'], 'a "$ref"')
    return { type, description }
  }

  function readTyped(
    value: Json,
    path: string,
    depth: number,
    description: string,
  ): SchemaNode | undefined {
    const type = TYPES.find((one) => one === value.type)
    if (!type) return badType(value.type, `${path}/type`)
    onlyKeywords(value, path, ['type', ...(KEYWORDS_OF[type] ?? [])], `type "${type}"`)
    if (type === 'object') {
      const inner = readProperties(value.properties, `${path}/properties`, depth)
      return inner && { type, description, properties: inner }
    }
    if (type !== 'array') return { type, description }
    if (value.items === undefined)
      return fault(
        `${path}/items`,
        'required',
        'Type "array" needs "items", the schema of its elements.',
      )
    const items = read(value.items, `${path}/items`, depth + 1)
    return items && { type, description, items }
  }

  function readProperties(value: unknown, path: string, depth: number): Property[] | undefined {
    if (value === undefined)
      return fault(path, 'required', 'Type "object" needs "properties", a map from name to schema.')
    if (!isObject(value))
      return fault(path, 'invalid', '"properties" must be a map from name to schema.')
    const entries = Object.entries(value)
    if (entries.length === 0) return fault(path, 'empty', 'An object needs at least one property.')
    properties += entries.length
    if (properties > SCHEMA_LIMITS.properties)
      return fault(
        path,
        'too_many',
        `A schema may have ${SCHEMA_LIMITS.properties} properties in all.`,
      )
    return entries.flatMap(([name, inner]): Property[] => {
      const place = `${path}/${pointerPart(name)}`
      if (name === '__proto__') fault(place, 'reserved', 'This name cannot be used.')
      const node = read(inner, place, depth + 1)
      return node ? [{ name, node }] : []
    })
  }

  function badType(type: unknown, path: string) {
    const known = TYPES.map((one) => `"${one}"`).join(', ')
    if (type === undefined)
      return fault(path, 'required', `A schema node needs "type": ${known}, or a "$ref".`)
    const hint = typeof type === 'string' && Object.hasOwn(HINTS, type) ? ` (${HINTS[type]})` : ''
    return fault(path, 'invalid', `"type" must be one of ${known}${hint}.`)
  }

  function onlyKeywords(value: Json, path: string, known: readonly string[], where: string) {
    for (const keyword of Object.keys(value)) {
      if (keyword === 'description' || known.includes(keyword)) continue
      const hint = Object.hasOwn(HINTS, keyword) ? `: ${HINTS[keyword]}` : ''
      const name = JSON.stringify(keyword.slice(0, 80))
      fault(
        `${path}/${pointerPart(keyword)}`,
        'unknown',
        `${name} is not supported with ${where}${hint}.`,
      )
    }
  }

  /**
   * Last, because only a schema without faults is known to be shallow enough to be written down.
   */
  function measure(value: unknown) {
    const bytes = new TextEncoder().encode(JSON.stringify(value)).length
    if (bytes > SCHEMA_LIMITS.bytes)
      fault(
        '#',
        'too_large',
        `A schema may have ${SCHEMA_LIMITS.bytes} bytes as JSON; this one has ${bytes}.`,
      )
  }

  return { faults, warnings, root, measure }
}

const ROOT = 'The root of the schema must have the type "object".'
const NO_DESCRIPTION =
  'There is no "description": without one only the name says what belongs here.'

function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
