/** Which side, and whose: the right leg is not the left one, and the mother's disease is not the patient's. */
import type { ClaimPlace, Disagreement } from './checks-place.ts'
import type { Claim } from './evidence.ts'
import { type Source, says } from './evidence-sources.ts'
import type { Term } from './evidence-term.ts'

/** How far from its word a side may stand, in terms. */
const NEAR = 7

/**
 * A side is compared with what was said of the same thing: the statement that shares most of the claim's words and names a
 * side, itself or right after.
 */
export function sideFault({ terms }: Claim, sources: readonly Source[]): string | null {
  const words = terms.filter(({ kind }) => kind === 'word' || kind === 'drug' || kind === 'number')
  for (const [at, side] of terms.entries()) {
    if (side.kind !== 'side') continue
    const anchor = anchorOf(terms, at)
    const said = sidesSaidOf(words, anchor, sources)
    const agrees =
      side.key === 'bilateral'
        ? said.has('bilateral') || said.size > 1
        : said.has(side.key) || said.has('bilateral')
    if (!agrees) return 'O lado (direito ou esquerdo) não é o que foi dito.'
  }
  return null
}

/** What has the side: the nearest word before it that says something, else after it. */
function anchorOf(terms: readonly Term[], at: number): Term | undefined {
  const speaks = ({ kind }: Term) => kind === 'word'
  // "148 no braço direito, 144 no esquerdo": the second side has no word of its own.
  const other = terms.findLastIndex(({ kind }, index) => kind === 'side' && index < at)
  if (other >= 0 && !terms.slice(other, at).some(speaks)) return undefined
  return (
    terms.slice(Math.max(0, at - NEAR), at).findLast(speaks) ?? terms.slice(at + 1).find(speaks)
  )
}

function sidesSaidOf(
  words: readonly Term[],
  anchor: Term | undefined,
  sources: readonly Source[],
): ReadonlySet<string> {
  let best = 0
  let said = new Set<string>()
  for (const [index, source] of sources.entries()) {
    const sides = sidesNear(source.terms, anchor)
    if (sides.length === 0) continue
    const around = [sources[index - 1], source].flatMap((one) => one?.terms ?? [])
    const score = words.filter((word) => around.some((term) => says(term, word))).length
    if (score > best) said = new Set()
    if (score >= best) for (const side of sides) said.add(side)
    best = Math.max(best, score)
  }
  return said
}

/** The side nearest to each mention of the word, or every side where the word is not. */
function sidesNear(terms: readonly Term[], anchor: Term | undefined): string[] {
  const mentions = terms.flatMap((term, at) => (anchor && says(term, anchor) ? [at] : []))
  const near = mentions.flatMap((at) => nearest(terms, at) ?? [])
  return near.length > 0 ? near : sidesOf(terms)
}

function nearest(terms: readonly Term[], at: number): string | undefined {
  const distances = terms
    .map(({ kind, key }, index) => ({ kind, key, distance: Math.abs(index - at) }))
    .filter(({ kind, distance }) => kind === 'side' && distance <= NEAR)
  return distances.sort((a, b) => a.distance - b.distance)[0]?.key
}

function sidesOf(terms: readonly Term[]): string[] {
  return terms.filter(({ kind }) => kind === 'side').map(({ key }) => key)
}

const OF_A_RELATIVE = 'Foi dito de um familiar, não do paciente.'
/** Words for a relative that is not named. */
const GENERIC = new Set(['famil', 'parent', 'mulh'])
/** Who told it, or came along, need not have been named: it is the one who spoke. */
const TELLS =
  /\b(?:segundo|conforme|com|pela|pelo|relato d[ao]|informad[ao] pel[ao])\s+(?:a |o |sua |seu )?$/iu

export function relativeFault(
  claim: Claim,
  sources: readonly Source[],
  { isFamilyHistory, isSocial }: ClaimPlace,
): Disagreement | null {
  const family = claim.terms.filter(({ kind }) => kind === 'family')
  const said = new Set(
    sources.flatMap(({ terms }) =>
      terms.filter(({ kind }) => kind === 'family').map(({ key }) => key),
    ),
  )
  const stranger = family.find(({ key }) => !said.has(key) && !GENERIC.has(key))
  if (stranger && !TELLS.test(claim.before(stranger)))
    return { reason: 'O familiar não é o que foi mencionado.', isDangerous: false }
  if (family.length > 0 || isFamilyHistory) return null
  const own = claim.terms.filter(({ clinical, denied }) => clinical && !denied)
  if (!isSocial && restsOnFamily(claim))
    return { reason: OF_A_RELATIVE, isDangerous: own.length > 0 }
  const isOfRelative = own.some((term) => {
    const about = sources.flatMap((source, index) =>
      source.terms.some((one) => !one.asked && !one.denied && says(one, term)) ? [index] : [],
    )
    return about.length > 0 && about.every((index) => isOfFamily(sources, index))
  })
  return isOfRelative ? { reason: OF_A_RELATIVE, isDangerous: true } : null
}

/** Everything it rests on was said of somebody else. */
function restsOnFamily({ sources, coverage }: Claim): boolean {
  return (
    coverage >= 0.4 &&
    sources.length > 0 &&
    sources.every(({ terms }) =>
      terms.some(({ kind, key }) => kind === 'family' || key === 'famil'),
    )
  )
}

function isOfFamily(sources: readonly Source[], at: number): boolean {
  const { terms } = sources[at]!
  return terms.some(({ kind }) => kind === 'family')
}
