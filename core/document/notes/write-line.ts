/**
 * One piece as one line of record language: asked of a language model, compared with the piece,
 * asked once more, given up.
 */
import type { TextGenerator } from '../models/ports.ts'
import type { Piece } from '../pieces/piece.ts'
import { type LineCheck, type LineFault, lineCheck } from './check-line.ts'
import { linePrompt } from './line-prompt.ts'
import { lineSchema } from './line-words.ts'

export interface WrittenLine {
  /** Null where no line was accepted: the words of the piece stand. */
  text: string | null
  tries: number
  /** Why each line that was not accepted was not. */
  refused: LineFault[]
}

export interface WriteLineOptions {
  /** Built once by who writes many. */
  check?: LineCheck
  signal: AbortSignal
  /** Whose prompt it is, as `TextGenerator.generate` takes it. */
  visit?: string
  /** Nobody waits for it: everything else goes first, and ends it. */
  ahead?: true | undefined
}

/** So many tries, each told what was wrong with the one before. */
const MOST_TRIES = 2
/** No line is longer: behind it the engine goes in circles. */
const MOST_TOKENS = 160

/** @throws {AppError} as the engine does; `signal.reason` when aborted */
export async function writeLine(
  text: TextGenerator,
  piece: Piece,
  { signal, visit, ahead, check = lineCheck() }: WriteLineOptions,
): Promise<WrittenLine> {
  const refused: LineFault[] = []
  while (refused.length < MOST_TRIES) {
    const answer = await text.generate(linePrompt(piece, refused), {
      schema: lineSchema(piece),
      maxTokens: MOST_TOKENS,
      signal,
      ...(visit === undefined ? {} : { visit }),
      ...(ahead ? { ahead } : {}),
    })
    const line = lineOf(answer)
    const fault = check(line, piece)
    if (fault === null) return { text: line, tries: refused.length + 1, refused }
    refused.push(fault)
  }
  return { text: null, tries: refused.length, refused }
}

/** The schema holds its one key. */
function lineOf(answer: string): string {
  const { line } = JSON.parse(answer) as { line: string }
  return line.trim()
}
