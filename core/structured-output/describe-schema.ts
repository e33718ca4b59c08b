import { type ObjectNode, SCHEMA_LIMITS, type SchemaNode } from './schema.ts'

/** One node of a schema, for a developer to see what was understood. */
export interface SchemaLine {
  /** From the root, which is not listed: `sinaisVitais.pas`, `cids[]`. */
  name: string
  type: SchemaNode['type']
  description: string
}

export interface SchemaSummary {
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
