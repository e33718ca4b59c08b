/** The text of a chat completion, streamed (`text/event-stream`) or at once. */
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
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
