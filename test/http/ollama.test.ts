import test, { type ExecutionContext } from 'ava'
import {
  type RemoteTextGeneratorOptions,
  remoteTextGenerator,
} from '../../ai-local/remote-llm/remote-text-generator.ts'
import { remoteProbe } from '../../bin/remote-servers.ts'
import { loadConfig } from '../../config/load-config.ts'
import type { JsonSchema } from '../../core/document/models/ports.ts'
import { temporaryFolder } from '../helpers/llama.ts'
import { json, lines, ollamaServer } from '../helpers/ollama-server.ts'

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: { a: { anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] } },
  required: ['a'],
  additionalProperties: false,
}
const TOO_LONG = 'the input length exceeds the context length'
const ANSWER = ['{"a": "Ne', 'ga febre."}']

async function write(
  t: ExecutionContext,
  baseUrl: string,
  {
    user = 'Nega febre.',
    ...options
  }: Partial<RemoteTextGeneratorOptions> & { user?: string } = {},
) {
  const generator = remoteTextGenerator({
    baseUrl,
    apiKey: null,
    model: 'qwen',
    contextTokens: 8192,
    ...options,
  })
  t.teardown(() => generator[Symbol.asyncDispose]())
  const texts: string[] = []
  const written = await generator.generate(
    { system: 'Regras.', user },
    {
      schema: SCHEMA,
      maxTokens: 100,
      signal: AbortSignal.timeout(60_000),
      onText: (text) => texts.push(text),
    },
  )
  return { written, texts }
}

test('Ollama is asked in its own words, for all of the prompt', async (t) => {
  const { baseUrl, asked } = await ollamaServer(t, { model: 'qwen' }, lines(ANSWER))
  for (const end of ['', '/v1']) {
    const { written, texts } = await write(t, `${baseUrl}${end}`)
    t.is(written, '{"a":"Nega febre."}')
    t.deepEqual(texts, ANSWER)
  }
  const { url, body } = asked.at(-1)!
  t.is(url, '/api/chat')
  t.like(body, {
    model: 'qwen',
    stream: true,
    truncate: false,
    shift: false,
    format: SCHEMA,
    options: { num_ctx: 8192, num_predict: 100, temperature: 0, seed: 0, repeat_penalty: 1 },
  })
})

test('rules that a template of Ollama has no place for are told with the rest', async (t) => {
  const facts = { model: 'qwen', template: '{{ .Prompt }}' }
  const { baseUrl, asked } = await ollamaServer(t, facts, lines(ANSWER))
  await write(t, baseUrl)
  t.deepEqual(asked.at(-1)?.body.messages, [{ role: 'user', content: 'Regras.\n\nNega febre.' }])
})

test('no more is asked for than the model of Ollama holds', async (t) => {
  const { baseUrl, asked } = await ollamaServer(t, { model: 'qwen', holds: 2048 }, lines(ANSWER))
  await write(t, baseUrl)
  t.is(asked.at(-1)?.body.options.num_ctx, 2048)
  const before = asked.length
  const error = await t.throwsAsync(write(t, baseUrl, { user: 'Nega febre. '.repeat(600) }))
  t.like(error, { code: 'prompt_too_long', details: [{ limit: 2048 }] })
  t.false(
    asked.slice(before).some(({ url }) => url === '/api/chat'),
    'what cannot fit is not sent',
  )
})

test('a prompt of which Ollama read a part is no prompt of a document', async (t) => {
  const { baseUrl } = await ollamaServer(t, { model: 'qwen' }, lines(ANSWER, { read: 100 }))
  const error = await t.throwsAsync(write(t, baseUrl, { user: 'Nega febre. '.repeat(200) }))
  t.like(error, { code: 'prompt_too_long', details: [{ limit: 100 }] })
})

test('a model that is computed outside the network is sent nothing', async (t) => {
  const cloud = { model: 'qwen', remoteHost: 'https://ollama.com:443' }
  const { baseUrl, asked } = await ollamaServer(t, cloud, lines(ANSWER))
  t.like(await t.throwsAsync(write(t, baseUrl)), {
    code: 'engine_unavailable',
    details: [{ issue: 'computed_elsewhere' }],
  })
  t.deepEqual(
    asked.map(({ url }) => url),
    ['/', '/api/show'],
  )
})

test('a model that Ollama has not is named, and asked for anew when it is there', async (t) => {
  const { baseUrl, asked } = await ollamaServer(t, { model: 'other' }, lines(ANSWER))
  const generator = remoteTextGenerator({ baseUrl, apiKey: null, model: 'qwen' })
  t.teardown(() => generator[Symbol.asyncDispose]())
  const signal = AbortSignal.timeout(60_000)
  const ask = () =>
    generator.generate({ system: '', user: '' }, { schema: SCHEMA, maxTokens: 100, signal })
  const issue = { code: 'engine_unavailable', details: [{ issue: 'no_such_model' }] }
  t.like(await t.throwsAsync(ask()), issue)
  t.like(await t.throwsAsync(ask()), issue)
  t.is(asked.filter(({ url }) => url === '/api/show').length, 2)
})

for (const [what, code, answer] of [
  ['a refusal of its length', 'prompt_too_long', refusing(400, TOO_LONG)],
  ['an answer that was cut short', 'generation_failed', lines(ANSWER, { reason: 'length' })],
  ['an answer that ends nowhere', 'generation_failed', lines(ANSWER, { reason: '' })],
  ['prose', 'generation_failed', lines(['Claro! Nega febre.'])],
  [
    'a model that ended',
    'generation_failed',
    refusing(500, 'model runner has unexpectedly stopped'),
  ],
] as const)
  test(`${what} of Ollama is no document`, async (t) => {
    const { baseUrl } = await ollamaServer(t, { model: 'qwen' }, answer)
    t.like(await t.throwsAsync(write(t, baseUrl)), { code })
  })

function refusing(status: number, error: string): Parameters<typeof ollamaServer>[2] {
  return (response) => json(response, status, { error })
}

test('doctor knows a model of Ollama by either name, and what it holds', async (t) => {
  const { baseUrl } = await ollamaServer(t, { model: 'qwen', holds: 4096 }, lines(ANSWER))
  const folder = temporaryFolder(t)
  const look = (model: string) => {
    const { config } = loadConfig({
      flags: {},
      cwd: folder,
      installRoot: folder,
      readFile: () => undefined,
      env: {
        SVC_GENERATOR: 'remote',
        SVC_GENERATOR_REMOTE_URL: baseUrl,
        SVC_GENERATOR_REMOTE_MODEL: model,
      },
    })
    return remoteProbe(config, 'text', AbortSignal.timeout(60_000))
  }
  t.like(await look('qwen'), { issue: null, hasModel: true, contextTokens: 4096, elsewhere: null })
  t.like(await look('other'), { issue: null, hasModel: false })
})
