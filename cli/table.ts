/**
 * Rows for people. Columns are as wide as their content; where that is too much for the terminal, those that may
 * shrink are cut with an ellipsis, and where even that does not help, every row becomes a small block of lines.
 */
import type { Style } from './style.ts'
import { textWidth } from './text-width.ts'

export interface Column<Row> {
  header: string
  cell(row: Row): string
  align?: 'right'
  /** May be cut; columns without it (identifiers) never are. */
  shrinks?: true
  paint?(text: string, row: Row): string
}

const GAP = '  '
const NARROWEST = 8

/** @param width in characters; null: as wide as it gets */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { width, style }: { width: number | null; style: Style },
): string {
  const cells = rows.map((row) => columns.map(({ cell }) => printable(cell(row))))
  const widths = columns.map(({ header }, index) =>
    Math.max(textWidth(header), ...cells.map((line) => textWidth(line[index] ?? ''))),
  )
  const fits = width === null || shrink(widths, columns, width)
  if (!fits) return blocks(rows, cells, columns, style)

  const header = columns.map(({ header: text, align }, index) =>
    style.bold(pad(text, widths[index] ?? 0, align)),
  )
  const lines = cells.map((line, row) =>
    columns.map(({ align, paint }, index) => {
      const text = pad(cut(line[index] ?? '', widths[index] ?? 0), widths[index] ?? 0, align)
      return paint ? paint(text, rows[row] as Row) : text
    }),
  )
  return [header, ...lines].map((line) => line.join(GAP).trimEnd()).join('\n')
}

/** Narrows what may shrink, the widest first. @returns whether the row fits now */
function shrink(widths: number[], columns: readonly Column<never>[], available: number): boolean {
  const total = () => widths.reduce((sum, one) => sum + one, 0) + GAP.length * (widths.length - 1)
  while (total() > available) {
    let widest = -1
    for (const [index, { shrinks }] of columns.entries())
      if (shrinks && (widths[index] ?? 0) > Math.max(NARROWEST, widths[widest] ?? 0)) widest = index
    if (widest < 0) return false
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return true
}

function blocks<Row>(
  rows: readonly Row[],
  cells: string[][],
  columns: readonly Column<Row>[],
  style: Style,
): string {
  const label = Math.max(...columns.map(({ header }) => textWidth(header)))
  return cells
    .map((line, row) =>
      columns
        .map(({ header, paint }, index) => {
          const text = line[index] ?? ''
          const painted = paint ? paint(text, rows[row] as Row) : text
          return `${style.dim(pad(header, label))}${GAP}${painted}`.trimEnd()
        })
        .join('\n'),
    )
    .join('\n\n')
}

function pad(text: string, width: number, align?: 'right'): string {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)))
  return align === 'right' ? space + text : text + space
}

function cut(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  let kept = ''
  for (const character of text) {
    if (textWidth(kept + character) > width - 1) break
    kept += character
  }
  return `${kept}…`
}

/** Names come from outside: what would move the cursor or break the line is shown, not sent. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '�')
}

/**
 * Whole texts: lines and tabs stay, and the colours of style.ts. A name that somebody else chose must not title the window, move the
 * cursor, write over a line or turn it around.
 */
export function harmless(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    /(\u001b\[(?:1|2|22|31|32|33|36|39)m)|(\r(?=\n|$))|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (_found, colour?: string, lineEnd?: string) => colour ?? lineEnd ?? '�',
  )
}
