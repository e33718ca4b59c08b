/** History told as today: who stopped smoking does not smoke, and a medicine that was given up is not taken. */
import type { Claim } from './evidence.ts'
import { mentionsOf, type Source } from './evidence-sources.ts'

/** "Fuma?" "Uns dez por dia.": what was asked is answered as what is done, though in other words. */
function goesOn({ statements, terms }: Source): boolean {
  return statements.length > 1 && !terms.some(({ time, denied }) => time === 'over' || denied)
}

/** Why what it tells as going on is over; null when it may go on. */
export function timeFault(claim: Claim, sources: readonly Source[]): string | null {
  for (const term of claim.terms) {
    if (term.time !== 'now' || term.denied || term.asked) continue
    if (term.kind !== 'drug' && !(term.kind === 'word' && (term.clinical || claim.coverage > 0.6)))
      continue
    const all = mentionsOf(term, sources)
    if (all.some(({ at, term: one }) => one.asked && one.time === 'now' && goesOn(sources[at]!)))
      continue
    const said = all.filter(({ term: one }) => !one.asked)
    if (
      said.length > 0 &&
      said.some(({ term: one }) => one.time === 'over') &&
      said.every(({ term: one }) => one.time === 'over' || one.denied)
    )
      return 'Foi dito do passado, não de hoje.'
  }
  return null
}
