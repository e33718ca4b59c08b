/**
 * Cells of several lines, and short columns of prose, as one cell each: read row by row, the words
 * of one would be between those of its neighbours. Lines are joined where they show that they run
 * on; where they may, and it is not sure, they stay rows, and are counted.
 */
import { boxOf, heightOf, type Piece } from './piece.ts'
import { type Line, pitchOf, stackedLines } from './stacked-lines.ts'

/** Share of the distance of two lines by which two middles may differ. */
const SAME_MIDDLE = 0.2
/** Fewer are names and values. */
const PROSE = { words: 3, characters: 15 }
const SOME_TEXT = { words: 2, characters: 12 }
const SENTENCE = { words: 5, characters: 20 }
const MOST_DIGITS = 0.12
/** A value has no more words. */
const MOST_OF_VALUE = 3
/** Shares of the letters' height: what a word is estimated to be longer, and a blank. */
const BLANK = 0.3
const WIDER = 1.15
/** Words that nothing ends or begins with alone; "a", "e" and "o" end names as "Hepatite A". */
const ENDS_JOINING =
  /\s(d[aeo]s?|em|n[ao]s?|com|por|para|pel[ao]s?|aos?|às?|um|uma|que|ou|sem|até|entre)$/iu
const BEGINS_JOINING = /^(d[aeo]s?|e|ou|que|pel[ao]s?)\s/iu
/** Beginnings that show a list, without a word that ran on. */
const LEAST_BEGINNINGS = 2

/** More are on no page that anybody reads: they stay rows, which is reported. */
const MOST_CELLS = 3000

export interface WholeCells {
  cells: Piece[]
  /** Cells of several lines among them. */
  joined: Piece[]
  /** How many places may be columns, and are read across. */
  unsure: number
}

/** @param rows of cells, from top to bottom */
export function wholeCells(rows: readonly (readonly Piece[])[]): WholeCells {
  const all = rows.flat()
  if (all.length > MOST_CELLS) return { cells: all, joined: [], unsure: rows.length > 1 ? 1 : 0 }
  const columns = stackedLines(rows)
  const joins = new Set<Line>()
  const join = (line: Line) => {
    if (line.below) joins.add(line)
  }
  const kinds: Kinds = { lists: new Set(), full: new Set() }
  for (const column of columns) {
    if (isList(column)) for (const line of column) kinds.lists.add(line)
    if (isFull(column)) for (const line of column) kinds.full.add(line)
  }
  const unsure = new Set<Line>()
  for (const column of columns) {
    if (isBesideItsMiddle(column)) column.forEach(join)
    for (const line of column) {
      const verdict = verdictOf(line, kinds)
      if (verdict === 'wrapped') for (const one of [line, ...line.beside]) join(one)
      if (verdict === 'unsure') unsure.add(line)
    }
  }
  // What is sure of some lines of a cell is sure of its others.
  for (const column of columns)
    if (column.some((line) => joins.has(line)))
      for (const line of column) {
        if (runsOn(line)) join(line)
        if (unsure.has(line)) for (const one of line.beside) join(one)
      }
  const made = columns.flatMap((column) => intoCells(column, joins))
  return {
    cells: made.map(({ cell }) => cell),
    joined: made.flatMap(({ cell, lines }) => (lines > 1 ? [cell] : [])),
    unsure: countPlaces([...unsure].filter((line) => !joins.has(line))),
  }
}

function intoCells(column: readonly Line[], joins: ReadonlySet<Line>) {
  const cells: { cell: Piece; lines: number }[] = []
  for (const { cell, above } of column) {
    const before = cells.at(-1)
    if (!before || !above || !joins.has(above)) cells.push({ cell, lines: 1 })
    else {
      const blank = /\p{L}-$/u.test(before.cell.text) ? '' : ' '
      const text = before.cell.text + blank + cell.text
      before.cell = { text, ...boxOf([before.cell, cell]) }
      before.lines++
    }
  }
  return cells
}

/** A name or value is at its middle, as tables put it beside a cell of several lines. */
function isBesideItsMiddle(column: readonly Line[]): boolean {
  if (column.length < 2) return false
  const around = boxOf(column.map(({ cell }) => cell))
  const most = SAME_MIDDLE * pitchOf(column[0]!)
  const others = [...new Set(column.flatMap(({ beside, halfway }) => [...beside, ...halfway]))]
  const alone = others.filter(
    ({ cell, above, below }) =>
      !above &&
      !below &&
      Math.abs(cell.y0 + cell.y1 - around.y0 - around.y1) < 2 * most &&
      others.every((other) => other.cell === cell || isApart(cell, other.cell)),
  )
  const middle = column[(column.length - 1) / 2]
  const isNamed = alone.some(({ cell }) => cell.x1 <= around.x0)
  if (alone.length === 0 || (middle && !isNamed && !column.slice(0, -1).every(runsOn))) return false
  /** Without a cell in the middle between them, lines beside one another are rows. */
  const isRow = ({ cell }: Line) =>
    !alone.some(({ cell: one }) => one === cell || isBetween(one, cell, around))
  return column.every((line) => line === middle || !line.beside.some(isRow))
}

function isBetween(cell: Piece, a: Omit<Piece, 'text'>, b: Omit<Piece, 'text'>): boolean {
  const [left, right] = a.x0 < b.x0 ? [a, b] : [b, a]
  return cell.x0 >= left.x1 && cell.x1 <= right.x0
}

