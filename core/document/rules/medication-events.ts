/**
 * What becomes of each medicine that is named: it is taken, it is prescribed (begun, changed or continued), or neither
 * (stopped, taken long ago or by another person, refused, an allergy, only asked about). Decided by the verb that
 * governs the name, by the question that was asked and by where the visit stands.
 */
import { assertionAt, readScopes } from '../extractors/assertion.ts'
import type { MedicationFinder, MedicationMention } from '../extractors/medication-mentions.ts'
import type { Statement } from '../extractors/statements.ts'
import type { Token } from '../extractors/tokens.ts'
import { pairAnswer } from '../extractors/turns.ts'
import { clausesOf, wordsOf } from './clauses.ts'
import type { Filed } from './gather.ts'
import { type Act, actOf } from './medication-act.ts'
import { type Around, type MedicationSection, sectionOf } from './medication-section.ts'
import { corrected, oldDose, stretchOf } from './medication-stretch.ts'
import { isInstruction } from './noise.ts'
import { topicOf } from './question-topic.ts'
import { asItem, joinQuotes, quote } from './quote.ts'
import type { Section } from './sections.ts'
import type { Role } from './speaker-role.ts'
import type { Phase } from './visit-phases.ts'

interface Visit {
  statements: readonly Statement[]
  roles: readonly (Role | null)[]
  phases: readonly Phase[]
  patientIsChild: boolean
  find: MedicationFinder
}

/** Every entry of medicines in use and prescribed, in order of time. */
export function medicationEvents(visit: Visit): Filed[] {
  const taken: Event[] = []
  const prescribed: Event[] = []
  let topic: Section | null = null
  let askedAt = -9
  let listing = false
  let last: Event | undefined

  for (const statement of visit.statements) {
    if (statement.origin !== 'speech' || isInstruction(wordsOf(statement.tokens))) continue
    if (statement.question) {
      const named = visit.find(statement.tokens)
      const inStory = visit.phases[statement.index] === 'story'
      const asked =
        (inStory && named.length > 0) || TAKING.test(wordsOf(statement.tokens))
          ? 'medicationsInUse'
          : topicOf(wordsOf(statement.tokens))
      // "Todo dia?", "Quanto de cada?", "E agora?": the question before goes on.
      if (asked !== null || statement.tokens.length > 6) {
        if (asked !== 'medicationsInUse') listing = false
        topic = asked
      }
      askedAt = statement.index
      const answer = named.length === 1 ? answered(statement, named[0]!, visit) : undefined
      if (answer) {
        keep(taken, answer)
        last = answer
      }
      continue
    }
    if (statement.index - askedAt > 4) topic = listing ? topic : null
    const role = visit.roles[statement.index] ?? null
    const phase = visit.phases[statement.index] ?? 'story'
    const late = statement.index * 2 > visit.statements.length
    const events = eventsOf(statement, visit, {
      ...{ topic, listing, role, phase, late },
      ends: statement.index * 3 > visit.statements.length * 2,
    })
    if (events.length === 0) {
      goOn(last, statement, visit)
      continue
    }
    for (const event of events) {
      last = event
      if (event.section === 'medicationsInUse') {
        listing = true
        keep(taken, event)
      } else prescribed.push(event)
    }
  }
  return [...taken, ...prescribed].map(toFiled)
}

interface Event {
  section: MedicationSection
  ingredients: string[]
  hasDose: boolean
  statement: Statement
  /** Characters of the statement. */
  start: number
  end: number
  /** Characters left out: "de 75" of "sobe de 75 pra 100", which holds no longer. */
  cut: [start: number, end: number] | null
  /** Sentences that go on with the directions. */
  more: Statement[]
}

/** A medicine told twice is told once, with its dose. */
function keep(events: Event[], event: Event): void {
  const known = events.findIndex(({ ingredients }) =>
    ingredients.some((each) => event.ingredients.includes(each)),
  )
  if (known < 0) events.push(event)
  else if (!events[known]!.hasDose && event.hasDose && events[known]!.ingredients.length === 1)
    events.splice(known, 1, event)
}

function toFiled({ section, statement, start, end, cut, more }: Event): Filed {
  const own = cut
    ? [quote(statement, start, cut[0]), quote(statement, cut[1], end)]
    : [quote(statement, start, end)]
  const said = [...own, ...more.map((each) => quote(each))].filter((each) => each !== undefined)
  const text = joinQuotes(said)!
  return { section, text, items: [asItem(text)] }
}

/** "São dois comprimidos de 10, uma vez ao dia." right after a medicine: its directions go on. */
function goOn(last: Event | undefined, statement: Statement, visit: Visit): void {
  const before = last && [last.statement, ...last.more].at(-1)!
  if (!last || !before || statement.index !== before.index + 1) return
  const words = wordsOf(statement.tokens)
  const other = last.section === 'prescriptions' ? 'patient' : 'doctor'
  if (visit.roles[statement.index] === other || !GOES_ON.test(words)) return
  if (words.split(' ').length <= 16 && !last.more.includes(statement)) last.more.push(statement)
}

