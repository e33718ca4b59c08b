/**
 * Sources of a document in lines that were corrected since: the offsets of a source count in the
 * words that stood there when the document was written. Where those words are still there, the
 * source moves with them; where they were corrected, there is no source to show any more, and
 * nothing else is shown in its place.
 */
import type { Segment } from '../../core/contract/api.ts'
import { type Quote, quoteOf } from './evidence.ts'

/** The words [start, end) of the line as it was at `writtenAt` (ISO), in the line as it is now. */
export function quoteSince(
  { text, earlier = [] }: Pick<Segment, 'text' | 'earlier'>,
  { start, end }: { start: number; end: number },
  writtenAt: string,
): Quote | undefined {
  const since = earlier.filter(({ until }) => Date.parse(until) > Date.parse(writtenAt))
  const wordings = [...since.map((one) => one.text), text]
  let place: { start: number; end: number } | undefined = { start, end }
  for (let at = 1; at < wordings.length && place; at++)
    place = moved(wordings[at - 1]!, wordings[at]!, place)
  return place && quoteOf(text, place.start, place.end)
}

/**
 * A correction changes one stretch between a common beginning and a common end; what lies outside
 * of it is where it was.
 */
function moved(before: string, after: string, { start, end }: { start: number; end: number }) {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  if (end <= wordEnd(before, head)) return { start, end }
  const shift = after.length - before.length
  if (start >= wordStart(before, before.length - tail))
    return { start: start + shift, end: end + shift }
  // Corrected in two places at once, with these words between them.
  const words = before.slice(start, end)
  const again = after.indexOf(words)
  const isOnly = again >= 0 && after.indexOf(words, again + 1) < 0
  return isOnly && before.indexOf(words) === start && before.indexOf(words, start + 1) < 0
    ? { start: again, end: again + words.length }
    : undefined
}

/** Letters that two words share by chance are no common beginning: back to the last whole word. */
function wordEnd(text: string, at: number): number {
  if (at === text.length || !isLetter(text[at])) return at
  while (at > 0 && isLetter(text[at - 1])) at--
  return at
}

function wordStart(text: string, at: number): number {
  if (at === 0 || !isLetter(text[at - 1])) return at
  while (at < text.length && isLetter(text[at])) at++
  return at
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}
