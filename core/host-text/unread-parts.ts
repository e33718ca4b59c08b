/**
 * What stands in a text and is not read: files in base64, and what is marked as unread. It is
 * looked for in the text as it stands, so that the account of use follows what people take out.
 */
import { STRUCK_WORDS, UNREAD_PICTURE } from '../contract/markup-words.ts'

/** Fewer signs are an identifier, a token or an address. */
const LEAST_SIGNS = 200
/** Lines of a file are at least as long, the last one aside. */
const LEAST_LINE = 40
const LONGEST_BEGINNING = 120

interface Place {
  start: number
  end: number
}

/** How many parts of the text are not read, by kind, and their signs. */
export function unreadParts(text: string) {
  const files = filesIn(text)
  return {
    files: files.length + count(text, UNREAD_PICTURE),
    struck: count(text, STRUCK_WORDS),
    signs: files.reduce((sum, { start, end }) => sum + end - start, 0),
  }
}

/** As long as before, with blanks for files. */
export function withoutFiles(text: string): string {
  let blank = ''
  let from = 0
  for (const { start, end } of filesIn(text)) {
    blank += text.slice(from, start) + ' '.repeat(end - start)
    from = end
  }
  return from === 0 ? text : blank + text.slice(from)
}

function filesIn(text: string): Place[] {
  if (text.length < LEAST_SIGNS) return []
  const places: Place[] = []
  for (const { 0: signs, index } of text.matchAll(/[A-Za-z0-9+/=_-]+/g)) {
    const before = places.at(-1)
    const end = index + signs.length
    const isNextLine = before !== undefined && /^\r?\n$/.test(text.slice(before.end, index))
    if (isNextLine && (signs.length >= LEAST_LINE || isLastLine(signs, text.slice(end, end + 1))))
      before.end = end
    else if (signs.length >= LEAST_LINE) places.push({ start: index, end })
  }
  return places
    .filter(({ start, end }) => isBase64(text.slice(start, end)))
    .map(({ start, end }) => ({ start: start - beginningOf(text.slice(0, start)).length, end }))
}

/** It is short, alone in its line, and no word. */
function isLastLine(signs: string, next: string): boolean {
  return (next === '' || next === '\r' || next === '\n') && /[0-9+/=]/.test(signs)
}

/** Words and rulers are long as well; a file has all kinds of signs. */
function isBase64(signs: string): boolean {
  return (
    signs.length >= LEAST_SIGNS && /[a-z]/.test(signs) && /[A-Z]/.test(signs) && /\d/.test(signs)
  )
}

/** `data:application/pdf;base64,` */
function beginningOf(text: string): string {
  const end = text.slice(-LONGEST_BEGINNING)
  const from = end.lastIndexOf('data:')
  return from >= 0 && /^data:\S*;base64,$/.test(end.slice(from)) ? end.slice(from) : ''
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}
