import type { EvidenceSpan } from '../../contract/api.ts'
import type { Claim } from '../evidence/claim.ts'
import { ENOUGH } from '../evidence/coverage.ts'
import type { Source } from '../evidence/sources.ts'
import type { ClaimPlace } from './check.ts'
import { findDisagreement } from './check-claim.ts'
import type { LineExplanation, Stretch } from './explanation.ts'

export interface LineSetting {
  sources: readonly Source[]
  place: ClaimPlace
  toStretch(span: EvidenceSpan): Stretch
}

/** What the checks make of one sentence, with what they usually keep to themselves. */
export function explainLine(
  claim: Claim,
  { sources, place, toStretch }: LineSetting,
): LineExplanation {
  const objection = findDisagreement(claim, sources, place)
  const terms = claim.terms.filter(({ kind }) => kind !== 'idle')
  const missing = claim.missing.map(({ term }) => term)
  const words = (some: typeof terms) => some.map(claim.wordsOf)
  return {
    text: claim.text,
    verdict: objection ? 'contradicted' : claim.supported ? 'supported' : 'not_found',
    objection,
    isQuotation: claim.verbatim,
    share: claim.coverage,
    threshold: ENOUGH,
    found: words(terms.filter((term) => !missing.includes(term))),
    missing: words(missing),
    required: words(claim.missing.flatMap(({ term, isRequired }) => (isRequired ? [term] : []))),
    sources: claim.spans.map(toStretch),
    nearest: claim.nearest.map(toStretch),
  }
}
