/**
 * Columns of prose. A table's cells are short or hold numbers, and are read across; sentences that
 * run on from line to line are read down, one column after the other.
 */
import { boxOf, heightOf, type Piece } from './piece.ts'

/** Fewest words of a line of prose. */
const LEAST_WORDS = 4
const LEAST_CHARACTERS = 22
const MOST_DIGITS = 0.12
/** Fewer lines are no column. */
const LEAST_LINES = 4
/** Share of the letters' height: lines of one column begin at most as far apart. */
const SAME_EDGE = 1
/** From one of its lines to the next. */
const MOST_GAP = 0.85

interface Column {
  x0: number
  x1: number
  y0: number
  y1: number
  lines: Piece[]
}

/** @returns the cells in parts that are read one after the other, each by its rows */
export function inColumns(cells: readonly Piece[]): Piece[][] {
  const columns = columnsOf(cells)
  const beside = columns
    .filter((one) => columns.some((other) => areBeside(one, other)))
    .map((column) => withShortLines(column, cells))
  if (beside.length < 2) return [[...cells]]
  const top = Math.min(...beside.map(({ y0 }) => y0))
  const bottom = Math.max(...beside.map(({ y1 }) => y1))
  const above: Piece[] = []
  const below: Piece[] = []
  const within = new Map(beside.map((column) => [column, [] as Piece[]]))
  for (const cell of cells) {
    const middle = (cell.y0 + cell.y1) / 2
    const column = beside.find(({ x0, x1 }) => cell.x0 < x1 && cell.x1 > x0)
    if (middle < top || (!column && middle <= bottom)) above.push(cell)
    else if (middle > bottom) below.push(cell)
    else within.get(column!)!.push(cell)
  }
  const read = [...within].sort(([a], [b]) => a.x0 - b.x0).map(([, part]) => part)
  return [above, ...read, below].filter((part) => part.length > 0)
}

function columnsOf(cells: readonly Piece[]): Column[] {
  const columns: Column[] = []
  for (const cell of cells.filter(isProse)) {
    const column = columns.find(({ x0 }) => Math.abs(x0 - cell.x0) < SAME_EDGE * heightOf(cell))
    if (column) column.lines.push(cell)
    else columns.push({ ...boxOf([cell]), lines: [cell] })
  }
  return columns
    .filter(({ lines }) => lines.length >= LEAST_LINES)
    .map(({ lines }) => ({ ...boxOf(lines), lines }))
}

/** With the lines above and below that follow as closely: a paragraph's last line is short. */
function withShortLines(column: Column, cells: readonly Piece[]): Column {
  const isAtEdge = ({ x0 }: Piece) =>
    Math.abs(x0 - column.x0) < SAME_EDGE * heightOf(column.lines[0]!)
  let { y0, y1, x1 } = column
  const edge = cells.filter(isAtEdge).sort((a, b) => a.y0 - b.y0)
  for (const cell of edge)
    if (cell.y0 > y0 && cell.y0 - y1 < MOST_GAP * heightOf(cell)) y1 = Math.max(y1, cell.y1)
  for (const cell of edge.reverse())
    if (cell.y1 < y1 && y0 - cell.y1 < MOST_GAP * heightOf(cell)) y0 = Math.min(y0, cell.y0)
  for (const cell of edge) if (cell.y0 >= y0 && cell.y1 <= y1) x1 = Math.max(x1, cell.x1)
  return { ...column, x1, y0, y1 }
}

function isProse({ text }: Piece): boolean {
  const words = text.match(/\p{L}{2,}/gu)?.length ?? 0
  const digits = text.match(/\p{N}/gu)?.length ?? 0
  return (
    words >= LEAST_WORDS && text.length >= LEAST_CHARACTERS && digits < MOST_DIGITS * text.length
  )
}

/** Side by side for several lines. */
function areBeside(a: Column, b: Column): boolean {
  const apart = a.x1 <= b.x0 || b.x1 <= a.x0
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  const line = Math.max(heightOf(a.lines[0]!), heightOf(b.lines[0]!))
  return apart && shared > (LEAST_LINES - 1) * line
}
