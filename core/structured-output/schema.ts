/**
 * The host's schema as the service understands it (spec §2.3), after `parseSchema` has proven it.
 * What is not in these types cannot be asked for.
 */
import type { ValueRule } from './value-rules.ts'

/**
 * `description` is the host's wording, '' where there is none: it says what belongs there, and is
 * data to us.
 */
interface Described {
  description: string
}

export interface LeafNode extends Described {
  type: 'string' | 'number' | 'boolean'
  /** A value that breaks one of them is not given. Absent: any will do. */
  rules?: readonly ValueRule[]
}

export interface ObjectNode extends Described {
  type: 'object'
  properties: readonly Property[]
}

export interface ArrayNode extends Described {
  type: 'array'
  items: SchemaNode
}

/** `$ref` to `#/$defs/CID` or `#/$defs/AnthropometricData`. */
export interface ReferenceNode extends Described {
  type: 'CID' | 'AnthropometricData'
}

export type SchemaNode = LeafNode | ObjectNode | ArrayNode | ReferenceNode

/** In the order of the schema, which is the order of the answer. */
export interface Property {
  name: string
  node: SchemaNode
}

/** `{ code, description }` of a special field, or null when no diagnosis is certain. */
export interface CidValue {
  code: string
  description: string
}

/** kg, cm, kg/m² rounded to two decimals; null where it was not measured. */
export interface AnthropometricValue {
  weight: number | null
  height: number | null
  imc: number | null
}

/**
 * Objects always have all their properties and arrays are always arrays; what is not known is null
 * (decision 37).
 */
export type OutputValue =
  | string
  | number
  | boolean
  | null
  | OutputValue[]
  | { [name: string]: OutputValue }

export type Output = { [name: string]: OutputValue }

/**
 * Depth counts nodes from the root, which is 1; properties are those of all objects together
 * (SPEC-GAPS 1.15).
 */
export const SCHEMA_LIMITS = { depth: 8, properties: 500, bytes: 64 * 1024 } as const

/** Puts a property on an object under whatever name. */
export function outputObject(entries: readonly (readonly [string, OutputValue])[]): Output {
  return Object.fromEntries(entries)
}

/** What stands where nothing is known. */
export function emptyValue(node: SchemaNode): OutputValue {
  switch (node.type) {
    case 'array':
      return []
    case 'AnthropometricData':
      return { weight: null, height: null, imc: null }
    case 'object':
      return outputObject(node.properties.map(({ name, node: inner }) => [name, emptyValue(inner)]))
    default:
      return null
  }
}

/**
 * One text per meaning: how the host's JSON is spaced and in which order a node's keywords stand
 * makes no difference; the order of properties does, because it is the order of the answer. The
 * schema's digest is the SHA-256 of this.
 */
export function canonicalSchema(schema: ObjectNode): string {
  return JSON.stringify(canonical(schema))
}

function canonical(node: SchemaNode): unknown[] {
  const head = [node.type, node.description]
  if (node.type === 'object')
    return [...head, node.properties.map(({ name, node: inner }) => [name, canonical(inner)])]
  if (node.type === 'array') return [...head, canonical(node.items)]
  return 'rules' in node ? [...head, node.rules] : head
}
