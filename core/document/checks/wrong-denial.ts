/** The opposite of what was said: a finding that was denied, or a denial of what was affirmed. */

import type { Term } from '../../portuguese/term.ts'
import { matchesInOrder, textAfterLast } from '../../portuguese/text-matches.ts'
import type { Claim } from '../evidence/claim.ts'
import { TIME_UNITS } from '../evidence/numbers.ts'
import { type Mention, mentionsOf, type Source } from '../evidence/sources.ts'
import type { Check, ClaimPlace } from './check.ts'
import { isCertain, isOnlyOf } from './denied-words.ts'

/** Nearly the same sentence: then every word counts, where no clinical one does. */
const CLOSE = 0.75

/** "Não dirigir", "evitar luz piscando": what is advised against was not denied. */
function isAdvisedAgainst(text: string, { denied }: Term): boolean {
  return AGAINST.test(text) || (denied && NOT_TO_DO.test(text))
}

/** The record says not to take or do it, as what was said does. */
const AGAINST =
  /(?<!\p{L})(?:evita\p{L}*|abst[ei]\p{L}*|cess\p{L}*|restri\p{L}*|suspen\p{L}*|contraindica\p{L}*|interromp\p{L}*|descontinua\p{L}*|não (?:usar|tomar|fazer|retornar))(?!\p{L})/iu
const NOT_TO_DO = /^\s*(?:não|suspender)\s+\p{L}*(?:ar|er|ir)(?!\p{L})/iu

/** "Nega vômito com sangue": the blood goes with what is denied. */
function isWithDenied(claim: Claim, term: Term): boolean {
  const before = claim.before(term)
  return !term.denied && (DENIED_WITH.test(textAfterLast(before, ',;.')) || isOrWith(before))
}

/** "Nega perda de peso e fezes escuras ou com sangue." */
function isOrWith(before: string): boolean {
  return OR_WITH.test(before) && /(?<!\p{L})(?:nega|sem)\s/iu.test(textAfterLast(before, '.;'))
}

const OR_WITH = /\sou\scom\s$/iu
const DENIED_WITH = matchesInOrder(/(?<!\p{L})(?:nega|sem|não)\s/iu, /\scom\s/i)

export const wrongDenial: Check = {
  name: 'wrong-denial',
  isDangerous: true,
  ofQuotations: false,
  find: faultOf,
}

/** Why it says the opposite; null when it does not. */
function faultOf(
  claim: Claim,
  sources: readonly Source[],
  place: Pick<ClaimPlace, 'isAdvice'>,
): string | null {
  for (const term of claim.terms) {
    if (isPointedAt(claim, term) && isOnlyDenied(term, sources))
      return 'Foi dito o contrário: o documento afirma o que foi negado.'
    if (isFurtherItem(claim, term) || isObject(claim, term) || isBothWays(claim, term)) continue
    if (term.asked || isAdvisedAgainst(claim.text, term) || isWithDenied(claim, term)) continue
    if (term.kind !== 'word' && term.kind !== 'drug') continue
    if (isToldAsPassed(claim, term) || isOnlyOf(claim, term, sources)) continue
    if (TIME_UNITS.has(term.key) || isCircumstance(claim, term) || isOnDoing(claim, term)) continue
    if (isOpposite(claim, term, sources, place))
      return term.denied
        ? 'Foi dito o contrário: o documento nega o que foi afirmado.'
        : 'Foi dito o contrário: o documento afirma o que foi negado.'
  }
  return null
}

/**
 * "Sem faltas neste mês (cinco no anterior)": of two things that are told apart the words alone
 * decide nothing.
 */
function isBothWays({ terms }: Claim, term: Term): boolean {
  return terms.some(
    ({ key, denied, part }) => key === term.key && denied !== term.denied && part !== term.part,
  )
}

/**
 * "Nega diabetes na gestação anterior": the pregnancy is not denied, only what was denied was then.
 */
function isCircumstance(claim: Claim, term: Term): boolean {
  return (
    term.denied &&
    TIMES_OF_LIFE.has(term.key) &&
    /(?<!\p{L})(?:n[ao]s?|em|durante|após|desde)\s+(?:\p{L}+\s+)?$/iu.test(claim.before(term))
  )
}

/** "Falta de ar ao deitar", where "não consegue deitar" was said. */
function isOnDoing(claim: Claim, term: Term): boolean {
  return !term.denied && /(?<!\p{L})ao\s+$/iu.test(claim.before(term))
}

const TIMES_OF_LIFE = new Set(['gestacao', 'infanc', 'cirurgia', 'intern', 'adoles'])

/** "Não lembra da crise": the remembering is denied, the crisis was. */
function isObject(claim: Claim, term: Term): boolean {
  return term.denied && OBJECT.test(textAfterLast(claim.before(term), ',;.'))
}

