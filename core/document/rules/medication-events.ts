/**
 * What becomes of each medicine that is named: it is taken, it is prescribed (begun, changed or continued), or neither
 * (stopped, taken long ago or by another person, refused, an allergy, only asked about). Decided by the verb that
 * governs the name, by the question that was asked and by where the visit stands.
 */
import { assertionAt, readScopes } from '../extractors/assertion.ts'
import type { MedicationFinder, MedicationMention } from '../extractors/medication-mentions.ts'
import { readNumbers } from '../extractors/numbers.ts'
import type { Statement } from '../extractors/statements.ts'
import type { Token } from '../extractors/tokens.ts'
import { pairAnswer } from '../extractors/turns.ts'
import { clausesOf, wordsOf } from './clauses.ts'
import { companionsOwn } from './companion.ts'
import type { Filed } from './gather.ts'
import { type Act, actOf } from './medication-act.ts'
import { confirm, type Entry, goOn, keep, sharesIngredient, toFiled } from './medication-entry.ts'
import { type Around, sectionOf } from './medication-section.ts'
import {
  corrected,
  isDiscarded,
  isLeftOpen,
  oldDose,
  stretchOf,
  untilNext,
} from './medication-stretch.ts'
import { asksOfThePast, orders, recites, topicAsked } from './medication-topic.ts'
import { isInstruction, isOfAnotherBed } from './noise.ts'
import type { Section } from './sections.ts'
import type { Role } from './speaker-role.ts'
import type { Phase } from './visit-phases.ts'

interface Visit {
  statements: readonly Statement[]
  roles: readonly (Role | null)[]
  phases: readonly Phase[]
  patientIsChild: boolean
  find: MedicationFinder
  /** Folded ingredients that have a field of their own in this model: no medicines there. */
  notHere?: ReadonlySet<string>
}

/** Every entry of medicines in use and prescribed, in order of time. */
export function medicationEvents(visit: Visit): Filed[] {
  const taken: Entry[] = []
  const prescribed: Entry[] = []
  const ended = { use: new Map<string, number>(), order: new Map<string, number>() }
  const spoken = new Set<string>()
  let topic: Section | null = null
  let askedAt = -9
  let listing = false
  let reciting = false
  let ofThePast = false
  let last: Entry | undefined
  const ofCompanion = companionsOwn(visit.statements, visit.roles, visit.patientIsChild)
  const isOld = visit.statements.some(({ tokens }) => OLD.test(wordsOf(tokens)))

  for (const statement of visit.statements) {
    const words = wordsOf(statement.tokens)
    if (statement.origin !== 'speech' || isInstruction(words) || isOfAnotherBed(words)) continue
    if (ofCompanion.has(statement.index)) continue
    const named = visit.find(statement.tokens)
    const role = visit.roles[statement.index] ?? null
    const phase = visit.phases[statement.index] ?? 'story'
    const asks = statement.question || asksByName(words, named)
    if (asks && !(role === 'doctor' && phase !== 'story' && DECIDES.test(words))) {
      // "Heparina?" asks also where the visit is further.
      const isName = role === 'doctor' && words.split(' ').length <= 3
      const asked = topicAsked(words, (phase === 'story' || isName) && named.length > 0)
      // "Todo dia?", "Quanto de cada?", "E agora?": the question before goes on.
      if (asked !== null || statement.tokens.length > 6) {
        if (asked !== 'medicationsInUse') listing = false
        topic = asked
      }
      if (asked !== null || statement.tokens.length > 3) ofThePast = asksOfThePast(words)
      askedAt = statement.index
      const answer = named.length === 1 ? answered(statement, named[0]!, visit) : undefined
      const order = named.length === 1 ? ordered(statement, named[0]!, visit) : undefined
      if (answer) keep(taken, answer)
      if (order === 'stop') ended.order.set(named[0]!.ingredient, statement.index)
      else if (order) prescribed.push(order)
      last = (order === 'stop' ? undefined : order) ?? answer ?? last
    } else {
      if (statement.index - askedAt > 4) topic = listing ? topic : null
      const late = statement.index * 2 > visit.statements.length
      if (role === 'doctor' && recites(words)) reciting = true
      else if (orders(words) || (named.length === 0 && words.split(' ').length > 4))
        reciting = false
      const known = named.some(({ ingredient }) => spoken.has(ingredient))
      if (statement.index - askedAt > 2) ofThePast = false
      const ofParent = isOld && topic === 'medicationsInUse' && PARENT_TAKES.test(words)
      const around = { topic, listing, reciting, known, ofThePast, ofParent, role, phase, late }
      const { entries, stopped } = entriesOf(statement, visit, around)
      const end =
        role === 'doctor' || (role === null && phase !== 'story') ? ended.order : ended.use
      const isLongOver = SUSPENDED.test(words)
      for (const ingredient of stopped) {
        end.set(ingredient, statement.index)
        if (isLongOver) ended.use.set(ingredient, statement.index)
      }
      if (entries.length === 0 && last && mayGoOn(last, role)) goOn(last, statement)
      else if (entries.length === 0 && last && phase === 'story') confirm(last, statement)
      for (const entry of entries) {
        last = entry
        if (entry.section === 'medicationsInUse') {
          listing = true
          keep(taken, entry)
        } else prescribed.push(entry)
      }
    }
    for (const { ingredient } of named) spoken.add(ingredient)
  }
  const isElsewhere = ({ ingredients }: Entry) =>
    ingredients.every((each) => visit.notHere?.has(each))
  const inUse = taken.filter((entry) => !isEnded(entry, ended.use) && !isElsewhere(entry))
  return [
    ...inUse.map((entry) => toFiled(entry)),
    ...prescribed
      .filter((entry) => !isEnded(entry, ended.order) && !(entry.isOpen && entry.more.length === 0))
      .map((entry) => toFiled(entry, doseInUse(entry, inUse))),
  ]
}

