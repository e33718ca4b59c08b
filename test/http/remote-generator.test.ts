// Own process: changes the environment.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { inspect } from 'node:util'
import test from 'ava'
import {
  type RemoteTextGeneratorOptions,
  remoteTextGenerator,
} from '../../ai-local/remote-llm/remote-text-generator.ts'
import type { JsonSchema } from '../../core/document/models/ports.ts'
import {
  type Answer,
  type Asked,
  event,
  llamaServer,
  saying,
  streaming,
  textServer,
} from '../helpers/chat-server.ts'
import { testIdentity } from '../helpers/identities.ts'

// All of this file runs in an environment that would lead elsewhere and believe anybody.
for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy'])
  process.env[name] = 'http://127.0.0.1:9'
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    a: { anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] },
    b: { type: 'boolean' },
  },
  required: ['a', 'b'],
  additionalProperties: false,
}
const KEY = 'key-of-the-server'
const PROMPT = { system: 'Regras.', user: 'Nega febre.' }

function write(
  baseUrl: string,
  options: Partial<RemoteTextGeneratorOptions> & {
    signal?: AbortSignal
    schema?: JsonSchema
    user?: string
  } = {},
) {
  const { signal = new AbortController().signal, schema = SCHEMA, user, ...rest } = options
  const generator = remoteTextGenerator({ baseUrl, apiKey: KEY, model: 'qwen', ...rest })
  const told: [string, unknown][] = []
  const texts: string[] = []
  return generator
    .generate(user ? { ...PROMPT, user } : PROMPT, {
      schema,
      maxTokens: 100,
      signal,
      onText: (text) => texts.push(text),
      onProperty: (name, value) => told.push([name, value]),
    })
    .then((json) => ({ json, told, texts }))
    .finally(() => generator[Symbol.asyncDispose]())
}

test('a valid answer is the document, and the schema was asked for', async (t) => {
  const { asked, baseUrl } = await textServer(t, saying(' {"a": "Nega febre.", "b": true} '))
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
    stream: true,
    max_tokens: 100,
    response_format: { type: 'json_schema', json_schema: { strict: true, schema: SCHEMA } },
  })
})

test('an address that ends in /v1 is the same as one without', async (t) => {
  const { asked, baseUrl } = await textServer(t, saying('{"a": "Nega febre.", "b": true}'))
  for (const end of ['/v1', '/v1/', '']) await write(`${baseUrl}${end}`)
  t.deepEqual(
    asked.map(({ url }) => url),
    Array(3).fill('/v1/chat/completions'),
  )
})

test('a stream is read as it comes, from llama-server as from vLLM', async (t) => {
  const pieces = [' {"a": "Ne', 'ga febre.', '", "b"', ': true}']
  for (const like of ['llama-server', 'vllm'] as const) {
    const { baseUrl } = await textServer(t, streaming(pieces, { like }))
    const { json, texts } = await write(baseUrl)
    t.is(json, '{"a":"Nega febre.","b":true}')
    t.deepEqual(texts, pieces)
  }
})

test('letters that come in halves are one letter', async (t) => {
  const { baseUrl } = await textServer(t, (response) => {
    const bytes = Buffer.from(
      event({ choices: [{ delta: { content: '{"a":"três","b":true}' }, finish_reason: 'stop' }] }),
    )
    const at = bytes.indexOf(0xc3) + 1
    response.setHeader('content-type', 'text/event-stream').write(bytes.subarray(0, at))
    setTimeout(() => response.end(bytes.subarray(at)), 30)
  })
  t.is((await write(baseUrl)).json, '{"a":"três","b":true}')
})

test('a server that is loading its model is asked again, for a while', async (t) => {
  const answer = () => '{"a":null,"b":true}'
  const patient = await textServer(t, llamaServer(answer, { loading: 2 }))
  t.is((await write(patient.baseUrl)).json, '{"a":null,"b":true}')
  t.is(patient.asked.length, 3)
  const long = await textServer(t, llamaServer(answer, { loading: 9 }))
  t.like(await t.throwsAsync(write(long.baseUrl)), { code: 'generation_failed' })
  t.is(long.asked.length, 3)
})

