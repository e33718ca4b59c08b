/**
 * Whatever is wrong with an engine, no document comes of it: the row says why it failed, and holds
 * nothing.
 */
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { LlamaTextGenerator } from '../../ai-local/llama/llama-text-generator.ts'
import { llamaGenerator } from '../../core/document/generation/llama-generator.ts'
import { startDocumentServer } from '../helpers/document-server.ts'
import { neverAborted, startLlama, temporaryFolder, temporaryModel } from '../helpers/llama.ts'

const GOOD = { 'Queixa Principal': 'Nega febre.', Orientações: null, Risco: null }

/** An engine's process that says what the test wants said: `answer(send, request)`. */
function lyingChild(t: ExecutionContext, answer: string): string {
  const path = join(temporaryFolder(t), 'child.mjs')
  writeFileSync(
    path,
    `const usage = { promptTokens: 1, reusedTokens: 0, repeatedTokens: 0, firstTokenMs: 1, sampledTokens: 1, fixedTokens: 1 }
const GOOD = ${JSON.stringify(GOOD)}
process.on('message', ({ type, id }) => {
  const send = (message) => process.send({ id, ...message })
  const done = (json) => send({ type: 'done', usage, json })
  const property = (name, value) => send({ type: 'property', name, json: typeof value === 'string' ? value : JSON.stringify(value), cut: [] })
  const all = () => Object.entries(GOOD).forEach(([name, value]) => property(name, JSON.stringify(value)))
  if (type === 'load') process.send({ type: 'loaded', facts: { contextTokens: 4096, chatFormat: 'x' } })
  if (type === 'generate') { ${answer} }
})
process.on('disconnect', () => process.exit())
`,
  )
  return path
}

async function failsWith(t: ExecutionContext, text: LlamaTextGenerator, code: string) {
  const generator = llamaGenerator({ text, kind: 'llama', version: 'x' })
  const server = await startDocumentServer(t, generator)
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const events = await server.generate(token, ehr.id)
  t.like(events.at(-1), { type: 'failed', error: code })
  t.false(events.some(({ type }) => type === 'done'))
  const { body } = await server.call('GET', `/api/v1/ehrs/${ehr.id}/documents`, { token })
  t.is(body.documents.length, 1)
  t.like(body.documents[0], { status: 'failed', markdown: '' })
  t.deepEqual(body.documents[0].content, {})
}

const LIES: [what: string, answer: string, code: string][] = [
  ['an answer that is no JSON', `all(); done('{"Queixa Principal": "Nega')`, 'generation_failed'],
  ['words before the JSON', `all(); done('Claro! ' + JSON.stringify(GOOD))`, 'generation_failed'],
  ['a key of its own', `all(); done(JSON.stringify({ ...GOOD, Senha: 'x' }))`, 'generation_failed'],
  ['a key left out', `all(); done('{"Queixa Principal":null,"Risco":null}')`, 'generation_failed'],
  [
    'keys in another order',
    `all(); done('{"Risco":null,"Orientações":null,"Queixa Principal":null}')`,
    'generation_failed',
  ],
  [
    'a value of another type',
    `all(); done(JSON.stringify({ ...GOOD, Risco: 7 }))`,
    'generation_failed',
  ],
  [
    'a text beyond its bound',
    `all(); done(JSON.stringify({ ...GOOD, 'Queixa Principal': 'x'.repeat(5000) }))`,
    'generation_failed',
  ],
  [
    'a field that is no JSON',
    `property('Queixa Principal', '{"a'); done('{}')`,
    'generation_failed',
  ],
  ['fields that were never told', `done(JSON.stringify(GOOD))`, 'generation_failed'],
  [
    'half a document and its end',
    `property('Queixa Principal', 'null'); process.exit(0)`,
    'engine_crashed',
  ],
  [
    'half a document and a crash',
    `property('Queixa Principal', 'null'); process.abort()`,
    'engine_crashed',
  ],
  ['no sign of life', ``, 'engine_crashed'],
]
for (const [what, answer, code] of LIES)
  test(`no document comes of ${what}`, async (t) => {
    const childPath = lyingChild(t, answer)
    const timing = { hangMs: 1500 }
    await failsWith(t, startLlama(t, '/nowhere', { childPath, timing }), code)
  })

test('no document comes of a model that is cut off while it is in use', async (t) => {
  const path = temporaryModel(t, { width: 256, layers: 4, feedForward: 1024 })
  const text = startLlama(t, path)
  await text.load(neverAborted())
  truncateSync(path, 4096)
  await failsWith(t, text, 'engine_crashed')
})
