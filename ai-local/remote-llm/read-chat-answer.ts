import { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { readLimited } from '../read-limited.ts'

/** A document is some kilobytes; anything far beyond is not an answer. */
const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024

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
 * The text of a chat completion that ended by itself.
 * @throws {AppError} `generation_failed`: an error status, another shape, or an answer that was cut short
 */
export async function readChatAnswer(response: Response): Promise<string> {
  if (!response.ok) {
    await response.body?.cancel()
    throw failed(`status_${response.status}`)
  }
  const body = await readLimited(response, LARGEST_ANSWER_BYTES)
  if (body === null) throw failed('answer_too_large')
  const parsed = ChatAnswer.safeParse(parse(body))
  if (!parsed.success) throw failed('not_a_chat_answer')
  const [choice] = parsed.data.choices
  if (choice?.finish_reason !== 'stop') throw failed('answer_too_long')
  return choice.message.content
}

/** The parser's own message would quote the text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failed(issue: string): AppError {
  return new AppError(
    'unavailable',
    'generation_failed',
    'O servidor de texto não deu uma resposta válida.',
    {
      details: [{ issue }],
    },
  )
}
