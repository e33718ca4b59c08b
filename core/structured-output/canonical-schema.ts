import type { ObjectNode, SchemaNode } from './schema.ts'

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
