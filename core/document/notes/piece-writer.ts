/**
 * A piece as its line, whoever asks for it: a document that somebody waits for (phrase-piece.ts),
 * or nobody yet (phrase-ahead.ts). Found among those written before, else asked of the language
 * model, and kept. Where lines cannot be kept or read they are written anew.
 */
import { isAppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Sha256 } from '../models/fingerprint.ts'
import type { TextGenerator } from '../models/ports.ts'
import type { Piece } from '../pieces/piece.ts'
import { type LineCheck, type LineFault, lineCheck } from './check-line.ts'
import type { LineStore } from './draft.ts'
import { LINE_PROMPT_VERSION, linePrompt } from './line-prompt.ts'
import { lineSchema } from './line-words.ts'

export interface PieceWriterDeps {
  text: TextGenerator
  lines: LineStore
  /** Built once by who writes many. */
  check: LineCheck
  /** What tells this model from every other. */
  version: string
  sha256: Sha256
  log: Log
}

/** Writer of one visit. */
export interface PieceWriter {
  /**
   * Null: no line was accepted; undefined: it must be written. What was accepted once is held to
   * the checks of today.
   */
  find(piece: Piece): Promise<string | null | undefined>
  /**
   * Writes it, whatever was kept of it.
   * @param ahead nobody waits for it: everything else goes first, and ends it
   * @throws {AppError} as the engine does; `signal.reason` when aborted
   */
  write(
    piece: Piece,
    options: { signal: AbortSignal; ahead?: true | undefined },
  ): Promise<string | null>
}

/** @param visit absent: no engine is told whose words they are */
export function pieceWriter(deps: PieceWriterDeps, visit?: string): PieceWriter {
  const { text, lines, check, version, sha256, log } = deps
  const place = visit ?? ''

  /** Digest of everything that decides the words of a line. */
  const digestOf = ({ question, answer, speaker }: Piece) =>
    sha256(JSON.stringify([LINE_PROMPT_VERSION, version, question, answer, speaker]))

  /** No document is worth failing for a row. */
  function onFault(error: unknown): undefined {
    if (isAppError(error)) log.warn('document.lines_not_kept', { error: error.code })
    else log.error('document.lines_not_kept', { err: error })
  }

  return {
    async find(piece) {
      const line = await lines.find(place, digestOf(piece)).catch(onFault)
      return line && check(line, piece) !== null ? undefined : line
    },

    async write(piece, options) {
      const ofVisit = visit === undefined ? {} : { visit }
      const line = await writeLine(text, piece, { ...options, ...ofVisit, check })
      const kept = { text: line.text, refused: line.refused, model: text.model, version }
      await lines.put(place, digestOf(piece), kept).catch(onFault)
      return line.text
    },
  }
}

export interface WrittenLine {
  /** Null where no line was accepted: the words of the piece stand. */
  text: string | null
  tries: number
  /** Why each line that was not accepted was not. */
  refused: LineFault[]
}

interface WriteLineOptions {
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

/**
 * One piece as one line of record language: asked of a language model, compared with the piece,
 * asked once more, given up.
 * @throws {AppError} as the engine does; `signal.reason` when aborted
 */
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
