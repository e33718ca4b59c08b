/** A value that quotes: its words stand in one statement, in their order and without a gap. */

import { samePerson } from '../../portuguese/first-person.ts'
import type { Term } from '../../portuguese/term.ts'
import { spansOf } from '../pieces/statements.ts'
import { beforeIn, type Claim, rangeOf, wordsIn } from './claim.ts'
import type { ReadStatement } from './sources.ts'

/**
 * The claim's words in one statement, in their order and without a gap; near the claim before it
 * when repeated.
 */
export function verbatim(
  claim: ReadStatement,
  readings: readonly ReadStatement[],
  after: number,
): Claim | undefined {
  const { words } = claim
  if (words.length === 0) return undefined
  const place = placeOf(claim, readings, after)
  if (!place) return undefined
  const { reading, at, count } = place
  const start = reading.places[at]!.start
  const end = reading.places[at + count - 1]!.end
  return {
    text: claim.statement.text,
    range: rangeOf(claim),
    terms: claim.terms,
    sources: [{ statements: [reading.statement], terms: reading.terms }],
    coverage: 1,
    missing: [],
    verbatim: true,
    supported: true,
    before: beforeIn(claim),
    wordsOf: wordsIn(claim),
    spans: spansOf(reading.statement, start, end),
    nearest: [],
  }
}

/**
 * The first place behind a statement, or else the first of all; no further than it has to be looked
 * for.
 */
function placeOf(claim: ReadStatement, readings: readonly ReadStatement[], after: number) {
  return (
    placeBy(placeOfWords, claim, readings, after) ??
    placeBy(placeInFirstPerson, claim, readings, after)
  )
}

function placeBy(
  find: typeof placeOfWords,
  claim: ReadStatement,
  readings: readonly ReadStatement[],
  after: number,
) {
  let first: ({ reading: ReadStatement } & Found) | undefined
  for (const reading of readings) {
    const { question, index } = reading.statement
    if ((first && index <= after) || (question && !claim.statement.question)) continue
    const found = find(reading.words, claim.words)
    if (!found || !samePolarity(claim, reading, found)) continue
    if (index > after) return { reading, ...found }
    first = { reading, ...found }
  }
  return first
}

/** "Bebo" is not what "Não bebo" says, though its words are there. */
function samePolarity(claim: ReadStatement, source: ReadStatement, { at, count }: Found): boolean {
  const start = source.places[at]!.start
  const end = source.places[at + count - 1]!.end
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

interface Found {
  at: number
  /** Words from there on that hold the claim's. */
  count: number
}

function placeOfWords(words: readonly string[], wanted: readonly string[]): Found | undefined {
  for (let at = 0; at + wanted.length <= words.length; at++)
    if (wanted.every((word, index) => words[at + index] === word))
      return { at, count: wanted.length }
  return undefined
}

/**
 * "Tem pressão alta" in "Eu tenho pressão alta", "mãe" in "minha mãe": said in the first person,
 * and written in the third.
 */
function placeInFirstPerson(
  words: readonly string[],
  wanted: readonly string[],
): Found | undefined {
  const said = samePerson(words).flatMap((word, at) => (word === null ? [] : [{ word, at }]))
  const own = samePerson(wanted).filter((word) => word !== null)
  const found = placeOfWords(
    said.map(({ word }) => word),
    own,
  )
  if (!found || own.length === 0) return undefined
  const from = said[found.at]!.at
  return { at: from, count: said[found.at + own.length - 1]!.at - from + 1 }
}
