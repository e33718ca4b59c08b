/**
 * Whose it is: the mother's disease is not the patient's, and what the mother has the father has
 * not.
 */

import type { Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { mentionsOf, type Source } from '../evidence/sources.ts'
import type { Check } from './check.ts'

const OF_A_RELATIVE = 'Foi dito de um familiar, não do paciente.'
const ANOTHER = 'O familiar não é o que foi mencionado.'

/** Relative whom the visit never mentions. */
export const unmentionedRelative: Check = {
  name: 'unmentioned-relative',
  isDangerous: false,
  ofQuotations: true,
  find(claim, sources) {
    const isUnmentioned = namedIn(claim).some((term) => isStranger(claim, term, sources))
    return isUnmentioned ? ANOTHER : null
  },
}

/** What the mother has is told of the father. */
export const wrongRelative: Check = {
  name: 'wrong-relative',
  isDangerous: false,
  ofQuotations: true,
  find(claim, sources) {
    if (namedIn(claim).length === 0) return null
    const isSwapped = heldIn(claim, sources).some(
      ({ term: { holder }, holders }) =>
        holder !== undefined && !VAGUE.has(holder) && !agree(holders, holder),
    )
    return isSwapped ? ANOTHER : null
  },
}

/** A relative's disease or medicine is told of the patient. */
export const wrongPerson: Check = {
  name: 'wrong-person',
  isDangerous: true,
  ofQuotations: true,
  find(claim, sources, { isFamilyHistory, isCurrentMedication }) {
    if (namedIn(claim).length > 0 || isFamilyHistory) return null
    const taken = isCurrentMedication ? claim.terms.filter(({ kind }) => kind === 'drug') : []
    const isOfRelative =
      taken.some((drug) => holdersOf(drug, sources) !== undefined) ||
      heldIn(claim, sources).some(({ term }) => term.holder === undefined)
    return isOfRelative ? OF_A_RELATIVE : null
  },
}

/** All of its words that were found were said of a relative, though no word is a disease. */
export const likelyWrongPerson: Check = {
  name: 'likely-wrong-person',
  isDangerous: false,
  ofQuotations: true,
  find(claim, _sources, { isFamilyHistory, isSocial }) {
    if (namedIn(claim).length > 0 || isFamilyHistory) return null
    const shown = claim.sources.flatMap(({ terms }) => terms)
    const covered = factsIn(claim).flatMap((term) => {
      if (term.holder !== undefined) return []
      const said = shown.filter((one) => one.kind === 'word' && one.key === term.key)
      return said.length > 0 ? [said] : []
    })
    const isOfRelative =
      !isSocial &&
      claim.coverage >= 0.4 &&
      covered.length > 0 &&
      covered.every((said) => said.every(({ holder }) => holder !== undefined))
    return isOfRelative ? OF_A_RELATIVE : null
  },
}

function namedIn({ terms }: Claim): Term[] {
  return terms.filter(({ kind }) => kind === 'family')
}

function factsIn({ terms }: Claim): Term[] {
  return terms.filter(({ kind, denied }) => kind === 'word' && !denied)
}

/** What it tells that only relatives have. */
function heldIn(claim: Claim, sources: readonly Source[]) {
  return factsIn(claim).flatMap((term) => {
    const holders = term.clinical ? holdersOf(term, sources) : undefined
    return holders ? [{ term, holders }] : []
  })
}

/** How a son or daughter is called. */
const CHILD = new Set(['menino', 'menina', 'bebe', 'nenem', 'crianca'])
/** Relations that may mean anybody of the family. */
const VAGUE = new Set(['familia', 'acompanhante'])

function agree(holders: ReadonlySet<string>, holder: string): boolean {
  if (holder === 'filho' && [...CHILD].some((one) => holders.has(one))) return true
  return holders.has(holder) || [...VAGUE].some((one) => holders.has(one))
}

/**
 * Relatives of whom a thing was said, when it was said of relatives only; undefined when of the
 * patient too, or of nobody.
 */
function holdersOf(term: Term, sources: readonly Source[]): ReadonlySet<string> | undefined {
  const said = mentionsOf(term, sources).filter(({ term: one }) => !one.asked && !one.denied)
  const holders = said.flatMap(({ term: one }) => one.holder ?? [])
  return said.length > 0 && holders.length === said.length ? new Set(holders) : undefined
}

/**
 * A relative that nobody spoke of. Who told it, or came along, shows by how the patient was called:
 * "mãe" is a daughter's word.
 */
function isStranger(claim: Claim, term: Term, sources: readonly Source[]): boolean {
  if (GENERIC.has(term.key)) return false
  const isSaid = (key: string) => mentionsOf({ ...term, key }, sources).length > 0
  if ([term.key, `${term.key}!`, ...(ALSO[term.key] ?? [])].some(isSaid)) return false
  const before = claim.before(term)
  // "Tio materno": the mother need not be spoken of, unless the father is.
  if (/^patern|^matern/iu.test(wordAt(claim, term)))
    return isSaid(term.key === 'mae' ? 'pai' : 'mae')
  if (term.key === 'avo' && isParentsParent(sources)) return false
  if (isBereaved(wordAt(claim, term), sources)) return false
  if (/^filh/.test(term.key) && isSpoken(BORE, sources)) return false
  if (REPORTS.test(before)) return isRare(term)
  return !COMES_WITH.test(before) || !(CALLED[term.key] ?? []).some(isSaid)
}

function wordAt({ text, before }: Claim, term: Term): string {
  return /^\p{L}*/u.exec(text.slice(before(term).length))?.[0] ?? ''
}

/** A mother who is called "mãe" by the doctor says "a minha mãe" of the child's grandmother. */
function isParentsParent(sources: readonly Source[]): boolean {
  return isSpoken(CALLED_PARENT, sources) && isSpoken(PARENTS_OWN, sources)
}

function isSpoken(words: RegExp, sources: readonly Source[]): boolean {
  return sources.some(({ statements }) => statements.some(({ text }) => words.test(text)))
}

/** "Meu finado", "sou viúva": a husband, unnamed. */
function isBereaved(relative: string, sources: readonly Source[]): boolean {
  if (/^(?:marido|esposo)$/iu.test(relative)) return isSpoken(HUSBAND_LOST, sources)
  return /^(?:mulher|esposa)$/iu.test(relative) && isSpoken(WIFE_LOST, sources)
}

/** "Amamentei os dois": children, unnamed. */
const BORE =
  /(?<!\p{L})(?:amament(?:ei|ou)|mamaram|(?:tive|são) (?:dois|duas|três|quatro|cinco))(?!\p{L})/iu
const HUSBAND_LOST = /(?<!\p{L})(?:meu finado|viúva)(?!\p{L})/iu
const WIFE_LOST = /(?<!\p{L})(?:minha finada|viúvo)(?!\p{L})/iu

const CALLED_PARENT =
  /(?<!\p{L})(?:oi|olá|então|bom dia|boa tarde|e aí|tá|,),? (?:mãe|mamãe|mãezinha|papai|pai)[,.!?]/iu
const PARENTS_OWN = /(?<!\p{L})(?:minha (?:mãe|sogra)|meu (?:pai|sogro))(?!\p{L})/iu

/** Words for a relative that is not named. */
const GENERIC = new Set(['famil', 'parent', 'mulh'])
/** Other words for the same relative. */
const ALSO: Record<string, string[]> = {
  filha: ['menin', 'filhos', 'nenem', 'bebe'],
  filho: ['menin', 'filhos', 'nenem', 'bebe', 'guri'],
  filhos: ['filho', 'filha', 'menin', 'dois', 'crianc'],
  irma: ['irmaos'],
  irmao: ['irmaos'],
  irmaos: ['irmao', 'irma'],
  tia: ['tios'],
  tio: ['tios'],
  tios: ['tio', 'tia'],
}
/** What one calls whom one accompanies; an address is kept as "mae!". */
const CALLED: Record<string, string[]> = {
  filho: ['mae!', 'pai!'],
  filha: ['mae!', 'pai!'],
  neto: ['vo!', 'vovo!'],
  neta: ['vo!', 'vovo!'],
  mae: ['mae!', 'filho', 'filha', 'menin'],
  pai: ['pai!', 'filho', 'filha', 'menin'],
}
/**
 * Parents, children and spouses come along and report without being named; of others somebody
 * speaks.
 */
function isRare({ key }: Term): boolean {
  return /^(?:sogr|prim|ti[ao]|cunhad|sobrinh|irm|padrasto|madrasta)/.test(key) || key === 'avo'
}

/** Words of reporting are no fact of the family. */
const REPORTS =
  /\b(?:segundo|conforme|relato d[ao]|(?:informad|relatad)[ao] pel[ao])\s+(?:a |o |sua |seu )?$/iu
const COMES_WITH = /\b(?:com|pela|pelo)\s+(?:a |o |sua |seu )?$/iu
