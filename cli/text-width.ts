import stringWidth from 'string-width'

/** Without the soft hyphen, which is not shown; with dashes, quotes, bullets and the ellipsis. */
const LATIN = /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u024f\u2010-\u2027]*$/

/**
 * How many columns a text takes on a terminal. Nearly all that is printed is Latin, and is as wide
 * as it is long; for the rest the library makes the language load tables that cost a command a
 * third of its start.
 */
export function textWidth(text: string): number {
  return LATIN.test(text) ? text.length : stringWidth(text)
}

/**
 * The text, or its beginning and an ellipsis. A letter keeps its accents. @param width in columns,
 * at least 1
 */
export function cut(text: string, width: number): string {
  return textWidth(text) <= width ? text : `${beginning(text, width - 1)}…`
}

/**
 * A text as lines of whole words. A word that is longer than a line is broken where it has to be.
 * @param width in columns
 */
export function wrapped(text: string, width: number): string[] {
  if (textWidth(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (textWidth(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (textWidth(line) > width) {
      const part = beginning(line, width)
      lines.push(part)
      line = line.slice(part.length)
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** As much as fits, and one character at least: who goes on behind it must come to an end. */
function beginning(text: string, width: number): string {
  if (LATIN.test(text)) return text.slice(0, Math.max(1, width))
  let kept = ''
  let taken = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    taken += textWidth(segment)
    if (taken > width && kept !== '') break
    kept += segment
  }
  return kept
}

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
