/**
 * Walks through the conversation once: which clauses a record may hold, with the question that each
 * answers and the place where the router puts it. What is addressed to the writer, called off, of
 * another bed or told by a companion of itself is not among them.
 */
import { mentionsFamily } from '../../portuguese/family.ts'
import {
  asksForNod,
  asksNothing,
  isInstruction,
  isNoise,
  isWarning,
  mentionsAnotherPatient,
} from '../../portuguese/noise.ts'
import { pairAnswer } from '../../portuguese/turns.ts'
import { classesOf } from '../../portuguese/word-classes.ts'
import { type Measurements, measuredSentences } from '../measures/measurement.ts'
import type { MedicationFinder } from '../medicines/medication-mentions.ts'
import { type Clause, wordsOf } from '../pieces/clauses.ts'
import { companionsOwn } from '../pieces/companion.ts'
import type { Role } from '../pieces/piece.ts'
import {
  answersItself,
  isCalledOff,
  isCorrectedBy,
  isRetracted,
  segmentOf,
} from '../pieces/said-again.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Phase } from '../pieces/visit-phases.ts'
import { clauseGroups } from './clause-groups.ts'
import { type Feature, featuresOf } from './features.ts'
import { onlyCalls } from './fillers.ts'
import { type FilingPlace, isOwn } from './places.ts'
import type { Routed, Router } from './router.ts'

export interface ConversationOptions {
  router: Router
  roles: readonly (Role | null)[]
  phases: readonly Phase[]
  findMedications: MedicationFinder
  measurements: Measurements
  patientIsChild: boolean
}

interface Asked {
  statement: Statement
  places: ReadonlyMap<FilingPlace, number>
  /** Sentences that answer it by its own words, at least one. */
  answers: number
}

/** One clause, or neighbours of one place, and what stands around it. */
export interface SaidClause {
  clause: Clause
  routed: Routed
  role: Role | null
  phase: Phase
  /** The question that it answers. */
  answered: Asked | undefined
  /** Of the doctor: the patient's question right before it. */
  askedBack: Statement | undefined
  /** What that asks for, with how much it still counts. */
  asked: ReadonlyMap<FilingPlace, number>
  /** What it is beside its words. */
  features: ReadonlySet<Feature>
  /** Its sentence reads out a measure. */
  isMeasured: boolean
  /** How many sentences it is behind the question; its own answer is the first. */
  answers: number
}

/** How far a question reaches, in sentences of the one who answers. */
const NEAR = 3
/** What is left of the question's weight in each sentence of the answer. */
const FADES = [1, 0.55, 0.4] as const

