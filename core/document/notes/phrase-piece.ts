/**
 * A piece as its line: found among those written before, else asked of the language model within a time. An engine that fails is asked for
 * nothing more: who waits for a document never waits for it twice.
 */
import { isAppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { timeLimit } from '../../time-limit.ts'
import type { Sha256 } from '../models/fingerprint.ts'
import type { TextGenerator } from '../models/ports.ts'
import type { Piece } from '../pieces/piece.ts'
import { canPhrase } from './can-phrase.ts'
import { lineCheck } from './check-line.ts'
import { LINE_PROMPT_VERSION } from './line-prompt.ts'
import { type LineStore, lineMemory } from './line-store.ts'
import { writeLine } from './write-line.ts'

export interface PhrasePieceDeps {
  text: TextGenerator
  lines: LineStore
  /** What tells this model from every other. */
  version: string
  sha256: Sha256
  log: Log
  /** For one line; behind it the engine counts as failed. */
  lineTimeoutMs?: number
  /** For all lines of one document; behind it the rest stays as the rules wrote it. */
  timeoutMs?: number
}

/** Of one document. */
export interface Phrasing {
  /** Null: the piece's own words stand. @throws `signal.reason` when aborted */
  phrase(piece: Piece): Promise<string | null>
  /** Lines that were written by the model, now or before. */
  written(): number
}

const LINE_TIMEOUT_MS = 60_000
const TIMEOUT_MS = 5 * 60_000

export function piecePhraser(deps: PhrasePieceDeps) {
  const { text, lines, log } = deps
  const check = lineCheck()

  return (options: { signal: AbortSignal; visit?: string }): Phrasing => {
    const { signal, visit } = options
    const store = visit === undefined ? lineMemory() : lines
    const over = timeLimit(deps.timeoutMs ?? TIMEOUT_MS)
    let isDown = false
    let written = 0

    async function write(piece: Piece): Promise<string | null | undefined> {
      const limit = timeLimit(deps.lineTimeoutMs ?? LINE_TIMEOUT_MS)
      try {
        const line = await writeLine(text, piece, {
          ...{ ...options, check },
          signal: AbortSignal.any([signal, over, limit]),
        })
        return line.text
      } catch (error) {
        signal.throwIfAborted()
        isDown = true
        if (over.aborted || limit.aborted || isAppError(error))
          log.warn('document.not_phrased', { error: isAppError(error) ? error.code : 'time_limit' })
        else log.error('document.not_phrased', { err: error })
        return undefined
      }
    }

    return {
      written: () => written,
      async phrase(piece) {
        if (!canPhrase(piece)) return null
        const [place, digest] = [visit ?? '', digestOf(piece, deps)]
        const known = await store.find(place, digest)
        if (known === undefined && (isDown || over.aborted)) return null
        const line = known === undefined ? await write(piece) : known
        if (known === undefined && line !== undefined) await store.put(place, digest, line)
        if (line) written += 1
        return line ?? null
      },
    }
  }
}

/** Of everything that decides the words of a line. */
function digestOf(
  { question, answer, speaker }: Piece,
  { sha256, version }: Pick<PhrasePieceDeps, 'sha256' | 'version'>,
): string {
  return sha256(JSON.stringify([LINE_PROMPT_VERSION, version, question, answer, speaker]))
}
