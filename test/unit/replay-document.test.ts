import test from 'ava'
import type { DocumentContent } from '../../core/contract/api.ts'
import { replayDocument } from '../../core/document/generation/replay-document.ts'
import type { DocumentGenerator } from '../../core/document/models/ports.ts'
import type { DocumentOrigin } from '../../core/document/record/document-store.ts'
import { documentInput, segments } from '../helpers/documents.ts'

const WRITTEN: DocumentContent = {
  'Queixa Principal': 'Tosse.',
  Orientações: ['Beber água.', 'Voltar se piorar.'],
  Risco: null,
}
const ORIGIN: DocumentOrigin = {
  documentId: 'd',
  consultationId: 'c',
  input: documentInput({ segments: segments(['tosse']) }),
  content: WRITTEN,
  contradictions: [],
  source: { generator: 'llama', model: 'm', version: 'abc prompt-2' },
  recipe: {},
  productVersion: '1.0.0',
}

function replay(content: DocumentContent, version = 'abc prompt-2', origin = ORIGIN) {
  let isClosed = false
  const generator: DocumentGenerator = {
    status: { kind: 'llama', model: 'm' },
    version,
    async generate(input, { onField }) {
      for (const { name } of input.template.fields) onField(name, content[name] ?? null, [])
      return { content, evidence: [], contradictions: [] }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
    },
  }
  const run = replayDocument({
    origins: { find: async (id) => (id === 'd' ? origin : null) },
    openGenerator: async () => generator,
    productVersion: '1.1.0',
  })
  return { run, isClosed: () => isClosed }
}

const signal = new AbortController().signal

test('the same bytes are identical, and the engine is closed', async (t) => {
  const { run, isClosed } = replay(WRITTEN)
  const steps: number[] = []
  const report = await run('d', { signal, onProgress: (done) => steps.push(done) })
  t.like(report, { identical: true, differences: [] })
  t.deepEqual(report.productVersion, { written: '1.0.0', now: '1.1.0' })
  t.deepEqual(steps, [1, 2, 3])
  t.true(isClosed())
})

test('every difference is named by its place, without a word of it', async (t) => {
  const { run } = replay({
    'Queixa Principal': 'Tosse seca.',
    Orientações: ['Beber água.'],
    Risco: { Autoagressão: 'Nega.', 'Fatores de Proteção': null },
  })
  const report = await run('d', { signal })
  t.false(report.identical)
  t.deepEqual(report.differences, [
    { path: ['Queixa Principal'], kind: 'changed' },
    { path: ['Risco', 'Autoagressão'], kind: 'added' },
    { path: ['Orientações', '1'], kind: 'missing' },
  ])
})

test('the order of keys counts: identical means byte by byte', async (t) => {
  const { Orientações, ...others } = WRITTEN
  const { run } = replay({ Orientações: Orientações ?? null, ...others })
  t.false((await run('d', { signal })).identical)
})

test('another prompt, other rules, and nothing stored are refused, each by its name', async (t) => {
  const prompt = replay(WRITTEN, 'abc prompt-3')
  t.like(await t.throwsAsync(prompt.run('d', { signal })), { code: 'replay_prompt_changed' })
  t.true(prompt.isClosed())
  const byRules = { ...ORIGIN, source: { generator: 'rules' as const, model: null, version: '1' } }
  const rules = replay(WRITTEN, '2', byRules)
  t.like(await t.throwsAsync(rules.run('d', { signal })), { code: 'replay_rules_changed' })
  t.like(await t.throwsAsync(rules.run('x', { signal })), { code: 'replay_not_stored' })
})
