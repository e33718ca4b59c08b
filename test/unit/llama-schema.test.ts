import test from 'ava'
import { compileSchema, fixedText } from '../../ai-local/llama/value-plan.ts'
import { builtInTemplates } from '../../config/templates.ts'
import type { JsonSchema, Template } from '../../core/document/models/ports.ts'
import { contentSchema } from '../../core/document/models/template-schema.ts'

const TEXT: JsonSchema = { type: 'string' }
const NULL: JsonSchema = { type: 'null' }

function of(a: unknown): JsonSchema {
  return { type: 'object', properties: { a: a as JsonSchema } }
}

const refuses = test.macro({
  title: (_, what) => `refused: ${what}`,
  exec(t, _what: string, schema: JsonSchema, field: string, issue: string) {
    const error = t.throws(() => compileSchema(schema))
    t.like(error, { code: 'schema_not_supported', kind: 'invalid', details: [{ field, issue }] })
  },
})
test(refuses, 'a root that is no object', TEXT, '/', 'root_must_be_object')
test(refuses, 'a root that may be null', { anyOf: [of(TEXT), NULL] }, '/', 'root_must_be_object')
test(refuses, 'no type', of({}), '/properties/a/type', 'type_missing')
test(
  refuses,
  'several types at once',
  of({ type: ['string', 'null'] }),
  '/properties/a/type',
  'type_not_supported',
)
test(
  refuses,
  'a type that does not exist',
  of({ type: 'date' }),
  '/properties/a/type',
  'type_not_supported',
)
test(
  refuses,
  'a type named like a method',
  of({ type: 'toString' }),
  '/properties/a/type',
  'type_not_supported',
)
test(
  refuses,
  'a pattern',
  of({ type: 'string', pattern: 'x' }),
  '/properties/a/pattern',
  'keyword_not_supported',
)
test(refuses, 'a reference', of({ $ref: '#/$defs/CID' }), '/properties/a/type', 'type_missing')
test(
  refuses,
  'bounds of numbers',
  of({ type: 'number', minimum: 3 }),
  '/properties/a/minimum',
  'keyword_not_supported',
)
test(
  refuses,
  'more at least than at most',
  of({ type: 'string', minLength: 5, maxLength: 4 }),
  '/properties/a/minLength',
  'impossible',
)
test(
  refuses,
  'a negative length',
  of({ type: 'string', minLength: -1 }),
  '/properties/a/minLength',
  'out_of_range',
)
test(
  refuses,
  'a required length beyond the grammar',
  of({ type: 'string', minLength: 5000 }),
  '/properties/a/minLength',
  'out_of_range',
)
test(refuses, 'a list of nothing said', of({ type: 'array' }), '/properties/a/items', 'required')
test(
  refuses,
  'a list that cannot be',
  of({ type: 'array', items: TEXT, minItems: 3, maxItems: 2 }),
  '/properties/a/minItems',
  'impossible',
)
test(
  refuses,
  'an object without properties',
  of({ type: 'object' }),
  '/properties/a/properties',
  'required',
)
test(
  refuses,
  'further properties',
  of({ type: 'object', properties: {}, additionalProperties: true }),
  '/properties/a/additionalProperties',
  'not_supported',
)
test(
  refuses,
  'a required property that is not described',
  { type: 'object', properties: {}, required: ['b'] },
  '/required',
  'impossible',
)
test(refuses, 'an empty choice', of({ enum: [] }), '/properties/a/enum', 'impossible')
test(
  refuses,
  'a choice of another type',
  of({ type: 'string', enum: ['x', 3] }),
  '/properties/a/enum',
  'impossible',
)
test(
  refuses,
  'a choice of objects',
  of({ enum: [{ x: 1 }] }),
  '/properties/a/enum',
  'not_supported',
)
test(refuses, 'no branch', of({ anyOf: [] }), '/properties/a/anyOf', 'impossible')
test(
  refuses,
  'two kinds of text',
  of({ anyOf: [TEXT, TEXT] }),
  '/properties/a/anyOf/1',
  'ambiguous',
)
test(
  refuses,
  'words beside free text',
  of({ anyOf: [{ enum: ['x'] }, TEXT] }),
  '/properties/a/anyOf/1',
  'ambiguous',
)
test(
  refuses,
  'numbers beside any number',
  of({ anyOf: [{ type: 'integer' }, { const: 3 }] }),
  '/properties/a/anyOf/1',
  'ambiguous',
)
test(
  refuses,
  'the key __proto__',
  { type: 'object', properties: JSON.parse('{"__proto__":{"type":"string"}}') },
  '/properties/__proto__',
  'not_supported',
)
test(
  refuses,
  'a fault deep inside, with its path',
  of({ type: 'array', items: of({ anyOf: [NULL, { type: 'string', format: 'date' }] }) }),
  '/properties/a/items/properties/a/anyOf/1/format',
  'keyword_not_supported',
)
test(
  refuses,
  'a path with a slash in a key',
  { type: 'object', properties: { 'x/y~z': {} } },
  '/properties/x~1y~0z/type',
  'type_missing',
)

test('refused: a schema that contains itself', (t) => {
  const endless: JsonSchema = { type: 'array' }
  endless.items = endless
  t.like(
    t.throws(() => compileSchema(of(endless))),
    { code: 'schema_not_supported', details: [{ issue: 'too_deep' }] },
  )
})

test('all 26 models compile, with their keys in order', (t) => {
  for (const template of builtInTemplates() as Template[]) {
    const { object } = compileSchema(contentSchema(template))
    t.deepEqual(
      object.map(({ key }) => key),
      template.fields.map(({ name }) => name),
    )
    for (const { value } of object) t.true(value.literals.includes('null'))
  }
})

test('a field with a single possible answer is not sampled', (t) => {
  const { object } = compileSchema({
    type: 'object',
    properties: {
      a: { const: 'x "y"' },
      b: NULL,
      c: { enum: [3] },
      d: { type: 'object', properties: {} },
      e: TEXT,
      f: { anyOf: [NULL, TEXT] },
    },
  })
  t.deepEqual(
    object.map(({ value }) => fixedText(value)),
    ['"x \\"y\\""', 'null', '3', '{}', null, null],
  )
})