test('a request that the server may have processed is not sent again', async (t) => {
  for (const answer of [
    (response: ServerResponse) => void response.destroy(),
    (response: ServerResponse) => void response.writeHead(500).end(),
    (response: ServerResponse) => void response.writeHead(503, { 'retry-after': '3600' }).end(),
  ]) {
    const { asked, baseUrl } = await textServer(t, answer)
    await t.throwsAsync(write(baseUrl))
    t.is(asked.length, 1)
  }
})

test('a server may close every connection after its answer', async (t) => {
  const { baseUrl, server, asked } = await textServer(t, saying('{"a":null,"b":true}'))
  const generator = remoteTextGenerator({ baseUrl, apiKey: null, model: 'qwen' })
  const { signal } = new AbortController()
  const one = () => generator.generate(PROMPT, { schema: SCHEMA, maxTokens: 100, signal })
  await one()
  server.closeAllConnections()
  t.is(await one(), '{"a":null,"b":true}')
  t.is(asked.length, 2)
  await generator[Symbol.asyncDispose]()
})

const long = 'Nega febre e tosse. '.repeat(40)
for (const [name, answer, isWhole] of [
  ['read all of', tokens(300), true],
  ['tells nothing of', saying('{"a":null,"b":true}'), true],
  ['read the half of', tokens(100), false],
] as const)
  test(`a server that ${name} the prompt ${isWhole ? 'is believed' : 'is asked in parts'}`, async (t) => {
    const { baseUrl, asked } = await textServer(t, answer)
    const written = write(baseUrl, { user: long })
    if (isWhole) await t.notThrowsAsync(written)
    else
      t.like(await t.throwsAsync(written), { code: 'prompt_too_long', details: [{ limit: 100 }] })
    t.true(asked[0]?.body.stream_options.include_usage)
    t.is(asked.length, 1)
  })

/** Tells in its last piece how much it read, as all of them do when they are asked to. */
function tokens(count: number): Answer {
  return stream(
    { choices: [{ delta: { content: '{"a":null,"b":true}' }, finish_reason: 'stop' }] },
    { choices: [], usage: { prompt_tokens: count } },
    '[DONE]',
  )
}

test('a server that refuses what not all of them know is asked for the rest', async (t) => {
  const { baseUrl, asked } = await textServer(t, (response, one, request) =>
    'stream_options' in one.body
      ? response.writeHead(422).end('{"error":"stream_options: unexpected"}')
      : saying('{"a":null,"b":true}')(response, one, request),
  )
  await write(baseUrl)
  t.is(asked[0]?.body.repetition_penalty, 1)
  t.is(asked[1]?.body.repetition_penalty, undefined)
})

for (const [what, status, body, issue] of [
  [
    'no such model',
    404,
    '{"error":{"message":"The model `qwen` does not exist."}}',
    'no_such_model',
  ],
  ['a key that it does not know', 401, '{"error":"Unauthorized"}', 'key_refused'],
] as const)
  test(`${what} is named`, async (t) => {
    const { baseUrl } = await textServer(t, (response) => response.writeHead(status).end(body))
    t.like(await t.throwsAsync(write(baseUrl)), {
      code: 'engine_unavailable',
      details: [{ issue }],
    })
  })

test('grammars that know no lengths get none, once and for all, and the lengths are held', async (t) => {
  const says = (content: string) => (response: ServerResponse, asked: Asked) => {
    const isBounded = JSON.stringify(asked.body.response_format).includes('maxLength')
    if (isBounded)
      response
        .writeHead(400)
        .end('{"message":"The provided JSON schema contains features not supported"}')
    else saying(content)(response, asked, undefined as never)
  }
  const { asked, baseUrl } = await textServer(t, says('{"a":"Nega febre.","b":true}'))
  const generator = remoteTextGenerator({ baseUrl, apiKey: null, model: 'qwen' })
  const { signal } = new AbortController()
  const one = () => generator.generate(PROMPT, { schema: SCHEMA, maxTokens: 100, signal })
  t.is(await one(), '{"a":"Nega febre.","b":true}')
  t.is(await one(), '{"a":"Nega febre.","b":true}')
  t.is(asked.length, 3)
  await generator[Symbol.asyncDispose]()
  const long = await textServer(t, says('{"a":"Nega febre e mais ainda do que cabe.","b":true}'))
  t.like(await t.throwsAsync(write(long.baseUrl)), { code: 'generation_failed' })
})