const OBJECT = /(?<!\p{L})não\s(?:se\s)?(?:lembr|record|sab|soub|entend|aceit|perceb)\p{L}*\s/iu

/** "Com dreno", "refere febre": what the word before it says is there. */
export function isPointedAt(claim: Claim, term: Term): boolean {
  return (
    (term.kind === 'word' || term.kind === 'drug') &&
    !term.denied &&
    POINTS.test(claim.before(term)) &&
    !isOrWith(claim.before(term))
  )
}

const POINTS =
  /(?<!\p{L})(?:com|refer\p{L}+|relat\p{L}+|apresenta)\s+(?:(?:[oa]s?|uma?|(?:sina(?:l|is)|sintomas?) de|episódios? de|história de|queixa de)\s+)?$/iu

function isOnlyDenied(term: Term, sources: readonly Source[]): boolean {
  const told = mentionsOf(term, sources).filter(
    ({ term: one }) =>
      isCertain(one, term) && (!one.inferred || one.certain) && one.holder === term.holder,
  )
  return told.length > 0 && told.every(({ term: one }) => one.denied)
}

/**
 * "Murmúrio diminuído, sem chiado, tórax em barril": a thing behind a denied one is not denied
 * where it is no complaint.
 */
function isFurtherItem(claim: Claim, term: Term): boolean {
  return term.denied && !term.clinical && term.kind === 'word' && isInDeniedList(claim.before(term))
}

/** "sem" and in its sentence a comma or an "e", with no further comma. */
function isInDeniedList(before: string): boolean {
  const behindComma = textAfterLast(before, ',')
  const upToComma = textAfterLast(before.slice(0, before.length - behindComma.length), ';.')
  const [same = '', ...others] = behindComma.split(/[;.]/)
  const isOpen = WITHOUT.test(upToComma) && /^\s|\se\s/i.test(same)
  return isOpen || [same, ...others].some((sentence) => WITHOUT_AND.test(sentence))
}

const WITHOUT = /(?<!\p{L})sem\s/iu
const WITHOUT_AND = matchesInOrder(WITHOUT, /\se\s/i, /[;.]/)

/** "Nada de energético", "não dirigir": advice for the time to come tells nothing of what was. */
function isForbidden({ statements }: Source): boolean {
  return statements.some(({ text }) => FORBIDS.test(text))
}

const FORBIDS =
  /(?<!\p{L})(?:nada de \p{L}+ nem|(?<!(?:pode|consig[oa]|consegu\p{L}+|quer\p{L}*|precis\p{L}+)\s)não (?!quer|consegu|puder|estiver|tiver|vier|houver)\p{L}{2,}(?:ar|er|ir) (?!de)|evit(?:e|a|ar) )/iu

/** "Dor no peito e cansaço": an item of its own. */
function isJoinedTo({ text, before }: Claim, term: Term): boolean {
  return /^\s*e\s/iu.test(text.slice(before({ ...term, from: term.to }).trimEnd().length))
}

/** What was there and passed was denied of today: "Dor no joelho passou com a fisioterapia". */
function isToldAsPassed({ text, before }: Claim, term: Term): boolean {
  const behind = text.slice(before(term).length).split(/[,;.]/)[0]!
  return !term.denied && PASSED.test(behind)
}

const PASSED =
  /(?<!\p{L})(?:passou(?! mal)|sumiu|cessou|desapareceu|(?:já )?resolvid[oa]|resolveu|no passado)(?!\p{L})/iu

/**
 * "Sangramento retal eventual, de hemorroida": what else it says was said together, and of another
 * thing than was denied.
 */
function isToldElsewhere(around: readonly Term[], sources: readonly Source[]): boolean {
  const words = around.filter(({ kind, key }) => kind === 'word' && !TIME_UNITS.has(key))
  const counts = new Map<number, number>()
  for (const word of words)
    for (const at of new Set(
      mentionsOf(word, sources).flatMap(({ at, term: one }) => (one.denied || one.asked ? [] : at)),
    ))
      counts.set(at, (counts.get(at) ?? 0) + 1)
  return [...counts.values()].some((count) => count >= 2)
}

/** "Vacina ainda não tomei", then "toma essa semana": what was not done before may be ordered. */
function isNotYet({ statements }: Source): boolean {
  return statements.some(({ text }) => NOT_YET.test(text))
}

const NOT_YET =
  /(?<!\p{L})(?:ainda não|(?:nunca|não) (?:tom|vacin|coloqu|us)(?:ei|ou)|(?:nunca|não) f[ie]z)(?!\p{L})/iu

const NOT_BEFORE = /(?<!\p{L})(?:nunca|ainda não)(?!\p{L})/iu

/** "Laqueadura tubária": of all that it says only this was spoken of. */
function isOnlyThing({ terms }: Claim, term: Term, sources: readonly Source[]): boolean {
  const words = terms.filter(({ kind }) => kind === 'word' || kind === 'drug')
  return (
    !term.denied &&
    words[0] === term &&
    words.every(({ denied }) => !denied) &&
    words.slice(1).every((one) => mentionsOf(one, sources).length === 0)
  )
}

