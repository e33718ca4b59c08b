/** What was only asked: nobody affirmed it, or nobody denied it. */

import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { mentionsOf, type Source } from '../evidence/sources.ts'
import type { Check } from './check.ts'
import { isOnlySaid } from './only-said.ts'
import { isPointedAt } from './wrong-denial.ts'

/** "Refere alergias" where they were only asked about. */
export const unansweredQuestion: Check = {
  name: 'unanswered-question',
  isDangerous: false,
  ofQuotations: false,
  find: (claim, sources) =>
    isUnanswered(claim, sources) ? 'Foi perguntado, mas ninguém afirmou.' : null,
}

/** "Vomitou?" "Duas vezes.": asked, and denied by nobody. */
export const unansweredDenial: Check = {
  name: 'unanswered-denial',
  isDangerous: false,
  ofQuotations: false,
  find: (claim, sources) =>
    isUndenied(claim, sources) ? 'Foi perguntado, mas ninguém negou.' : null,
}

function isUnanswered(claim: Claim, sources: readonly Source[]): boolean {
  if (isOnlySaid(claim, sources, ({ unanswered }) => unanswered === true)) return true
  return claim.terms.some((term) => {
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
}

function isUndenied(claim: Claim, sources: readonly Source[]): boolean {
  return claim.terms.some((term) => {
    if (!term.clinical || !term.denied || term.asked || term.key === 'alergia') return false
    const all = mentionsOf(term, sources)
    if (all.length > 0 && all.every(({ term: one }) => one.unanswered)) return true
    const said = all.filter(({ term: one }) => !one.supposed)
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
}

/** Whether it is asked alone: of several things asked at once another may be answered. */
function isAskedAlone({ key }: Term, { terms }: Source): boolean {
  return terms.every((one) => !one.asked || !one.clinical || one.key === key)
}

/** Answers under which what was asked may not be so. */
const GRANTS =
  /(?<!\p{L})(?:nada|nadinha|nenhuma?|não|nunca|nem|sem|jamais|ninguém|negativo|imagina|capaz|livre|tudo|normal|normais|tranquil[oa]|bo[ma]s?|bem|ótim[oa]|limp[oa]s?|certo|só|apenas|para\p{L}*|parou|passou|sumiu|zero|difícil|raro)(?!\p{L})/iu

const REPORTS = /(?<!\p{L})refer\p{L}+\s+(?:\p{L}{1,2}\s+)?$/iu
const NONE = /(?<!\p{L})(?:nada|nadinha|nenhuma?|não|nunca)(?!\p{L})/iu
