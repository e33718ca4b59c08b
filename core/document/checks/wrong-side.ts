/** Which side: the right leg is not the left one. */

import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { mentionsOf, type Source } from '../evidence/sources.ts'
import type { Check } from './check.ts'

const OTHER_SIDE = 'O lado (direito ou esquerdo) não é o que foi dito.'

/**
 * A quotation this short may come from a sentence about the other side: the side is checked, too.
 */
const FEW = 3

export const wrongSide: Check = {
  name: 'wrong-side',
  isDangerous: true,
  ofQuotations: true,
  find(claim, sources) {
    if (claim.verbatim && claim.terms.length > FEW) return null
    return isOfOtherSide(claim, sources) ? OTHER_SIDE : null
  },
}

/**
 * Every side of a claim is compared with the sides said of the same thing: where most of the words
 * around it stand, in the same breath before the same sentence before the sentences next to it, and
 * rare words before common ones.
 */
function isOfOtherSide(claim: Claim, sources: readonly Source[]): boolean {
  const isWrong = claim.terms.some(
    (term, at) =>
      term.kind === 'side' &&
      !isSaid(term, aroundOf(claim.terms, at), sources, ALONE.test(claim.text)),
  )
  return isWrong || SAME_TWICE.test(claim.text)
}

/**
 * "Mais fraco que o direito" of the right one, "no braço direito 148 e no direito 144": of two
 * sides the same one twice.
 */
const SAME_TWICE =
  /(?<!\p{L})(?:direit[oa](?!\p{L})[^.;]{0,40} (?:que|e) (?:[oa]|n[oa]|d[oa]) direit[oa]|esquerd[oa](?!\p{L})[^.;]{0,40} (?:que|e) (?:[oa]|n[oa]|d[oa]) esquerd[oa])(?!\p{L})/iu

/** "À direita apenas": then both sides are not meant. */
const ALONE = /(?<!\p{L})(?:apenas|somente|exclusivamente|unilateral)(?!\p{L})/iu

interface Wanted {
  term: Term
  weight: number
  /** What has the side. */
  isAnchor: boolean
}

/**
 * What has the side: the words of its part of the sentence, the nearest most; of the whole sentence
 * where the part has none.
 */
function aroundOf(terms: readonly Term[], at: number): Wanted[] {
  const side = terms[at]!
  const speaks = terms.filter(({ kind }) => kind === 'word' || kind === 'drug' || kind === 'number')
  const anchor =
    terms.slice(Math.max(0, at - NEAR), at).findLast(({ kind }) => kind === 'word') ??
    terms.slice(at + 1).find(({ kind }) => kind === 'word')
  return speaks.map((term) => ({
    term,
    isAnchor: term === anchor,
    weight: (term === anchor ? 1.5 : 1) * (term.part === side.part ? 1 : 0.5),
  }))
}

/** How far back a side may have its word, in terms. */
const NEAR = 5
/**
 * A side said this much more often than the other is the one that is meant, where the words do not
 * tell.
 */
const MUCH_MORE = 3

function isSaid(
  { key, denied }: Term,
  around: readonly Wanted[],
  sources: readonly Source[],
  isAlone: boolean,
): boolean {
  const rated = sources.flatMap((source, at) =>
    source.terms
      // "Nos dois pés" tells nothing against a side.
      .filter(
        ({ kind, asked, inferred }) =>
          kind === 'side' && !asked && (!inferred || key === 'bilateral'),
      )
      .map((side) => ({
        key: side.key,
        denied: side.denied,
        score: scoreOf(side, at, around, sources),
      })),
  )
  // "Nega irradiação para a esquerda", where "na esquerda não desce" was said.
  if (denied && rated.some((one) => one.denied && one.key === key && one.score > 0)) return true
  const best = Math.max(0, ...rated.map(({ score }) => score))
  const nearest = rated.filter(({ score }) => score >= best * 0.95)
  const own = nearest.filter(
    (one) => one.key === key || (!isAlone && one.key === 'bilateral'),
  ).length
  const others = nearest.length - own
  if (key === 'bilateral') return own > 0 || new Set(nearest.map((one) => one.key)).size > 1
  return own > 0 && others < (isAlone ? 1 : own * MUCH_MORE)
}

/** "O esquerdo tá bom": its word was said shortly before. */
const ELLIPSIS_REACHES = 4

/** How much of what is around a claim's side is around this one. */
function scoreOf(
  side: Term,
  at: number,
  around: readonly Wanted[],
  sources: readonly Source[],
): number {
  const isBare = !sources[at]!.terms.some(({ kind, from }) => kind === 'word' && from < side.from)
  return around.reduce((sum, { term, weight, isAnchor }) => {
    const places = mentionsOf(term, sources)
    const rarity = 1 / Math.log2(2 + places.length)
    const closeness = Math.max(
      0,
      ...places.map((place) => {
        if (place.at === at) return place.term.part === side.part ? 1.5 : 1
        if (isBare && isAnchor && place.at < at && at - place.at <= ELLIPSIS_REACHES) return 0.9
        return Math.abs(place.at - at) === 1 ? 0.5 : 0
      }),
    )
    return sum + weight * rarity * closeness
  }, 0)
}
