import type { Piece } from './layout/piece.ts'

/** By how many degrees, clockwise, a page or its text was turned away from upright. */
export type Turn = 0 | 90 | 180 | 270

interface Sheet {
  width: number
  height: number
}

/**
 * Where a piece stands when the sheet is turned back.
 * @param sheet as it lies, before it is turned back
 */
export function upright<Of extends Piece>(piece: Of, turn: Turn, { width, height }: Sheet): Of {
  const { x0, y0, x1, y1 } = piece
  if (turn === 90) return { ...piece, x0: y0, y0: width - x1, x1: y1, y1: width - x0 }
  if (turn === 180)
    return { ...piece, x0: width - x1, y0: height - y1, x1: width - x0, y1: height - y0 }
  if (turn === 270) return { ...piece, x0: height - y1, y0: x0, x1: height - y0, y1: x1 }
  return piece
}

/** Where a piece of a sheet that was turned back stands as the sheet lies. */
export function asItLies<Of extends Piece>(piece: Of, turn: Turn, sheet: Sheet): Of {
  const isOnSide = turn === 90 || turn === 270
  const back = ((360 - turn) % 360) as Turn
  return upright(piece, back, isOnSide ? { width: sheet.height, height: sheet.width } : sheet)
}
