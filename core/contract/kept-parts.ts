/** Which sentences of a text are still there, word for word, after somebody changed it. */
import type { EvidencePart } from './api.ts'

/** What ends a sentence or a clause: another one begins after it. */
const ENDS = /[.!?…;\n]/

/**
 * Fewer words than three say something only beside what stands before them: "Não.", "Sim, dois."
 */
export function speaksForItself(sentence: string): boolean {
  return sentence.trim().split(/\s+/).length >= 3
}

/**
 * The parts of `before` whose sentences stand whole in `after`, in their order, at their new
 * places. A sentence that was moved before another, or that something was put in front of ("Não "
 * and "tem febre"), is not kept: what a person changed is their own word. Nor is a short answer
 * whose question went.
 */
export function keptParts(
  before: string,
  after: string,
  parts: readonly EvidencePart[],
): EvidencePart[] {
  const kept: EvidencePart[] = []
  let from = 0
  let isPreviousKept = true
  for (const part of parts) {
    const words = before.slice(part.start, part.end)
    const start = wholeSentence(after, words, from)
    const follows: boolean = isPreviousKept && after.slice(from, start).trim() === ''
    isPreviousKept = start >= 0 && (speaksForItself(words) || follows)
    if (!isPreviousKept) continue
    from = start + words.length
    kept.push({ ...part, start, end: from })
  }
  return kept
}

/** Where they stand as a sentence of their own, from a place on; -1 where they don't. */
function wholeSentence(text: string, words: string, from: number): number {
  if (words.trim() === '') return -1
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1))
    if (isBegun(text, at) && isEnded(words, text, at + words.length)) return at
  return -1
}

// Looked at from the place itself, a few characters each way: a text may repeat itself thousands of
// times.

function isBegun(text: string, at: number): boolean {
  const end = backOver(text, at)
  const last = text[end - 1]
  if (last === undefined || ENDS.test(last)) return true
  const mark = /(?:[-*+>]|\d{1,2}\))$/.exec(text.slice(Math.max(0, end - 3), end))
  if (!mark) return false
  const before = text[backOver(text, end - mark[0].length) - 1]
  return before === undefined || before === '\n'
}

function isEnded(words: string, text: string, at: number): boolean {
  if (ENDS.test(words.trimEnd().at(-1)!)) return true
  let next = at
  while (next < text.length && isBlank(text[next]!)) next++
  return next === text.length || ENDS.test(text[next]!)
}

/** The place behind the last character before `at` that is no blank. */
function backOver(text: string, at: number): number {
  let end = at
  while (end > 0 && isBlank(text[end - 1]!)) end--
  return end
}

function isBlank(character: string): boolean {
  return character !== '\n' && /\s/.test(character)
}
