/**
 * Walks through the conversation once and files what was said under the places of one model. An answer that does not stand by itself
 * ("Não.", "Há três dias.") is quoted with its question, never without.
 */
import { mentionsFamily } from '../extractors/family.ts'
import type { Measurements } from '../extractors/measure.ts'
import type { MedicationFinder } from '../extractors/medication-mentions.ts'
import type { Statement } from '../extractors/statements.ts'
import type { Token } from '../extractors/tokens.ts'
import { choosesOf, pairAnswer } from '../extractors/turns.ts'
import { clauseGroups } from './clause-groups.ts'
import { type Clause, wordsOf } from './clauses.ts'
import { COMPANION_TELLS, companionsOwn } from './companion.ts'
import { complaintOf } from './complaint.ts'
import { type Filed, file } from './file-clause.ts'
import { isCare } from './medication-untaken.ts'
import {
  asksForNod,
  asksNothing,
  isInstruction,
  isNoise,
  isOfAnotherBed,
  isWarning,
} from './noise.ts'
import { isOwn, type Place } from './places.ts'
import { asItem } from './quote.ts'
import type { Routed, Router } from './router.ts'
import { answersItself, holdsNoLonger, isDisowned, segmentOf } from './said-again.ts'
import type { Role } from './speaker-role.ts'
import type { Phase } from './visit-phases.ts'
import { classesOf } from './word-classes.ts'

interface Options {
  router: Router
  roles: readonly (Role | null)[]
  phases: readonly Phase[]
  findMedications: MedicationFinder
  measurements: Measurements
  patientIsChild: boolean
}

interface Asked {
  statement: Statement
  places: ReadonlyMap<Place, number>
  /** Sentences that answer it by its own words, at least one. */
  answers: number
}

/** How far a question reaches, in sentences of the one who answers. */
const NEAR = 3
/** What is left of the question's weight in each sentence of the answer. */
const FADES = [1, 0.55, 0.4] as const

