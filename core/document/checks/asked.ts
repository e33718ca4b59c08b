/** What was only asked: nobody affirmed it, or nobody denied it. */

import type { Claim } from '../evidence/claim.ts'
import { mentionsOf, type Source } from '../evidence/sources.ts'
import type { Term } from '../evidence/term.ts'
import { isPointedAt } from './denials.ts'
import type { Disagreement } from './place.ts'

/** "Refere alergias" where they were only asked about; null where somebody said so. */
export function unansweredFault(claim: Claim, sources: readonly Source[]): Disagreement | null {
  const isUnanswered = claim.terms.some((term) => {
    if (!term.clinical || !isPointedAt(claim, term)) return false
    const said = mentionsOf(term, sources)
    return (
      REPORTS.test(claim.before(term)) &&
      said.length > 0 &&
      said.every(
        ({ at, term: one }) =>
          one.denied ||
          (one.asked && sources[at]!.statements.slice(1).some(({ text }) => NONE.test(text))),
      )
    )
  })
  return isUnanswered
    ? { reason: 'Foi perguntado, mas ninguém afirmou.', isDangerous: false }
    : null
}

/** "Vomitou?" "Duas vezes.": asked, and denied by nobody. */
export function unaskedDenial(claim: Claim, sources: readonly Source[]): Disagreement | null {
  const isUndenied = claim.terms.some((term) => {
    if (!term.clinical || !term.denied || term.asked || term.key === 'alergia') return false
    const said = mentionsOf(term, sources).filter(({ term: one }) => !one.supposed)
    return (
      said.length > 0 &&
      said.every(
        ({ at, term: one }) =>
          one.asked &&
          !one.denied &&
          isAskedAlone(one, sources[at]!) &&
          !sources[at]!.statements.slice(1).some(({ text }) => GRANTS.test(text)),
      )
    )
  })
  return isUndenied ? { reason: 'Foi perguntado, mas ninguém negou.', isDangerous: false } : null
}

/** Of several things asked in one breath the answer may mean another. */
function isAskedAlone({ key }: Term, { terms }: Source): boolean {
  return terms.every((one) => !one.asked || !one.clinical || one.key === key)
}

/** Answers under which what was asked may not be so. */
const GRANTS =
  /(?<!\p{L})(?:nada|nadinha|nenhuma?|não|nunca|nem|sem|jamais|ninguém|negativo|imagina|capaz|livre|tudo|normal|normais|tranquil[oa]|bo[ma]s?|bem|ótim[oa]|limp[oa]s?|certo|só|apenas|para\p{L}*|parou|passou|sumiu|zero|difícil|raro)(?!\p{L})/iu

const REPORTS = /(?<!\p{L})refer\p{L}+\s+(?:\p{L}{1,2}\s+)?$/iu
const NONE = /(?<!\p{L})(?:nada|nadinha|nenhuma?|não|nunca)(?!\p{L})/iu
