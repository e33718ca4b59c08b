/**
 * The pieces of one document as their lines, within a time. An engine that fails is asked for
 * nothing more: who waits for a document never waits for it twice.
 */

import { isAppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { thirdPerson } from '../../portuguese/first-person.ts'
import { fold } from '../../portuguese/tokens.ts'
import { timeLimit } from '../../time-limit.ts'
import type { DocumentInput } from '../models/ports.ts'
import type { Piece } from '../pieces/piece.ts'
import type { DraftField, DraftingGenerator } from './draft.ts'
import type { PieceWriter } from './piece-writer.ts'

// Which pieces a language model is asked to say: questions with their answers. Of what was said
// without a question, one accepted line in six of the weakest model that passes its proof was
// wrong; the rules turn the person of such a statement themselves (third-person.ts).

/** More is a story, of which a line would lose half. */
const MOST_CHARS = 300

export function canPhrase({ question, answer, speaker }: Piece): boolean {
  if (question === null || speaker === 'doctor') return false
  if (question.length + answer.length > MOST_CHARS) return false
  // Whose "eu" it is, is not known: in the third person it would be the patient's.
  return speaker === 'patient' || !answer.split(/[^\p{L}]+/u).some(isFirstPerson)
}

function isFirstPerson(word: string): boolean {
  return OWN.test(fold(word)) || thirdPerson(word, 'eu', '') !== undefined
}

const OWN = /^(?:eu|meus?|minhas?|me|mim|comigo|nossos?|nossas?)$/

export interface PhrasePieceDeps {
  pieces: PieceWriter
  signal: AbortSignal
  log: Log
  /** For one line; behind it the engine counts as failed. */
  lineTimeoutMs?: number
  /** For all lines of one document; behind it the rest stays as the rules wrote it. */
  timeoutMs?: number
}

/** Phrasing of one document. */
export interface Phrasing {
  /** Null: the piece's own words stand. @throws `signal.reason` when aborted */
  phrase(piece: Piece): Promise<string | null>
  /** Lines that were written by the model, now or before. */
  written(): number
}

const LINE_TIMEOUT_MS = 60_000
const TIMEOUT_MS = 5 * 60_000

export function phrasePieces(deps: PhrasePieceDeps): Phrasing {
  const { pieces, signal, log } = deps
  const over = timeLimit(deps.timeoutMs ?? TIMEOUT_MS)
  let isDown = false
  let written = 0

  async function write(piece: Piece): Promise<string | null> {
    const limit = timeLimit(deps.lineTimeoutMs ?? LINE_TIMEOUT_MS)
    try {
      return await pieces.write(piece, { signal: AbortSignal.any([signal, over, limit]) })
    } catch (error) {
      signal.throwIfAborted()
      isDown = true
      if (over.aborted || limit.aborted || isAppError(error))
        log.warn('document.not_phrased', { error: isAppError(error) ? error.code : 'time_limit' })
      else log.error('document.not_phrased', { err: error })
      return null
    }
  }

  return {
    written: () => written,
    async phrase(piece) {
      if (!canPhrase(piece)) return null
      let line = await pieces.find(piece)
      if (line === undefined) line = isDown || over.aborted ? null : await write(piece)
      if (line) written += 1
      return line
    },
  }
}

/** An answer goes on in the sentences behind it, and belongs to a question before it. */
const AT_THE_EDGE = 2
/**
 * While more is being said the last minutes are read alone: to read an hour of talk again and again
 * would hold up everybody else.
 */
const MOST_SEGMENTS = 120

/**
 * Which pieces of a visit stand for good and can be phrased before anybody asks for a document.
 *
 * Each once, in the order in which they stand in the document that is likely to be asked for.
 * @param options.goesOn more is being said: what the last sentences are part of is left for later,
 * what is long past to the end
 */
export async function piecesAhead(
  rules: Pick<DraftingGenerator, 'draft'>,
  input: DocumentInput,
  { goesOn, signal }: { goesOn: boolean; signal: AbortSignal },
): Promise<Piece[]> {
  const segments = goesOn ? input.segments.slice(-MOST_SEGMENTS) : input.segments
  const before = segments.length < input.segments.length ? segments.slice(0, AT_THE_EDGE) : []
  const behind = goesOn ? segments.slice(-AT_THE_EDGE) : []
  const open = new Set([...before, ...behind].map(({ id }) => id))
  const isOpen = ({ spans }: Piece) =>
    spans.some((span) => span.source === 'segment' && open.has(span.segment_id))
  const fields = await draftOf(rules, { ...input, segments }, signal)
  const pieces = fields
    .flatMap(({ places }) => places.flatMap(({ lines }) => lines))
    .flatMap(({ piece }) => (piece && canPhrase(piece) && !isOpen(piece) ? [piece] : []))
  const bySaid = new Map(
    pieces.map((piece) => [JSON.stringify([piece.question, piece.answer, piece.speaker]), piece]),
  )
  return [...bySaid.values()]
}

async function draftOf(
  rules: Pick<DraftingGenerator, 'draft'>,
  input: DocumentInput,
  signal: AbortSignal,
): Promise<DraftField[]> {
  try {
    return await rules.draft(input, signal)
  } catch (error) {
    if (isAppError(error) && error.code === 'no_content') return []
    throw error
  }
}