/** Everything said that a record holds, in order of time. */
export function gather(statements: readonly Statement[], options: Options): Filed[] {
  const { router, roles } = options
  const measured = new Set(options.measurements.all.map(({ statement }) => statement.index))
  const ofCompanion = companionsOwn(statements, roles, options.patientIsChild)
  const filed: Filed[] = []
  let question: Asked | undefined
  let answers = 0
  let relative: unknown
  let other: unknown
  const isOfFamily = ({ tokens }: Pick<Clause, 'tokens'>) =>
    mentionsFamily(tokens, options.patientIsChild)
  const names = ({ tokens }: Clause) =>
    options.findMedications(tokens).some((mention) => !isCare(mention))
  for (const statement of statements) {
    if (statement.origin !== 'speech') continue
    const words = wordsOf(statement.tokens)
    if (isInstruction(words) || isOfAnotherBed(words) || isWarning(words)) continue
    if (roles[statement.index] !== 'doctor' && isCompanionsOwn(words)) continue
    const next = statements[statement.index + 1]
    const namesNone = options.findMedications(statement.tokens).length === 0
    if (namesNone && holdsNoLonger(statement, next)) continue
    // "A ibuprofeno. Incha o olho. Não, minto, foi a dipirona."
    const soon = statements.slice(statement.index + 1, statement.index + 1 + NEAR)
    if (!namesNone && soon.some((each) => isDisowned(statement, each))) continue
    const role = roles[statement.index] ?? null
    // "Ultrassom antes de começar, tá?": what the doctor says, with a nod asked for.
    if (statement.question && !(role === 'doctor' && asksForNod(words))) {
      const places =
        role === 'patient' ? new Map() : router.asks(words, classesOf(words.split(' ')))
      // "Fadiga?" "De zero a dez? Sete.": whoever says so, the question stands.
      if (question && OF_A_SCALE.test(words)) continue
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
      else if (question) question = { ...question, statement }
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
    if (isNoise(words) && !(answered && ANSWERS.test(words))) continue
    if (!answered && BARE_REFERENCE.test(words)) continue
    const asked = new Map([...(answered?.places ?? [])].map(([id, share]) => [id, share * fade]))
    const ofRelative = relative !== undefined && relative === segmentOf(statement)
    const ofParent = ofCompanion.has(statement.index) && asked.has('family')
    const groups = clauseGroups(statement, role, asked, options).map((each) =>
      ofParent || (ofRelative && goesOnOfRelative(each.clause))
        ? { ...each, routed: OF_FAMILY }
        : each,
    )
    relative = groups.some(({ routed }) => routed.place === 'family')
      ? segmentOf(statement)
      : undefined
    for (const { clause, routed } of groups) {
      if (measured.has(statement.index) && !outweighs(routed)) continue
      const placed = routed.place ?? ''
      // "Cesárea, porque minha pressão subiu.": of the child as well, where the model asks.
      const isOfOther =
        ofCompanion.has(statement.index) && !COMPANION_TELLS.has(placed) && !isOwn(placed)
      if (isOfOther && !routed.beside.some(isOwn)) continue
      // Asked what is taken: a relative's medicine is no history of the family.
      if (placed === 'family' && asked.has('medicationsInUse') && names(clause)) continue
      if (placed === 'social' && names(clause) && isOfFamily(clause)) continue
      if (placed === 'allergies' && UNKNOWN.test(clause.words)) continue
      const withQuestion =
        answered &&
        !routed.alone &&
        answers <= answered.answers &&
        !(standsAlone(clause) && choosesOf(answered.statement.tokens, clause.tokens))
      // A medicine named in answer to something else is its own matter.
      const strays = !routed.alone && routed.place !== 'allergies' && names(clause)
      if (strays && routed.beside.length === 0) continue
      if (placed === 'orientations' && !withQuestion && isNoAdvice(clause.words)) continue
      const context = { role, phase: options.phases[statement.index] ?? 'story' }
      const own = isOfOther ? { ...routed, place: null } : routed
      file(filed, clause, own, withQuestion ? answered.statement : undefined, options, context)
    }
  }
  const complaints = complaintOf(
    statements,
    roles,
    ({ tokens, index }) =>
      !ofCompanion.has(index) &&
      !isOfAnotherBed(wordsOf(tokens)) &&
      !isWarning(wordsOf(tokens)) &&
      !mentionsFamily(withoutAddress(tokens), options.patientIsChild) &&
      options.findMedications(tokens).length === 0,
  )
  // The complaint opens the story, wherever else its words may belong.
  const told = new Set(
    filed.filter(({ section }) => section === 'presentIllness').map(({ text }) => text.index),
  )
  const opening = complaints.flatMap((text): Filed[] => [
    { section: 'complaint', text, items: [asItem(text)] },
    ...(told.has(text.index) ? [] : [{ section: 'presentIllness' as const, text, items: [] }]),
  ])
  return [...opening, ...filed]
}

/** "Tô, meu filho, e um cansaço": who is spoken to is no relative of the patient. */
function withoutAddress(tokens: readonly Token[]): Token[] {
  const isAddress = (at: number) =>
    /^(?:filh[oa]|querid[oa])$/.test(tokens[at]?.norm ?? '') &&
    /^(?:meu|minha)$/.test(tokens[at - 1]?.norm ?? '') &&
    /^[,.!?]$/.test(tokens[at + 1]?.norm ?? '.') &&
    (at < 2 || /^[,.!?]$/.test(tokens[at - 2]!.norm))
  return tokens.filter((_, at) => !isAddress(at))
}

/** "O Symbicort da gaveta é meu, que eu tenho asma", "quem pôs prótese foi meu marido": told so that nobody takes it for the patient's. */
function isCompanionsOwn(words: string): boolean {
  return /^(?:o|a|esse|essa) (?:\p{L}+ ){1,4}e (?:meu|minha)\b|^quem (?:\p{L}+ ){1,4}(?:foi|e|era) (?:o |a )?(?:meu|minha)\b/u.test(
    words,
  )
}

/** "Minha mãe é gêmea. E tem pressão alta, …": of her, not of the one who says it. */
function goesOnOfRelative({ words }: Clause): boolean {
  return /^(?:e |mas |ai |tambem )*(?:ela |ele )?(?:tem|teve|morreu|faleceu|toma|usa|era|vive|trata|operou|fez|descobriu|sofre|enfartou|infartou)\b/.test(
    words,
  )
}

const OF_FAMILY: Routed = { place: 'family', score: 5, alone: true, beside: [] }

/** What is left of a question when another follows in the same breath. */
const EARLIER = 0.5

/** "Alguma doença? Toma outro remédio?": of two questions in one breath the answer may mean either. */
function withBefore(
  before: Asked | undefined,
  statement: Statement,
  places: ReadonlyMap<Place, number>,
): ReadonlyMap<Place, number> {
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

function readsOff(question: Asked | undefined, statement: Statement): boolean {
  const isOfEntry = [...(question?.places.keys() ?? [])].some(isOwn)
  return question !== undefined && isOfEntry && answersItself(question.statement, statement)
}

/** "Trombose, na perna esquerda.", "Só pressão.": names what it means. */
function standsAlone({ words }: Clause): boolean {
  return /^(?:so|somente|apenas) /.test(words) || classesOf(words.split(' ')).has('#disease')
}

/** "Uma vez por semana.", "Seis comprimidos de 2,5, na terça.": how a medicine is taken, told of it elsewhere. */
function isNoAdvice(words: string): boolean {
  if (words.split(' ').length < 3) return !ADVISES.test(words)
  return (DIRECTIONS.test(words) || CHANGES_DOSE.test(words)) && !COMES_BACK.test(words)
}

/** "Vou diminuir pra dois e meio", "continua quarenta": of a medicine that it does not name. */
const CHANGES_DOSE =
  /^(?:(?:e|ai|entao|mas) )*(?:(?:eu |a gente )?(?:vou|vamos) (?:so )?(?:diminuir|aumentar|tirar|suspender|trocar|reduzir|subir|baixar|dobrar)(?: (?:tambem|hoje|agora|faz|pra|para|de|uma?|mais|isso)\b|$)|(?:continua|mantem|fica|ficam) (?:com )?(?:\d|um|uma|dois|duas|tres|cinco|dez|vinte|trinta|quarenta|cinquenta|cem|meio)\b)/

const ADVISES =
  /\b(?:repouso|gelo|volt\p{L}+|retorn\p{L}+|beb\p{L}+|lav\p{L}+|evit\p{L}+|caminh\p{L}+|hidrat\p{L}+|compressa\p{L}*|dieta|jejum|par[ae] de|usa\p{L}*|mant\p{L}+|observ\p{L}+|descans\p{L}+|sol|protetor|fisio\p{L}*)\b/u

const DIRECTIONS =
  /^(?:(?:e|ai|entao|depois|toma|tomar|so|sempre|no maximo|fica|sao) )*(?:(?:um|uma|dois|duas|tres|quatro|cinco|seis|meio|\d+) (?:comprimid\p{L}+|gotas?|jatos?|capsulas?|ml|puffs?|vezes|vez)|de \p{L}+ em \p{L}+|de \d+ em \d+)\b/u
const COMES_BACK =
  /\b(?:volt\p{L}+|retorn\p{L}+|rev\p{L}+|exame|consulta|caminh\p{L}+|agua|lava\p{L}*|banho|compressa|gelo)\b/u

const OF_A_SCALE = /^(?:(?:assim|mas|e|nota) )*de (?:zero|um|0|1) a (?:dez|10)$/
/** "Esse piorou.": of what was named before, and without it nothing. */
const BARE_REFERENCE =
  /^(?:mas |e |ai )?(?:ess[ea]|aquel[ea]) (?:eu |ele |ela )?\p{L}+(?: \p{L}+)?$/u
const OF_THE_OTHER =
  /^(?:mas|e|ai|so que) (?:\p{L}+ ){1,5}(?:nel[ea]|del[ea]|pr[ao] el[ea]|el[ea])$/u
const UNKNOWN = /\bnao sei\b|\bnunca (?:tomei|usei)\b/
const HESITATES =
  /^(?:(?:ah|hum|olha|entao|ai|e|bom|doutora?|nossa|xi|que eu) )*(?:deixa eu (?:ver|pensar|lembrar)|perai|como assim|ai meu deus|espera ai|pensando|e agora)(?: (?:aqui|direito|bem|so))?$/
const ANSWERS =
  /^(?:sim|nao|isso|e isso|certo|aham|uhum|tenho|tomo|nunca|nenhum|nenhuma|nada|as vezes)\b/

/** A sentence with a measurement is filed beside it only for what else it surely says. */
function outweighs({ place, alone, score }: Routed): boolean {
  return alone && score >= 4.5 && place !== 'examResults'
}

/** How many sentences after a question answer it, fillers ("Hum.", "Deixa eu ver.") included; at least one. */
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