const TAKING =
  /^(?:(?:e|entao|mas|ai|hoje|o senhor|a senhora|voce|ele|ela) )*(?:toma|tomando|usa|usando|faz uso)\b(?! (?:cafe|banho|cerveja|bebida|alcool|droga|drogas|oculos|agua|sol|vacina|cuidado|epi|aparelho|tela))/
const TAKEN =
  /^(?:(?:esse|essa|sim|isso|tomo|uso|so|todo dia|eu) )*(?:eu )?(?:tomo|uso|toma|usa|to tomando|estou tomando)\b/

/** "Metformina?" "Essa eu tomo, 850, três vezes.": the question holds the name, the answer the rest. */
function answered(
  question: Statement,
  { ingredient }: MedicationMention,
  visit: Visit,
): Event | undefined {
  const answer = visit.statements[question.index + 1]
  if (answer?.origin !== 'speech' || answer.question) return undefined
  if (visit.roles[answer.index] === 'doctor' || visit.find(answer.tokens).length > 0)
    return undefined
  if (pairAnswer(question.tokens, [answer.tokens]).asked.every((each) => each.answer === 'no'))
    return undefined
  const words = wordsOf(answer.tokens)
  if (!TAKEN.test(words) && !(GOES_ON.test(words) && !/^(?:nao|nunca)/.test(words)))
    return undefined
  if (visit.phases[question.index] !== 'story' || /\balergi/.test(wordsOf(question.tokens)))
    return undefined
  return {
    section: 'medicationsInUse',
    ingredients: [ingredient],
    hasDose: /\d|mil|cem|vinte|dez/.test(words),
    statement: question,
    start: 0,
    end: question.text.length,
    cut: null,
    more: [answer],
  }
}

const GOES_ON =
  /^(?:(?:ai |dai |e |sao |entao |depois |toma |tomar |pode tomar |usa |uns |umas |por |durante |so |sempre |cada )*)(?:(?:um|uma|dois|duas|tres|meio|meia|quatro|cinco|seis|\d+) (?:comprimid|gota|jato|capsula|vez|vezes|ml|por dia|ao dia|de manha|a noite|em|puff|sache|ampola|aplicac|unidade|mg|miligrama|dias|semanas)|de \w+ em \w+|(?:quase )?todo dia|todos os dias|dia sim|a cada|de manha|a noite|em jejum|antes d|depois d[oae]|se (?:tiver|dor|doer|febre|precisar)|uso continuo)/

function eventsOf(statement: Statement, visit: Visit, around: Around): Event[] {
  const { tokens } = statement
  const mentions = together(visit.find(tokens), tokens)
  if (mentions.length === 0) return []
  const scopes = readScopes(tokens)
  const clauses = clausesOf(statement)
  const events: Event[] = []
  let last: Act | undefined
  let least = 0
  for (const [index, mention] of mentions.entries()) {
    const next = mentions[index + 1]
    const governed = actOf(tokens, mentions, index, last)
    const denied = assertionAt(scopes, mention.from) === 'denied'
    const section = sectionOf(
      mention,
      { tokens, mentions, index },
      governed,
      denied,
      around,
      visit.patientIsChild,
    )
    last = governed
    const from = least
    least = tokens[mention.to - 1]!.end
    if (!section) continue
    const doubted = assertionAt(scopes, mention.from) === 'doubted'
    const { start, end } = stretchOf(
      { mention, next, clauses, tokens, least: from },
      section,
      governed,
      doubted,
    )
    const cut =
      corrected(tokens, mention, end) ??
      (governed === 'changes' ? oldDose(tokens, mention, end) : null)
    const previous = events.at(-1)
    if (previous && start < previous.end) {
      previous.end = Math.max(previous.end, end)
      previous.ingredients.push(mention.ingredient)
      continue
    }
    const hasDose = (mention.dose ?? mention.quantity ?? mention.frequency) !== null
    const ingredients = [mention.ingredient]
    events.push({ section, ingredients, hasDose, statement, start, end, cut, more: [] })
  }
  return events
}

/** "Tapazol, o metimazol, 20 mg": two names of one medicine are one. */
function together(
  mentions: readonly MedicationMention[],
  tokens: readonly Token[],
): MedicationMention[] {
  return mentions.reduce<MedicationMention[]>((kept, mention) => {
    const last = kept.at(-1)
    const between = last && tokens.slice(last.to, mention.lead)
    if (
      last?.ingredient === mention.ingredient &&
      between &&
      between.length <= 3 &&
      !between.some(({ norm }) => /^(?:e|mas|depois)$/.test(norm))
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
