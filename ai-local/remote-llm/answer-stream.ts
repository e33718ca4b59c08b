/**
 * An answer that comes piece by piece, whichever server's words it is told in. What is not the
 * beginning of a JSON object is given up at its first character: a server that does not keep to the
 * grammar need not go on.
 */
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../core/errors.ts'

/** A document is some kilobytes; anything far beyond is not an answer. */
export const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024

/** Grammars of JSON allow white space without end, and small models get lost in it. */
const MOST_BLANKS = 1_000

export interface Piece {
  text: string
  /** Why it ended; null: it has not, or does not say. */
  finish: string | null
  /** How many tokens of the prompt the model was given; null: not told in this piece. */
  promptTokens: number | null
}

export interface Answer {
  text: string
  /** null: the server does not tell. */
  promptTokens: number | null
}

/** @throws {AppError} `generation_failed`: no JSON, or it did not end by itself */
export async function collectAnswer(
  pieces: AsyncIterable<Piece>,
  onText: (text: string) => void,
): Promise<Answer> {
  let text = ''
  let finish: string | null = null
  let promptTokens: number | null = null
  let hasBegun = false
  for await (const piece of pieces) {
    if (!hasBegun) {
      const begin = (text + piece.text).trimStart()
      hasBegun = begin !== ''
      if (hasBegun ? !begin.startsWith('{') : text.length > MOST_BLANKS) throw failed('not_json')
    }
    text += piece.text
    if (piece.text !== '') onText(piece.text)
    finish = piece.finish ?? finish
    promptTokens = piece.promptTokens ?? promptTokens
  }
  requireEnd(finish)
  return { text, promptTokens }
}

export function requireEnd(finish: string | null): void {
  if (finish !== 'stop') throw failed(finish === null ? 'answer_ended_early' : 'answer_too_long')
}

/** Whole lines of a body; leaving the loop closes the connection. */
export async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let size = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > LARGEST_ANSWER_BYTES) throw failed('answer_too_large')
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** The parser's own message would quote the text. */
export function parse(text: string): unknown {
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
