/** Documents and data when a server of the network stops answering, over real sockets. */
import test from 'ava'
import { remoteTextGenerator } from '../../ai-local/remote-llm/remote-text-generator.ts'
import {
  type WritingEngine,
  withFallback,
} from '../../core/document/generation/fallback-generator.ts'
import { llamaGenerator } from '../../core/document/generation/llama-generator.ts'
import type { Recipe } from '../../core/document/models/ports.ts'
import { AppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import { type Answer, llamaServer, saying, textServer } from '../helpers/chat-server.ts'
import { startDocumentServer } from '../helpers/document-server.ts'
import { segment } from '../helpers/documents.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'
import { startStructuredServer } from '../helpers/structured-server.ts'

const WRITTEN = JSON.stringify({
  'Queixa Principal': null,
  Orientações: ['Beber água'],
  Risco: null,
})
const gone: Answer = (response) => response.destroy()

/** A server, the rules behind it, and a clock that the test sets. */
async function engines(t: Parameters<typeof textServer>[0], answers: Answer[], recipe?: Recipe) {
  const { baseUrl, asked } = await textServer(t, answers)
  const text = remoteTextGenerator({ baseUrl, apiKey: null, model: 'qwen' })
  const clock = { at: new Date('2026-01-01T12:00:00Z') }
  const server: WritingEngine = {
    generator: llamaGenerator({ text, kind: 'remote', version: 'qwen' }),
    text,
  }
  const rules = shippedRules()
  const box: WritingEngine = {
    generator: recipe ? { ...rules, recipe } : rules,
    text: null,
  }
  const engine = withFallback(server, box, { now: () => clock.at, log: silentLog })
  t.teardown(() => engine.generator[Symbol.asyncDispose]())
  return { engine, asked, clock }
}

test('the document says who wrote it, and so does the status while the server is left alone', async (t) => {
  const { engine, asked, clock } = await engines(t, [
    saying(WRITTEN),
    gone,
    ...llamaServer(() => WRITTEN, { grammarFails: true }),
    saying(WRITTEN),
  ])
  const server = await startDocumentServer(t, engine.generator)
  server.transcript.splice(0, 1, segment('Nega febre. Oriento a beber água.'))
  const token = await server.buildSession()
  const { id } = await server.buildConsultation(token)
  async function write() {
    const events = await server.generate(token, id)
    const last = events.at(-1)
    if (last?.type !== 'done') throw new Error(JSON.stringify(last))
    const fields = events.flatMap((event) => (event.type === 'field' ? [event.name] : []))
    t.deepEqual(fields, [...new Set(fields)], 'no field is told twice')
    return last.document
  }
  const byServer = { generator: 'remote', model: 'qwen', version: engine.generator.version }
  t.deepEqual(engine.generator.status, { kind: 'remote', model: 'qwen' })
  t.deepEqual((await write()).source, byServer)

  const byRules = await write()
  t.like(byRules.source, { generator: 'rules', model: null })
  t.deepEqual(byRules.content.Orientações, ['Oriento a beber água'])
  t.deepEqual(engine.generator.status, { kind: 'rules', model: null, fallback: true })
  t.is((await write()).source.generator, 'rules')
  t.is(asked.length, 2, 'nobody waits for the same silence again')

  clock.at = new Date(clock.at.getTime() + 31_000)
  t.deepEqual(engine.generator.status, { kind: 'remote', model: 'qwen' })
  t.is((await write()).source.generator, 'rules', 'nor is prose a document')
  clock.at = new Date(clock.at.getTime() + 31_000)
  t.is((await write()).source.generator, 'remote')
  t.is(asked.length, 4)
})

test('a document written by the fallback keeps that engine’s recipe, so that it can be replayed', async (t) => {
  const recipe = { contextTokens: 4096, fieldsPerRequest: 4 }
  const { engine } = await engines(t, [saying(WRITTEN), gone], recipe)
  const server = await startDocumentServer(t, engine.generator)
  const token = await server.buildSession()
  const { id } = await server.buildConsultation(token)
  const originOfNext = async () => {
    const last = (await server.generate(token, id)).at(-1)
    if (last?.type !== 'done') throw new Error(JSON.stringify(last))
    return server.origins.find(last.document.id)
  }
  t.like(await originOfNext(), {
    source: { generator: 'remote' },
    recipe: { fieldsPerRequest: 0, seed: 0 },
  })
  const byBox = await originOfNext()
  t.is(byBox?.source.generator, 'rules')
  t.deepEqual(byBox?.recipe, recipe)
})

test('progress never passes 100 % when the fallback engine writes fields again', async (t) => {
  const rules = shippedRules()
  const server: WritingEngine = {
    generator: {
      ...rules,
      status: { kind: 'remote', model: 'qwen' },
      async generate(_, { onField }) {
        for (const name of ['Queixa Principal', 'Orientações']) onField(name, 'outra coisa', [])
        throw new AppError('unavailable', 'generation_failed', 'O documento não pôde ser gerado.')
      },
    },
    text: null,
  }
  const { generator } = withFallback(
    server,
    { generator: rules, text: null },
    { now: () => new Date(), log: silentLog },
  )
  const service = await startDocumentServer(t, generator)
  const token = await service.buildSession()
  const { id } = await service.buildConsultation(token)
  const events = await service.generate(token, id)
  const steps = events.flatMap((event) => (event.type === 'progress' ? [event] : []))
  t.deepEqual(steps.at(-1), { type: 'progress', fields_done: 3, fields_total: 3 })
  t.true(steps.every(({ fields_done }) => fields_done <= 3))
})

test('after a cancellation no other engine answers, and a prompt that is too long is no server fault', async (t) => {
  const leave = new AbortController()
  let isHanging = false
  const answer: Answer = (response) => {
    if (isHanging) leave.abort(new Error('left'))
    else response.writeHead(400).end('{"error":{"type":"exceed_context_size_error","n_ctx":64}}')
  }
  const { engine } = await engines(t, [answer])
  const server = await startDocumentServer(t, engine.generator)
  const token = await server.buildSession()
  const { id } = await server.buildConsultation(token)
  const last = (await server.generate(token, id)).at(-1)
  t.like(last, { type: 'failed', error: 'transcript_too_long' })
  const input = {
    template: (await server.documents.list(id))[0]!.template,
    segments: server.transcript,
    contextMarkdown: '',
    backgroundHistory: null,
    files: [],
  }
  isHanging = true
  await t.throwsAsync(engine.generator.generate(input, { signal: leave.signal, onField() {} }), {
    message: 'left',
  })
  t.deepEqual(engine.generator.status, { kind: 'remote', model: 'qwen' })
})

test('structured data fall back to rules, and are requested again when the server returns', async (t) => {
  const { engine, asked, clock } = await engines(t, [
    gone,
    saying(JSON.stringify({ impressao: 'dor de cabeça há três dias' })),
  ])
  const running = {
    get version() {
      return engine.current().version
    },
    get text() {
      return engine.current().text
    },
  }
  const { ask } = await startStructuredServer(t, running)
  const schema = {
    type: 'object',
    properties: {
      pas: { type: 'number', description: 'Pressão sistólica' },
      impressao: { type: 'string', description: 'Impressão do convênio' },
    },
  }
  const rules = { pas: 120, impressao: null }
  t.deepEqual((await ask(schema)).body, { output: rules, from_cache: false })
  t.deepEqual((await ask(schema)).body, { output: rules, from_cache: true })
  clock.at = new Date(clock.at.getTime() + 31_000)
  const whole = { pas: 120, impressao: 'dor de cabeça há três dias' }
  t.deepEqual((await ask(schema)).body, { output: whole, from_cache: false })
  t.is(asked.length, 2)
})
