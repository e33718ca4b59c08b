/** Which sentences of a text are still there, word for word, after somebody changed it. */
import type { EvidencePart } from './api.ts'

/** What ends a sentence or a clause: another one begins after it. */
const ENDS = /[.!?…;\n]/

/** Fewer words than three say something only beside what stands before them: "Não.", "Sim, dois." */
export function speaksForItself(sentence: string): boolean {
  return sentence.trim().split(/\s+/).length >= 3
}

/**
 * The parts of `before` whose sentences stand whole in `after`, in their order, at their new places. A sentence that was moved before
 * another, or that something was put in front of ("Não " and "tem febre"), is not kept: what a person changed is their own word. Nor is
 * a short answer whose question went.
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
    if (isBegun(text.slice(0, at)) && isEnded(words, text.slice(at + words.length))) return at
  return -1
}

function isBegun(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1).trim()
  return line === '' || /^(?:[-*+>]|\d{1,2}[.)])$/.test(line) || ENDS.test(line.at(-1)!)
}

function isEnded(words: string, after: string): boolean {
  const next = after.replace(/^[^\S\n]+/, '')
  return next === '' || ENDS.test(words.trimEnd().at(-1)!) || ENDS.test(next[0]!)
}
