/** Which pieces of a visit stand for good and can be phrased before anybody asks for a document. */
import { isAppError } from '../../errors.ts'
import type { DocumentInput } from '../models/ports.ts'
import type { Piece } from '../pieces/piece.ts'
import type { DraftField, DraftingGenerator } from './draft.ts'
import { canPhrase } from './phrase-piece.ts'

/** An answer goes on in the sentences behind it, and belongs to a question before it. */
const AT_THE_EDGE = 2
/**
 * While more is being said the last minutes are read alone: to read an hour of talk again and again
 * would hold up everybody else.
 */
const MOST_SEGMENTS = 120

/**
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
