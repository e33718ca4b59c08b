import { heightOf, type Piece } from './piece.ts'

/** Less does not carry a word into another row. */
const LEAST_SLOPE = 0.004
const LEAST_PAIRS = 6
/** As many words say it as well as all of them. */
const LOOKED_AT = 400

/**
 * What stands on a sheet that lies a little askew, with its rows level: each piece is moved up or
 * down by the slope at which most words follow one another.
 */
export function levelled(pieces: readonly Piece[]): readonly Piece[] {
  const slope = slopeOf(pieces.slice(0, LOOKED_AT))
  if (slope === 0) return pieces
  return pieces.map((piece) => {
    const down = slope * ((piece.x0 + piece.x1) / 2)
    return { ...piece, y0: piece.y0 - down, y1: piece.y1 - down }
  })
}

/** From each word to its next neighbour on the right, by their lower edges. */
function slopeOf(words: readonly Piece[]): number {
  const byLeft = [...words].sort((a, b) => a.x0 - b.x0)
  const slopes = byLeft.flatMap((word, index) => {
    const height = heightOf(word)
    const next = byLeft
      .slice(index + 1)
      .find((other) => other.x0 >= word.x1 && Math.abs(other.y1 - word.y1) < height / 2)
    const isAlike = next && heightOf(next) > height / 2 && heightOf(next) < height * 2
    return isAlike ? [((next.y1 - word.y1) * 2) / (next.x0 + next.x1 - word.x0 - word.x1)] : []
  })
  if (slopes.length < LEAST_PAIRS) return 0
  const slope = slopes.sort((a, b) => a - b)[Math.floor(slopes.length / 2)]!
  return Math.abs(slope) < LEAST_SLOPE ? 0 : slope
}
