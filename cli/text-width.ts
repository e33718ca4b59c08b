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
