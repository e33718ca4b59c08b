/**
 * What becomes of each medicine that is named: it is taken, it is prescribed (begun, changed or
 * continued), or neither (stopped, taken long ago or by another person, refused, an allergy, only
 * asked about). Decided by the verb that governs the name, by the question that was asked and by
 * where the visit stands.
 */

import {
  asksForNod,
  isInstruction,
  mentionsAnotherPatient,
  ordersWriter,
} from '../../portuguese/noise.ts'
import { asksAmount } from '../medicines/medication-directions-alone.ts'
import type { Visit } from '../medicines/medication-likely.ts'
import type { MedicationMention } from '../medicines/medication-mentions.ts'
import { asksOfThePast, orders, recites, topicAsked } from '../medicines/medication-topic.ts'
import type { Section } from '../models/sections.ts'
import { wordsOf } from '../pieces/clauses.ts'
import { companionsOwn } from '../pieces/companion.ts'
import type { Role } from '../pieces/piece.ts'
import { isCalledOff, segmentOf } from '../pieces/said-again.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Phase } from '../pieces/visit-phases.ts'
import type { Filed } from './file-clause.ts'
import { answered, answeredAll, answeredLast, moreAsked, ordered } from './medication-asked.ts'
import {
  confirm,
  goOn,
  keep,
  type MedicineEntry,
  sharesIngredient,
  toFiled,
} from './medication-entry.ts'
import { entriesOf, isDirected } from './medication-found.ts'
import { unknownMedicines } from './medication-unknown.ts'

