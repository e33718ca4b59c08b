/**
 * What a text server says of itself before it is asked for anything: in which words it wants to be
 * asked, and how much its model holds.
 */
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { readLimited } from '../read-limited.ts'
import type { OneServer } from '../remote/remote-connection.ts'
import { parse } from './answer-stream.ts'

export interface TextServer {
  kind: 'ollama' | 'openai'
  /** null: it does not say. */
  hasModel: boolean | null
  /** How many tokens prompt and answer may have together; null: it does not say. */
  contextTokens: number | null
  /** Ollama's models "in the cloud" are computed by a company of another network. */
  elsewhere: string | null
  /** Its template has no place for rules: it would leave them out. */
  dropsRules: boolean
}

const LARGEST_GREETING_BYTES = 1024
const LARGEST_FACTS_BYTES = 4 * 1024 * 1024

const ModelList = z.object({
  data: z.array(z.object({ id: z.string(), max_model_len: z.number().nullish().catch(null) })),
})
const OllamaModel = z.object({
  remote_host: z.string().nullish(),
  renderer: z.string().nullish(),
  template: z.string().nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
})

/** @throws as `OneServer.ask` where it cannot be reached */
export async function textServer(
  server: OneServer,
  model: string,
  signal: AbortSignal,
): Promise<TextServer> {
  const greeting = await server.ask({ path: '', signal }, (response) =>
    response.headers['content-type']?.startsWith('text/plain')
      ? bodyOf(response, LARGEST_GREETING_BYTES)
      : Promise.resolve(null),
  )
  return greeting?.startsWith('Ollama is running')
    ? ollamaServer(server, model, signal)
    : openAiServer(server, model, signal)
}

async function ollamaServer(
  server: OneServer,
  model: string,
  signal: AbortSignal,
): Promise<TextServer> {
  const body = { type: 'application/json', bytes: Buffer.from(JSON.stringify({ model })) }
  const { status, text } = await server.ask(
    { path: 'api/show', body, signal },
    async (response) => ({
      status: response.statusCode,
      text: await bodyOf(response, LARGEST_FACTS_BYTES),
    }),
  )
  const facts = OllamaModel.safeParse(parse(text ?? ''))
  const shown = facts.success ? facts.data : null
  const length = Object.entries(shown?.model_info ?? {}).find(([key]) =>
    key.endsWith('.context_length'),
  )?.[1]
  return {
    kind: 'ollama',
    hasModel: status === 404 ? false : shown ? true : null,
    contextTokens: typeof length === 'number' && length > 0 ? length : null,
    elsewhere: shown?.remote_host || null,
    dropsRules: !shown?.renderer && !/\.(?:System|Messages)\b/.test(shown?.template ?? ''),
  }
}

async function openAiServer(
  server: OneServer,
  model: string,
  signal: AbortSignal,
): Promise<TextServer> {
  const text = await server.ask({ path: 'v1/models', signal }, (response) =>
    bodyOf(response, LARGEST_FACTS_BYTES),
  )
  const list = ModelList.safeParse(parse(text ?? ''))
  const models = list.success ? list.data.data : null
  const found = models?.find(({ id }) => id === model)
  return {
    kind: 'openai',
    hasModel: models ? found !== undefined : null,
    contextTokens: found?.max_model_len || null,
    elsewhere: null,
    dropsRules: false,
  }
}

async function bodyOf(response: IncomingMessage, limit: number): Promise<string | null> {
  return response.statusCode === 200 ? readLimited(response, limit) : null
}
