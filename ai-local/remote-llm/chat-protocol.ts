/** The text of a chat completion, streamed (`text/event-stream`) or at once. */
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { JsonSchema } from '../../core/document/models/ports.ts'
import { readLimited } from '../read-limited.ts'
import {
  type Answer,
  collectAnswer,
  failed,
  LARGEST_ANSWER_BYTES,
  linesOf,
  type Piece,
  parse,
  requireEnd,
} from './answer-stream.ts'

const Usage = z.object({ prompt_tokens: z.number().nullish() }).nullish().catch(null)

const ChatAnswer = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string() }),
      }),
    )
    .min(1),
  usage: Usage,
})

/**
 * vLLM closes with a piece that has no choices, llama-server tells failures in the midst of the
 * stream.
 */
const ChatPiece = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z.object({ content: z.string().nullish() }).optional(),
      }),
    )
    .optional(),
  usage: Usage,
})

/**
 * @param onText the pieces, as they come
 * @throws {AppError} `generation_failed`: another shape, or an answer that was cut short
 */
export async function readChatAnswer(
  response: IncomingMessage,
  onText: (text: string) => void,
): Promise<Answer> {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true
  if (isStream) return collectAnswer(piecesOf(response), onText)
  const answer = await readBody(response)
  onText(answer.text)
  return answer
}

async function readBody(response: IncomingMessage): Promise<Answer> {
  const body = await readLimited(response, LARGEST_ANSWER_BYTES)
  if (body === null) throw failed('answer_too_large')
  const parsed = ChatAnswer.safeParse(parse(body))
  if (!parsed.success) throw failed('not_a_chat_answer')
  const { choices, usage } = parsed.data
  const [choice] = choices
  requireEnd(choice?.finish_reason ?? null)
  return { text: choice?.message.content ?? '', promptTokens: usage?.prompt_tokens ?? null }
}

async function* piecesOf(response: IncomingMessage): AsyncGenerator<Piece> {
  for await (const line of linesOf(response)) {
    if (!line.startsWith('data:')) continue
    const data = line.slice(5).trim()
    if (data === '[DONE]') return
    const parsed = ChatPiece.safeParse(parse(data))
    if (!parsed.success) throw failed('not_a_chat_answer')
    const { error, choices = [], usage } = parsed.data
    if (error !== undefined) throw failed('server_error')
    const [choice] = choices
    yield {
      text: choice?.delta?.content ?? '',
      finish: choice?.finish_reason ?? null,
      promptTokens: usage?.prompt_tokens ?? null,
    }
  }
}

export interface ChatLimits {
  maxTokens: number
  temperature: number
  seed: number
}

/**
 * What is asked of a chat server, in the words that llama-server and vLLM share.
 * @param isPlain for a server that refused it: nothing but what all of them know, in a schema
 * without lengths and counts, which the grammars of some do not know. The answer is held to them.
 */
export function chatRequest(
  model: string,
  prompt: { system: string; user: string },
  schema: JsonSchema,
  { maxTokens, temperature, seed, isPlain = false }: ChatLimits & { isPlain?: boolean },
) {
  const form = withoutWords(isPlain ? withoutBounds(schema) : schema)
  return {
    model,
    messages: chatMessages(prompt),
    temperature,
    seed,
    max_tokens: maxTokens,
    stream: true,
    ...(isPlain ? {} : EXTRAS),
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'document', strict: true, schema: form },
    },
  }
}

const EXTRAS = {
  // How much of the prompt it was given to read (whole-prompt.ts).
  stream_options: { include_usage: true },
  // vLLM takes a model's own, and a name of a medicine that was said before becomes less likely.
  repetition_penalty: 1,
}

export function chatMessages({ system, user }: { system: string; user: string }) {
  return [
    ...(system === '' ? [] : [{ role: 'system', content: withoutMarkup(system) }]),
    { role: 'user', content: withoutMarkup(user) },
  ]
}

/**
 * A chat server puts the prompt into its template and reads the whole for control tokens:
 * `<|im_start|>` in a file's text would begin a turn of its own. The texts stand in JSON strings
 * (core/document/models/prompt.ts), so the bracket is written as JSON writes it: the same character
 * to a reader, no token to a tokenizer.
 */
function withoutMarkup(text: string): string {
  return text.replace(/<(?=[^\s\d=])/g, '\\u003c').replace(/\[(?=\/?[A-Za-z_]+\])/g, '\\u005b')
}

function withoutBounds(schema: JsonSchema): JsonSchema {
  return without(['minLength', 'maxLength', 'minItems', 'maxItems'], schema)
}

/** No server knows this keyword of ours: the answer is held to it when it has come. */
export function withoutWords(schema: JsonSchema): JsonSchema {
  return without(['words'], schema)
}

function without(keywords: readonly string[], schema: JsonSchema): JsonSchema {
  const rest: JsonSchema = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)),
  )
  const inside = (inner: JsonSchema) => without(keywords, inner)
  return {
    ...rest,
    ...(rest.items && { items: inside(rest.items) }),
    ...(rest.anyOf && { anyOf: rest.anyOf.map(inside) }),
    ...(rest.properties && {
      properties: Object.fromEntries(
        Object.entries(rest.properties).map(([name, inner]) => [name, inside(inner)]),
      ),
    }),
  }
}