for (const [name, body] of [
  [
    'llama-server',
    '{"error":{"code":400,"type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}}',
  ],
  [
    'vLLM',
    '{"message":"This model\'s maximum context length is 4096 tokens. However, you requested 5000 tokens"}',
  ],
  [
    'vLLM 0.32',
    '{"error":{"message":"This model\'s maximum context length is 4096 tokens. However, your prompt contains at least 5000 input tokens, which exceeds this limit even without any output tokens."}}',
  ],
] as const)
  test(`a prompt that ${name} finds too long is prompt_too_long`, async (t) => {
    const { baseUrl } = await textServer(t, (response) => response.writeHead(400).end(body))
    t.like(await t.throwsAsync(write(baseUrl)), {
      code: 'prompt_too_long',
      details: [{ tokens: 5000, limit: 4096 }],
    })
  })

const refuses = test.macro({
  title: (_, what) => `no document from ${what}`,
  async exec(t, _what: string, code: string, answer: Answer) {
    const { baseUrl, asked } = await textServer(t, answer)
    const error = await t.throwsAsync(write(baseUrl))
    t.like(error, { code })
    t.false(/febre|key-of-the-server/.test(inspect(error, { depth: 9 })))
    t.is(asked.length, 1)
  },
})
function stream(...data: unknown[]): Answer {
  return (response) => {
    response.setHeader('content-type', 'text/event-stream')
    response.end(
      data
        .map((one) => `data: ${typeof one === 'string' ? one : JSON.stringify(one)}\n\n`)
        .join(''),
    )
  }
}
const delta = (content: string) => ({ choices: [{ delta: { content } }] })
test(
  refuses,
  'a grammar that could not be read',
  'generation_failed',
  llamaServer(() => '', { grammarFails: true })[0]!,
)
test(
  refuses,
  'a failure within the stream',
  'generation_failed',
  stream(delta('{"a"'), { error: { message: 'febre' } }),
)
test(refuses, 'a stream without an end', 'generation_failed', stream(delta('{"a":null,"b":true}')))
test(
  refuses,
  'a stream that was cut short',
  'generation_failed',
  streaming(['{"a":null,'], { finish: 'length' }),
)
test(refuses, 'garbage in the stream', 'generation_failed', stream('febre{', '[DONE]'))
test(refuses, 'an empty stream', 'generation_failed', stream('[DONE]'))
test(
  refuses,
  'words behind the document',
  'generation_failed',
  streaming(['{"a":null,"b":true}', ' febre']),
)
test(
  refuses,
  'two documents',
  'generation_failed',
  streaming(['{"a":null,"b":true}', '{"a":null,"b":true}']),
)
test(
  refuses,
  'the same key twice with another type',
  'generation_failed',
  streaming(['{"a":null,"b":true,"b":"febre"}']),
)
test(refuses, 'hidden characters', 'generation_failed', streaming(['{"a":"n\u202eega","b":true}']))
test(refuses, 'half a letter', 'generation_failed', streaming(['{"a":"\\ud83d","b":true}']))
test(
  refuses,
  'white space without end',
  'generation_failed',
  streaming(Array.from({ length: 50 }, () => ' '.repeat(100))),
)
test(refuses, 'a stream of another kind', 'generation_failed', (response) =>
  response.setHeader('content-type', 'text/html').end('<html>febre</html>'),
)
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

