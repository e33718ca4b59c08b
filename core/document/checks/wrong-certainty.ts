/**
 * What was only suspected and is written as so, or was told as so and is written as suspected.
 * Diseases alone: complaints are as they are felt.
 */

import { DISEASES } from '../../portuguese/clinical-terms.ts'
import type { Term } from '../../portuguese/term.ts'
import { textAfterLast } from '../../portuguese/text-matches.ts'
import { fold } from '../../portuguese/tokens.ts'
import type { Claim } from '../evidence/claim.ts'
import { mentionsOf, type Source } from '../evidence/sources.ts'
import type { Check } from './check.ts'

const RAISED = 'Foi dito como suspeita, não como certo.'
const LOWERED = 'Foi dito como certo, não como suspeita.'

/** Marked, not taken out: how sure somebody was is heard, not proven. */
export const wrongCertainty: Check = {
  name: 'wrong-certainty',
  isDangerous: false,
  ofQuotations: true,
  // Under a heading of hypotheses all is one.
  find: (claim, sources, { isHistory }) => (isHistory ? faultOf(claim, sources) : null),
}

function faultOf(claim: Claim, sources: readonly Source[]): string | null {
  for (const term of claim.terms) {
    if (!isOwnDisease(claim, term)) continue
    const said = mentionsOf(term, sources).filter(({ term: one }) => !one.denied && !one.holder)
    if (said.length === 0) continue
    const places = said.map(({ at }) => at)
    // "Já teve isso?" "Tive uma vez.": told as so without its name.
    const isToldOtherwise = claim.sources.some(isTold)
    if (!isToldOtherwise && !HEDGE.test(claim.text) && places.every((at) => isDoubted(sources, at)))
      return RAISED
    if (
      SUSPECTED.test(textAfterLast(claim.before(term), ',;.')) &&
      places.every((at) => isTold(sources[at]!))
    )
      return LOWERED
  }
  return null
}

function isOwnDisease(claim: Claim, term: Term): boolean {
  if (term.kind !== 'word' || !term.clinical || term.denied || term.holder) return false
  return DISEASES.exec(fold(claim.text.slice(claim.before(term).length)))?.index === 0
}

/** Said with a doubt, which nobody took away soon after. */
function isDoubted(sources: readonly Source[], at: number): boolean {
  return (
    HEDGE.test(textOf(sources[at]!)) &&
    !sources.slice(at, at + 4).some((source) => SURE.test(textOf(source)))
  )
}

/** "Tenho asma", "descobri a diabetes": no question, and without a doubt. */
function isTold({ statements }: Source): boolean {
  const text = statements.at(-1)?.text ?? ''
  return !HEDGE.test(text) && !text.includes('?') && HAS.test(text)
}

function textOf({ statements }: Source): string {
  return statements.map(({ text }) => text).join(' ')
}

const SUSPECTED =
  /(?<!\p{L})(?:suspeitas? de|(?:muito )?(?:prov[aá]vel|poss[ií]vel)|hip[oó]teses? de)\s+$/iu
const HEDGE =
  /(?<!\p{L})(?:suspeit\p{L}*|prov[aá]ve\p{L}*|poss[ií]ve\p{L}*|hip[oó]teses?|talvez|quem sabe|pode(?:m|ria)? (?:ser|ter)|ser[aá] que|deve(?:ria)? (?:ser|ter)|ach(?:o|a|amos|ou|ava|aram)|parec\p{L}+|sugestiv\p{L}*|suger\p{L}*|desconfi\p{L}*|descart\p{L}*|afastar|excluir|investig\p{L}*|pens(?:o|ar|amos|ando|ou) em|(?:cara|jeito) de|compat[ií]ve\p{L}*|esclarecer|d[uú]vida)(?!\p{L})/iu
const SURE =
  /(?<!\p{L})(?:confirm\p{L}*|comprov\p{L}*|deu positiv\p{L}*|era (?:mesmo|isso)|foi isso|[eé] (?:mesmo|isso mesmo)|diagnostic\p{L}*|com certeza|fechou|bi[oó]psia|exames? mostr\p{L}*)(?!\p{L})/iu
const HAS =
  /(?<!\p{L})(?:tenho|tem|tive|teve|tinha|sou|[eé]|trato|trata|tratei|tratou|diagnostic\p{L}*|confirm\p{L}*|descobri\p{L}*|oper(?:ei|ou)|sofro|sofre)(?!\p{L})/iu
