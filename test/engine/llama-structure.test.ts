import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { builtInTemplates } from '../../config/templates.ts'
import type { JsonSchema, Template } from '../../core/document/models/ports.ts'
import { contentSchema } from '../../core/document/models/template-schema.ts'
import { validatorOf } from '../helpers/json-schema.ts'
import { neverAborted, startLlama, temporaryModel } from '../helpers/llama.ts'

const STORIES = fileURLToPath(new URL('../../../shared/models/stories260K.gguf', import.meta.url))
const PROMPT = {
  system: 'Escreva o documento.',
  user: '1 consultório: "Nega febre, refere dor há 3 dias."',
}

/** The template's schema with short texts: random weights never end one by themselves. */
function shortSchema(template: Template): JsonSchema {
  return JSON.parse(JSON.stringify(contentSchema(template)), (key, value) =>
    key === 'maxLength' ? 24 : key === 'maxItems' ? 2 : value,
  ) as JsonSchema
}

/** Keys of every object, in order, as a template lists them. */
function assertShape(t: ExecutionContext, template: Template, json: string) {
  const content = JSON.parse(json) as Record<string, unknown>
  t.deepEqual(
    Object.keys(content),
    template.fields.map(({ name }) => name),
    template.id,
  )
  for (const { name, type, keys } of template.fields) {
    const value = content[name]
    if (value === null) continue
    if (type === 'string') t.is(typeof value, 'string')
    else if (type === 'string[]') t.true(Array.isArray(value) && value.length > 0)
    else t.deepEqual(Object.keys(value as object), keys ?? [])
  }
}

async function generatesAll(
  t: ExecutionContext,
  modelPath: string,
  templates = builtInTemplates() as Template[],
) {
  const generator = startLlama(t, modelPath, { contextTokens: 4096 })
  let filled = 0
  for (const template of templates) {
    const schema = shortSchema(template)
    const streamed: string[] = []
    const json = await generator.generate(PROMPT, {
      schema,
      maxTokens: 3500,
      // Some heat, or random weights would choose the same branch everywhere.
      temperature: 1.5,
      seed: 7,
      signal: neverAborted(),
      onProperty: (name) => streamed.push(name),
    })
    t.true(validatorOf(schema)(JSON.parse(json)), template.id)
    assertShape(t, template, json)
    t.deepEqual(streamed, Object.keys(JSON.parse(json)), 'finished fields are told in order')
    filled += Object.values(JSON.parse(json)).filter((value) => value !== null).length
  }
  t.true(filled > templates.length, 'not everything was null')
}

test('all 26 models come out valid, with their keys in order and no others: SentencePiece vocabulary', (t) => {
  t.is(builtInTemplates().length, 26)
  return generatesAll(t, temporaryModel(t))
})

test('models come out valid, with their keys in order and no others: byte-pair vocabulary', (t) => {
  const third = (builtInTemplates() as Template[]).filter((_, at) => at % 3 === 1)
  return generatesAll(t, temporaryModel(t, { tokenizer: 'byte-pair', seed: 3 }), third)
})

const withStories = existsSync(STORIES) ? test : test.skip
withStories('all 26 models come out valid with released weights (stories260K)', (t) =>
  generatesAll(t, STORIES),
)

/** Schemas of the supported subset, as a host could write them. */
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema; leaf: JsonSchema; root: JsonSchema }>(
  (tie) => ({
    leaf: fc.oneof(
      fc
        .tuple(fc.nat({ max: 8 }), fc.nat({ max: 30 }))
        .map(
          ([min, more]): JsonSchema => ({ type: 'string', minLength: min, maxLength: min + more }),
        ),
      fc.constantFrom<JsonSchema>(
        { type: 'number' },
        { type: 'integer' },
        { type: 'boolean' },
        { type: 'null' },
      ),
      fc
        .uniqueArray(
          fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean(), fc.constant(null)),
          {
            minLength: 1,
            maxLength: 5,
          },
        )
        .map((values): JsonSchema => ({ enum: values })),
      fc.string({ maxLength: 12 }).map((value): JsonSchema => ({ const: value })),
    ),
    root: fc
      .dictionary(fc.string({ minLength: 1, maxLength: 14 }), tie('schema'), { maxKeys: 4 })
      .map((properties): JsonSchema => {
        const usable = Object.fromEntries(
          Object.entries(properties).filter(([key]) => key !== '__proto__'),
        )
        return {
          type: 'object',
          properties: usable,
          required: Object.keys(usable),
          additionalProperties: false,
        }
      }),
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      tie('root'),
      fc.tuple(tie('schema'), fc.nat({ max: 2 }), fc.nat({ max: 2 })).map(
        ([items, min, more]): JsonSchema => ({
          type: 'array',
          items,
          minItems: min,
          maxItems: min + more,
        }),
      ),
      fc
        .constantFrom<JsonSchema>(
          { type: 'string', maxLength: 9 },
          { type: 'integer' },
          { type: 'boolean' },
        )
        .map((one): JsonSchema => ({ anyOf: [one, { type: 'null' }] })),
    ),
  }),
)

test('whatever schema of the supported subset is asked for, the answer satisfies it', async (t) => {
  const generator = startLlama(t, temporaryModel(t, { seed: 5 }), { contextTokens: 8192 })
  const property = fc.asyncProperty(
    fc.dictionary(fc.string({ minLength: 1, maxLength: 10 }), anySchema, {
      minKeys: 1,
      maxKeys: 4,
    }),
    fc.nat(),
    async (properties, seed) => {
      const usable = Object.fromEntries(
        Object.entries(properties).filter(([key]) => key !== '__proto__'),
      )
      const schema: JsonSchema = { type: 'object', properties: usable, additionalProperties: false }
      const options = { schema, maxTokens: 6000, temperature: 2, seed, signal: neverAborted() }
      const answer = JSON.parse(await generator.generate(PROMPT, options)) as object
      const strict = { ...schema, required: Object.keys(usable) }
      const validate = validatorOf(strict)
      return validate(answer) && Object.keys(answer).join() === Object.keys(usable).join()
    },
  )
  await t.notThrowsAsync(fc.assert(property, { numRuns: 100 }))
})
