// Schemas as libraries write them: taken, with a word for what is not kept; named where they
// cannot be.
import test from 'ava'
import fc from 'fast-check'
import { z } from 'zod'
import { isAppError } from '../../../core/errors.ts'
import { parseSchema } from '../../../core/structured-output/parse-schema.ts'
import { describeSchema, type ObjectNode } from '../../../core/structured-output/schema.ts'
import { validateOutput } from '../../../core/structured-output/validate-output.ts'
import { hasShared, readShared } from '../../helpers/shared-files.ts'

const node = (of: object) => ({ type: 'object', description: 'Raiz', properties: of })
const refusal = (schema: unknown) => {
  try {
    parseSchema(schema)
    return undefined
  } catch (error) {
    if (!isAppError(error)) throw error
    return error.details?.map(({ field, issue }) => `${field} ${issue}`)
  }
}
const told = (schema: unknown) => parseSchema(schema).warnings.map(({ path }) => path)
const names = (schema: ObjectNode) =>
  describeSchema(schema).lines.map(({ name, type }) => `${name} ${type}`)
const takes = (schema: unknown, output: object) => {
  try {
    validateOutput(parseSchema(schema).schema, output)
    return true
  } catch (error) {
    if (isAppError(error) && error.code === 'structured_output_failed') return false
    throw error
  }
}

const Triage = z.object({
  queixa: z
    .string()
    .describe('Queixa principal')
    .meta({ title: 'Queixa', examples: ['tosse'] }),
  peso: z.number().positive().nullable().describe('Peso em kg'),
  gravidade: z.enum(['leve', 'moderada', 'grave']).describe('Gravidade'),
  filhos: z.int().min(0).optional().describe('Número de filhos'),
  retorno: z.iso.date().nullish().describe('Data do retorno'),
  tipo: z.literal('triagem').describe('Tipo'),
  sono: z.union([z.literal('bom'), z.literal('ruim')]).describe('Sono'),
  fumante: z.boolean().default(false).describe('Fuma'),
  remedios: z
    .array(z.strictObject({ nome: z.string().describe('Nome'), dose: z.string().nullable() }))
    .min(1)
    .describe('Medicamentos'),
})

test('schemas written by zod are accepted, with a note for each keyword that only describes', (t) => {
  const schema = z.toJSONSchema(Triage)
  const parsed = parseSchema(schema)
  t.deepEqual(names(parsed.schema), [
    'queixa string',
    'peso number',
    'gravidade string',
    'filhos number',
    'retorno string',
    'tipo string',
    'sono string',
    'fumante boolean',
    'remedios array',
    'remedios[] object',
    'remedios[].nome string',
    'remedios[].dose string',
  ])
  const paths = parsed.warnings.map(({ path }) => path)
  for (const path of [
    '#/$schema',
    '#/required',
    '#/additionalProperties',
    '#/properties/queixa/title',
    '#/properties/queixa/examples',
    '#/properties/fumante/default',
    '#/properties/remedios/minItems',
    '#/properties/remedios/items/required',
  ])
    t.is(paths.filter((one) => one === path).length, 1, path)
})

test('and for input, in the dialects of other drafts and of OpenAPI, with shared definitions', (t) => {
  const expected = names(parseSchema(z.toJSONSchema(Triage)).schema)
  for (const target of ['draft-2020-12', 'draft-7', 'draft-4', 'openapi-3.0'] as const)
    for (const io of ['input', 'output'] as const)
      for (const reused of ['inline', 'ref'] as const) {
        const schema = z.toJSONSchema(Triage, { target, io, reused })
        t.deepEqual(names(parseSchema(schema).schema), expected, `${target} ${io} ${reused}`)
      }
})

test('a value that breaks a rule of the host is not taken', (t) => {
  const schema = z.toJSONSchema(
    z.object({
      escala: z.int().min(0).max(10),
      abaixo: z.number().lt(3).multipleOf(0.1),
      grau: z.enum(['I', 'II']),
      dia: z.iso.date(),
      cpf: z.string().regex(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/),
      nota: z.string().min(2).max(4),
      idade: z.union([z.int(), z.literal(0.5)]),
    }),
  )
  const nothing = {
    escala: null,
    abaixo: null,
    grau: null,
    dia: null,
    cpf: null,
    nota: null,
    idade: null,
  }
  t.true(takes(schema, nothing))
  for (const [name, good, bad] of [
    ['escala', [0, 10], [-1, 11, 2.5]],
    ['abaixo', [0.3, 2.9], [3, 0.25]],
    ['grau', ['I', 'II'], ['i', 'III', '']],
    ['dia', ['2026-02-28'], ['2026-02-30', '28/02/2026', '2026-2-8']],
    ['cpf', ['111.222.333-44'], ['11122233344', 'x111.222.333-44']],
    ['nota', ['ab', 'ação'], ['a', 'abcde']],
    ['idade', [3, 0.5], [0.7]],
  ] as const) {
    for (const value of good) t.true(takes(schema, { ...nothing, [name]: value }), `${value}`)
    for (const value of bad) t.false(takes(schema, { ...nothing, [name]: value }), `${value}`)
  }
})

