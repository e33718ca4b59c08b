/**
 * Words as rows, from top to bottom: what stands at one height is one row, from left to right, with
 * a tab between its cells, whatever was drawn or recognized first. So a value stays with its name,
 * its unit and its reference. Columns of prose are told one after the other.
 */

import { inColumns } from './columns.ts'
import { boxOf, heightOf, type Piece } from './piece.ts'
import { type Row, rowFrom } from './row.ts'
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
