/** A value that quotes: its words stand in one statement, in their order and without a gap. */

import { spansOf } from '../extractors/statements.ts'
import { beforeIn, type Claim, rangeOf } from './claim.ts'
import type { Reading } from './sources.ts'
import type { Term } from './term.ts'

/** The claim's words in one statement, in their order and without a gap; near the claim before it when repeated. */
export function verbatim(
  claim: Reading,
  readings: readonly Reading[],
  after: number,
): Claim | undefined {
  const { words } = claim
  if (words.length === 0) return undefined
  const place = placeOf(claim, readings, after)
  if (!place) return undefined
  const { reading, at } = place
  const start = reading.places[at]!.start
  const end = reading.places[at + words.length - 1]!.end
  return {
    text: claim.statement.text,
    range: rangeOf(claim),
    terms: claim.terms,
    sources: [{ statements: [reading.statement], terms: reading.terms }],
    coverage: 1,
    verbatim: true,
    supported: true,
    before: beforeIn(claim),
    spans: spansOf(reading.statement, start, end),
    nearest: [],
  }
}

/** The first place behind a statement, or else the first of all; no further than it has to be looked for. */
function placeOf(claim: Reading, readings: readonly Reading[], after: number) {
  let first: { reading: Reading; at: number } | undefined
  for (const reading of readings) {
    const { question, index } = reading.statement
    if ((first && index <= after) || (question && !claim.statement.question)) continue
    const at = indexOfWords(reading.words, claim.words)
    if (at < 0 || !samePolarity(claim, reading, at)) continue
    if (index > after) return { reading, at }
    first = { reading, at }
  }
  return first
}

/** "Bebo" is not what "Não bebo" says, though its words are there. */
function samePolarity(claim: Reading, source: Reading, at: number): boolean {
  const start = source.places[at]!.start
  const end = source.places[at + claim.words.length - 1]!.end
  const inside = source.terms.filter(({ from, to, inferred }) => {
    const tokens = source.statement.tokens
    return !inferred && tokens[from]!.start >= start && tokens[to - 1]!.end <= end
  })
  const denied = (terms: readonly Term[]) =>
    terms
      .filter(({ kind }) => kind !== 'idle')
      .map((term) => `${term.key} ${term.denied}`)
      .join()
  return denied(claim.terms) === denied(inside)
}

function indexOfWords(words: readonly string[], wanted: readonly string[]): number {
  for (let at = 0; at + wanted.length <= words.length; at++)
    if (wanted.every((word, index) => words[at + index] === word)) return at
  return -1
}
