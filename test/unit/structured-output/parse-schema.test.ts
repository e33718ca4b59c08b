import test from 'ava'
import fc from 'fast-check'
import { isAppError } from '../../../core/errors.ts'
import { parseSchema } from '../../../core/structured-output/parse-schema.ts'
import { canonicalSchema } from '../../../core/structured-output/schema.ts'
import { type HostSchema, hostSchema, nodesOf } from '../../helpers/structured-schemas.ts'

const leaf = { type: 'string', description: 'Texto' }
const root = (properties: object) => ({ type: 'object', description: 'Raiz', properties })

function faultsOf(schema: unknown): Record<string, unknown>[] {
  try {
    parseSchema(schema)
    return []
  } catch (error) {
    if (!isAppError(error) || error.code !== 'validation_error') throw error
    return [...(error.details ?? [])]
  }
}

test('every kind of node is understood, special fields as property and as element', (t) => {
  const { schema, warnings } = parseSchema(
    root({
      texto: leaf,
      numero: { type: 'number', description: 'n' },
      simNao: { type: 'boolean', description: 'b' },
      objeto: root({ dentro: leaf }),
      lista: { type: 'array', description: 'l', items: leaf },
      cid: { $ref: '#/$defs/CID' },
      medidas: { $ref: '#/$defs/AnthropometricData', type: 'object', description: 'm' },
      cids: { type: 'array', description: 'c', items: { $ref: '#/$defs/CID' } },
      outras: { type: 'array', description: 'o', items: { $ref: '#/$defs/AnthropometricData' } },
    }),
  )
  t.deepEqual(warnings, [])
  t.deepEqual(
    schema.properties.map(({ node }) => node.type),
    [
      'string',
      'number',
      'boolean',
      'object',
      'array',
      'CID',
      'AnthropometricData',
      'array',
      'array',
    ],
  )
})

test('a missing description is reported and does no harm', (t) => {
  const { warnings } = parseSchema({ type: 'object', properties: { a: { type: 'string' } } })
  t.deepEqual(
    warnings.map(({ path }) => path),
    ['#', '#/properties/a'],
  )
})

const refused = test.macro({
  title: (_, what: string) => `refused with its place: ${what}`,
  exec(t, _what: string, schema: unknown, field: string, issue: string) {
    const faults = faultsOf(schema)
    t.like(faults[0], { field, issue })
    t.regex(String(faults[0]?.message), /^[A-Z"].*\.$/s, 'a sentence for the developer')
  },
})
test(refused, 'nothing', undefined, '#', 'required')
test(refused, 'a list', [], '#', 'invalid')
test(refused, 'text', '{}', '#', 'invalid')
test(refused, 'a root without type', {}, '#/type', 'required')
test(refused, 'a root that is an array', { type: 'array', items: leaf }, '#/type', 'invalid')
test(refused, 'a root that is a reference', { $ref: '#/$defs/CID' }, '#/type', 'required')
test(
  refused,
  'a root that is an object and a reference',
  { type: 'object', $ref: '#/$defs/CID' },
  '#/$ref',
  'invalid',
)
test(refused, 'an object without properties', { type: 'object' }, '#/properties', 'required')
test(refused, 'an object with none', root({}), '#/properties', 'empty')
test(refused, 'properties as a list', root([]), '#/properties', 'invalid')
test(refused, 'a node that is text', root({ a: 'string' }), '#/properties/a', 'invalid')
test(refused, 'a node that is null', root({ a: null }), '#/properties/a', 'invalid')
test(refused, 'a node without type', root({ a: {} }), '#/properties/a/type', 'required')
test(refused, 'only null', root({ a: { type: 'null' } }), '#/properties/a/type', 'invalid')
test(
  refused,
  'a type of ours and one of nobody',
  root({ a: { type: ['string', 'date'] } }),
  '#/properties/a/type',
  'invalid',
)
test(
  refused,
  'an array without items',
  root({ a: { type: 'array' } }),
  '#/properties/a/items',
  'required',
)
test(
  refused,
  'a tuple',
  root({ a: { type: 'array', items: [leaf] } }),
  '#/properties/a/items',
  'invalid',
)
test(
  refused,
  'an unknown reference',
  root({ a: { type: 'array', items: { $ref: '#/$defs/CIAP' } } }),
  '#/properties/a/items/$ref',
  'unknown',
)
test(
  refused,
  'a reference elsewhere',
  root({ a: { $ref: 'https://example.org/schema' } }),
  '#/properties/a/$ref',
  'unknown',
)
test(
  refused,
  'a reference with a wrong type',
  root({ a: { $ref: '#/$defs/CID', type: 'string' } }),
  '#/properties/a/type',
  'invalid',
)
for (const keyword of ['enum', 'const', 'format', 'pattern', 'minLength', 'oneOf'])
  test(
    refused,
    `the keyword ${keyword} with what it cannot have`,
    root({ 'a/b~c': { ...leaf, [keyword]: [] } }),
    `#/properties/a~1b~0c/${keyword}`,
    'invalid',
  )
test(
  refused,
  'items of a text',
  root({ a: { ...leaf, items: leaf } }),
  '#/properties/a/items',
  'unknown',
)
test(
  refused,
  'a description that is no text',
  root({ a: { type: 'string', description: { pt: 'x' } } }),
  '#/properties/a/description',
  'invalid',
)
test(
  refused,
  'a name that means a prototype',
  JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
  '#/properties/__proto__',
  'reserved',
)

function nested(depth: number): HostSchema {
  return depth === 1 ? leaf : root({ a: nested(depth - 1) })
}

test('eight nodes deep is the limit', (t) => {
  t.deepEqual(faultsOf(nested(8)), [])
  t.like(faultsOf(nested(9))[0], { field: `#${'/properties/a'.repeat(8)}`, issue: 'too_deep' })
  const lists = (depth: number): HostSchema =>
    depth === 1 ? leaf : { type: 'array', items: lists(depth - 1) }
  t.deepEqual(faultsOf(root({ a: lists(7) })), [])
  t.is(faultsOf(root({ a: lists(8) }))[0]?.issue, 'too_deep')
})

test('a schema as deep as a body allows is refused, and nothing overflows', (t) => {
  const nested = (times: number) =>
    JSON.parse(`${'{"type":"object","properties":{"a":'.repeat(times)}1${'}}'.repeat(times)}`)
  const lists = (times: number) => JSON.parse(`${'['.repeat(times)}${']'.repeat(times)}`)
  for (const [times, issue] of [
    [1_000, 'too_deep'],
    [20_000, 'too_large'],
  ] as const)
    t.is(faultsOf(nested(times))[0]?.issue, issue)
  for (const [times, issue] of [
    [30_000, 'too_deep'],
    [100_000, 'too_large'],
  ] as const)
    t.is(faultsOf({ ...root({ a: leaf }), extra: lists(times) })[0]?.issue, issue)
})

test('five hundred properties in all is the limit', (t) => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, leaf]))
  t.deepEqual(faultsOf(root({ a: root(many(498)), b: leaf })), [])
  t.like(faultsOf(root({ a: root(many(499)), b: leaf }))[0], {
    field: '#/properties/a/properties',
    issue: 'too_many',
  })
})

