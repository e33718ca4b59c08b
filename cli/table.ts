/**
 * Rows for people. Columns are as wide as their content; where that is too much for the terminal,
 * those that may shrink give way, the widest first: cut with an ellipsis, or told in further lines.
 * Where that does not help, those that may stand below a row go there; where even that does not,
 * every row becomes a small block of lines that has everything but what is empty.
 */
import type { Style } from './style.ts'
import { cut, textWidth, wrapped } from './text-width.ts'

export interface Column<Row> {
  header: string
  cell(row: Row): string
  align?: 'right'
  /**
   * May give way: cut, or told in more lines. Columns without it (identifiers, figures) never do.
   */
  shrinks?: true | 'wraps'
  /**
   * Where the row is too wide it stands indented below it, without its header: it must speak for
   * itself.
   */
  below?: true
  paint?(text: string, row: Row): string
}

const GAP = '  '
/**
 * Below these a column says nothing any more: a cut one, one in lines, one that reads better below
 * its row.
 */
const NARROWEST = { cut: 8, wraps: 16, below: 30 }
/** A value with less room beside its label goes below it. */
const BESIDE = 24
const INDENT = '  '
const BETWEEN_BELOW = ' · '
const ASCII = /^[\x21-\x7e]+$/

/** @param width in characters; null: as wide as it gets */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { width, style }: { width: number | null; style: Style },
): string {
  const whole = grid(rows, columns, { width, style })
  if (whole) return whole.join('\n')
  const inRow = columns.filter(({ below }) => !below)
  const [header, ...lines] =
    (inRow.length < columns.length && grid(rows, inRow, { width, style })) || []
  if (header === undefined || width === null)
    return blocks(rows, columns, { width: width ?? 0, style })
  const below = columns.filter((column) => column.below)
  return [
    header,
    ...lines.flatMap((line, at) => [line, ...hung(rows[at] as Row, below, width, style)]),
  ].join('\n')
}

/** What stands below a row, in as many lines as it needs. */
function hung<Row>(
  row: Row,
  columns: readonly Column<Row>[],
  width: number,
  style: Style,
): string[] {
  const texts = columns.map(({ cell }) => printable(cell(row))).filter((text) => text !== '')
  if (texts.length === 0) return []
  const room = width - INDENT.length
  return linesOf(texts.join(BETWEEN_BELOW), room).map((text) => style.dim(`${INDENT}${text}`))
}

/**
 * The header and one text a row, which may have several lines; null where that is wider than the
 * terminal.
 */
function grid<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { width, style }: { width: number | null; style: Style },
): string[] | null {
  const cells = cellsOf(rows, columns)
  const widths = columns.map(({ header }, index) =>
    Math.max(textWidth(header), ...cells.map((line) => textWidth(line[index] ?? ''))),
  )
  if (width !== null && !shrink(widths, columns, width)) return null

  const header = columns.map(({ header: text, align }, index) =>
    style.bold(pad(cut(text, widths[index] ?? 0), widths[index] ?? 0, align)),
  )
  const lines = cells.map((line, row) => {
    const parts = columns.map(({ shrinks }, index) => {
      const [text, room] = [line[index] ?? '', widths[index] ?? 0]
      return shrinks === 'wraps' ? wrapped(text, room) : [cut(text, room)]
    })
    const height = Math.max(...parts.map(({ length }) => length))
    return Array.from({ length: height }, (_, at) =>
      columns
        .map(({ align, paint }, index) => {
          const text = pad(parts[index]?.[at] ?? '', widths[index] ?? 0, align)
          return paint ? paint(text, rows[row] as Row) : text
        })
        .join(GAP)
        .trimEnd(),
    ).join('\n')
  })
  return [header.join(GAP).trimEnd(), ...lines]
}

function cellsOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[][] {
  return rows.map((row) => columns.map(({ cell }) => printable(cell(row))))
}

/** Narrows what may shrink, the widest first. @returns whether the row fits now */
function shrink(widths: number[], columns: readonly Column<never>[], available: number): boolean {
  const total = () => widths.reduce((sum, one) => sum + one, 0) + GAP.length * (widths.length - 1)
  while (total() > available) {
    let widest = -1
    for (const [index, { shrinks, below }] of columns.entries()) {
      const least = NARROWEST[below ? 'below' : shrinks === 'wraps' ? 'wraps' : 'cut']
      if (shrinks && (widths[index] ?? 0) > Math.max(least, widths[widest] ?? 0)) widest = index
    }
    if (widest < 0) return false
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return true
}

function blocks<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { width, style }: { width: number; style: Style },
): string {
  const label = Math.max(...columns.map(({ header }) => textWidth(header)))
  const beside = width - label - GAP.length
  return cellsOf(rows, columns)
    .map((line, row) =>
      columns
        .flatMap(({ header, paint }, index) => {
          const text = line[index] ?? ''
          if (text === '') return []
          const painted = (part: string) => (paint ? paint(part, rows[row] as Row) : part)
          const name = style.dim(pad(header, label))
          if (isBeside(text, beside, width))
            return linesOf(text, Math.max(beside, BESIDE)).map((part, at) =>
              `${at === 0 ? name : ' '.repeat(label)}${GAP}${painted(part)}`.trimEnd(),
            )
          return [name.trimEnd(), ...linesOf(text, width).map(painted)]
        })
        .join('\n'),
    )
    .join('\n\n')
}

/**
 * Whether a value stands beside its label: it has room there, or would have none below it either.
 */
function isBeside(text: string, beside: number, width: number): boolean {
  const longest = longestWord(text)
  if (textWidth(text) <= beside || longest > width) return true
  return beside >= BESIDE && longest <= beside
}

/**
 * A word that is longer than a line (a digest, an address) stays whole: the terminal breaks it, and
 * it is copied as one.
 */
function linesOf(text: string, width: number): string[] {
  return wrapped(text, Math.max(width, longestWord(text)))
}

/** Longest word to be copied; what is written without spaces may be broken anywhere. */
function longestWord(text: string): number {
  return Math.max(0, ...text.split(' ').map((word) => (ASCII.test(word) ? word.length : 0)))
}

function pad(text: string, width: number, align?: 'right'): string {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)))
  return align === 'right' ? space + text : text + space
}

/** Names come from outside: what would move the cursor or break the line is shown, not sent. */
export function printable(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    '�',
  )
}

/**
 * Whole texts: lines and tabs stay, and the colours of style.ts. A name that somebody else chose
 * must not title the window, move the cursor, write over a line or turn it around.
 */
export function harmless(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    /(\u001b\[(?:1|2|22|31|32|33|36|39)m)|(\r(?=\n|$))|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (_found, colour?: string, lineEnd?: string) => colour ?? lineEnd ?? '�',
  )
}
