/**
 * Data that take long, as lines over a socket: signs of life, late failures, a token that runs out,
 * and who hangs up.
 */
import test from 'ava'
import type { StructuredOutputEvent } from '../../core/contract/structured-output.ts'
import { AppError } from '../../core/errors.ts'
import { credentials } from '../../plugin/host/credentials.ts'
import { apiClient } from '../../plugin/services/api-client.ts'
import { localNetwork } from '../../plugin/services/local-network.ts'
import { scriptedText, startStructuredServer } from '../helpers/structured-server.ts'

const OPEN = {
  type: 'object',
  description: '',
  properties: { impressao: { type: 'string', description: 'Impressão geral' } },
}
const SOON = { firstMs: 1, everyMs: 5 }

/** A model that answers when it is told to. */
function heldModel() {
  let answer: (value: object) => void = () => {}
  let fail: (error: Error) => void = () => {}
  const told = new Promise<object>((resolve, reject) => {
    answer = resolve
    fail = reject
  })
  let leave: () => void = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  let start: () => void = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const { text } = scriptedText(async (signal) => {
    start()
    signal.addEventListener('abort', leave)
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    )
    return Promise.race([told, aborted])
  })
  return { engine: { version: 'm1', text }, answer, fail, left, started }
}

async function openLines(
  { url, path, token }: { url: string; path: string; token: string },
  signal?: AbortSignal,
) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/x-ndjson',
    },
    body: JSON.stringify({ schema: OPEN, version: 1 }),
    signal: signal ?? null,
  })
  const lines = linesOf(response)
  return { response, next: async () => (await lines.next()).value as StructuredOutputEvent }
}

async function* linesOf({ body }: Response): AsyncGenerator<StructuredOutputEvent> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as StructuredOutputEvent
  }
}

test('while it is worked out there are lines, the last is the answer, and nothing comes after it', async (t) => {
  const { engine, answer } = heldModel()
  const server = await startStructuredServer(t, engine, SOON)
  const { response, next } = await openLines(server)
  t.is(response.status, 200)
  t.is(response.headers.get('x-accel-buffering'), 'no')
  for (let line = 0; line < 3; line++)
    t.deepEqual(await next(), { type: 'waiting', position: null })
  answer({ impressao: 'dor de cabeça há três dias' })
  let event = await next()
  while (event.type === 'waiting') event = await next()
  const output = { impressao: 'dor de cabeça há três dias' }
  t.deepEqual(event, { type: 'done', output, from_cache: false })
  t.is<unknown, unknown>(await next(), undefined)
})

test('a waiting request learns its place in the queue', async (t) => {
  const { engine, answer, started } = heldModel()
  const server = await startStructuredServer(t, engine, SOON)
  const first = await openLines(server)
  t.deepEqual(await first.next(), { type: 'waiting', position: null })
  // Its first line may come before its work is in the line.
  await started
  const response = await fetch(server.url + server.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      accept: 'application/x-ndjson',
    },
    body: JSON.stringify({
      schema: { ...OPEN, properties: { outra: OPEN.properties.impressao } },
      version: 1,
    }),
  })
  const places: (number | null)[] = []
  for await (const event of linesOf(response)) {
    if (event.type !== 'waiting') break
    places.push(event.position)
    if (event.position === 1) answer({ impressao: null, outra: null })
  }
  t.true(places.includes(1))
})

for (const [what, error, expected] of [
  [
    'an engine that is gone',
    new AppError(
      'unavailable',
      'engine_unavailable',
      'O servidor de texto da rede não está acessível.',
    ),
    { error: 'engine_unavailable', message: 'O servidor de texto da rede não está acessível.' },
  ],
  [
    'a bug',
    new Error('dor de cabeça, peso 70'),
    { error: 'internal_error', message: 'Erro interno. Tente de novo.' },
  ],
] as const)
  test(`a late failure is a line, by its code: ${what}`, async (t) => {
    const { engine, fail } = heldModel()
    const server = await startStructuredServer(t, engine, SOON)
    const { next } = await openLines(server)
    t.is((await next()).type, 'waiting')
    fail(error)
    let event = await next()
    while (event.type === 'waiting') event = await next()
    t.deepEqual<object, object>(event, { type: 'failed', ...expected })
    t.is<unknown, unknown>(await next(), undefined)
  })

test('a document that moves on meanwhile fails late, as a conflict', async (t) => {
  const { engine, answer } = heldModel()
  const server = await startStructuredServer(t, engine, SOON)
  const { next } = await openLines(server)
  await next()
  await server.edit({ 'Queixa Principal': 'Cefaleia' })
  answer({ impressao: null })
  let event = await next()
  while (event.type === 'waiting') event = await next()
  t.like(event, { type: 'failed', error: 'version_conflict' })
})

test('hanging up between two lines ends the work', async (t) => {
  const { engine, left, started } = heldModel()
  const server = await startStructuredServer(t, engine, SOON)
  const leaving = new AbortController()
  const { next } = await openLines(server, leaving.signal)
  await next()
  await started
  leaving.abort()
  await left
  t.false(/failed/.test(server.log()), 'nobody’s leaving is an error')
})

test('a token that has run out is renewed once, and the data come as if nothing had been', async (t) => {
  const { engine, answer } = heldModel()
  const server = await startStructuredServer(t, engine, SOON)
  const given = ['run-out', server.token]
  const own = credentials(
    { getToken: async () => given.shift() ?? '' },
    { now: Date.now, timeoutMs: 10_000, onEnded: (message) => t.fail(message), warn: t.log },
  )
  const { url: origin } = server
  const network = localNetwork({ origin, pageOrigin: origin, permissions: undefined })
  const api = apiClient({ base: origin, credentials: own, network, fetch, timeoutMs: 10_000 })
  const { signal } = new AbortController()
  const path = server.path.replace('/api/v1', '')
  const types: string[] = []
  for await (const event of api.lines<StructuredOutputEvent>({
    method: 'POST',
    path,
    signal,
    body: { schema: OPEN, version: 1 },
  })) {
    types.push(event.type)
    // It runs out while the lines come: they go on, for the request was let in.
    answer({ impressao: null })
  }
  t.is(types[0], 'waiting')
  t.is(types.at(-1), 'done')
  t.deepEqual(given, [])
  t.false(own.ended)
})
