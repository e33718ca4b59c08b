/**
 * Cells as lines of columns: what is above, below and beside each, and the columns whose lines
 * follow one another as closely as those of one paragraph do.
 */
import { heightOf, type Piece, sharedHeight } from './piece.ts'

export interface Line {
  cell: Piece
  above: Line | undefined
  below: Line | undefined
  beside: Line[]
  /** At half its height, as what is in the middle of another cell's two lines. */
  halfway: Line[]
}

/** Shares of the letters' height, from one line to the next. */
const LEAST_PITCH = 0.7
const MOST_PITCH = 1.85
const SAME_EDGE = 0.6
const MOST_LARGER = 1.2
/** Lines of one paragraph follow at the same distance, but for this share of it. */
const SAME_PITCH = 0.12
/** Shared height that makes two cells of one line; less than the other is chance. */
const ONE_LINE = 0.5
const HALFWAY = 0.15

/** @returns columns of at least one line, each from top to bottom */
export function stackedLines(rows: readonly (readonly Piece[])[]): Line[][] {
  const lines = rows
    .flat()
    .map((cell): Line => ({ cell, above: undefined, below: undefined, beside: [], halfway: [] }))
    .sort((a, b) => a.cell.y0 - b.cell.y0)
  const most = Math.max(0, ...lines.map(({ cell }) => heightOf(cell)))
  for (const [index, line] of lines.entries()) {
    const reach = line.cell.y0 - MOST_PITCH * most
    for (let at = index - 1; at >= 0 && lines[at]!.cell.y0 >= reach; at--) {
      const other = lines[at]!
      const shared = sharedHeight(line.cell, other.cell)
      if (shared > ONE_LINE) {
        line.beside.push(other)
        other.beside.push(line)
        continue
      }
      if (shared > HALFWAY) {
        line.halfway.push(other)
        other.halfway.push(line)
      }
      if (!line.above && !other.below && isUnder(line.cell, other.cell)) {
        line.above = other
        other.below = line
      }
    }
  }
  return lines.filter(({ above }) => !above).flatMap((first) => intoParagraphs(columnOf(first)))
}

export function pitchOf({ cell, below }: Line): number {
  return below ? below.cell.y0 - cell.y0 : heightOf(cell)
}

function isUnder(cell: Piece, other: Piece): boolean {
  const [low, high] = [heightOf(cell), heightOf(other)].sort((a, b) => a - b) as [number, number]
  const pitch = cell.y0 - other.y0
  return (
    high <= MOST_LARGER * low &&
    pitch >= LEAST_PITCH * high &&
    pitch <= MOST_PITCH * high &&
    Math.abs(cell.x0 - other.x0) < SAME_EDGE * high
  )
}

function columnOf(first: Line): Line[] {
  const column: Line[] = []
  for (let line: Line | undefined = first; line; line = line.below) column.push(line)
  return column
}

/** Where the distance is larger than between other lines of the column, another cell begins. */
function intoParagraphs(column: readonly Line[]): Line[][] {
  const least = Math.min(...column.slice(0, -1).map(pitchOf))
  const parts: Line[][] = []
  let part: Line[] = []
  for (const line of column) {
    part.push(line)
    if (line.below && pitchOf(line) <= least * (1 + SAME_PITCH)) continue
    if (line.below) line.below.above = undefined
    line.below = undefined
    parts.push(part)
    part = []
  }
  return parts
}
