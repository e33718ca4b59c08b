import test from 'ava'
import { answerValidator } from '../../ai-local/llama/answer-validator.ts'
import { builtInTemplates } from '../../config/templates.ts'
import type { DocumentContent } from '../../core/contract/api.ts'
import { llamaGenerator } from '../../core/document/generation/llama-generator.ts'
import type {
  DocumentInput,
  JsonSchema,
  Template,
  TextGenerator,
} from '../../core/document/models/ports.ts'
import { AppError } from '../../core/errors.ts'
import { documentInput, segments } from '../helpers/documents.ts'

const ANAMNESIS = (builtInTemplates() as Template[]).find(
  ({ id }) => id === 'anamnesis',
) as Template
const VISIT = segments([
  'Paciente nega febre e refere tosse seca há três dias.',
  'Pressão de 120 por 80, peso 70 quilos, altura um metro e setenta e cinco.',
  'Prescrevo dipirona 500 mg de seis em seis horas. Beber bastante água.',
])

/**
 * A language model that writes what the test tells it, under the schema it is asked for, and
 * remembers what it was asked.
 */
function obedientModel(answers: Record<string, unknown>, cut: Record<string, string[][]> = {}) {
  const asked: { prompt: { system: string; user: string }; schema: JsonSchema }[] = []
  let isClosed = false
  const text: TextGenerator = {
    model: 'obedient',
    async generate(prompt, { schema, onProperty }) {
      asked.push({ prompt, schema })
      const keys = Object.keys(schema.properties ?? {})
      const answer = Object.fromEntries(keys.map((key) => [key, answers[key] ?? null]))
      const json = JSON.stringify(answer)
      answerValidator(schema)(json)
      for (const key of keys) onProperty?.(key, answer[key], cut[key] ?? [])
      return json
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
    },
  }
  return { text, asked, isClosed: () => isClosed }
}

async function generate(
  model: ReturnType<typeof obedientModel>,
  input: Partial<DocumentInput> = {},
) {
  const generator = llamaGenerator({ text: model.text, kind: 'llama', version: 'sha256:abc' })
  const told: string[] = []
  const result = await generator.generate(
    documentInput({ template: ANAMNESIS, segments: VISIT, ...input }),
    { signal: new AbortController().signal, onField: (name) => told.push(name) },
  )
  return { ...result, told, generator }
}

test('fields read by rules are never asked of the model, and all fields come in the template’s order', async (t) => {
  const model = obedientModel({ 'Queixa Principal': 'Tosse seca há três dias.' })
  const { content, told } = await generate(model)
  const names = ANAMNESIS.fields.map(({ name }) => name)
  t.deepEqual(told, names)
  t.deepEqual(Object.keys(content), names)
  t.is(content['Queixa Principal'], 'Tosse seca há três dias.')
  t.like(content['Sinais Vitais'], { 'PA Sistólica': '120 mmHg', 'PA Diastólica': '80 mmHg' })
  const askedFor = Object.keys(model.asked[0]?.schema.properties ?? {})
  t.deepEqual(
    askedFor,
    names.filter((name) => !['Sinais Vitais', 'Dados Antropométricos'].includes(name)),
  )
  t.false(model.asked[0]?.prompt.user.includes('PA Sistólica'))
})

test('a supported value points at its words', async (t) => {
  const model = obedientModel({ 'Queixa Principal': 'refere tosse seca há três dias' })
  const { evidence } = await generate(model)
  const found = evidence.find(({ path }) => path[0] === 'Queixa Principal')
  t.like(found, { verdict: 'supported' })
  t.like(found?.spans[0], { source: 'segment', segment_id: 'segment-1' })
})

test('a value that contradicts what was said becomes null and is listed', async (t) => {
  const model = obedientModel({ 'Queixa Principal': 'Paciente refere febre.' })
  const { content, contradictions } = await generate(model)
  t.is(content['Queixa Principal'], null)
  t.like(contradictions[0], { path: ['Queixa Principal'], value: 'Paciente refere febre.' })
})

