/**
 * Other words for a document, over a real socket and with a real engine: what random weights say
 * proves structure, never sense.
 */
import test from 'ava'
import type { RewriteEvent } from '../../core/contract/rewrite.ts'
import { quotingGenerator, startDocumentServer } from '../helpers/document-server.ts'
import { startLlama, temporaryModel } from '../helpers/llama.ts'

const LINES = ['Nega febre', '', 'Dor de cabeça há 3 dias', '120/80']

async function written(
  t: Parameters<typeof startDocumentServer>[0],
  options: Parameters<typeof startDocumentServer>[2],
) {
  const server = await startDocumentServer(t, quotingGenerator(), options)
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const last = (await server.generate(token, ehr.id)).at(-1)
  if (last?.type !== 'done') throw new Error('not done')
  const path = `/api/v1/documents/${last.document.id}`
  const ask = (body: unknown) => server.request('POST', `${path}/rewrite`, { token, body })
  const events = async (body: unknown) =>
    (await (await ask(body)).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RewriteEvent)
  return { server, token, path, document: last.document, ask, events }
}

test('whatever a model writes comes back line by line within its bounds, and nothing is stored', async (t) => {
  const text = startLlama(t, temporaryModel(t, { seed: 21 }))
  const { events, server, token, path, document } = await written(t, {
    rewriting: { engine: () => ({ text }), check: async () => null },
  })
  const last = (await events({ style: 'shorter', lines: LINES })).at(-1)
  if (last?.type !== 'done') return t.fail(JSON.stringify(last))
  t.is(last.lines.length, LINES.length)
  t.deepEqual([last.lines[1], last.lines[3]], ['', '120/80'])
  for (const [i, line] of last.lines.entries())
    t.true(line.length <= Math.max(24, LINES[i]!.length))
  const { body } = await server.call('GET', path, { token })
  t.deepEqual(body, document)
})

test('noise that never ends is no suggestion, and is refused by its code', async (t) => {
  const text = startLlama(t, temporaryModel(t, { seed: 22 }))
  const { events } = await written(t, { rewriting: { engine: () => ({ text }) } })
  const told = await events({ style: 'patient', lines: ['Losartana 50 mg'] })
  t.like(told.at(-1), { type: 'failed', error: 'generation_failed' })
})

test('closing the request stops the engine, and the next one has it at once', async (t) => {
  const text = startLlama(t, temporaryModel(t, { seed: 23, width: 256, layers: 8 }))
  const kept: { event: string; fields?: object }[] = []
  const keep = (event: string, fields?: object) =>
    void kept.push({ event, ...(fields ? { fields } : {}) })
  const { server, token, path, events } = await written(t, {
    log: { debug: keep, info: keep, warn: keep, error: keep },
    rewriting: { engine: () => ({ text }), check: async () => null },
  })
  const leaving = new AbortController()
  const lines = Array.from(
    { length: 60 },
    (_, i) => `Linha ${i} com palavras que levam tempo para ler`,
  )
  const response = await fetch(`${server.url}${path}/rewrite`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ style: 'patient', lines }),
    signal: leaving.signal,
  })
  await response.body!.getReader().read()
  leaving.abort()
  const last = (await events({ style: 'shorter', lines: ['Tosse'] })).at(-1)
  const computed =
    last?.type === 'done' || (last?.type === 'failed' && last.error === 'generation_failed')
  t.true(computed, JSON.stringify(last))
  const canceled = kept.filter(({ event }) => event === 'rewrite.failed')
  t.like(canceled, [{ fields: { error: 'canceled' } }])
})

test('a request that cannot be served is refused before anything runs', async (t) => {
  const { ask, server, path } = await written(t, {})
  for (const [body, status, error] of [
    [{ style: 'formal', lines: ['Tosse'] }, 409, 'rewrite_needs_model'],
    [{ style: 'louder', lines: ['Tosse'] }, 400, 'validation_error'],
    [{ style: 'formal', lines: [] }, 400, 'validation_error'],
    [{ style: 'formal', lines: [' '] }, 400, 'validation_error'],
    [{ style: 'formal', lines: Array(61).fill('x') }, 400, 'validation_error'],
    [
      { style: 'formal', lines: ['x'.repeat(4000), 'x'.repeat(4000), 'x'] },
      400,
      'validation_error',
    ],
  ] as const) {
    const answer = await ask(body)
    t.like({ status: answer.status, ...((await answer.json()) as object) }, { status, error })
  }
  const stranger = await server.buildSession()
  const body = { style: 'formal', lines: ['Tosse'] }
  const { status } = await server.call('POST', `${path}/rewrite`, { token: stranger, body })
  t.is(status, 404)
})
