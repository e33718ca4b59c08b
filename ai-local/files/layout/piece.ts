/** Words and where they stand: pixels or points from the upper left corner, of upright text. */
export interface Piece {
  text: string
  x0: number
  y0: number
  x1: number
  y1: number
}

export function heightOf({ y0, y1 }: Piece): number {
  return y1 - y0
}

/** Around all of them. */
export function boxOf(pieces: readonly Piece[]): Omit<Piece, 'text'> {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const piece of pieces) {
    x0 = Math.min(x0, piece.x0)
    y0 = Math.min(y0, piece.y0)
    x1 = Math.max(x1, piece.x1)
    y1 = Math.max(y1, piece.y1)
  }
  return { x0, y0, x1, y1 }
}

/** How much of the lower one's height both share: 0 to 1. */
export function sharedHeight(a: Piece, b: Piece): number {
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  const lower = Math.max(1e-6, Math.min(heightOf(a), heightOf(b)))
  return Math.max(0, shared) / lower
}

/** How much of the narrower one's width both share: 0 to 1. */
export function sharedWidth(a: Piece, b: Piece): number {
  const shared = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
  const narrower = Math.max(1e-6, Math.min(a.x1 - a.x0, b.x1 - b.x0))
  return Math.max(0, shared) / narrower
}
