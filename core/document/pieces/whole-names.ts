import { findSplitNames } from '../../portuguese/split-names.ts'
import { tokenize } from '../../portuguese/tokens.ts'

/** A stretch of a source, and where it stands in a statement. */
export interface PlacedStretch {
  /** Where it begins in the statement. */
  at: number
  /** Characters [start, end) of the source. */
  start: number
  end: number
  /** Characters that it has in the statement, where it is written otherwise there. */
  written?: number
}

/** In the statement. */
export function lengthOf({ start, end, written }: PlacedStretch): number {
  return written ?? end - start
}

/** Names of medicines that are written in pieces are whole; their source is the pieces. */
export function withWholeNames<Piece extends PlacedStretch>(draft: {
  text: string
  pieces: Piece[]
}): { text: string; pieces: Piece[] } {
  const { text } = draft
  const names = findSplitNames(text, tokenize(text))
  if (names.length === 0) return draft
  let whole = ''
  const pieces: Piece[] = []
  const take = (from: number, to: number) => {
    for (const piece of draft.pieces) {
      const start = Math.max(from, piece.at)
      const end = Math.min(to, piece.at + piece.end - piece.start)
      if (start >= end) continue
      const at = whole.length + start - from
      const moved = piece.start - piece.at
      pieces.push({ ...piece, at, start: start + moved, end: end + moved })
    }
  }
  let from = 0
  for (const { start, end, joined } of names) {
    take(from, start)
    whole += text.slice(from, start)
    const own = pieces.length
    take(start, end)
    // A name over two segments has all its letters in the first one.
    for (const [index, piece] of pieces.slice(own).entries()) {
      piece.at = whole.length
      piece.written = index === 0 ? joined.length : 0
    }
    whole += joined
    from = end
  }
  take(from, text.length)
  return { text: whole + text.slice(from), pieces }
}