test('a value that nobody said stays, flagged', async (t) => {
  const model = obedientModel({ 'História Social e Hábitos de Vida': 'Mora sozinha.' })
  const { content, evidence } = await generate(model)
  t.truthy(content['História Social e Hábitos de Vida'])
  t.like(
    evidence.find(({ path }) => path[0] === 'História Social e Hábitos de Vida'),
    { verdict: 'not_found', spans: [] },
  )
})

test('half a statement is no statement', async (t) => {
  const cut = { 'História da Doença Atual': [['História da Doença Atual']] }
  const model = obedientModel(
    { 'História da Doença Atual': 'Paciente nega febre e refere to' },
    cut,
  )
  const { content, contradictions } = await generate(model)
  t.is(content['História da Doença Atual'], null)
  t.is(contradictions.length, 1)
})

test('the null rule holds for what a model writes', async (t) => {
  const model = obedientModel({
    'Queixa Principal': '  ',
    Orientações: ['Beber bastante água.', 'Beber bastante água.', ' '],
  })
  const { content } = await generate(model)
  t.is(content['Queixa Principal'], null)
  t.deepEqual(content.Orientações, ['Beber bastante água.'])
})

test('a transcript that does not fit is refused in so many words', async (t) => {
  const model = obedientModel({})
  model.text.generate = async () => {
    throw new AppError('rejected', 'prompt_too_long', 'x', {
      details: [{ tokens: 9000, limit: 8192 }],
    })
  }
  const error = await t.throwsAsync(generate(model))
  t.like(error, { code: 'transcript_too_long', details: [{ tokens: 9000, limit: 8192 }] })
})

test('empty sources fail with no_content, and the model is not asked', async (t) => {
  const model = obedientModel({})
  const error = await t.throwsAsync(generate(model, { segments: segments(['  ']) }))
  t.like(error, { code: 'no_content' })
  t.is(model.asked.length, 0)
})

test('a model that leaves fields out makes no document', async (t) => {
  const model = obedientModel({})
  model.text.generate = async () => '{}'
  t.like(await t.throwsAsync(generate(model)), { code: 'generation_failed' })
})

test('it says what it is, and closes its model', async (t) => {
  const model = obedientModel({})
  const { generator } = await generate(model)
  t.deepEqual(generator.status, { kind: 'llama', model: 'obedient' })
  t.true(generator.version.includes('sha256:abc'))
  t.regex(generator.version, /prompt-\d+/)
  await generator[Symbol.asyncDispose]()
  t.true(model.isClosed())
})

test('a template of measures alone needs no model', async (t) => {
  const fields = ANAMNESIS.fields.filter(({ name }) => name === 'Sinais Vitais')
  const model = obedientModel({})
  const { content } = await generate(model, { template: { ...ANAMNESIS, fields } })
  t.truthy((content as DocumentContent)['Sinais Vitais'])
  t.is(model.asked.length, 0)
})

test('the recipe recorded with the document is the one sent to the engine', async (t) => {
  const asked: object[] = []
  const text: TextGenerator = {
    model: 'asked',
    async generate(_prompt, { schema, maxTokens, temperature, seed, onProperty }) {
      asked.push({ maxTokens, temperature, seed })
      for (const name of Object.keys(schema.properties ?? {})) onProperty?.(name, null, [])
      return '{}'
    },
    async [Symbol.asyncDispose]() {},
  }
  const options = { kind: 'llama', version: 'x', fieldsPerRequest: 2 } as const
  const stops = { maxTokens: 900, textChars: 200, listItems: null }
  const generator = llamaGenerator({ text, ...options, stops, recipe: { contextTokens: 8192 } })
  await generator.generate(documentInput({ segments: segments(['Nega febre.']) }), {
    signal: new AbortController().signal,
    onField() {},
  })
  const recipe = { contextTokens: 8192, temperature: 0, seed: 0, fieldsPerRequest: 2, ...stops }
  t.deepEqual(generator.recipe, recipe)
  t.true(asked.length > 1)
  for (const one of asked) t.deepEqual(one, { maxTokens: 900, temperature: 0, seed: 0 })
})
