/** A line that was recognized, and where: pixels from the upper left corner. */
export interface Line {
  text: string
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Longer than a cell of a table: columns of prose are not read across. */
const LONGEST_CELL = 48

/**
 * Lines as rows, from top to bottom. Recognition tells a table column by column; what stands side
 * by side is put together again, with a tab between, so that a value stays with its name.
 */
export function rowsOf(lines: readonly Line[]): string[] {
  const rows: Line[][] = []
  for (const line of lines) {
    const row = rows.find((one) => one.every((other) => isBeside(other, line)))
    if (row) row.push(line)
    else rows.push([line])
  }
  return rows
    .map((row) => ({
      row: row.sort((a, b) => a.x0 - b.x0),
      top: Math.min(...row.map(({ y0 }) => y0)),
    }))
    .sort((a, b) => a.top - b.top)
    .map(({ row }) => row.map(({ text }) => text).join('\t'))
}

/** At the same height, one after the other, and both short. */
function isBeside(a: Line, b: Line): boolean {
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  const lower = Math.min(a.y1 - a.y0, b.y1 - b.y0)
  const apart = a.x1 <= b.x0 || b.x1 <= a.x0
  return apart && shared > lower / 2 && [a, b].every(({ text }) => text.length <= LONGEST_CELL)
}