/** Everything said that a record may hold, in order of time. */
export function saidClauses(
  statements: readonly Statement[],
  options: ConversationOptions,
): SaidClause[] {
  const { router, roles, phases } = options
  const measured = measuredSentences(options.measurements)
  const ofCompanion = companionsOwn(statements, roles, options.patientIsChild)
  const said: SaidClause[] = []
  let question: Asked | undefined
  let answers = 0
  let relative: unknown
  let other: unknown
  const isOfFamily = ({ tokens }: Pick<Clause, 'tokens'>) =>
    mentionsFamily(tokens, options.patientIsChild)
  for (const statement of statements) {
    if (statement.origin !== 'speech') continue
    const words = wordsOf(statement.tokens)
    if (isInstruction(words) || mentionsAnotherPatient(words) || isWarning(words)) continue
    const namesNone = options.findMedications(statement.tokens).length === 0
    if (roles[statement.index] !== 'doctor' && isCompanionsOwn(words, !namesNone)) continue
    const next = statements[statement.index + 1]
    const before = statements[statement.index - 1]
    if (isCalledOff(statement, next) || (before && isCalledOff(before, statement))) continue
    if (namesNone && isRetracted(statement, next)) continue
    // "A ibuprofeno. Incha o olho. Não, minto, foi a dipirona."
    const soon = statements.slice(statement.index + 1, statement.index + 1 + NEAR)
    if (!namesNone && soon.some((each) => isCorrectedBy(statement, each))) continue
    const guessed = roles[statement.index] ?? null
    const role = isAllergen(question, statement, words) ? 'patient' : guessed
    // "Ultrassom antes de começar, tá?": what the doctor says, with a nod asked for.
    if (statement.question && !(role === 'doctor' && asksForNod(words))) {
      // "Alergia?" is a doctor's, whoever seems to ask.
      const isPatients = role === 'patient' && !ASKS_ALLERGY.test(words)
      const places = isPatients ? new Map() : router.asks(words, classesOf(words.split(' ')))
      // "Fadiga?" "De zero a dez? Sete.": whoever says so, the question stands.
      if (question && OF_A_SCALE.test(words)) {
        if (question.statement.index < statement.index - 1) question = { ...question, statement }
        answers = 0
        continue
      }
      // "Todo dia?": what was asked before goes on.
      if (asksNothing(words) && ![...places.keys()].some(isOwn)) question = undefined
      // "Fadiga?" "De zero a dez?" "Sete.": asked back, the question stands.
      else if (role === 'patient' && question && words.split(' ').length <= 5) continue
      else if (places.size > 0 || role === 'patient' || words.split(' ').length > 5)
        question = {
          statement,
          places: withBefore(question, statement, places),
          answers: answersIn(statement, statements),
        }
      else if (question) question = { ...question, statement, places: goneOn(question, words) }
      answers = 0
      continue
    }
    const isDone = (role === 'doctor' && !readsOff(question, statement)) || answers >= NEAR
    const answered = isDone ? undefined : question
    if (role === 'doctor') question = undefined
    const fade = FADES[answers] ?? 0
    answers += 1
    // "Minha prima tomou Roacutan. Mas deu depressão nela."
    if (other !== undefined && other === segmentOf(statement) && OF_THE_OTHER.test(words)) continue
    other = role !== 'doctor' && isOfFamily(statement) ? segmentOf(statement) : undefined
    // Who thinks aloud has not answered yet.
    if (answered && HESITATES.test(words)) continue
    if (onlyCalls(words)) continue
    if (isNoise(words) && !(answered && ANSWERS.test(words))) continue
    if (!answered && BARE_REFERENCE.test(words)) continue
    const asked = new Map([...(answered?.places ?? [])].map(([id, share]) => [id, share * fade]))
    const ofRelative = relative !== undefined && relative === segmentOf(statement)
    const ofParent = ofCompanion.has(statement.index) && asked.has('family')
    const groups = clauseGroups(statement, role, asked, { ...options, next: soon }).map((each) =>
      ofParent || (ofRelative && continuesAboutRelative(each.clause))
        ? { ...each, routed: OF_FAMILY }
        : each,
    )
    relative = groups.some(({ routed }) => routed.place === 'family')
      ? segmentOf(statement)
      : undefined
    const phase = phases[statement.index] ?? 'story'
    const isAskedBack = role === 'doctor' && before?.question && roles[before.index] === 'patient'
    const askedBack = isAskedBack ? before : undefined
    for (const group of groups) {
      const medications = options.findMedications(group.clause.tokens)
      const context = { role, medications, phase, patientIsChild: options.patientIsChild }
      const features = featuresOf(group.clause, context)
      const isMeasured = measured.has(statement.index)
      const own = { clause: group.clause, routed: group.routed, role, phase, features, isMeasured }
      said.push({ ...own, answered, askedBack, asked, answers })
    }
  }
  return said
}

/**
 * "O Symbicort da gaveta é meu, que eu tenho asma", "quem pôs prótese foi meu marido": told so that
 * nobody takes it for the patient's.
 */
function isCompanionsOwn(words: string, namesMedicine: boolean): boolean {
  if (namesMedicine && /^(?:\p{L}+ ){1,4}(?:e|sao) (?:meus?|minhas?)\b/u.test(words)) return true
  return /^(?:o|a|esse|essa) (?:\p{L}+ ){1,4}e (?:meu|minha)\b|^quem (?:\p{L}+ ){1,4}(?:foi|e|era) (?:o |a )?(?:meu|minha)\b/u.test(
    words,
  )
}

/** "Minha mãe é gêmea. E tem pressão alta, …": of her, not of the one who says it. */
function continuesAboutRelative({ words }: Clause): boolean {
  return /^(?:e |mas |ai |tambem )*(?:ela |ele )?(?:tem|teve|morreu|faleceu|toma|usa|era|vive|trata|operou|fez|descobriu|sofre|enfartou|infartou)\b/.test(
    words,
  )
}

