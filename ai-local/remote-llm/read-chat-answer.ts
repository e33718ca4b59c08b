/**
 * The text of a chat completion that ended by itself, streamed (`text/event-stream`) or at once.
 * What is not the beginning of a JSON object is given up at its first character: a server that does
 * not keep to the grammar need not go on.
 */
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { readLimited } from '../read-limited.ts'

/** A document is some kilobytes; anything far beyond is not an answer. */
const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024

/** Grammars of JSON allow white space without end, and small models get lost in it. */
const MOST_BLANKS = 1_000

const ChatAnswer = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string() }),
      }),
    )
    .min(1),
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
})

/**
 * @param onText the pieces, as they come
 * @throws {AppError} `generation_failed`: another shape, or an answer that was cut short
 */
export async function readChatAnswer(
  response: IncomingMessage,
  onText: (text: string) => void,
): Promise<string> {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true
  const { text, finish } = isStream ? await readStream(response, onText) : await readBody(response)
  if (finish !== 'stop') throw failed(finish === null ? 'answer_ended_early' : 'answer_too_long')
  if (!isStream) onText(text)
  return text
}

async function readBody(response: IncomingMessage) {
  const body = await readLimited(response, LARGEST_ANSWER_BYTES)
  if (body === null) throw failed('answer_too_large')
  const parsed = ChatAnswer.safeParse(parse(body))
  if (!parsed.success) throw failed('not_a_chat_answer')
  const [choice] = parsed.data.choices
  return { text: choice?.message.content ?? '', finish: choice?.finish_reason ?? null }
}

async function readStream(response: IncomingMessage, onText: (text: string) => void) {
  let text = ''
  let finish: string | null = null
  let hasBegun = false
  for await (const data of eventData(response)) {
    if (data === '[DONE]') break
    const parsed = ChatPiece.safeParse(parse(data))
    if (!parsed.success) throw failed('not_a_chat_answer')
    if (parsed.data.error !== undefined) throw failed('server_error')
    const [choice] = parsed.data.choices ?? []
    const piece = choice?.delta?.content ?? ''
    if (!hasBegun) {
      const begin = (text + piece).trimStart()
      hasBegun = begin !== ''
      if (hasBegun ? !begin.startsWith('{') : text.length > MOST_BLANKS) throw failed('not_json')
    }
    text += piece
    if (piece !== '') onText(piece)
    finish = choice?.finish_reason ?? finish
  }
  return { text, finish }
}

/** The `data:` lines of server-sent events; leaving the loop closes the connection. */
async function* eventData(response: IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let size = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > LARGEST_ANSWER_BYTES) throw failed('answer_too_large')
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim()
  }
}

/** The parser's own message would quote the text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function failed(issue: string): AppError {
  return new AppError(
    'unavailable',
    'generation_failed',
    'O servidor de texto não deu uma resposta válida.',
    { details: [{ issue }] },
  )
}
