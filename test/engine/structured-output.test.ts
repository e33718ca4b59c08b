import test from 'ava'
import fc from 'fast-check'
import { writePrompt } from '../../core/document/models/prompt.ts'
import { askModel } from '../../core/structured-output/ask-model.ts'
import { answerCheck } from '../../core/structured-output/check-answers.ts'
import { diagnosisCodes } from '../../core/structured-output/diagnosis-codes.ts'
import { fillByRules } from '../../core/structured-output/fill.ts'
import { parseSchema } from '../../core/structured-output/parse-schema.ts'
import type { OutputValue } from '../../core/structured-output/schema.ts'
import { validatorOf } from '../helpers/json-schema.ts'
import { startLlama, temporaryModel } from '../helpers/llama.ts'
import { cid10, VISIT, visitMaterial } from '../helpers/structured-material.ts'
import { hostSchema, promised } from '../helpers/structured-schemas.ts'
import { scriptedText, startStructuredServer } from '../helpers/structured-server.ts'

/** Random weights never end a text by themselves. */
const SHORT = { textChars: 24, listItems: 2 }

const SAID = new Set(wordsOf(VISIT.join(' ')))

/** Noise is an invention where it is not, by chance, a word that was said. */
function isSaid(text: string): boolean {
  return wordsOf(text).every((word) => SAID.has(word))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? []
}

function textsOf(value: OutputValue): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}

test('whatever schema is left open, a real engine answers under its grammar, and nothing without a source remains', async (t) => {
  const text = startLlama(t, temporaryModel(t, { seed: 11 }), { contextTokens: 8192 })
  const material = await visitMaterial({ said: VISIT })
  const codes = diagnosisCodes(material, cid10)
  const signal = new AbortController().signal
  let asked = 0
  const property = fc.asyncProperty(hostSchema, async (host) => {
    const { schema } = parseSchema(host)
    const { open } = await fillByRules(schema, material, codes)
    const answers = await askModel(open, {
      text,
      input: material.input,
      check: answerCheck(material, codes),
      signal,
      limits: SHORT,
    })
    asked += open.length
    const node = (path: string[]) =>
      path.reduce((at, name) => at.properties[name], host as typeof host)
    return answers.every(({ path, value }) => {
      const validate = validatorOf(promised(node(path)))
      return validate(value) && textsOf(value).every(isSaid)
    })
  })
  // Made smaller, a counterexample would be asked of the engine thousands of times.
  await t.notThrowsAsync(fc.assert(property, { numRuns: 25, endOnFailure: true }))
  t.true(asked > 20, 'the engine was asked')
})

test('data of a visit are asked for without reading the visit again', async (t) => {
  const text = startLlama(t, temporaryModel(t, { seed: 11 }))
  const long = Array.from({ length: 36 }, (_, at) => `${VISIT[at % VISIT.length]} Parte ${at}.`)
  const material = await visitMaterial({ said: long })
  const codes = diagnosisCodes(material, cid10)
  const { signal } = new AbortController()
  const { document, sources } = material.input
  const writes = (visit: string, template = document.template) =>
    text.generate(writePrompt({ ...sources, template }, template.fields), {
      schema: { type: 'object', properties: { a: { type: 'boolean' } } },
      maxTokens: 20,
      visit,
      signal,
    })
  await writes(document.consultationId)
  // Another visit takes the memory in between.
  await text.generate(
    { system: 'Outra visita.', user: 'Nega febre. '.repeat(60) },
    { schema: { type: 'object', properties: {} }, maxTokens: 20, visit: 'another', signal },
  )
  const { schema } = parseSchema({
    type: 'object',
    properties: { trecho: { type: 'string' }, outro: { type: 'string' } },
  })
  const { open } = await fillByRules(schema, material, codes)
  t.is(open.length, 2)
  const shares: number[] = []
  for (let turn = 0; turn < 2; turn++) {
    await askModel(open, {
      text,
      input: material.input,
      check: answerCheck(material, codes),
      signal,
      limits: SHORT,
    })
    const { promptTokens, repeatedTokens, reusedTokens } = text.lastUsage()!
    t.true(reusedTokens > 0.5 * promptTokens, 'the visit was not read again')
    shares.push(repeatedTokens / promptTokens)
  }
  t.true(Math.max(...shares) <= 0.02, `${shares}`)
})

test('the whole way over HTTP with a real engine: valid, kept, and the same again', async (t) => {
  const text = startLlama(t, temporaryModel(t, { seed: 12 }), { contextTokens: 4096 })
  const { ask } = await startStructuredServer(t, { version: 'random weights', text })
  const schema = {
    type: 'object',
    description: '',
    properties: {
      pas: { type: 'number', description: 'Pressão sistólica' },
      impressao: { type: 'string', description: 'Impressão do convênio' },
    },
  }
  const first = await ask(schema)
  t.is(first.status, 200)
  t.deepEqual(first.body, { output: { pas: 120, impressao: null }, from_cache: false })
  t.true((await ask(schema)).body.from_cache)
})

test('an answer that was cut short is not used', async (t) => {
  const material = await visitMaterial({ said: VISIT })
  const codes = diagnosisCodes(material, cid10)
  const { schema } = parseSchema({
    type: 'object',
    properties: { trecho: { type: 'string' }, outro: { type: 'string' } },
  })
  const said = 'dor de cabeça há três dias'
  const { text } = scriptedText(() => ({ trecho: said, outro: said }))
  const cutting: typeof text = {
    ...text,
    async generate(prompt, options) {
      const json = await text.generate(prompt, options)
      options.onProperty?.('trecho', said, [['trecho']])
      return json
    },
  }
  const { open } = await fillByRules(schema, material, codes)
  const signal = new AbortController().signal
  const answers = await askModel(open, {
    text: cutting,
    input: material.input,
    check: answerCheck(material, codes),
    signal,
  })
  t.deepEqual(
    answers.map(({ value }) => value),
    [null, said],
  )
})
