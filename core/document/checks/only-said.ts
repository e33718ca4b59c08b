import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { mentionsOf, type Source } from '../evidence/sources.ts'
import type { Check } from './check.ts'
import { isPointedAt } from './wrong-denial.ts'

/**
 * Whether a claim affirms what was said only in a way that does not hold: one exact thing of it
 * (medicine, number, side, day, complaint), or where it has none, all of its words that were said.
 */
function isOnlySaid(
  { terms }: Claim,
  sources: readonly Source[],
  how: (term: Term) => boolean,
): boolean {
  const own = terms.filter(({ kind, denied }) => kind !== 'idle' && kind !== 'unit' && !denied)
  const saidOf = (term: Term) => mentionsOf(term, sources).map((mention) => mention.term)
  const isOnly = (term: Term) => {
    const said = saidOf(term)
    return said.some(how) && said.every((one) => how(one) || one.denied)
  }
  const exact = own.filter(isExact)
  if (exact.some(isOnly)) return true
  const plain = own.filter(
    (term) => !isExact(term) && !ACTS.test(term.key) && saidOf(term).length > 0,
  )
  return exact.length === 0 && plain.length > 0 && plain.every(isOnly)
}

function isExact({ kind, key, clinical }: Term): boolean {
  return (
    kind === 'drug' || kind === 'number' || kind === 'side' || clinical === true || DAYS.has(key)
  )
}

/** Stems, as terms are keyed. */
const DAYS = new Set(['segund', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'doming'])
/** Words for an act say nothing of its object. */
const ACTS = /^(?:solici|pedi|encami|prescr|receit|indica|orient|realiz|inicia|exame|medica)/

/** What was proposed and the patient refused. */
export const refused: Check = {
  name: 'refused',
  isDangerous: true,
  ofQuotations: true,
  find: (claim, sources) =>
    !TELLS_SO.test(claim.text) &&
    isOnlySaid(claim, sources, ({ standing }) => standing === 'refused')
      ? 'Foi proposto, e o paciente recusou.'
      : null,
}

/** The record says so itself. */
const TELLS_SO =
  /(?<!\p{L})(?:recus\p{L}+|nega-se|(?:não|nem) (?:aceit\p{L}+|quer|quis|deseja|concord\p{L}+)|propost[oa]|sugerid[oa]|oferecid[oa])(?!\p{L})/iu

/** What its speaker took back, or only meant to do: "ia passar … mas", "não, X não". */
export const takenBack: Check = {
  name: 'taken-back',
  isDangerous: true,
  ofQuotations: true,
  find: (claim, sources) =>
    isOnlySaid(claim, sources, ({ standing }) => standing === 'takenBack')
      ? 'Foi dito e retirado em seguida.'
      : null,
}

/**
 * What was only asked: nobody affirmed it, or nobody denied it.
 *
 * "Refere alergias" where they were only asked about.
 */
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