/** Every entry of medicines in use and prescribed, in order of time. */
export function medicationEvents(visit: Visit): Filed[] {
  const taken: MedicineEntry[] = []
  const prescribed: MedicineEntry[] = []
  const ended = { use: new Map<string, number>(), order: new Map<string, number>() }
  const spoken = new Set<string>()
  let topic: Section | null = null
  let askedAt = -9
  let listing = false
  let reciting = false
  let ofThePast = false
  let last: MedicineEntry | undefined
  let orderedIn: unknown
  const ofCompanion = companionsOwn(visit.statements, visit.roles, visit.patientIsChild)
  const isOld = visit.statements.some(({ tokens }) => OLD.test(wordsOf(tokens)))

  for (const statement of visit.statements) {
    const words = wordsOf(statement.tokens)
    if (statement.origin !== 'speech' || isInstruction(words) || mentionsAnotherPatient(words))
      continue
    if (ofCompanion.has(statement.index)) continue
    if (isCalledOff(statement, visit.statements[statement.index + 1])) continue
    const named = visit.find(statement.tokens)
    if (named.length > 0 && ordersWriter(words)) continue
    const role = visit.roles[statement.index] ?? null
    const phase = visit.phases[statement.index] ?? 'story'
    const tells = role === 'patient' && (topic === 'medicationsInUse' || listing)
    const isNod = role === 'doctor' && asksForNod(words)
    const isQuestion = statement.question && !(isNod && (phase !== 'story' || named.length === 0))
    const asks =
      isQuestion ||
      isUnmarkedQuestion(statement, { role, phase, named, last }) ||
      (!tells && asksByName(words, named))
    if (asks && !(role === 'doctor' && phase !== 'story' && DECIDES.test(words))) {
      // "Heparina?" asks also where the visit is further.
      const isName = role === 'doctor' && (words.split(' ').length <= 3 || AMOUNT.test(words))
      const about = topicAsked(words, (phase === 'story' || isName) && named.length > 0)
      // "E a alergia?" of a patient who hears what is given now: what follows is borne.
      const isOfPatient = role === 'patient' && phase !== 'story'
      const asked = about === 'allergies' && isOfPatient ? null : about
      // "Todo dia?", "Quanto de cada?", "E agora?": the question before goes on.
      if (asked !== null || statement.tokens.length > 6) {
        if (asked !== 'medicationsInUse') listing = false
        topic = asked
      }
      if (asked !== null || statement.tokens.length > 3) ofThePast = asksOfThePast(words)
      askedAt = statement.index
      // "Losartana de quanto?" "De cinquenta.": asked of what is taken, and answered without its
      // name.
      const ofNamed = taken.find((each) =>
        named.some(({ ingredient }) => sharesIngredient(each, [ingredient])),
      )
      const more = named.length === 0 ? last : ofNamed
      if (more && moreAsked(more, statement, visit)) {
        last = more
        continue
      }
      const isAsked = topic === 'medicationsInUse' || listing
      const isOne =
        named.length > 0 && named.every((each) => each.ingredient === named[0]!.ingredient)
      if (named.length > 1)
        for (const each of answeredAll(statement, named, visit)) last = keep(taken, each)
      const told = isOne ? answered(statement, named[0]!, isAsked, visit) : undefined
      if (told === 'stop') ended.use.set(named[0]!.ingredient, statement.index)
      const answer = told === 'stop' ? undefined : told
      const order = named.length === 1 ? ordered(statement, named[0]!, visit) : undefined
      const kept = answer && keep(taken, answer)
      if (order === 'stop') ended.order.set(named[0]!.ingredient, statement.index)
      else if (order) prescribed.push(order)
      last = (order === 'stop' ? undefined : order) ?? kept ?? last
    } else {
      if (statement.index - askedAt > 4) topic = listing && phase !== 'plan' ? topic : null
      const late = statement.index * 2 > visit.statements.length
      if (role === 'doctor' && recites(words)) reciting = true
      else if (orders(words) || (named.length === 0 && words.split(' ').length > 4))
        reciting = false
      const known = named.some(({ ingredient }) => spoken.has(ingredient))
      if (statement.index - askedAt > 2) ofThePast = false
      const ofParent = isOld && topic === 'medicationsInUse' && PARENT_TAKES.test(words)
      const ordering = orderedIn === segmentOf(statement)
      const around = {
        topic,
        listing,
        reciting,
        known,
        ofThePast,
        ofParent,
        role,
        phase,
        late,
        ordering,
        answers: askedAt >= 0 && statement.index - askedAt <= 2,
      }
      const isGoneThrough = role !== 'patient' && phase === 'story' && (listing || topic !== null)
      const told = isGoneThrough ? answeredLast(statement, named, visit) : undefined
      if (told) {
        last = keep(taken, told)
        for (const { ingredient } of named) spoken.add(ingredient)
        continue
      }
      const { entries, stopped } = entriesOf(statement, visit, around)
      const end =
        role === 'doctor' || (role === null && phase !== 'story') ? ended.order : ended.use
      const isLongOver = SUSPENDED.test(words)
      for (const ingredient of stopped) {
        end.set(ingredient, statement.index)
        if (isLongOver) ended.use.set(ingredient, statement.index)
      }
      if (EACH.test(words))
        for (const each of taken)
          if (each !== last && statement.index - each.statement.index <= 2)
            each.more.push({ statement, start: 0, end: statement.text.length })
      const isDisowned = named.length === 0 && last && isNoLonger(last, statement, words)
      if (isDisowned) for (const each of last!.ingredients) ended.use.set(each, statement.index)
      else if (entries.length === 0 && last && mayGoOn(last, role) && isOwn(last, statement, named))
        goOn(last, statement, visit)
      else if (entries.length === 0 && last && phase === 'story') confirm(last, statement)
      const isToldOfUse = role !== 'doctor' && topic === 'medicationsInUse'
      const unknown = isToldOfUse ? unknownMedicines(statement, named) : []
      for (const entry of [...entries, ...unknown]) {
        if (entry.section === 'medicationsInUse') {
          listing = true
          last = keep(taken, entry)
        } else {
          orderedIn = segmentOf(statement)
          last = order(prescribed, entry)
        }
      }
    }
    for (const { ingredient } of named) spoken.add(ingredient)
  }
  const isElsewhere = ({ ingredients, section, statement }: MedicineEntry) =>
    ingredients.every((each) => visit.isElsewhere?.(each, section, wordsOf(statement.tokens)))
  const inUse = taken.filter((entry) => !isEnded(entry, ended.use) && !isElsewhere(entry))
  return [
    ...inUse.map((entry) => toFiled(entry)),
    ...prescribed
      .filter((entry) => !isEnded(entry, ended.order) && !isElsewhere(entry))
      .filter((entry) => !(entry.isOpen && entry.more.length === 0))
      .map((entry) => toFiled(entry, doseInUse(entry, inUse))),
  ]
}

/**
 * "Coloco o Entresto." "Sacubitril valsartana, de cinquenta": begun by its name alone, and then
 * with its directions.
 */
function order(prescribed: MedicineEntry[], entry: MedicineEntry): MedicineEntry {
  const bare = prescribed.findIndex(
    (each) =>
      each.act === 'starts' &&
      !each.hasDose &&
      each.more.length === 0 &&
      each.ingredients.length === 1 &&
      sharesIngredient(each, entry.ingredients),
  )
  if (bare >= 0 && entry.hasDose) prescribed.splice(bare, 1)
  prescribed.push(entry)
  return entry
}

/**
 * Asked of a patient of this age what is taken, a son or daughter answers: no parent of the patient
 * takes it any more.
 */
const OLD =
  /\b(?:tenho|tem|com|paciente|idade) (?:de )?(?:6[5-9]|[789]\d) anos\b|^paciente\b.*\b(?:6[5-9]|[789]\d) anos\b/
const PARENT_TAKES =
  /^(?:(?:e|olha|bom|ah|a|o) )*(?:meu pai|minha mae) (?:so |tambem )?(?:toma|usa)\b/

/** "A insulina, tá fazendo quantas unidades?" */
const AMOUNT = /\bquant[oa]s? (?:unidades?|comprimidos?|gotas|jatos|vezes|miligramas?|mg)\b/

/** "A losartana mais o hidro. Um de cada de manhã.": of all that was just named. */
const EACH = /^(?:e |sao |tomo )?(?:um|uma|meio|dois|duas|\d+)(?: comprimidos?)? de cada\b/