function isApart(a: Piece, b: Piece): boolean {
  return a.x1 <= b.x0 || b.x1 <= a.x0
}

/** Lines of columns of names, and of those whose lines are full. */
type Kinds = Record<'lists' | 'full', Set<Line>>

type Verdict = 'rows' | 'wrapped' | 'unsure'

/** Of a line and those beside it, towards the lines below them. */
function verdictOf(line: Line, { lists, full }: Kinds): Verdict {
  const { below } = line
  if (!below || line.beside.length + below.beside.length === 0) return 'rows'
  const isColumn =
    below.beside.every(({ cell }) => isApart(cell, line.cell)) &&
    line.beside.every(({ cell }) => isApart(cell, below.cell))
  if (!isColumn) return 'rows'
  const links = [line, ...line.beside].filter((one) => one === line || isNext(one, below))
  const running = links.filter((one) => !lists.has(one) && runsOn(one))
  if (running.length === 0) return mayRunOnInCapitals(links, full) ? 'unsure' : 'rows'
  if (links.some((one) => lists.has(one))) return 'rows'
  const isOrphan = isFirst(line.cell, line.beside) !== isFirst(below.cell, below.beside)
  const isUnsure = (one: Line) => isText(one, SENTENCE) || runsOnFrom(one, running)
  if (links.some(areValues)) return running.some((one) => isText(one, SENTENCE)) ? 'unsure' : 'rows'
  if (links.some((one) => begins(one) && !endsSentence(one)))
    return running.some(isUnsure) ? 'unsure' : 'rows'
  if (isOrphan || running.every((one) => isText(one, PROSE))) return 'wrapped'
  return running.some((one) => isText(one, SOME_TEXT)) ? 'unsure' : 'rows'
}

/**
 * Where each line begins with a capital, as in print of capitals alone, a cell of several lines
 * looks like names one under the other. It may be one where a line ends or begins with a word that
 * joins, or where two columns of words fill their room line by line.
 */
function mayRunOnInCapitals(links: readonly Line[], full: ReadonlySet<Line>): boolean {
  const next = links.filter((one) => begins(one) && !endsSentence(one))
  if (next.length < 2 || links.some(hasValue)) return false
  return next.some(isJoined) || next.filter((one) => full.has(one)).length > 1
}

function isJoined({ cell, below }: Line): boolean {
  return ENDS_JOINING.test(cell.text) || BEGINS_JOINING.test(below!.cell.text)
}

/** Words whose lines had no room for the word that follows them. */
function isFull(column: readonly Line[]): boolean {
  const room = Math.max(...column.map(({ cell }) => cell.x1))
  const others = column.slice(0, -1)
  return others.every((line) => isText(line, PROSE) && !endsSentence(line) && !hasRoom(line, room))
}

/** The first of its row, and not the only one that runs on. */
function runsOnFrom({ cell, beside }: Line, running: readonly Line[]): boolean {
  return running.length > 1 && isFirst(cell, beside)
}

/** Its next line is beside that one. */
function isNext({ below }: Line, other: Line): boolean {
  return below !== undefined && other.beside.includes(below)
}

function isFirst({ x0 }: Piece, beside: readonly Line[]): boolean {
  return beside.every(({ cell }) => cell.x0 >= x0)
}

/** Names one under the other: most begin anew, or one had room for the word that follows it. */
function isList(column: readonly Line[]): boolean {
  const links = column.filter((line) => line.below && !endsSentence(line))
  const room = Math.max(...column.map(({ cell }) => cell.x1))
  if (links.some((line) => runsOn(line) && hasRoom(line, room))) return true
  const begun = links.filter(begins).length
  return begun >= LEAST_BEGINNINGS && 2 * begun >= links.length
}

function hasRoom({ cell, below }: Line, room: number): boolean {
  const { text, x0, x1 } = below!.cell
  const word = text.split(' ', 1)[0]!
  const wide = WIDER * (x1 - x0) * (word.length / text.length) + BLANK * heightOf(cell)
  return cell.x1 + wide < room
}

function runsOn(line: Line): boolean {
  return line.below !== undefined && !endsSentence(line) && /^\p{Ll}/u.test(line.below.cell.text)
}

function begins({ below }: Line): boolean {
  return below !== undefined && /^[\p{Lu}\p{N}]/u.test(below.cell.text)
}

function endsSentence({ cell }: Line): boolean {
  return /[.!?:;]$/.test(cell.text)
}

/** Two values, one under the other. */
function areValues({ cell, below }: Line): boolean {
  return isValue(cell) && below !== undefined && isValue(below.cell)
}

/** One of them is. */
function hasValue({ cell, below }: Line): boolean {
  return isValue(cell) || (below !== undefined && isValue(below.cell))
}

function isValue({ text }: Piece): boolean {
  return /\p{N}/u.test(text) && text.split(' ').length <= MOST_OF_VALUE
}

function isText({ cell: { text } }: Line, least: typeof PROSE): boolean {
  const digits = text.match(/\p{N}/gu)?.length ?? 0
  return (
    text.length >= least.characters &&
    text.split(' ').length >= least.words &&
    digits < MOST_DIGITS * text.length
  )
}

/** Lines that follow one another are one place. */
function countPlaces(lines: readonly Line[]): number {
  const open = new Set(lines)
  const isIn = (line: Line | undefined) => line !== undefined && open.has(line)
  return lines.filter(
    (line) =>
      !isIn(line.above) && !line.beside.some((one) => isIn(one) && one.cell.x0 < line.cell.x0),
  ).length
}
