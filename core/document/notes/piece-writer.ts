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
import type { LineCheck } from './check-line.ts'
import { LINE_PROMPT_VERSION } from './line-prompt.ts'
import type { LineStore } from './line-store.ts'
import { writeLine } from './write-line.ts'

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