/** Asked of a patient of this age what is taken, a son or daughter answers: no parent of the patient takes it any more. */
const OLD =
  /\b(?:tenho|tem|com|paciente|idade) (?:de )?(?:6[5-9]|[789]\d) anos\b|^paciente\b.*\b(?:6[5-9]|[789]\d) anos\b/
const PARENT_TAKES =
  /^(?:(?:e|olha|bom|ah|a|o) )*(?:meu pai|minha mae) (?:so |tambem )?(?:toma|usa)\b/

/** Not stopped now, but before: "a losartana tá suspensa". */
const SUSPENDED = /\b(?:esta|ta|foi|ficou|estao|tao) suspens[oa]s?\b/

/** An order that ends in a question of its own: "Deixo dipirona fixa, e morfina … não, com a creatinina dela, oxicodona?" */
const DECIDES =
  /^(?:entao |e |ai )?(?:\p{L}+ (?:\p{L}+ )?(?=\d)|(?:deixo|mantenho|acrescento|passo|vou|faco|inicio|comeco|suspendo) ).*\b(?:miligramas?|mg|gramas?|g|ml|gotas|unidades|comprimidos?)\b/u

/** "e a sinvastatina", without the mark that a recognizer leaves out. */
function asksByName(words: string, named: readonly MedicationMention[]): boolean {
  const [only] = named
  const isBare = only !== undefined && named.length === 1 && !isDirected(only)
  return isBare && /^e (?:o |a |os |as )?\p{L}+(?: \p{L}+)?$/u.test(words)
}

function mayGoOn({ section }: Entry, role: Role | null): boolean {
  return role !== (section === 'prescriptions' ? 'patient' : 'doctor')
}

/** Stopped in so many words after it was named, and not taken up again. */
function isEnded({ ingredients, statement }: Entry, ended: ReadonlyMap<string, number>): boolean {
  return ingredients.every((each) => (ended.get(each) ?? -1) >= statement.index)
}

/** "A sertralina continua igual": with the dose that was told. */
function doseInUse(entry: Entry, inUse: readonly Entry[]): Entry | undefined {
  if (entry.act !== 'continues' || entry.hasDose || entry.ingredients.length > 1) return undefined
  return inUse.find((each) => each.hasDose && sharesIngredient(each, entry.ingredients))
}

const TAKEN =
  /^(?:(?:esse|essa|sim|isso|tomo|uso|so|todo dia|eu) )*(?:eu )?(?:tomo|uso|toma|usa|to|tou|estou|continuo|sigo|dou|pingo|aplico)\b/
const HOW_OFTEN =
  /^(?:(?:so|sempre|uns|umas|e|sim|isso) )*(?:(?:um|uma|dois|duas|tres|meio|\d+) (?:comprimid|gota|jato|vez|vezes|por dia|ao dia|de manha|a noite)|de (?:\d+|cinco|dez|quinze|vinte|trinta|quarenta|cinquenta|setenta|cem|cento)\b|de \w+ em \w+|(?:quase )?todo dia|todos os dias|tod[oa] (?:segunda|terca|quarta|quinta|sexta|sabado|domingo|semana|mes)|dia sim|a cada|de manha|a noite|em jejum)/

