/**
 * Words as rows, from top to bottom: what stands at one height is one row, from left to right, with
 * a tab between its cells, whatever was drawn or recognized first. So a value stays with its name,
 * its unit and its reference. Columns of prose are told one after the other.
 */

import { boxOf, heightOf, type Piece, sharedHeight, sharedWidth } from './piece.ts'
import { wholeCells } from './whole-cells.ts'

/** Less does not carry a word into another row. */
const LEAST_SLOPE = 0.004
const LEAST_PAIRS = 6
/** As many words say it as well as all of them. */
const LOOKED_AT = 400

/**
 * What stands on a sheet that lies a little askew, with its rows level: each piece is moved up or
 * down by the slope at which most words follow one another.
 */
function levelled(pieces: readonly Piece[]): readonly Piece[] {
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

/** Share of the letters' height: words closer than this are one word, wider apart two cells. */
const LEAST_BLANK = 0.1
const LEAST_CELL_GAP = 1
/** Letters of one word reach into each other by less. */
const MOST_OVERLAP = 0.5
/** Share of the height of two cells of several lines. */
const SAME_EDGE = 0.15

/** More are no page that anybody reads; they are joined as they come, which is reported. */
const MOST_PIECES = 20_000

export interface LaidOut {
  rows: string[]
  /** How many places may be columns, and are read across. */
  columnsUnsure: number
}

/** @param pieces of upright text, in any order */
export function layOutRows(pieces: readonly Piece[]): LaidOut {
  if (pieces.length > MOST_PIECES)
    return { rows: [pieces.map(({ text }) => text).join(' ')], columnsUnsure: 1 }
  const lines = intoRows(levelled(pieces)).map(cellsOf)
  const whole = wholeCells(lines)
  const columns = inColumns(lines.flat())
  const isColumns = columns.length > 1 && !areRowsOfATable(whole.joined)
  const parts = isColumns ? columns : [whole.cells]
  return {
    rows: parts.flatMap((part) =>
      intoRows(part).map((row) => row.map(({ text }) => text).join('\t')),
    ),
    columnsUnsure: isColumns ? 0 : whole.unsure,
  }
}

/** Cells of several lines begin together, or have their middles together, row after row. */
function areRowsOfATable(cells: readonly Piece[]): boolean {
  const isTogether = (a: Piece, b: Piece) => {
    const most = SAME_EDGE * Math.min(heightOf(a), heightOf(b))
    const [top, middle] = [a.y0 - b.y0, (a.y0 + a.y1 - b.y0 - b.y1) / 2].map(Math.abs)
    return Math.min(top!, middle!) < most && (a.x1 <= b.x0 || b.x1 <= a.x0)
  }
  return (
    cells.every((cell) => cells.some((other) => isTogether(cell, other))) &&
    cells.some((cell) => cells.some((other) => other.y0 > cell.y1 && other.x0 < cell.x1))
  )
}

/** How many rows the pieces stand in. */
export function countRows(pieces: readonly Piece[]): number {
  return intoRows(levelled(pieces.slice(0, MOST_PIECES))).length
}

/** Each from left to right, from top to bottom. */
export function intoRows(pieces: readonly Piece[]): Piece[][] {
  const rows: Row[] = []
  /** Those that a word further down may still belong to. */
  let open: Row[] = []
  for (const piece of [...pieces].sort((a, b) => a.y0 + a.y1 - (b.y0 + b.y1))) {
    open = open.filter((row) => row.isOpenAt(piece))
    const row = open.find((one) => one.takes(piece))
    if (row) row.add(piece)
    else {
      const begun = rowFrom(piece)
      rows.push(begun)
      open.push(begun)
    }
  }
  return rows
    .map(({ pieces: row }) => ({ row, middle: middleOf(row) }))
    .sort((a, b) => a.middle - b.middle)
    .map(({ row }) => row)
}

function middleOf(row: readonly Piece[]): number {
  return row.reduce((sum, { y0, y1 }) => sum + (y0 + y1) / 2, 0) / row.length
}

function cellsOf(row: readonly Piece[]): Piece[] {
  const cells: Piece[] = []
  for (const piece of row) {
    const before = cells.at(-1)
    const height = before ? Math.max(heightOf(before), heightOf(piece)) : 0
    const gap = before ? piece.x0 - before.x1 : 0
    if (!before || gap > LEAST_CELL_GAP * height) cells.push({ ...piece })
    else {
      const isApart = gap > LEAST_BLANK * height || gap < -MOST_OVERLAP * height
      const blank = isApart ? ' ' : ''
      Object.assign(before, { text: before.text + blank + piece.text }, boxOf([before, piece]))
    }
  }
  return cells
}

/** Fewest words of a line of prose. */
const LEAST_WORDS = 4
const LEAST_CHARACTERS = 22
const MOST_DIGITS = 0.12
/** Fewer lines are no column. */
const LEAST_LINES = 4
/** Share of the letters' height: lines of one column begin at most as far apart. */
const SAME_COLUMN = 1
/** From one of its lines to the next. */
const MOST_GAP = 0.85

interface Column {
  x0: number
  x1: number
  y0: number
  y1: number
  lines: Piece[]
}

/**
 * Columns of prose. A table's cells are short or hold numbers, and are read across; sentences that
 * run on from line to line are read down, one column after the other.
 * @returns the cells in parts that are read one after the other, each by its rows
 */
function inColumns(cells: readonly Piece[]): Piece[][] {
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
    const column = columns.find(({ x0 }) => Math.abs(x0 - cell.x0) < SAME_COLUMN * heightOf(cell))
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
    Math.abs(x0 - column.x0) < SAME_COLUMN * heightOf(column.lines[0]!)
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

/** Shared height that makes two words of one row; shared width that forbids it. */
const SAME_ROW = 0.5
const ON_TOP = 0.5
/** At one height all the same: a box that was drawn too wide. */
const SAME_LINE = 0.9

/**
 * Words of one row while it is gathered. A word is compared with its neighbours alone, so that the
 * work grows with the words and not with their square.
 */
interface Row {
  /** From left to right. */
  pieces: Piece[]
  /** Whether it reaches down to the piece. */
  isOpenAt(piece: Piece): boolean
  /** At the height of the nearest word of the row, and on top of none. */
  takes(piece: Piece): boolean
  add(piece: Piece): void
}

function rowFrom(first: Piece): Row {
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
          apart < least || (nearest && apart === least && middleOfRow(other) < middleOfRow(nearest))
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

function middleOfRow({ y0, y1 }: Piece): number {
  return y0 + y1
}
