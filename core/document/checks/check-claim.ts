/** One claim against what was said. */
import type { Claim } from '../evidence/claim.ts'
import type { Source } from '../evidence/sources.ts'
import { ANYWHERE, type CheckName, type ClaimPlace } from './check.ts'
import { CHECKS } from './check-table.ts'
import { deniesTold } from './wrong-allergy.ts'
import { wrongDenial } from './wrong-denial.ts'
import { wrongSide } from './wrong-side.ts'

/** What does not agree. */
export interface Disagreement {
  check: CheckName
  /** For the doctor to read. */
  reason: string
  /** A mistake here can harm: the value must not stay. */
  isDangerous: boolean
}

/** Null when everything agrees. */
export function findDisagreement(
  claim: Claim,
  sources: readonly Source[],
  place: ClaimPlace = ANYWHERE,
): Disagreement | null {
  for (const { name, isDangerous, ofQuotations, find } of CHECKS) {
    if (claim.verbatim && !ofQuotations) continue
    const reason = find(claim, sources, place)
    if (reason !== null) return { check: name, reason, isDangerous }
  }
  return null
}

/**
 * Whether what was said says the contrary of the claim, or the other side: nothing that both can be
 * true beside.
 */
export function isOpposed(claim: Claim, sources: readonly Source[]): boolean {
  if (wrongSide.find(claim, sources, ANYWHERE) !== null) return true
  if (claim.verbatim) return false
  return wrongDenial.find(claim, sources, ANYWHERE) !== null || deniesTold(claim, sources)
}
