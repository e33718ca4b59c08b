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

/** A name as one part of a JSON Pointer. */
export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One node of a schema, for a developer to see what was understood. */
interface SchemaLine {
  /** From the root, which is not listed: `sinaisVitais.pas`, `cids[]`. */
  name: string
  type: SchemaNode['type']
  description: string
}

interface SchemaSummary {
  properties: number
  depth: number
  lines: SchemaLine[]
  limits: typeof SCHEMA_LIMITS
}

/** What a proven schema asks for, property by property. */
export function describeSchema(schema: ObjectNode): SchemaSummary {
  const lines = linesOf(schema, '')
  const properties = lines.filter(({ name }) => !name.endsWith('[]')).length
  return { properties, depth: depthOf(schema), lines, limits: SCHEMA_LIMITS }
}

function linesOf(node: SchemaNode, path: string): SchemaLine[] {
  if (node.type === 'array') {
    const name = `${path}[]`
    const { type, description } = node.items
    return [{ name, type, description }, ...linesOf(node.items, name)]
  }
  if (node.type !== 'object') return []
  return node.properties.flatMap(({ name, node: inner }) => {
    const place = path === '' ? name : `${path}.${name}`
    const { type, description } = inner
    return [{ name: place, type, description }, ...linesOf(inner, place)]
  })
}

function depthOf(node: SchemaNode): number {
  if (node.type === 'array') return 1 + depthOf(node.items)
  if (node.type !== 'object') return 1
  return 1 + Math.max(...node.properties.map(({ node: inner }) => depthOf(inner)))
}
