/**
 * The last look before an answer leaves: exactly the properties of the schema in its order, the
 * types it names, null only for single values and special fields (spec §2.3). Anything else is an
 * error and never half an answer.
 */
import { AppError } from '../errors.ts'
import type { LeafNode, ObjectNode, Output, SchemaNode } from './schema.ts'
import { keepsRules, type Scalar } from './value-rules.ts'

/**
 * @throws {AppError} `structured_output_failed`; details name the place and the rule, never the
 * value
 */
export function validateOutput(schema: ObjectNode, value: unknown): Output {
  const fault = faultOf(schema, value, '#')
  if (fault)
    throw new AppError(
      'unavailable',
      'structured_output_failed',
      'Os dados estruturados não puderam ser preparados.',
      { details: [fault] },
    )
  return value as Output
}

interface Fault {
  [key: string]: string
  field: string
  issue: string
}

function faultOf(node: SchemaNode, value: unknown, path: string): Fault | undefined {
  switch (node.type) {
    case 'string':
    case 'boolean':
    case 'number':
      return value === null || isOfType(node, value) ? undefined : bad(path)
    case 'array':
      if (!Array.isArray(value)) return bad(path)
      return first(value, (item, index) => faultOf(node.items, item, `${path}/${index}`))
    case 'CID':
      return value === null ? undefined : shapeFault(value, CID, path)
    case 'AnthropometricData':
      return shapeFault(value, ANTHROPOMETRIC, path)
    default: {
      const names = node.properties.map(({ name }) => name)
      if (!hasKeys(value, names)) return { field: path, issue: 'properties' }
      return first(node.properties, ({ name, node: inner }) =>
        faultOf(inner, value[name], `${path}/${name}`),
      )
    }
  }
}

function isOfType({ type, rules = [] }: LeafNode, value: unknown): boolean {
  const isRight = type === 'number' ? isNumber(value) : typeof value === type
  return isRight && keepsRules(rules, value as Scalar)
}

type Test = (value: unknown) => boolean
const isText: Test = (value) => typeof value === 'string' && value !== ''
const isMeasure: Test = (value) => value === null || (isNumber(value) && (value as number) > 0)
const CID: [string, Test][] = [
  ['code', isText],
  ['description', isText],
]
const ANTHROPOMETRIC: [string, Test][] = [
  ['weight', isMeasure],
  ['height', isMeasure],
  ['imc', isMeasure],
]

function shapeFault(value: unknown, shape: [string, Test][], path: string): Fault | undefined {
  const names = shape.map(([name]) => name)
  if (!hasKeys(value, names)) return { field: path, issue: 'properties' }
  return first(shape, ([name, test]) => (test(value[name]) ? undefined : bad(`${path}/${name}`)))
}

function hasKeys(value: unknown, names: string[]): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const keys = Object.keys(value)
  // Names such as "12" stand first in every object, in the schema's as in ours.
  return keys.length === names.length && keys.every((key, index) => key === names[index])
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value)
}

function bad(field: string): Fault {
  return { field, issue: 'invalid' }
}

function first<T>(
  all: readonly T[],
  look: (one: T, index: number) => Fault | undefined,
): Fault | undefined {
  for (const [index, one] of all.entries()) {
    const fault = look(one, index)
    if (fault) return fault
  }
  return undefined
}
