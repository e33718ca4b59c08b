import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { remoteTextGenerator } from '../../ai-local/remote-llm/remote-text-generator.ts'
import type { JsonSchema } from '../../core/document/ports.ts'

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    a: { anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] },
    b: { type: 'boolean' },
  },
  required: ['a', 'b'],
  additionalProperties: false,
}
const PROMPT = { system: 'Regras.', user: 'Nega febre.' }

interface Asked {
  url: string | undefined
  authorization: string | undefined
  body: Record<string, unknown>
}

/** A chat server that answers as the test says. */
async function chatServer(t: ExecutionContext, answer: (response: ServerResponse) => void) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { authorization } = request.headers
    asked.push({ url: request.url, authorization, body: JSON.parse(text) })
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function saying(content: string, finish = 'stop') {
  return (response: ServerResponse) => {
    const choices = [{ index: 0, finish_reason: finish, message: { role: 'assistant', content } }]
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices }))
  }
}

function write(
  baseUrl: string,
  options: { signal?: AbortSignal; schema?: JsonSchema; timeoutMs?: number } = {},
) {
  const { signal = new AbortController().signal, schema = SCHEMA, timeoutMs } = options
  const generator = remoteTextGenerator({
    baseUrl,
    apiKey: 'key-of-the-server',
    model: 'qwen',
    ...(timeoutMs ? { timeoutMs } : {}),
  })
  const told: [string, unknown][] = []
  return generator
    .generate(PROMPT, {
      schema,
      maxTokens: 100,
      signal,
      onProperty: (name, value) => told.push([name, value]),
    })
    .then((json) => ({ json, told }))
}

test('a valid answer is the document, and the schema was asked for', async (t) => {
  const { asked, baseUrl } = await chatServer(t, saying(' {"a": "Nega febre.", "b": true} '))
  const { json, told } = await write(`${baseUrl}/`)
  t.is(json, '{"a":"Nega febre.","b":true}')
  t.deepEqual(told, [
    ['a', 'Nega febre.'],
    ['b', true],
  ])
  t.like(asked[0], { url: '/v1/chat/completions', authorization: 'Bearer key-of-the-server' })
  t.like(asked[0]?.body, {
    model: 'qwen',
    temperature: 0,
    stream: false,
    max_tokens: 100,
    response_format: { type: 'json_schema', json_schema: { strict: true, schema: SCHEMA } },
  })
})

const refuses = test.macro({
  title: (_, what) => `no document from ${what}`,
  async exec(t, _what: string, code: string, answer: (response: ServerResponse) => void) {
    const { baseUrl } = await chatServer(t, answer)
    const error = await t.throwsAsync(write(baseUrl))
    t.like(error, { code })
    t.false(JSON.stringify(error).includes('febre'))
  },
})
test(refuses, 'prose, with status 200', 'generation_failed', saying('O paciente nega febre.'))
test(refuses, 'keys in another order', 'generation_failed', saying('{"b":true,"a":"febre"}'))
test(refuses, 'a further key', 'generation_failed', saying('{"a":"febre","b":true,"c":1}'))
test(refuses, 'a fenced answer', 'generation_failed', saying('```json\n{"a":null,"b":true}\n```'))
test(refuses, 'control characters', 'generation_failed', saying('{"a":"nega\\nfebre","b":true}'))
test(
  refuses,
  'an answer that was cut short',
  'generation_failed',
  saying('{"a":null,"b":true}', 'length'),
)
test(refuses, 'an error', 'generation_failed', (response) => response.writeHead(500).end('febre'))
test(refuses, 'another kind of JSON', 'generation_failed', (response) =>
  response.end('{"febre":1}'),
)
test(refuses, 'a redirection', 'engine_unavailable', (response) =>
  response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
)
test(refuses, 'an endless answer', 'generation_failed', (response) => {
  const more = () => response.writable && response.write('x'.repeat(1_000_000), more)
  more()
})
test(refuses, 'a connection that breaks', 'engine_unavailable', (response) => response.destroy())

test('a server that is not there is engine_unavailable', async (t) => {
  t.like(await t.throwsAsync(write('http://127.0.0.1:9')), { code: 'engine_unavailable' })
})

test('a server that does not answer in time is generation_timeout', async (t) => {
  const { baseUrl } = await chatServer(t, () => {})
  t.like(await t.throwsAsync(write(baseUrl, { timeoutMs: 50 })), { code: 'generation_timeout' })
})

test('cancelling rejects with the reason', async (t) => {
  const controller = new AbortController()
  const { baseUrl } = await chatServer(t, () => controller.abort(new Error('changed my mind')))
  await t.throwsAsync(write(baseUrl, { signal: controller.signal }), { message: 'changed my mind' })
})

test('a schema we could not check is not sent', async (t) => {
  const { asked, baseUrl } = await chatServer(t, saying('{}'))
  const schema: JsonSchema = {
    type: 'object',
    properties: { a: { type: 'string', format: 'date' } },
  }
  t.like(await t.throwsAsync(write(baseUrl, { schema })), { code: 'schema_not_supported' })
  t.is(asked.length, 0)
})
