/** Legal schemas with one fault each, and the place that the refusal has to name. */
import fc from 'fast-check'
import { isAppError } from '../../core/errors.ts'
import { parseSchema } from '../../core/structured-output/parse-schema.ts'
import { type HostSchema, hostSchema, nodesOf } from './structured-schemas.ts'

interface BrokenSchema {
  what: string
  schema: HostSchema
  /** JSON Pointer in the form of `$ref`. */
  path: string
}

interface Breakage {
  what: string
  /**
   * Breaks the node and gives the keyword, or what stands for it; undefined where the node cannot
   * be broken so.
   */
  spoil(node: HostSchema): string | undefined
}

const BREAKAGES: readonly Breakage[] = [
  {
    what: 'an unknown type',
    spoil: (node) =>
      unlessReference(
        node,
        () => {
          node.type = 'null'
        },
        '/type',
      ),
  },
  {
    what: 'no type',
    spoil: (node) =>
      unlessReference(
        node,
        () => {
          delete node.type
          delete node.properties
          delete node.items
        },
        '/type',
      ),
  },
  {
    what: 'a type that is none',
    spoil: (node) =>
      unlessReference(
        node,
        () => {
          node.type = ['string', 'date']
        },
        '/type',
      ),
  },
  ...['enum', 'format', 'pattern', 'oneOf', 'allOf', 'const'].map(
    (keyword): Breakage => ({
      what: `the keyword ${keyword}`,
      spoil(node) {
        const isLeaf = /^(?:string|number|boolean)$/.test(String(node.type))
        const says = keyword !== 'pattern' || node.type === 'string'
        if (!isLeaf || node.$ref || !says) return undefined
        node[keyword] = []
        return `/${keyword}`
      },
    }),
  ),
  {
    what: 'a description that is no text',
    spoil(node) {
      node.description = 7
      return '/description'
    },
  },
  {
    what: 'no properties',
    spoil: (node) =>
      ofType(
        node,
        'object',
        () => {
          delete node.properties
        },
        '/properties',
      ),
  },
  {
    what: 'empty properties',
    spoil: (node) =>
      ofType(
        node,
        'object',
        () => {
          node.properties = {}
        },
        '/properties',
      ),
  },
  {
    what: 'a list of properties',
    spoil: (node) =>
      ofType(
        node,
        'object',
        () => {
          node.properties = []
        },
        '/properties',
      ),
  },
  {
    what: 'a property that is null',
    spoil: (node) =>
      ofType(
        node,
        'object',
        () => {
          node.properties['~a/b'] = null
        },
        '/properties/~0a~1b',
      ),
  },
  {
    what: 'a reserved name',
    spoil: (node) =>
      ofType(
        node,
        'object',
        () => {
          node.properties = JSON.parse('{"__proto__":{"type":"string"}}')
        },
        '/properties/__proto__',
      ),
  },
  {
    what: 'no items',
    spoil: (node) =>
      ofType(
        node,
        'array',
        () => {
          delete node.items
        },
        '/items',
      ),
  },
  {
    what: 'a tuple',
    spoil: (node) =>
      ofType(
        node,
        'array',
        () => {
          node.items = [{ type: 'string' }]
        },
        '/items',
      ),
  },
  {
    what: 'an unknown reference',
    spoil(node) {
      if (!node.$ref) return undefined
      node.$ref += 'X'
      return '/$ref'
    },
  },
]

function unlessReference(node: HostSchema, spoil: () => void, keyword: string) {
  if (node.$ref) return undefined
  spoil()
  return keyword
}

function ofType(node: HostSchema, type: string, spoil: () => void, keyword: string) {
  if (node.type !== type || node.$ref) return undefined
  spoil()
  return keyword
}

/** @param which and `how` any whole numbers; undefined where that fault does not fit that node */
function breakSchema(schema: HostSchema, which: number, how: number): BrokenSchema | undefined {
  if (how % (BREAKAGES.length + 3) >= BREAKAGES.length) return breakLimit(schema, how)
  const broken = structuredClone(schema)
  const nodes = nodesOf(broken)
  const { node, path } = nodes[which % nodes.length]!
  const breakage = BREAKAGES[how % (BREAKAGES.length + 3)]!
  const keyword = breakage.spoil(node)
  return keyword === undefined
    ? undefined
    : { what: breakage.what, schema: broken, path: path + keyword }
}

const LEAF = { type: 'string', description: 'x' }

function breakLimit(schema: HostSchema, how: number): BrokenSchema {
  const properties = { ...schema.properties }
  if (how % 3 === 0) {
    properties.zz = { ...LEAF, description: 'é'.repeat(33_000) }
    return { what: 'too many bytes', schema: { ...schema, properties }, path: '#' }
  }
  if (how % 3 === 1) {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`z${index}`, LEAF]))
    properties.zz = { type: 'object', description: 'x', properties: many }
    return {
      what: 'too many properties',
      schema: { ...schema, properties },
      path: '#/properties/zz/properties',
    }
  }
  // The root is 1, so the eighth list within one another is the ninth node.
  let deep: HostSchema = LEAF
  for (let level = 0; level < 7; level++) deep = { type: 'array', description: 'x', items: deep }
  properties.zz = deep
  return {
    what: 'too deep',
    schema: { ...schema, properties },
    path: `#/properties/zz${'/items'.repeat(7)}`,
  }
}

/** How many of random broken schemas are refused, and by their one fault's place. */
export function tallyIllegal(count: number, seed: number) {
  const tally = { schemas: 0, refused: 0, rightPath: 0, faults: [] as string[] }
  const random = fc.sample(fc.tuple(hostSchema, fc.nat(), fc.nat()), { seed, numRuns: count * 4 })
  for (const [schema, which, how] of random) {
    const broken = breakSchema(schema, which, how)
    if (!broken || tally.schemas === count) continue
    tally.schemas += 1
    const paths = refusedPaths(broken.schema)
    if (paths) tally.refused += 1
    if (paths?.length === 1 && paths[0] === broken.path) tally.rightPath += 1
    else if (tally.faults.length < 5)
      tally.faults.push(`${broken.what}: ${paths} for ${broken.path}`)
  }
  return tally
}

/** null: it was taken. */
function refusedPaths(schema: HostSchema): unknown[] | null {
  try {
    parseSchema(schema)
    return null
  } catch (error) {
    if (!isAppError(error) || error.code !== 'validation_error') throw error
    return (error.details ?? []).map(({ field }) => field)
  }
}