const times = test.macro({
  title: (_, what: string) => what,
  async exec(
    t,
    _what: string,
    options: Partial<RemoteTextGeneratorOptions>,
    issue: string,
    answer: Answer,
  ) {
    const { baseUrl, asked } = await textServer(t, answer)
    const error = await t.throwsAsync(write(baseUrl, options))
    t.like(error, { code: 'generation_timeout', details: [{ issue }] })
    // A busy machine may not even have read the request by then.
    while (asked[0]?.isLeft === false) await new Promise((resolve) => setTimeout(resolve, 5))
    t.true(asked.length <= 1, 'what is slow is not made slower')
  },
})
test(times, 'a server that hangs', { firstTokenMs: 300 }, 'first_token_timeout', () => {})
test(
  times,
  'a server that hangs after its head',
  { firstTokenMs: 300 },
  'first_token_timeout',
  (response) => response.setHeader('content-type', 'text/event-stream').flushHeaders(),
)
test(times, 'a server that drips', { timeoutMs: 150 }, 'timeout', (response) => {
  response.setHeader('content-type', 'text/event-stream')
  response.write(event(delta('{"a":"')))
  const drip = setInterval(() => response.write(event(delta('x'))), 20)
  response.on('close', () => clearInterval(drip))
})

test('a machine that swallows connections is given up, and tried again as nothing was sent', async (t) => {
  // A listener whose queue is full accepts no more: 127.0.0.1 answers nothing then.
  const blackHole = createTcpServer(() => {})
  t.teardown(() => blackHole.close())
  blackHole.listen(0, '127.0.0.1')
  await once(blackHole, 'listening')
  const { port } = blackHole.address() as AddressInfo
  // TLS towards something that never says a word: the connection does not come about.
  const error = await t.throwsAsync(write(`https://127.0.0.1:${port}`, { connectTimeoutMs: 60 }))
  t.like(error, { code: 'engine_unavailable', details: [{ issue: 'connect_timeout' }] })
})

test('cancelling rejects with the reason, and hangs up on the server', async (t) => {
  for (const when of ['before the first word', 'within the answer']) {
    const controller = new AbortController()
    const { baseUrl, asked } = await textServer(t, (response) => {
      if (when === 'within the answer')
        response.setHeader('content-type', 'text/event-stream').write(event(delta('{"a":"x')))
      setTimeout(() => controller.abort(new Error('changed my mind')), 30)
    })
    await t.throwsAsync(write(baseUrl, { signal: controller.signal }), {
      message: 'changed my mind',
    })
    while (!asked[0]?.isLeft) await new Promise((resolve) => setTimeout(resolve, 5))
    t.pass(when)
  }
})

test('an authority of the hospital’s own is believed, and none else is', async (t) => {
  const [own, other, old] = await Promise.all([
    testIdentity(),
    testIdentity('stranger'),
    testIdentity('expired'),
  ])
  const answer = saying('{"a":null,"b":true}')
  const serve = (one: typeof own) =>
    textServer(t, answer, { key: one.serverKeyPem, cert: one.serverPem })
  const good = await serve(own)
  t.is((await write(good.baseUrl, { caPem: own.caPem })).json, '{"a":null,"b":true}')
  t.is(good.asked[0]?.authorization, `Bearer ${KEY}`)

  const refused = async (baseUrl: string, caPem: string | null, issue: string) => {
    const error = await t.throwsAsync(write(baseUrl, { caPem }))
    t.like(error, { code: 'engine_unavailable', details: [{ issue }] })
    t.false(inspect(error, { depth: 9 }).includes(KEY))
  }
  await refused(good.baseUrl, other.caPem, 'tls_untrusted')
  await refused(good.baseUrl, null, 'tls_untrusted')
  const expired = await serve(old)
  await refused(expired.baseUrl, old.caPem, 'tls_expired')
  // Another address of the same machine, which the certificate does not name.
  await refused(`https://127.0.0.2:${good.port}`, own.caPem, 'tls_wrong_name')
  t.is(good.asked.length + expired.asked.length, 1, 'neither key nor prompt was sent')
})

test('a schema we could not check is not sent', async (t) => {
  const { asked, baseUrl } = await textServer(t, saying('{}'))
  const schema: JsonSchema = {
    type: 'object',
    properties: { a: { type: 'string', format: 'date' } },
  }
  t.like(await t.throwsAsync(write(baseUrl, { schema })), { code: 'schema_not_supported' })
  t.is(asked.length, 0)
})
