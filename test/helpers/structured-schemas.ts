/**
 * Hosts' schemas for tests of structured output: random legal ones, each with the standard schema
 * of what it promises.
 */
import fc from 'fast-check'

// biome-ignore lint/suspicious/noExplicitAny: a host's schema is any JSON until it is proven
export type HostSchema = Record<string, any>

const description = fc.option(fc.string({ minLength: 1, maxLength: 30 }), { nil: undefined })

const leaf = fc
  .record({ type: fc.constantFrom('string', 'number', 'boolean'), description })
  .map(defined)

const reference = fc
  .record({ $ref: fc.constantFrom('#/$defs/CID', '#/$defs/AnthropometricData'), description })
  .map(defined)

/** At most `depth` nodes deep, itself included. */
function node(depth: number): fc.Arbitrary<HostSchema> {
  if (depth <= 1) return fc.oneof(leaf, reference)
  return fc.oneof({ depthSize: 'small' }, leaf, reference, object(depth), array(depth))
}

function array(depth: number): fc.Arbitrary<HostSchema> {
  return fc.record({ type: fc.constant('array'), description, items: node(depth - 1) }).map(defined)
}

function object(depth: number): fc.Arbitrary<HostSchema> {
  const names = fc.oneof(
    fc.constantFrom('queixaPrincipal', 'sinaisVitais', 'peso', 'cid', 'medicamentos', 'tabagista'),
    fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name !== '__proto__'),
  )
  return fc
    .record({
      type: fc.constant('object'),
      description,
      properties: fc.dictionary(names, node(depth - 1), { minKeys: 1, maxKeys: 5 }),
    })
    .map(defined)
}

/** A legal schema within all limits. */
export const hostSchema: fc.Arbitrary<HostSchema> = object(6)

/** What `schema` promises, in plain JSON schema, written independently of the code under test. */
export function promised(schema: HostSchema): HostSchema {
  if (schema.$ref === '#/$defs/CID')
    return { anyOf: [closed({ code: text, description: text }), { type: 'null' }] }
  if (schema.$ref)
    return closed({ weight: orNull('number'), height: orNull('number'), imc: orNull('number') })
  if (schema.type === 'array') return { type: 'array', items: promised(schema.items) }
  if (schema.type !== 'object') return orNull(schema.type)
  const properties = Object.entries(schema.properties as HostSchema)
  return closed(Object.fromEntries(properties.map(([name, inner]) => [name, promised(inner)])))
}

const text = { type: 'string', minLength: 1 }

function orNull(type: string): HostSchema {
  return { type: [type, 'null'] }
}

function closed(properties: HostSchema): HostSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

function defined(value: HostSchema): HostSchema {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined))
}

/** Every node with its place as faults name it. */
export function nodesOf(schema: HostSchema, path = '#'): { path: string; node: HostSchema }[] {
  const own = { path, node: schema }
  if (schema.type === 'array') return [own, ...nodesOf(schema.items, `${path}/items`)]
  if (schema.type !== 'object') return [own]
  const inner = Object.entries(schema.properties as Record<string, HostSchema>)
  return [
    own,
    ...inner.flatMap(([name, one]) =>
      nodesOf(one, `${path}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ),
  ]
}
