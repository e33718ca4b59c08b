/**
 * History told as today: who stopped smoking does not smoke, and a medicine that was given up is
 * not taken.
 */

import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { mentionsOf, type Source } from '../evidence/sources.ts'
import type { Check, ClaimPlace } from './check.ts'

/**
 * "Fuma?" "Uns dez por dia.": what was asked is answered as what is done, though in other words.
 */
function goesOn({ statements, terms }: Source): boolean {
  return statements.length > 1 && !terms.some(({ time, denied }) => time === 'over' || denied)
}

const OVER = 'Foi dito do passado, não de hoje.'

/** A question whose answer tells that it ended. */
function isOver({ statements, terms }: Source): boolean {
  return (
    statements.length > 1 &&
    terms.some(({ time, asked }) => time === 'over' && !asked) &&
    !terms.some(({ time, asked }) => time === 'now' && !asked)
  )
}

/** "Tomei duas noites e parei": every word of it is of what ended, and one says that it did. */
function wasGivenUp(drug: Term, sources: readonly Source[]): boolean {
  const said = mentionsOf(drug, sources).filter(({ term }) => !term.asked)
  return (
    said.length > 0 &&
    said.every(({ at, term }) => term.time === 'over' && GIVEN_UP.test(textOf(sources[at]!)))
  )
}

/** "Anticoncepcional?" "Parei ano passado." */
function wasEnded(term: Term, sources: readonly Source[]): boolean {
  const said = mentionsOf(term, sources)
  if (said.length === 0 || !said.every(({ at }) => isOver(sources[at]!))) return false
  // "Tomou dipirona?" "Tomei duas.": a medicine may be taken again.
  return term.kind === 'word' || said.some(({ at }) => GIVEN_UP.test(textOf(sources[at]!)))
}

function textOf({ statements }: Source): string {
  return statements.map(({ text }) => text).join(' ')
}

const GIVEN_UP =
  /(?<!\p{L})(?:parei|parou|larg(?:uei|ou)|deixei de|deixou de|suspend(?:i|eu)|abandon(?:ei|ou)|acabou|terminou|antigamente|tomava|usava|(?:troc|tir|mud)(?:ou|aram|ei)|suspenderam|por (?:um|dois|três|uns|alguns|\d+) (?:anos?|m[eê]s(?:es)?)|em (?:19|20)\d\d|na época)(?!\p{L})/iu

const GOES_ON = 'Foi dito que continua, não que parou.'
/** Right before what is given up. */
const GIVES_UP =
  /(?<!\p{L})(?:parou|deixou|abandonou|interrompeu|suspendeu)(?: (?:de|o|a|os|as|tomar|usar|uso)){0,3} ?$/iu

const KEPT = /(?<!\p{L})(?:não|nunca|nem) (?:deixei|deixou|parei|parou|larguei|largou)(?!\p{L})/iu

/** "Não deixei de tomar": told as given up, and said only as kept. */
function isKept(term: Term, claim: Claim, sources: readonly Source[]): boolean {
  if (term.time !== 'over' || !GIVES_UP.test(claim.before(term))) return false
  // "Esqueceu o anticoagulante?" "Não": what was asked may be denied.
  const said = mentionsOf(term, sources).filter(({ term: one }) => !one.asked && !one.denied)
  return (
    said.length > 0 &&
    said.every(({ at, term: one }) => one.time === 'now' && KEPT.test(textOf(sources[at]!)))
  )
}

export const wrongTime: Check = {
  name: 'wrong-time',
  isDangerous: true,
  ofQuotations: true,
  find: faultOf,
}

/** Why what it tells as going on is over, or as over goes on; null when it may be so. */
function faultOf(
  claim: Claim,
  sources: readonly Source[],
  { isCurrentMedication }: ClaimPlace,
): string | null {
  for (const term of claim.terms) {
    // What stands among the medicines in use is told as taken, whatever its verb.
    const isListed = isCurrentMedication && term.kind === 'drug' && term.time === undefined
    if (isListed && wasGivenUp(term, sources)) return OVER
    if (isCurrentMedication && term === claim.terms[0] && wasEnded(term, sources)) return OVER
    const isTreatment = term.kind === 'drug' || (term.kind === 'word' && isCurrentMedication)
    if (isTreatment && isKept(term, claim, sources)) return GOES_ON
    if (term.time !== 'now' || term.denied || term.asked) continue
    if (term.kind !== 'drug' && !(term.kind === 'word' && (term.clinical || claim.coverage > 0.6)))
      continue
    const all = mentionsOf(term, sources)
    if (all.some(({ at, term: one }) => one.asked && one.time === 'now' && goesOn(sources[at]!)))
      continue
    const isHabit = term.key === 'tabagismo' || term.key === 'etilismo'
    // "Fuma?" "Parei tem dez anos.": asked, and answered as over; a cigarette named without a verb
    // says nothing of today.
    const said = all.filter(({ at, term: one }) =>
      isHabit ? one.time !== undefined || one.denied || isOver(sources[at]!) : !one.asked,
    )
    if (
      said.length > 0 &&
      said.some(({ at, term: one }) => one.time === 'over' || (isHabit && isOver(sources[at]!))) &&
      said.every(
        ({ at, term: one }) =>
          one.time === 'over' || one.denied || (isHabit && isOver(sources[at]!)),
      )
    )
      return OVER
  }
  return null
}
