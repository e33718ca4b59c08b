// What generators wrote of models of their languages, cut to what no other test has: each schema
// is filled in, and whatever of it is not is told with its place.
import test from 'ava'
import fc from 'fast-check'
import { z } from 'zod'
import { isAppError } from '../../../core/errors.ts'
import { parseSchema } from '../../../core/structured-output/parse-schema.ts'
import { emptyValue, type SchemaNode } from '../../../core/structured-output/schema.ts'
import { validateOutput } from '../../../core/structured-output/validate-output.ts'
import { runs } from '../../helpers/runs.ts'

/** A node in one line: `{a: string, b: [number]}`. */
function shape(node: SchemaNode): string {
  if (node.type === 'array') return `[${shape(node.items)}]`
  if (node.type !== 'object') return node.type
  return `{${node.properties.map(({ name, node: inner }) => `${name}: ${shape(inner)}`).join(', ')}}`
}

const text = { type: 'string' }
const number = { type: 'number' }
const of = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

interface Case {
  schema: object
  is: string
  /** Places that a warning names, beside those of missing descriptions. */
  told?: string[]
}

const CASES: Record<string, Case> = {
  'a type or another, in one list (zod 4, zod-to-json-schema, typescript-json-schema)': {
    schema: z.toJSONSchema(z.object({ a: z.union([z.number(), z.string()]) })),
    is: '{a: string}',
    told: ['#/properties/a/type'],
  },
  'literals of two types (zod 4)': {
    schema: z.toJSONSchema(z.object({ a: z.literal(['leve', 2, null]) })),
    is: '{a: string}',
    told: ['#/properties/a/enum'],
  },
  'an intersection whose sides share a property (zod 4)': {
    schema: z.toJSONSchema(
      z.object({
        i: z.intersection(
          z.object({ a: z.string() }),
          z.object({ a: z.string().max(3).describe('A'), b: z.string() }),
        ),
      }),
    ),
    is: '{i: {a: string, b: string}}',
  },
  'an enumeration of text and numbers (pydantic, msgspec)': {
    schema: of({ m: { $ref: '#/$defs/Misto' } }, { $defs: { Misto: { enum: ['a', 2] } } }),
    is: '{m: string}',
    told: ['#/$defs/Misto/enum'],
  },
  'a definition by its own name (TypeBox)': {
    schema: {
      $defs: {
        P: { $id: 'P', ...of({ x: number }) },
        R: { $id: 'R', ...of({ p: { $ref: 'P' } }) },
      },
      $ref: 'R',
    },
    is: '{p: {x: number}}',
    told: ['#/$defs/R/$id', '#/$defs/P/$id'],
  },
  'a part by its anchor (schemas of 2019 and later)': {
    schema: of({ p: { ...of({ x: number }), $anchor: 'par' }, q: { $ref: '#par' } }),
    is: '{p: {x: number}, q: {x: number}}',
    told: ['#/properties/p/$anchor'],
  },
  'whatever is one of these values (joi)': {
    schema: of({
      a: { type: ['array', 'boolean', 'number', 'object', 'string', 'null'], enum: ['a', 'b'] },
    }),
    is: '{a: string}',
    told: ['#/properties/a/type'],
  },
  'a class that says again what it inherits (NSwag, openapi-generator)': {
    schema: {
      components: { schemas: { Base: of({ id: text, lista: { type: 'array', items: text } }) } },
      allOf: [
        { $ref: '#/components/schemas/Base' },
        of({ id: { maxLength: 9, description: 'Id' }, b: number, lista: { items: {} } }),
      ],
    },
    is: '{id: string, lista: [string], b: number}',
  },
  'objects and lists that do not say that they are (OpenAPI by hand)': {
    schema: { properties: { o: { properties: { a: text } }, l: { items: number } } },
    is: '{o: {a: string}, l: [number]}',
  },
  'alternatives of which some have the type of the first (ArkType)': {
    schema: of({ a: { anyOf: [{ const: 'x' }, { const: 1 }, { const: 'y' }] } }),
    is: '{a: string}',
    told: ['#/properties/a/anyOf'],
  },
  'a decimal number as text (pydantic)': {
    schema: of({ peso: { ...text, pattern: '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$' } }),
    is: '{peso: string}',
  },
}

