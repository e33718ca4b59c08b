/**
 * A value that was put differently: the statements that hold most of its terms, and whether they
 * hold enough of them. `supported` means that every number, dose, side and medicine in it, and a
 * third of its words by weight, stand together in the statements shown.
 */

import type { EvidenceSpan } from '../../contract/api.ts'
import type { Term } from '../../portuguese/term.ts'
import { spansOf } from '../pieces/statements.ts'
import { beforeIn, type Claim, distinctSpans, type MissingTerm, rangeOf, wordsIn } from './claim.ts'
import { kindredMentions, mentionsOf, type ReadStatement, type Source } from './sources.ts'

const HARD: ReadonlySet<Term['kind']> = new Set(['number', 'drug', 'side'])
const MONTHS = new Set(
  'janeir fevere marc maio junh julh agost setemb outubr novemb dezemb'.split(' '),
)

/** Whether it must be found in any case: a month is as exact as a number. */
function isHard({ kind, key }: Term): boolean {
  return HARD.has(kind) || (kind === 'word' && MONTHS.has(key))
}
/**
 * How much of a reworded claim must be found: everything hard, and that share of the words.
 * Measured on the error set: invented findings share a third of their words with a visit at most, a
 * doctor's own wording keeps a half.
 */
export const ENOUGH = 0.33
/**
 * What a statement is about stands first: "Atestado de três dias" is about a certificate, not about
 * three days.
 */
const HEAD = 1.5
const MAX_SOURCES = 6
/** What a doctor compares with a sentence that has no source: two statements, no more. */
const MOST_NEAREST = 2
/** Share of its words by weight that such a statement holds. */
const NEAR = 0.15
/**
 * Share of a claim that a further source must bring; more where it brings no words, only a number
 * or a side.
 */
const LEAST = 0.1
const LEAST_BARE = 0.12

