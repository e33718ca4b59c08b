import type { Piece } from '../layout/piece.ts'

/** Six numbers, as PDF has them. */
export type Matrix = number[]

/** Around a rectangle once a matrix has moved, turned and stretched it. */
export function boxOn(
  matrix: Matrix,
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: number[],
): Omit<Piece, 'text'> {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ].map(([x, y]) => [a * x! + c * y! + e, b * x! + d * y! + f])
  const [xs, ys] = [corners.map(([x]) => x!), corners.map(([, y]) => y!)]
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}
