import { textWidth } from './text-width.ts'

/**
 * Commands of a shell on a terminal: each that ends with a semicolon on a line of its own, and one
 * that does not fit further to the left. Where that is not enough it is broken as a shell reads on,
 * between words, so that it can still be copied.
 * @param width of the terminal; null: nothing is broken
 * @param indent of the first choice, in characters
 */
export function commandLines(text: string, width: number | null, indent: number): string[] {
  if (width === null) return [`${' '.repeat(indent)}$ ${text}`]
  return split(text, /;\s+/y).flatMap((command) => {
    const fits = [indent, LEAST_INDENT].find((at) => at + 2 + textWidth(command) <= width)
    if (fits !== undefined) return [`${' '.repeat(fits)}$ ${command}`]
    return broken(command, width)
  })
}

const LEAST_INDENT = 2
const CONTINUED = ' \\'

function broken(command: string, width: number): string[] {
  const room = width - LEAST_INDENT - 2 - CONTINUED.length
  const lines: string[] = []
  for (const word of split(command, /\s+/y)) {
    const last = lines.at(-1)
    if (last !== undefined && textWidth(`${last} ${word}`) <= room)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line, index) => {
    const mark = index === 0 ? '$ ' : '  '
    return `${' '.repeat(LEAST_INDENT)}${mark}${line}${index < lines.length - 1 ? CONTINUED : ''}`
  })
}

/** Outside of quotes, and of what a backslash marks. */
function split(text: string, between: RegExp): string[] {
  const parts = ['']
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    between.lastIndex = at
    const found = quote === '' ? between.exec(text) : null
    if (found) {
      parts.push('')
      at += found[0].length - 1
      continue
    }
    if (letter === quote) quote = ''
    else if (quote === '' && (letter === "'" || letter === '"')) quote = letter
    const isMarked = letter === '\\' && quote !== "'"
    parts[parts.length - 1] += isMarked ? text.slice(at, at + 2) : letter
    if (isMarked) at++
  }
  return parts
}