/** "Metformina?" "Essa eu tomo, 850, três vezes.": the question holds the name, the answer the rest. */
function answered(
  question: Statement,
  { ingredient }: MedicationMention,
  visit: Visit,
): Entry | undefined {
  const answer = visit.statements[question.index + 1]
  if (answer?.origin !== 'speech' || answer.question) return undefined
  if (visit.roles[answer.index] === 'doctor' || visit.find(answer.tokens).length > 0)
    return undefined
  if (pairAnswer(question.tokens, [answer.tokens]).asked.every((each) => each.answer === 'no'))
    return undefined
  const words = wordsOf(answer.tokens)
  if (!TAKEN.test(words) && !HOW_OFTEN.test(words)) return undefined
  if (visit.phases[question.index] !== 'story' || /\balergi/.test(wordsOf(question.tokens)))
    return undefined
  return {
    section: 'medicationsInUse',
    act: 'takes',
    ingredients: [ingredient],
    hasDose: HOW_OFTEN.test(words) || readNumbers(answer.tokens).some(({ article }) => !article),
    ...{ statement: question, start: 0, end: question.text.length, cuts: [] },
    more: [{ statement: answer, start: 0, end: answer.text.length }],
  }
}

const KEPT =
  /^(?:(?:esse|essa|ele|ela|sim|isso|a|o|pode|deve|por enquanto) )*(?:continua|continue|continuar|mantem|mantenha|manter|segue|igual|nao para|nao pare|fica)\b/
const ASKS_TO_KEEP = /\b(?:continu\w+|mant\w+|sigo|seguir|tomando|usando)\b/
const QUIT =
  /^(?:(?:esse|essa|ele|ela|sim|isso|pode|vai|tem que) )*(?:suspende|suspender|para|parar|pare|tira|tirar|larga|sai)\b/

const ASKS_TO_END = /\b(?:tirar|parar|cortar|suspender|largar|reduzir|diminuir)\b/
const FROM_NOW =
  /^(?:(?:entao|ai) )?(?:a partir de|por enquanto|agora|hoje|primeiro|comeca|essa semana)\b/

/** "Vai me tirar?" "Devagarinho. A partir de hoje um comprimido": the sentence of the answer that says how much. */
function dosed({ index, tokens }: Statement, visit: Visit): Statement | undefined {
  if (!ASKS_TO_END.test(wordsOf(tokens))) return undefined
  return visit.statements
    .slice(index + 1, index + 3)
    .find((each) => FROM_NOW.test(wordsOf(each.tokens)))
}

/** "E a goserelina?" "Continua, 10,8 a cada três meses.": asked of the doctor late in the visit, and answered with an order. */
function ordered(
  question: Statement,
  { ingredient, name, lead, from }: MedicationMention,
  visit: Visit,
): Entry | 'stop' | undefined {
  const { tokens } = question
  // "E o alopurinol, para na crise?": of more than its name only the name is quoted.
  const nameEnd = from + name.split(' ').length
  const isWhole = tokens.slice(nameEnd).every(({ kind }) => kind === 'mark')
  if (visit.phases[question.index] === 'story' || visit.roles[question.index] === 'doctor')
    return undefined
  const answer = dosed(question, visit) ?? visit.statements[question.index + 1]
  if (answer?.origin !== 'speech' || answer.question || visit.find(answer.tokens).length > 0)
    return undefined
  const words = wordsOf(answer.tokens)
  if (visit.roles[answer.index] === 'patient') return undefined
  if (QUIT.test(words)) return 'stop'
  const asked = wordsOf(question.tokens)
  const tapers = ASKS_TO_END.test(asked) && FROM_NOW.test(words)
  const keeps = ASKS_TO_KEEP.test(asked) && /^(?:pode|deve|sim|claro)\b/.test(words)
  if (!KEPT.test(words) && !keeps && !tapers) return undefined
  const hasDose = readNumbers(answer.tokens).some(({ article }) => !article)
  return {
    section: 'prescriptions',
    act: tapers ? 'changes' : 'continues',
    ingredients: [ingredient],
    hasDose,
    ...(isWhole
      ? { statement: question, start: 0, end: question.text.length, cuts: [] }
      : {
          statement: question,
          start: tokens[lead]!.start,
          end: tokens[nameEnd - 1]!.end,
          cuts: [],
        }),
    more: [{ statement: answer, start: 0, end: answer.text.length }],
  }
}

interface Found {
  entries: Entry[]
  /** Folded ingredients that are stopped, or were some time ago. */
  stopped: string[]
}

