/**
 * Words of one row while it is gathered. A word is compared with its neighbours alone, so that the
 * work grows with the words and not with their square.
 */
import { type Piece, sharedHeight, sharedWidth } from './piece.ts'

/** Shared height that makes two words of one row; shared width that forbids it. */
const SAME_ROW = 0.5
const ON_TOP = 0.5
/** At one height all the same: a box that was drawn too wide. */
const SAME_LINE = 0.9

export interface Row {
  /** From left to right. */
  pieces: Piece[]
  /** Whether it reaches down to the piece. */
  isOpenAt(piece: Piece): boolean
  /** At the height of the nearest word of the row, and on top of none. */
  takes(piece: Piece): boolean
  add(piece: Piece): void
}

export function rowFrom(first: Piece): Row {
  const pieces = [first]
  let bottom = first.y1
  let widest = first.x1 - first.x0

  /** Of the first one that begins behind it. */
  function placeBehind(x: number): number {
    let [from, to] = [0, pieces.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (pieces[middle]!.x0 > x) to = middle
      else from = middle + 1
    }
    return from
  }

  return {
    pieces,
    isOpenAt: ({ y0 }) => bottom > y0,
    takes(piece) {
      let nearest: Piece | undefined
      let least = Infinity
      /** @returns false where the row cannot take it */
      const look = (other: Piece) => {
        if (sharedWidth(piece, other) > ON_TOP && sharedHeight(piece, other) < SAME_LINE)
          return false
        const apart = Math.max(other.x0 - piece.x1, piece.x0 - other.x1)
        const isNearer =
          apart < least || (nearest && apart === least && middleOf(other) < middleOf(nearest))
        if (isNearer) [nearest, least] = [other, apart]
        return true
      }
      const place = placeBehind(piece.x0)
      for (let at = place; at < pieces.length; at++) {
        const other = pieces[at]!
        if (other.x0 >= piece.x1 && other.x0 - piece.x1 > least) break
        if (!look(other)) return false
      }
      for (let at = place - 1; at >= 0; at--) {
        const reach = pieces[at]!.x0 + widest
        if (reach <= piece.x0 && piece.x0 - reach > least) break
        if (!look(pieces[at]!)) return false
      }
      return nearest !== undefined && sharedHeight(piece, nearest) > SAME_ROW
    },
    add(piece) {
      pieces.splice(placeBehind(piece.x0), 0, piece)
      bottom = Math.max(bottom, piece.y1)
      widest = Math.max(widest, piece.x1 - piece.x0)
    },
  }
}

function middleOf({ y0, y1 }: Piece): number {
  return y0 + y1
}