for (const [name, { schema, is, told = [] }] of Object.entries(CASES))
  test(`${name}: it is filled in, and what is not is named`, (t) => {
    const parsed = parseSchema(schema)
    t.is(shape(parsed.schema), is)
    t.notThrows(() => validateOutput(parsed.schema, emptyValue(parsed.schema)))
    const places = parsed.warnings.map(({ path }) => path)
    for (const place of told) t.true(places.includes(place), `${place} of ${places}`)
  })

const kept = (schema: object, values: unknown[]) =>
  values.filter((a) => {
    try {
      validateOutput(parseSchema(of({ a: schema })).schema, { a })
      return true
    } catch (error) {
      if (!isAppError(error)) throw error
      return false
    }
  })

test('the rules of all parts hold together, and a value of another type is not given', (t) => {
  const twice = { allOf: [of({ x: { ...text, minLength: 2 } }), of({ x: { maxLength: 3 } })] }
  t.deepEqual(kept(twice, [{ x: 'a' }, { x: 'ab' }, { x: 'abcd' }]), [{ x: 'ab' }])
  t.deepEqual(kept({ enum: ['a', 2, 'b'] }, ['a', 2, 'b', 'c']), ['a', 'b'])
  t.deepEqual(kept({ anyOf: [{ const: 'x' }, { const: 1 }, { const: 'y' }] }, ['x', 'y', 'z', 1]), [
    ...['x', 'y'],
  ])
  const decimal = { ...text, pattern: '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$' }
  t.deepEqual(kept(decimal, ['70.5', '-', '70 kg']), ['70.5'])
})

test('what names itself within itself, or nothing, is refused by name', (t) => {
  const issues = (schema: object) => {
    const error = t.throws(() => parseSchema(schema))
    return isAppError(error) ? error.details?.map(({ field, issue }) => `${field} ${issue}`) : []
  }
  t.deepEqual(issues({ ...of({ a: { $ref: 'R' } }), $id: 'R' }), ['#/properties/a/$ref recursive'])
  t.deepEqual(issues(of({ a: { $ref: 'Q' }, b: { default: { $id: 'Q' } } })), [
    '#/properties/a/$ref unknown',
    '#/properties/b/type required',
  ])
})

// Models as people write them in zod, of every kind that it can write a schema of.
const name = fc.constantFrom('a', 'b', 'c', 'd')
const scalar = fc.constantFrom<() => z.ZodType>(
  () => z.string().max(5),
  () => z.number().min(1),
  () => z.int(),
  () => z.boolean(),
  () => z.enum(['x', 'y']),
  () => z.literal(['x', 1]),
  () => z.iso.date(),
  () => z.email(),
  () => z.union([z.string(), z.number()]),
  () => z.union([z.boolean(), z.array(z.string())]),
)
const { model } = fc.letrec<{ model: () => z.ZodType; fields: () => z.ZodObject }>((tie) => ({
  fields: fc
    .dictionary(name, tie('model'), { minKeys: 1, maxKeys: 3 })
    .map(
      (all) => () => z.object(Object.fromEntries(Object.entries(all).map(([k, v]) => [k, v()]))),
    ),
  model: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    tie('fields'),
    tie('model').map((one) => () => one().optional()),
    tie('model').map((one) => () => one().nullable().describe('Texto')),
    tie('model').map((one) => () => z.array(one())),
    fc.tuple(tie('fields'), tie('fields')).map(
      ([a, b]) =>
        () =>
          z.union([a(), b()]),
    ),
  ),
}))

test('a model of zod is filled in or refused with a place, in every dialect', (t) => {
  const targets = ['draft-2020-12', 'draft-7', 'draft-4', 'openapi-3.0'] as const
  const check = fc.check(
    fc.property(
      fc.dictionary(name, model, { minKeys: 1, maxKeys: 4 }),
      fc.constantFrom(...targets),
      fc.constantFrom('input', 'output'),
      (all, target, io) => {
        const entries = Object.entries(all).map(([key, make]) => [key, make()])
        const schema = z.toJSONSchema(z.object(Object.fromEntries(entries)), { target, io })
        try {
          const parsed = parseSchema(schema)
          validateOutput(parsed.schema, emptyValue(parsed.schema))
          return true
        } catch (error) {
          const issues = isAppError(error) ? (error.details ?? []) : []
          return issues.length > 0 && issues.every(({ issue }) => issue === 'too_deep')
        }
      },
    ),
    { numRuns: runs(200) },
  )
  t.false(check.failed, fc.defaultReportMessage(check))
})
