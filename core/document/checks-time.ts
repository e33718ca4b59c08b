/** History told as today: who stopped smoking does not smoke, and a medicine that was given up is not taken. */
import type { Claim } from './evidence.ts'
import { mentionsOf, type Source } from './evidence-sources.ts'

/** Why what it tells as going on is over; null when it may go on. */
export function timeFault(claim: Claim, sources: readonly Source[]): string | null {
  for (const term of claim.terms) {
    if (term.time !== 'now' || term.denied || term.asked) continue
    if (term.kind !== 'drug' && !(term.kind === 'word' && (term.clinical || claim.coverage > 0.6)))
      continue
    const said = mentionsOf(term, sources).filter(({ term: one }) => !one.asked)
    if (
      said.length > 0 &&
      said.some(({ term: one }) => one.time === 'over') &&
      said.every(({ term: one }) => one.time === 'over' || one.denied)
    )
      return 'Foi dito do passado, não de hoje.'
  }
  return null
}