export function compared(
  claim: ReadStatement,
  sources: readonly Source[],
  frequency: ReadonlyMap<string, number>,
): Claim {
  const wanted = claim.terms.filter(({ kind }) => kind !== 'idle')
  const head = headOf(claim, wanted)
  const weights = wanted.map(
    (term, index) => weightOf(term, frequency) * (index === head ? HEAD : 1),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const covers = coversOf(wanted, sources)
  const open = new Set(wanted.keys())
  const chosen: number[] = []
  while (open.size > 0 && chosen.length < MAX_SOURCES) {
    let best: { at: number; gain: number } | undefined
    for (const [at, covered] of covers) {
      const new_ = covered.filter((index) => open.has(index))
      const close = chosen.some(
        (each) => Math.abs(placeOf(sources[each]!) - placeOf(sources[at]!)) <= 2,
      )
      const gain =
        new_.reduce((sum, index) => sum + weights[index]!, 0) *
        (chosen.length === 0 || close ? 1 : 0.7)
      if (gain > (best?.gain ?? 0)) best = { at, gain }
    }
    const isWorded =
      best && covers.get(best.at)!.some((index) => open.has(index) && !isHard(wanted[index]!))
    if (!best || (chosen.length > 0 && best.gain < total * (isWorded ? LEAST : LEAST_BARE))) break
    for (const index of covers.get(best.at)!) open.delete(index)
    chosen.push(best.at)
  }
  for (const index of open) {
    const at = nearestPlace(wanted[index]!, chosen, covers, sources)
    if (!isHard(wanted[index]!) || at === undefined) continue
    open.delete(index)
    if (!chosen.includes(at)) chosen.push(at)
  }
  const missingWeight = [...open].reduce((sum, index) => sum + weights[index]!, 0)
  const coverage = total === 0 ? 0 : 1 - missingWeight / total
  const missing = [...open].map((index) => wanted[index]!).map(missingTerm)
  const supported = coverage >= ENOUGH && !missing.some(({ isRequired }) => isRequired)
  const isNear = (at: number) =>
    (covers.get(at) ?? []).reduce((sum, index) => sum + weights[index]!, 0) >= total * NEAR
  const nearest = chosen.filter(isNear).slice(0, MOST_NEAREST)
  const found = chosen.sort((a, b) => a - b).map((at) => sources[at]!)
  return {
    text: claim.statement.text,
    range: rangeOf(claim),
    terms: claim.terms,
    sources: found,
    coverage,
    missing,
    verbatim: false,
    before: beforeIn(claim),
    wordsOf: wordsIn(claim),
    supported,
    spans: wholeSpans(found),
    nearest: supported ? [] : wholeSpans(nearest.map((at) => sources[at]!)),
  }
}

/** "T4" is not "T40": a name with a digit is exact. */
function missingTerm(term: Term): MissingTerm {
  const isExact = isHard(term) && !term.rhythm && term.key !== '#1'
  return { term, isRequired: isExact || /^[a-z]+\d/.test(term.key) }
}

function wholeSpans(sources: readonly Source[]): EvidenceSpan[] {
  const statements = sources.flatMap((source) => source.statements)
  return distinctSpans(statements.flatMap((each) => spansOf(each, 0, each.text.length)))
}

/** How many statements a number may stand from what it counts. */
const BOUND = 3

/**
 * Where a number, side or medicine that the chosen sources lack belongs to them: next to them, or
 * with another of the claim's words. Said elsewhere of something else it supports nothing.
 */
function nearestPlace(
  term: Term,
  chosen: readonly number[],
  covers: ReadonlyMap<number, readonly number[]>,
  sources: readonly Source[],
): number | undefined {
  const distance = (at: number) =>
    Math.min(...chosen.map((each) => Math.abs(placeOf(sources[each]!) - placeOf(sources[at]!))))
  const places = [...new Set(mentionsOf(term, sources).map(({ at }) => at))]
  return places
    .filter((at) => distance(at) <= BOUND || (covers.get(at)?.length ?? 0) > 1)
    .sort((a, b) => distance(a) - distance(b) || a - b)[0]
}

/** An infinitive is how advice is written, seldom how it was said: "Não subir" for "Não sobe". */
const INFINITIVE = /^\p{L}+(?:ar|er|ir)$/u

function headOf({ statement }: ReadStatement, wanted: readonly Term[]): number {
  const head = wanted.findIndex(({ kind }) => kind === 'word' || kind === 'drug')
  const first = wanted[head]
  return first && INFINITIVE.test(statement.tokens[first.from]!.norm) ? -1 : head
}

/** By source, the wanted terms that it holds. */
function coversOf(wanted: readonly Term[], sources: readonly Source[]): Map<number, number[]> {
  const covers = new Map<number, number[]>()
  for (const [index, term] of wanted.entries())
    for (const at of new Set(assertedMentions(term, sources).map((mention) => mention.at)))
      covers.set(at, [...(covers.get(at) ?? []), index])
  return new Map([...covers].sort(([a], [b]) => a - b))
}

/** A supposition ("se perder líquido") is no sign that it happened. */
function assertedMentions(term: Term, sources: readonly Source[]) {
  const said = mentionsOf(term, sources)
  const all = said.length > 0 ? said : kindredMentions(term, sources)
  return term.asked ? all : all.filter(({ term: one }) => !one.supposed)
}

function placeOf({ statements }: Source): number {
  return statements[0]!.index
}

/**
 * Rare words weigh more; a unit hardly, since people leave it out; a number or a side little, since
 * it says nothing by itself and stands in many sentences.
 */
function weightOf({ kind, key, rhythm }: Term, frequency: ReadonlyMap<string, number>): number {
  if (kind === 'unit' || rhythm) return 0.15
  if (kind === 'number' || kind === 'side') return 0.5
  return kind === 'word' ? 1 / Math.log2(2 + (frequency.get(key) ?? 0)) : 1.5
}