/** Whether each mention denies it. */
function isDeniedEverywhere(term: Term, sources: readonly Source[]): boolean {
  const told = mentionsOf(term, sources).filter(({ term: one }) => isCertain(one, term))
  return told.length > 0 && told.every(({ term: one }) => one.denied)
}

function isOpposite(
  claim: Claim,
  term: Term,
  sources: readonly Source[],
  { isAdvice }: Pick<ClaimPlace, 'isAdvice'>,
): boolean {
  const others = claim.terms.filter((one) => one !== term && SPEAKS.has(one.kind))
  const inPart = others.filter(({ part }) => part === term.part)
  // "Tomou dipirona, sem melhora": alone in its part it belongs to the whole.
  const around = inPart.length > 0 ? inPart : others
  const { said, score } = nearest(ofSamePerson(term, sources), around, sources)
  const isPlain = term.kind === 'word' && !term.clinical
  if (isPlain && score === 0 && isOnlyThing(claim, term, sources))
    return isDeniedEverywhere(term, sources)
  // What says little by itself is only compared within nearly the same words.
  if (
    isPlain &&
    score === 0 &&
    ((around.length > 0 && !term.denied) ||
      claim.coverage < CLOSE ||
      claim.terms.some(({ clinical }) => clinical))
  )
    return false
  // What is over was said to be no more: "sem Clenil" agrees with "o Clenil acabou".
  const isOver = (one: Term) =>
    term.denied !== one.denied && one.time === 'over' && (term.denied || term.time === 'over')
  const isOwnItem = isJoinedTo(claim, term)
  if (
    term.clinical &&
    !term.denied &&
    score === 0 &&
    !isOwnItem &&
    isToldElsewhere(around, sources)
  )
    return false
  const told = said.filter(
    ({ at, term: one }) =>
      isCertain(one, term) &&
      !isOver(one) &&
      !(!isAdvice && !term.denied && one.denied && isForbidden(sources[at]!)) &&
      !(isAdvice && !term.denied && one.denied && isNotYet(sources[at]!)),
  )
  if (isPlain && told.some((mention) => isDeniedTogether(mention, term, around, sources)))
    return false
  // "Nunca fez a do herpes", which is to be done now.
  const isDeniedToo = said.length > 0 && term.denied && NOT_BEFORE.test(claim.text)
  if (
    isDeniedToo &&
    ofSamePerson(term, sources).some(({ term: one }) => one.denied && isCertain(one, term))
  )
    return false
  if (told.length > 0) return told.every((mention) => mention.term.denied !== term.denied)
  const isOfDrug = [term, ...around].some(({ kind }) => kind === 'drug')
  if (isOfDrug && said.some(({ term: one }) => isOver(one))) return false
  // "Sangramento nas fezes?" "Fezes não.": the answer takes up another word of the question.
  const places = new Set(said.flatMap(({ at, term: one }) => (one.asked ? at : [])))
  return around.some((one) => {
    const answers = mentionsOf(one, sources).filter(
      ({ at, term: each }) => places.has(at) && !each.asked,
    )
    return answers.length > 0 && answers.every((mention) => mention.term.denied !== one.denied)
  })
}

/** "Audição sem piora" for "Piorou a audição? Não.": what was asked is denied as a whole. */
function isDeniedTogether(
  { at }: Mention,
  term: Term,
  around: readonly Term[],
  sources: readonly Source[],
): boolean {
  return around.some(
    (one) =>
      one.denied &&
      (!term.denied || one.clinical === true) &&
      mentionsOf(one, sources).some((mention) => mention.at === at && mention.term.denied),
  )
}

const SPEAKS: ReadonlySet<Term['kind']> = new Set(['word', 'drug', 'side', 'number'])

/** Mentions about the one the claim is about; of nobody else where there are such. */
function ofSamePerson(term: Term, sources: readonly Source[]): Mention[] {
  const all = mentionsOf(term, sources)
  const own = all.filter(({ term: one }) => one.holder === term.holder)
  // What a relative has does not contradict that the patient has not.
  if (term.denied && term.holder === undefined) return own
  return own.length > 0 || term.holder !== undefined ? own : all
}

/**
 * Those with most of the words around: "sem dor" of the belly is not denied by the pain of the
 * back.
 */
function nearest(
  mentions: readonly Mention[],
  around: readonly Term[],
  sources: readonly Source[],
): { said: Mention[]; score: number } {
  const near = around.map((one) => new Set(mentionsOf(one, sources).map(({ at }) => at)))
  const scoreOf = ({ at }: Mention) => near.filter((places) => places.has(at)).length
  const score = Math.max(0, ...mentions.map(scoreOf))
  return { said: mentions.filter((mention) => scoreOf(mention) === score), score }
}
