/**
 * Ollama in its own words (`/api/chat`). Those that it shares with others (`/v1`) cannot say how
 * long a prompt may be: it holds 4096 tokens of it then on a machine without a large card, leaves
 * out the rest in silence, and makes words that came lately unlikely, names of medicines too.
 */
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { JsonSchema } from '../../core/document/models/ports.ts'
import { type Answer, collectAnswer, failed, linesOf, type Piece, parse } from './answer-stream.ts'
import { type ChatLimits, chatMessages, withoutWords } from './chat-protocol.ts'

export function ollamaRequest(
  model: string,
  prompt: { system: string; user: string },
  schema: JsonSchema,
  { contextTokens, maxTokens, temperature, seed }: ChatLimits & { contextTokens: number },
) {
  return {
    model,
    messages: chatMessages(prompt),
    stream: true,
    think: false,
    // What does not fit is refused: nothing is left out, neither before it writes nor meanwhile.
    truncate: false,
    shift: false,
    format: withoutWords(schema),
    options: {
      num_ctx: contextTokens,
      num_predict: maxTokens,
      temperature,
      seed,
      repeat_penalty: 1,
    },
  }
}

const OllamaPiece = z.object({
  error: z.unknown().optional(),
  message: z.object({ content: z.string().nullish() }).optional(),
  done: z.boolean().optional(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().nullish().catch(null),
})

/** @throws as `readChatAnswer` */
export function readOllamaAnswer(
  response: IncomingMessage,
  onText: (text: string) => void,
): Promise<Answer> {
  return collectAnswer(piecesOf(response), onText)
}

async function* piecesOf(response: IncomingMessage): AsyncGenerator<Piece> {
  for await (const line of linesOf(response)) {
    if (line.trim() === '') continue
    const parsed = OllamaPiece.safeParse(parse(line))
    if (!parsed.success) throw failed('not_a_chat_answer')
    const { error, message, done, done_reason: reason, prompt_eval_count: tokens } = parsed.data
    if (error !== undefined) throw failed('server_error')
    yield {
      text: message?.content ?? '',
      finish: done ? (reason ?? null) : null,
      promptTokens: tokens ?? null,
    }
  }
}