function entriesOf(statement: Statement, visit: Visit, around: Around): Found {
  const { tokens } = statement
  const mentions = together(visit.find(tokens), tokens)
  const found: Found = { entries: [], stopped: [] }
  if (mentions.length === 0) return found
  const scopes = readScopes(tokens)
  const clauses = clausesOf(statement)
  let last: Act | undefined
  let least = 0
  for (const [index, mention] of mentions.entries()) {
    const next = mentions[index + 1]
    const governed = actOf(tokens, mentions, index, last)
    const denied = assertionAt(scopes, mention.from) === 'denied'
    const { patientIsChild } = visit
    const isNamedOther = around.role !== 'doctor' && namesOther(statement, mention, visit)
    const place = { tokens, mentions, index, act: governed, denied, patientIsChild, isNamedOther }
    const section = sectionOf(place, around)
    if (isOver(statement, mention, governed)) found.stopped.push(mention.ingredient)
    last = governed
    const from = least
    least = tokens[mention.to - 1]!.end
    if (!section || isDiscarded(tokens, mention, next)) continue
    const doubted = assertionAt(scopes, mention.from) === 'doubted'
    const stretch = stretchOf(
      { mention, next, clauses, tokens, least: from },
      section,
      governed,
      doubted,
    )
    const until = next ? tokens[next.lead]!.start : statement.text.length
    const wrong = corrected(tokens, mention, until)
    const isOpen = !wrong && !next && isLeftOpen(tokens, mention)
    const start = stretch.start
    // What follows the right number is still of this medicine.
    const whole = wrong ? Math.max(stretch.end, untilNext(tokens, mention, next)) : stretch.end
    const name = tokens[mention.from + mention.name.split(' ').length - 1]!
    const end = isOpen
      ? name.end
      : statement.question
        ? Math.min(whole, pauseAfter(tokens, mention))
        : whole
    const cut = wrong ?? (governed === 'changes' ? oldDose(tokens, mention, end) : null)
    const previous = found.entries.at(-1)
    if (previous && start < previous.end) {
      previous.end = Math.max(previous.end, end)
      previous.ingredients.push(mention.ingredient)
      continue
    }
    const hasDose = (mention.dose ?? mention.quantity ?? mention.frequency) !== null
    const ingredients = [mention.ingredient]
    const cuts = cut ? [cut] : []
    found.entries.push({
      ...{ section, act: governed, ingredients, hasDose, statement, start, end, cuts, isOpen },
      more: [],
    })
  }
  return found
}

function isDirected({ dose, quantity, frequency, asNeeded }: MedicationMention): boolean {
  return (dose ?? quantity ?? frequency ?? asNeeded) !== null
}

/** "Tapazol, o metimazol, 20 mg", "codeína com paracetamol, de 30": two names of one medicine are one. */
function together(
  mentions: readonly MedicationMention[],
  tokens: readonly Token[],
): MedicationMention[] {
  return mentions.reduce<MedicationMention[]>((kept, mention) => {
    const last = kept.at(-1)
    const between = last && tokens.slice(last.to, mention.lead)
    const joint = between?.map(({ norm }) => norm).join(' ')
    if (last && /^(?:com|\+|mais|associad[oa] (?:a|com))$/.test(joint ?? '') && !isDirected(last)) {
      kept.splice(-1, 1, {
        ...mention,
        ingredient: last.ingredient,
        lead: last.lead,
        from: last.from,
      })
      return kept
    }
    if (
      last?.ingredient === mention.ingredient &&
      between &&
      between.length <= 5 &&
      !between.some(({ norm }) => /^(?:e|mas|depois|[.;?])$/.test(norm))
    )
      kept.splice(-1, 1, {
        ...mention,
        lead: last.lead,
        from: last.from,
        dose: last.dose ?? mention.dose,
      })
    else kept.push(mention)
    return kept
  }, [])
}

/** Character where a pause parts the order from the question behind it: "Prednisona 40 por cinco dias… você tem diabetes?" */
function pauseAfter(tokens: readonly Token[], { from }: MedicationMention): number {
  return tokens.slice(from).find(({ norm }) => norm === '…')?.start ?? Number.POSITIVE_INFINITY
}

/** "O Orlando toma zolpidem": by a name that no doctor calls in this visit. */
function namesOther(
  { text, tokens }: Statement,
  { from }: MedicationMention,
  visit: Visit,
): boolean {
  const before = text.slice(0, tokens[from]!.start)
  const name =
    /\b(?:[oa]|seu|dona) (\p{Lu}\p{Ll}+) (?:é que )?(?:toma|usa|tomava|usava)\b[^.;]*$/iu.exec(
      before,
    )?.[1]
  if (name === undefined || !/^\p{Lu}/u.test(name)) return false
  return !visit.statements.some(
    (each) => visit.roles[each.index] === 'doctor' && each.text.includes(name),
  )
}

/** "Suspende", "larguei", "cortaram": it is over; not "se der febre, para o Tapazol", nor a dose that was taken once. */
function isOver({ tokens }: Statement, { from, to }: MedicationMention, act: Act): boolean {
  if (act !== 'stops')
    return act === 'took' && ENDED.test(wordsOf(tokens.slice(Math.max(0, from - 6), to + 8)))
  const before = tokens.slice(0, from)
  return !before.some(({ norm }) => /^(?:se|caso|quando|:)$/.test(norm))
}

const ENDED =
  /\b(?:parei|parou|larguei|largou|suspendeu|suspendi|suspenderam|tirou|tiraram|cortaram|cortou|cortei|acabou|pararam|trocaram|trocou)\b/