/** Not stopped now, but before: "a losartana tá suspensa". */
const SUSPENDED = /\b(?:esta|ta|foi|ficou|estao|tao) suspens[oa]s?\b/

/**
 * An order that ends in a question of its own: "Deixo dipirona fixa, e morfina … não, com a
 * creatinina dela, oxicodona?"
 */
const DECIDES =
  /^(?:entao |e |ai )?(?:\p{L}+ (?:\p{L}+ )?(?=\d)|(?:deixo|mantenho|acrescento|passo|vou|faco|inicio|comeco|suspendo) ).*\b(?:miligramas?|mg|gramas?|g|ml|gotas|unidades|comprimidos?)\b/u

/**
 * "que horas toma a levotiroxina", "me conta os remédios": asked by a doctor, where a recognizer
 * leaves the mark out.
 */
function isUnmarkedQuestion({ tokens }: Statement, { role, phase, named, last }: Spoken): boolean {
  if (named.length === 0 && role !== null && last && asksAmount(tokens)) return true
  if (role !== 'doctor' || phase !== 'story' || tokens.length > MOST_ASKED) return false
  const [only] = named
  if (only)
    return (
      named.length === 1 &&
      !isDirected(only) &&
      asksAmount(tokens.filter((_, at) => at < only.from || at >= only.to))
    )
  const words = wordsOf(tokens)
  return topicAsked(words, false) === 'medicationsInUse' && !recites(words) && !orders(words)
}

interface Spoken {
  role: Role | null
  phase: Phase
  named: readonly MedicationMention[]
  last: MedicineEntry | undefined
}

const MOST_ASKED = 9

/** "e a sinvastatina", without the mark that a recognizer leaves out. */
function asksByName(words: string, named: readonly MedicationMention[]): boolean {
  const [only] = named
  const isBare = only !== undefined && named.length === 1 && !isDirected(only)
  return (
    isBare &&
    /^e (?:o |a |os |as )?\p{L}+(?: \p{L}+){0,2}(?: em \p{L}+| que (?:\p{L}+ ){1,6}\p{L}+)?$/u.test(
      words,
    )
  )
}

/** Where another medicine is named nothing is said of this one: "sem insulina" names none. */
function isOwn(
  entry: MedicineEntry,
  { tokens }: Statement,
  named: readonly MedicationMention[],
): boolean {
  // "O ferro eu não tomei": of what it names first.
  if (/^(?:e |mas |ja )?[oa]s? \p{L}{3,} (?:eu|a gente)\b/u.test(wordsOf(tokens))) return false
  return named.every(
    ({ ingredient, lead }) =>
      sharesIngredient(entry, [ingredient]) || /^(?:sem|com)$/.test(tokens[lead - 1]?.norm ?? ''),
  )
}

/**
 * "O Ciclo 21. Quer dizer, acabou a cartela, então não tô tomando não": right behind its name, and
 * nothing else named.
 */
function isNoLonger(
  { section, statement, more }: MedicineEntry,
  next: Statement,
  words: string,
): boolean {
  const before = more.at(-1)?.statement ?? statement
  return (
    section === 'medicationsInUse' && next.index === before.index + 1 && TAKES_NO_MORE.test(words)
  )
}

const TAKES_NO_MORE =
  /^(?:(?:quer dizer|na verdade|alias|minto|mas|so que|nao|ah|e|so|ess[ea]|eu|ele|ela) )*(?:(?:ele|ela|o medico|a medica|o posto|voce|o senhor|a senhora)? ?(?:ja )?(?:tirou|tiraram|cortou|cortaram|suspendeu|suspenderam|acabou|acabaram)(?! (?:ontem|hoje) )|(?:\p{L}+ ){0,8}nao (?:to|tou|estou|esta|ta) (?:mais )?(?:tomando|usando)|(?:eu |ele |ela )?(?:ja )?(?:parei|parou|larguei|largou) (?:tem|faz|ha|de tomar|por conta|sozinh|$)|(?:eu |ele |ela )?nao (?:tomo|uso|toma|usa) mais)(?: |$)/u

function mayGoOn({ section }: MedicineEntry, role: Role | null): boolean {
  return role !== (section === 'prescriptions' ? 'patient' : 'doctor')
}

/** Stopped in so many words after it was named, and not taken up again. */
function isEnded(
  { ingredients, statement }: MedicineEntry,
  ended: ReadonlyMap<string, number>,
): boolean {
  return ingredients.every((each) => (ended.get(each) ?? -1) >= statement.index)
}

/** "A sertralina continua igual": with the dose that was told. */
function doseInUse(
  entry: MedicineEntry,
  inUse: readonly MedicineEntry[],
): MedicineEntry | undefined {
  if (entry.act !== 'continues' || entry.hasDose || entry.ingredients.length > 1) return undefined
  return inUse.find((each) => each.hasDose && sharesIngredient(each, entry.ingredients))
}