const OF_FAMILY: Routed = {
  place: 'family',
  score: 5,
  alone: true,
  beside: [],
  scores: new Map([['family', 5]]),
}

/** What is left of a question when another follows in the same breath. */
const EARLIER = 0.5

/**
 * "Alguma doença? Toma outro remédio?": of two questions in one breath the answer may mean either.
 */
function withBefore(
  before: Asked | undefined,
  statement: Statement,
  places: ReadonlyMap<FilingPlace, number>,
): ReadonlyMap<FilingPlace, number> {
  const isOneBreath =
    before?.statement.index === statement.index - 1 &&
    segmentOf(before.statement) === segmentOf(statement)
  return isOneBreath
    ? new Map([
        ...[...before.places].map(([id, share]) => [id, share * EARLIER] as const),
        ...places,
      ])
    : places
}

/**
 * "Quantas vezes?" asks on. "Mamou no peito?" asks something else, which no table knows: its answer
 * belongs nowhere that the question before asked for.
 */
function goneOn({ places }: Asked, words: string): Asked['places'] {
  return ASKS_ON.test(words) ? places : new Map()
}

const ASKS_ON =
  /^(?:(?:e|mas|entao|quant[oa]s?|qual|quais|quando|como|onde|quem|desde|ha|faz|tod[oa]s?|sempre|dias?|vez|vezes|por|semanas?|tempo|anos?|mes|meses|o|a|os|as|de|do|da|em|no|na|que|isso|ess[ea]s?|mais|menos|muito|pouco|agora|hoje|direit[oa]|esquerd[oa]|lado|ou|uma?|certo|so|ate|com|pra|para|ne|sim|nao|foi|e|era)(?: |$))+$/

function readsOff(question: Asked | undefined, statement: Statement): boolean {
  const isOfEntry = [...(question?.places.keys() ?? [])].some(isOwn)
  return question !== undefined && isOfEntry && answersItself(question.statement, statement)
}

/** "Alergia?" "Sulfa.": so short an answer tells nobody who gave it. */
function isAllergen(question: Asked | undefined, said: Statement, words: string): boolean {
  return (
    !said.question &&
    question?.statement.index === said.index - 1 &&
    question.places.has('allergies') &&
    words.split(' ').length <= MOST_ALLERGEN_WORDS
  )
}

const ASKS_ALLERGY =
  /^(?:(?:e|tem|alguma|algum|outra) )*(?:alergia|alergic[oa])s?(?: (?:a|de) (?:algum )?(?:remedio|medicamento|comida)s?)?$/
const MOST_ALLERGEN_WORDS = 4

const OF_A_SCALE = /^(?:(?:assim|mas|e|nota) )*de (?:zero|um|0|1) a (?:dez|10)$/
/** "Esse piorou.": of what was named before, and without it nothing. */
const BARE_REFERENCE =
  /^(?:mas |e |ai )?(?:ess[ea]|aquel[ea]) (?:eu |ele |ela )?\p{L}+(?: \p{L}+)?$/u
const OF_THE_OTHER =
  /^(?:mas|e|ai|so que) (?:\p{L}+ ){1,5}(?:nel[ea]|del[ea]|pr[ao] el[ea]|el[ea])$/u
const HESITATES =
  /^(?:(?:ah|hum|olha|entao|ai|e|bom|doutora?|nossa|xi|que eu) )*(?:deixa eu (?:ver|pensar|lembrar)|perai|como assim|ai meu deus|espera ai|pensando|e agora)(?: (?:aqui|direito|bem|so))?$/
const ANSWERS =
  /^(?:sim|nao|isso|e isso|certo|aham|uhum|tenho|tomo|nunca|nenhum|nenhuma|nada|as vezes)\b/

/**
 * How many sentences after a question answer it, fillers ("Hum.", "Deixa eu ver.") included; at
 * least one.
 */
function answersIn({ index, tokens }: Statement, statements: readonly Statement[]): number {
  const after = statements.slice(index + 1, index + 1 + NEAR)
  const end = after.findIndex(({ question, origin }) => question || origin !== 'speech')
  const answers = end < 0 ? after : after.slice(0, end)
  const { sentences } = pairAnswer(
    tokens,
    answers.map((each) => each.tokens),
  )
  return Math.max(1, sentences)
}