test('64 KB is the limit, in bytes', (t) => {
  const around = JSON.stringify(root({ a: { type: 'string', description: '' } })).length
  const withBytes = (bytes: number) => {
    const left = bytes - around
    const description = `${'é'.repeat(Math.floor(left / 2))}${'.'.repeat(left % 2)}`
    return root({ a: { type: 'string', description } })
  }
  t.deepEqual(faultsOf(withBytes(65_536)), [])
  t.like(faultsOf(withBytes(65_537))[0], { field: '#', issue: 'too_large' })
})

test('of a schema that cannot be within the limit nothing is read', (t) => {
  const many = (value: unknown) => Array.from({ length: 20_000 }, () => value)
  const wrong = { type: 'date', ...Object.fromEntries(many(1).map((one, at) => [`x${at}`, one])) }
  for (const schema of [root({ a: wrong }), { ...root({ a: leaf }), oneOf: many({ const: 'a' }) }])
    t.deepEqual(
      faultsOf(schema).map(({ field, issue }) => `${field} ${issue}`),
      ['# too_large'],
    )
})

test('several faults are reported together', (t) => {
  const faults = faultsOf(
    root({ a: { type: 'date' }, b: { type: 'array' }, c: { ...leaf, enum: [] } }),
  )
  t.deepEqual(
    faults.map(({ field }) => field),
    ['#/properties/a/type', '#/properties/b/items', '#/properties/c/enum'],
  )
})

test('spacing and the order of keywords change no digest; names, meaning and order of properties do', (t) => {
  const canonical = (schema: unknown) => canonicalSchema(parseSchema(schema).schema)
  const schema = root({ a: leaf, b: { $ref: '#/$defs/CID' } })
  t.is(
    canonical(schema),
    canonical({
      properties: {
        a: { description: 'Texto', type: 'string' },
        b: { type: 'object', $ref: '#/$defs/CID' },
      },
      description: 'Raiz',
      type: 'object',
    }),
  )
  for (const other of [
    root({ b: { $ref: '#/$defs/CID' }, a: leaf }),
    root({ a: { ...leaf, description: 'Outro' }, b: { $ref: '#/$defs/CID' } }),
    root({ a: { ...leaf, type: 'number' }, b: { $ref: '#/$defs/CID' } }),
    root({ a: leaf, b: { $ref: '#/$defs/AnthropometricData' } }),
  ])
    t.not(canonical(schema), canonical(other))
})

test('random legal schemas are always accepted', (t) => {
  t.notThrows(() => fc.assert(fc.property(hostSchema, (schema) => faultsOf(schema).length === 0)))
})

/** Breaks one node; the fault lies at the node itself or at one of its keywords. */
const breakages: readonly ((node: HostSchema) => string | undefined)[] = [
  (node) => {
    if (node.$ref) return undefined
    node.type = 'null'
    return '/type'
  },
  (node) => {
    if (node.$ref || node.type === 'object' || node.type === 'array') return undefined
    delete node.type
    return '/type'
  },
  (node) => {
    if (node.$ref || node.type === 'object' || node.type === 'array') return undefined
    node.format = 7
    return '/format'
  },
  (node) => {
    node.description = 7
    return '/description'
  },
  (node) => {
    if (node.type !== 'object') return undefined
    node.properties = null
    return '/properties'
  },
  (node) => {
    if (node.type !== 'array') return undefined
    delete node.items
    return '/items'
  },
  (node) => {
    if (!node.$ref) return undefined
    node.$ref += 'X'
    return '/$ref'
  },
]

test('one random fault in a legal schema is refused, and named where it is', (t) => {
  const property = fc.property(hostSchema, fc.nat(), fc.nat(), (schema, which, how) => {
    const broken = structuredClone(schema)
    const nodes = nodesOf(broken)
    const { node, path } = nodes[which % nodes.length]!
    const keyword = breakages[how % breakages.length]!(node)
    if (keyword === undefined) return true
    const faults = faultsOf(broken)
    return faults.length === 1 && faults[0]!.field === path + keyword
  })
  t.notThrows(() => fc.assert(property, { numRuns: 1000 }))
})
