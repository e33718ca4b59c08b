import { textWidth } from './text-width.ts'

/** Stands for a blank at which no line ends. */
const FIRM = '\u00a0'
const COMMAND = /\bsvcctl(?: [a-z][a-z-]*)+/g

/**
 * A text whose lines end between words, not where the terminal happens to; the parts of a line stay
 * as far in as it is. A command stays whole where it fits a line, a longer word always.
 * @param columns of the terminal; null: nothing is folded
 */
export function folded(text: string, columns: number | null): string {
  if (columns === null) return text
  return text
    .split('\n')
    .flatMap((line) => foldedLine(line, columns))
    .join('\n')
}

/** As `folded`, but what stands in columns is left as it stands. */
export function foldedSentences(text: string, columns: number | null): string {
  const fold = (line: string) => (COLUMNS.test(line) ? line : folded(line, columns))
  return columns === null ? text : text.split('\n').map(fold).join('\n')
}

const COLUMNS = /\S {2,}\S/

function foldedLine(line: string, columns: number): string[] {
  if (textWidth(line) <= columns) return [line]
  const indent = /^ */.exec(line)?.[0] ?? ''
  const room = columns - indent.length
  const firm = line
    .slice(indent.length)
    .replace(COMMAND, (command) =>
      command.length <= room ? command.replaceAll(' ', FIRM) : command,
    )
  const lines: string[] = []
  for (const word of firm.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && textWidth(longer) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((part) => indent + part.replaceAll(FIRM, ' '))
}
