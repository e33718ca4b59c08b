import test from 'ava'
import {
  fieldGroups,
  fieldsPerRequest,
  llamaGenerator,
} from '../../core/document/generation/llama-generator.ts'
import type { TemplateFieldSpec, TextGenerator } from '../../core/document/models/ports.ts'
import { documentInput, SMALL_TEMPLATE, segments } from '../helpers/documents.ts'

const named = (count: number): TemplateFieldSpec[] =>
  Array.from({ length: count }, (_, index) => ({ name: `Campo ${index}`, type: 'string' }))

test('groups hold the template’s order, nothing twice, and no more than they may', (t) => {
  for (let count = 0; count <= 40; count += 1)
    for (const most of [0, 1, 3, 4, 8, 60]) {
      const groups = fieldGroups(named(count), most)
      t.deepEqual(groups.flat(), named(count))
      t.true(groups.every((group) => group.length > 0 && (most === 0 || group.length <= most)))
      const lengths = groups.map((group) => group.length)
      t.true(Math.max(0, ...lengths) - Math.min(Infinity, ...lengths) <= 1)
    }
})

test('the smaller the model, the fewer fields at once', (t) => {
  t.deepEqual([0.3e9, 0.8e9, 1.9e9, 4.7e9].map(fieldsPerRequest), [4, 4, 8, 0])
})

test('all requests of a document begin alike, and its fields come in order', async (t) => {
  const prompts: string[] = []
  const text: TextGenerator = {
    model: 'x',
    async generate({ user }, { schema, onProperty }) {
      prompts.push(user)
      for (const key of Object.keys(schema.properties ?? {})) onProperty?.(key, null, [])
      return '{}'
    },
    async [Symbol.asyncDispose]() {},
  }
  const template = { ...SMALL_TEMPLATE, fields: named(10) }
  const generator = llamaGenerator({ text, kind: 'llama', version: 'x', fieldsPerRequest: 4 })
  const told: string[] = []
  await generator.generate(documentInput({ template, segments: segments(['nega febre']) }), {
    signal: new AbortController().signal,
    onField: (name) => told.push(name),
  })
  t.is(prompts.length, 3)
  t.is(new Set(prompts.map((prompt) => prompt.split('CAMPOS')[0])).size, 1)
  t.deepEqual(
    told,
    template.fields.map(({ name }) => name),
  )
})
