/** The opposite of what was said: a finding that was denied, or a denial of what was affirmed. */
import type { Claim } from './evidence.ts'
import { type Source, says } from './evidence-sources.ts'
import type { Term } from './evidence-term.ts'

/** Nearly the same sentence: then every word counts, not only the clinical ones. */
const CLOSE = 0.75

/** "Não dirigir por enquanto": what is advised against was not denied. */
const ADVICE = /^\s*(?:não|evitar|suspender)\s+\p{L}*(?:ar|er|ir)(?!\p{L})/iu

/** Why it says the opposite; null when it does not. */
export function deniedFault(claim: Claim, sources: readonly Source[]): string | null {
  const isAdvice = ADVICE.test(claim.text)
  for (const term of claim.terms) {
    if (term.asked || (isAdvice && term.denied)) continue
    if (term.kind !== 'word' && term.kind !== 'drug') continue
    if (!term.clinical && term.kind === 'word' && claim.coverage < CLOSE) continue
    const said = mentionsOf(term, sources)
    if (said.length > 0 && said.every(({ denied }) => denied !== term.denied))
      return term.denied
        ? 'Foi dito o contrário: o documento nega o que foi afirmado.'
        : 'Foi dito o contrário: o documento afirma o que foi negado.'
  }
  return null
}

function mentionsOf(wanted: Term, sources: readonly Source[]): Term[] {
  return sources.flatMap(({ terms }) => terms.filter((term) => !term.asked && says(term, wanted)))
}