// As pydantic 2 writes a model of these fields.
const PYDANTIC = {
  $defs: {
    Pressao: {
      description: 'Pressão arterial',
      properties: {
        pas: { maximum: 300, minimum: 40, title: 'Pas', type: 'integer' },
        pad: {
          anyOf: [{ type: 'integer' }, { type: 'null' }],
          default: null,
          description: 'Diastólica',
          title: 'Pad',
        },
      },
      required: ['pas'],
      title: 'Pressao',
      type: 'object',
    },
    Lado: { enum: ['direito', 'esquerdo'], title: 'Lado', type: 'string' },
  },
  additionalProperties: false,
  description: 'Exame',
  properties: {
    pressao: { anyOf: [{ $ref: '#/$defs/Pressao' }, { type: 'null' }], default: null },
    outra: { $ref: '#/$defs/Pressao', description: 'Em pé' },
    lado: { allOf: [{ $ref: '#/$defs/Lado' }], default: 'direito', description: 'Lado' },
    valor: {
      anyOf: [{ type: 'number' }, { type: 'string', pattern: '^\\d+$' }],
      title: 'Valor',
    },
    quando: { format: 'date-time', title: 'Quando', type: 'string' },
    versao: { const: 2, title: 'Versao' },
    marcas: { items: { $ref: '#/$defs/Lado' }, title: 'Marcas', type: 'array', uniqueItems: true },
  },
  required: ['lado', 'valor'],
  title: 'Exame',
  type: 'object',
}

test('schemas written by pydantic are accepted: definitions, alternatives with null, one in allOf', (t) => {
  const { schema, warnings } = parseSchema(PYDANTIC)
  t.deepEqual(names(schema), [
    'pressao object',
    'pressao.pas number',
    'pressao.pad number',
    'outra object',
    'outra.pas number',
    'outra.pad number',
    'lado string',
    'valor number',
    'quando string',
    'versao number',
    'marcas array',
    'marcas[] string',
  ])
  const [pressao, outra] = schema.properties
  t.is(pressao?.node.description, 'Pressão arterial')
  t.is(outra?.node.description, 'Em pé', 'what is said beside a reference is nearer')
  const paths = warnings.map(({ path }) => path)
  t.true(paths.includes('#/properties/valor/anyOf'), 'only the first kind is filled in')
  t.is(paths.filter((path) => path === '#/$defs/Pressao/title').length, 1, 'said once')
})

// As generators of OpenAPI documents write them: inheritance, old words for null, extensions.
const OPENAPI = {
  type: 'object',
  allOf: [
    { $ref: '#/definitions/Base' },
    { properties: { b: { type: 'number', format: 'float' } } },
  ],
  definitions: {
    Base: {
      type: 'object',
      properties: {
        a: { type: 'string', nullable: true, 'x-order': 1, example: 'x', readOnly: true },
        c: { type: 'integer', format: 'int32', minimum: 0, exclusiveMinimum: true },
      },
    },
  },
  'x-go-name': 'Exame',
  discriminator: { propertyName: 'a' },
}

test('schemas of OpenAPI generators are accepted: inherited properties, their own extensions', (t) => {
  t.deepEqual(names(parseSchema(OPENAPI).schema), ['a string', 'c number', 'b number'])
  t.true(told(OPENAPI).includes('#/definitions/Base/properties/a/x-order'))
  t.true(takes(OPENAPI, { a: 'x', c: 1, b: 0.5 }))
  t.false(takes(OPENAPI, { a: 'x', c: 0, b: 0.5 }))
})

test('unsupported rules are reported with their place, and none closes the panel', (t) => {
  const schema = node({
    a: { type: 'string', description: 'a', pattern: 'a(?!x)' },
    b: { type: 'string', description: 'b', format: 'iri-template' },
    c: { type: 'string', description: 'c', not: { const: 'x' } },
    d: { ...node({ e: { type: 'string', description: 'e' } }), patternProperties: { '^x': {} } },
    f: {
      type: 'array',
      description: 'f',
      items: { type: 'string', description: 'g' },
      maxItems: 2,
    },
  })
  t.deepEqual(told(schema), [
    '#/properties/a/pattern',
    '#/properties/b/format',
    '#/properties/c/not',
    '#/properties/d/patternProperties',
    '#/properties/f/maxItems',
  ])
  t.false(takes(schema, { a: 'y', b: null, c: null, d: { e: null }, f: [] }), 'a stays null')
})

test('a definition that contains itself is refused by name, near and far', (t) => {
  const Node = z.object({
    nome: z.string(),
    get filhos() {
      return z.array(Node)
    },
  })
  t.deepEqual(refusal(z.toJSONSchema(z.object({ raiz: Node }))), [
    '#/$defs/__schema0/properties/filhos/items/$ref recursive',
  ])
  t.deepEqual(refusal(node({ a: { $ref: '#' } })), ['#/properties/a/$ref recursive'])
  const far = { $defs: { A: { $ref: '#/$defs/B' }, B: { allOf: [{ $ref: '#/$defs/A' }] } } }
  t.deepEqual(refusal({ ...node({ a: { $ref: '#/$defs/A' } }), ...far }), [
    '#/$defs/B/allOf/0/$ref recursive',
  ])
})

test('a schema without a shape to fill is refused with its place', (t) => {
  const cases: [object, string][] = [
    [z.record(z.string(), z.number()), '#/properties/a/properties required'],
    [z.tuple([z.string(), z.number()]), '#/properties/a/prefixItems unknown'],
    [z.any(), '#/properties/a/type required'],
    [z.null(), '#/properties/a/type invalid'],
  ].map(([a, path]) => [z.toJSONSchema(z.object({ a: a as z.ZodType })), path as string])
  for (const [schema, path] of cases) t.true(refusal(schema)?.includes(path), path)
  t.deepEqual(refusal(node({ a: { $ref: '#/$defs/Fehlt' } })), ['#/properties/a/$ref unknown'])
  t.deepEqual(refusal(node({ a: { type: 'string', enum: [1] } })), ['#/properties/a/enum invalid'])
})

test('schemas made to cost end at once: references that double, parts in parts without end', (t) => {
  const doubling = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `d${index}`,
      { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  )
  const began = performance.now()
  t.truthy(refusal({ ...node({ a: { $ref: '#/$defs/d0' } }), $defs: { ...doubling, d30: {} } }))
  const deep = JSON.parse(`${'{"allOf":['.repeat(5000)}{}${']}'.repeat(5000)}`)
  t.truthy(refusal(node({ a: deep })))
  t.true(performance.now() - began < 2000)
})

const KEYWORDS =
  '$schema $id $comment title examples default deprecated readOnly required additionalProperties patternProperties propertyNames minProperties minItems maxItems uniqueItems contains enum const not if then format pattern minLength maxLength minimum maximum exclusiveMinimum multipleOf anyOf oneOf allOf nullable discriminator xml x-order unit prefixItems dependentRequired'.split(
    ' ',
  )
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>('date', 'peso', '^a+$', ['a', 'b'], { type: 'string' }, [
    { type: 'null' },
  ]),
  fc.integer({ min: -3, max: 40 }),
)
const base = () => ({
  ...node({
    queixa: { type: 'string', description: 'Queixa principal' },
    peso: { type: 'number', description: 'Peso em kg' },
    alergias: {
      type: 'array',
      description: 'Alergias',
      items: { type: 'string', description: 'Alergia' },
    },
    sono: node({ horas: { type: 'integer', description: 'Horas' } }),
  }),
})
const PLACES = [
  '#',
  '#/properties/queixa',
  '#/properties/peso',
  '#/properties/alergias',
  '#/properties/alergias/items',
  '#/properties/sono',
  '#/properties/sono/properties/horas',
]

/** A copy of the schema with one more keyword. */
function withKeyword(place: string, keyword: string, added: unknown): object {
  const schema = base()
  const steps = place.split('/').slice(1)
  const at = steps.reduce((node: Record<string, unknown>, step) => node[step] as never, schema)
  at[keyword] = added
  return schema
}

test('whatever keyword stands wherever: it is kept, or told with its path, or refused with it', (t) => {
  const plain = JSON.stringify(parseSchema(base()).schema)
  const run = fc.check(
    fc.property(
      fc.constantFrom(...PLACES),
      fc.oneof(fc.constantFrom(...KEYWORDS), fc.string({ minLength: 1, maxLength: 12 })),
      value,
      (place, keyword, added) => {
        fc.pre(!['type', 'description', 'properties', 'items', '__proto__'].includes(keyword))
        const schema = withKeyword(place, keyword, added)
        const refused = refusal(schema)
        if (refused) return refused.some((issue) => issue.startsWith(place))
        const parsed = parseSchema(schema)
        const isTold = parsed.warnings.some(({ path }) => path.startsWith(`${place}/`))
        return isTold || JSON.stringify(parsed.schema) !== plain
      },
    ),
    { numRuns: 3000, seed: 23 },
  )
  t.false(run.failed, JSON.stringify(run.counterexample))
})

const REPORT = 'reports/schema-from-a-library/schema.json'
const reported = hasShared(REPORT) ? test : test.skip
reported('the schema that was reported is taken, with a word for each keyword', (t) => {
  const { schema, warnings } = parseSchema(readShared(REPORT))
  t.deepEqual(names(schema), ['queixa string', 'peso number'])
  t.is(warnings.length, 7)
})
