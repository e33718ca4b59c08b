/**
 * Walks through the conversation once and files what was said under the places of one model. An answer that does not stand by itself
 * ("Não.", "Há três dias.") is quoted with its question, never without.
 */
import { mentionsFamily } from '../extractors/family.ts'
import type { Measurements } from '../extractors/measure.ts'
import type { MedicationFinder } from '../extractors/medication-mentions.ts'
import { readNumbers } from '../extractors/numbers.ts'
import { readSectionCues } from '../extractors/section-cues.ts'
import type { Statement } from '../extractors/statements.ts'
import { choosesOf, pairAnswer } from '../extractors/turns.ts'
import { type Clause, clausesOf, joinClauses, wordsOf } from './clauses.ts'
import { COMPANION_TELLS, companionsOwn } from './companion.ts'
import { complaintOf } from './complaint.ts'
import { partOf } from './entry-part.ts'
import { trimmedQuote } from './fillers.ts'
import { listItems } from './list-items.ts'
import { isDirections } from './medication-directions-alone.ts'
import { isCare } from './medication-section.ts'
import {
  asksForNod,
  asksNothing,
  isInstruction,
  isNoise,
  isOfAnotherBed,
  isWarning,
} from './noise.ts'
import type { Place } from './places.ts'
import { asItem, joinQuotes, type Quote, quote } from './quote.ts'
import type { Routed, Router } from './router.ts'
import { GATHERED, type Section } from './sections.ts'
import type { Role } from './speaker-role.ts'
import type { Phase } from './visit-phases.ts'
import { classesOf } from './word-classes.ts'

export interface Filed {
  section: Place
  /** As a sentence of a text. */
  text: Quote
  /** As items of a list. */
  items: Quote[]
}

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
  const names = ({ tokens }: Clause) =>
    options.findMedications(tokens).some((mention) => !isCare(mention))
  for (const statement of statements) {
    if (statement.origin !== 'speech') continue
    const words = wordsOf(statement.tokens)
    if (isInstruction(words) || isOfAnotherBed(words) || isWarning(words)) continue
    const role = roles[statement.index] ?? null
    // "Ultrassom antes de começar, tá?": what the doctor says, with a nod asked for.
    if (statement.question && !(role === 'doctor' && asksForNod(words))) {
      const places =
        role === 'patient' ? new Map() : router.asks(words, classesOf(words.split(' ')))
      // "Todo dia?": what was asked before goes on.
      if (asksNothing(words) && ![...places.keys()].some(isOwn)) question = undefined
      else if (places.size > 0 || role === 'patient' || words.split(' ').length > 5)
        question = { statement, places, answers: answersIn(statement, statements) }
      else if (question) question = { ...question, statement }
      answers = 0
      continue
    }
    const answered = role === 'doctor' || answers >= NEAR ? undefined : question
    if (role === 'doctor') question = undefined
    const fade = FADES[answers] ?? 0
    answers += 1
    // Who thinks aloud has not answered yet.
    if (answered && HESITATES.test(words)) continue
    if (isNoise(words) && !(answered && ANSWERS.test(words))) continue
    const asked = new Map([...(answered?.places ?? [])].map(([id, share]) => [id, share * fade]))
    const ofRelative = relative !== undefined && relative === segmentOf(statement)
    const ofParent = ofCompanion.has(statement.index) && asked.has('family')
    const groups = merged(routeClauses(statement, role, asked, options)).map((each) =>
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
      if (ofCompanion.has(statement.index) && !COMPANION_TELLS.has(placed) && !isOwn(placed))
        continue
      // Asked what is taken: a relative's medicine is no history of the family.
      if (placed === 'family' && asked.has('medicationsInUse') && names(clause)) continue
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
      file(filed, clause, routed, withQuestion ? answered.statement : undefined, options, context)
    }
  }
  const complaints = complaintOf(
    statements,
    roles,
    ({ tokens, index }) =>
      !ofCompanion.has(index) &&
      !isOfAnotherBed(wordsOf(tokens)) &&
      !isWarning(wordsOf(tokens)) &&
      !mentionsFamily(tokens, options.patientIsChild) &&
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

/** "Minha mãe é gêmea. E tem pressão alta, …": of her, not of the one who says it. */
function goesOnOfRelative({ words }: Clause): boolean {
  return /^(?:e |mas |ai |tambem )*(?:ela |ele )?(?:tem|teve|morreu|faleceu|toma|usa|era|vive|trata|operou|fez|descobriu|sofre|enfartou|infartou)\b/.test(
    words,
  )
}

const OF_FAMILY: Routed = { place: 'family', score: 5, alone: true, beside: [] }

function segmentOf({ pieces }: Statement): unknown {
  return pieces[0]?.segment
}

/** "Trombose, na perna esquerda.", "Só pressão.": names what it means. */
function standsAlone({ words }: Clause): boolean {
  return /^(?:so|somente|apenas) /.test(words) || classesOf(words.split(' ')).has('#disease')
}

/** "Uma vez por semana.", "Seis comprimidos de 2,5, na terça.": how a medicine is taken, told of it elsewhere. */
function isNoAdvice(words: string): boolean {
  if (words.split(' ').length < 3) return !ADVISES.test(words)
  return DIRECTIONS.test(words) && !COMES_BACK.test(words)
}

const ADVISES =
  /\b(?:repouso|gelo|volt\p{L}+|retorn\p{L}+|beb\p{L}+|lav\p{L}+|evit\p{L}+|caminh\p{L}+|hidrat\p{L}+|compressa\p{L}*|dieta|jejum|par[ae] de|usa\p{L}*|mant\p{L}+|observ\p{L}+|descans\p{L}+|sol|protetor|fisio\p{L}*)\b/u

const DIRECTIONS =
  /^(?:(?:e|ai|entao|depois|toma|tomar|so|sempre|no maximo|fica|sao) )*(?:(?:um|uma|dois|duas|tres|quatro|cinco|seis|meio|\d+) (?:comprimid\p{L}+|gotas?|jatos?|capsulas?|ml|puffs?|vezes|vez)|de \p{L}+ em \p{L}+|de \d+ em \d+)\b/u
const COMES_BACK =
  /\b(?:volt\p{L}+|retorn\p{L}+|rev\p{L}+|exame|consulta|caminh\p{L}+|agua|lava\p{L}*|banho|compressa|gelo)\b/u

/** A field or an entry that only some models have. */
function isOwn(place: string): boolean {
  return place.startsWith('at ')
}

const UNKNOWN = /\bnao sei\b|\bnunca (?:tomei|usei)\b/
const HESITATES =
  /^(?:(?:ah|hum|olha|entao|ai|e|bom|doutora?|nossa|xi|que eu) )*(?:deixa eu (?:ver|pensar|lembrar)|perai|como assim|ai meu deus|espera ai|pensando|e agora)(?: (?:aqui|direito|bem|so))?$/
const ANSWERS =
  /^(?:sim|nao|isso|e isso|certo|aham|uhum|tenho|tomo|nunca|nenhum|nenhuma|nada|as vezes)\b/

function routeClauses(
  statement: Statement,
  role: Role | null,
  asked: ReadonlyMap<Place, number>,
  { router, phases, findMedications, patientIsChild }: Options,
): { clause: Clause; routed: Routed }[] {
  const phase = phases[statement.index] ?? 'story'
  const headed = role === 'patient' ? null : headedSection(statement)
  return clausesOf(statement).map((clause) => {
    const medications = findMedications(clause.tokens)
    const routed = router.route(clause, { role, medications, phase, patientIsChild }, asked)
    const isElsewhere = isOwn(routed.place ?? '')
    const isOrdered = routed.place === 'examResults' && phase === 'plan' && role === 'doctor'
    if (isOrdered && namesOnly(clause))
      return { clause, routed: { ...routed, place: 'examsRequested', alone: true } }
    return {
      clause,
      routed: headed && !isElsewhere ? { ...routed, place: headed, alone: true } : routed,
    }
  })
}

/** "Audiometria e imitanciometria.": named while it is decided what comes next, without anything found. */
function namesOnly({ words, tokens }: Clause): boolean {
  return words.split(' ').length <= 6 && !FINDS.test(words) && readNumbers(tokens).length === 0
}

const FINDS =
  /\b(?:norma\p{L}+|alterad\p{L}+|positiv\p{L}+|negativ\p{L}+|reagente|veio|vieram|deu|deram|mostr\p{L}+|ficou|esta|ta|tao|saiu|sem|com|bo[am]|ruim|limp[oa]|subiu|caiu|baix[oa]|alt[oa]|igual|melhor\p{L}*|fiz|fez|trou\p{L}+|feit[oa]|ja|nao)\b/u

/** "Antecedentes pessoais: hipertensão": dictated under its heading. What gathers other sections is no section of its own. */
function headedSection({ tokens }: Statement): Section | null {
  const [cue] = readSectionCues(tokens)
  const isMarked = cue?.heading && tokens[cue.to]?.norm === ':'
  return isMarked && !GATHERED[cue.section] && cue.section !== 'complaint' ? cue.section : null
}

/** A sentence with a measurement is filed beside it only for what else it surely says. */
function outweighs({ place, alone, score }: Routed): boolean {
  return alone && score >= 4.5 && place !== 'examResults'
}

/** What an entry of the model's own holds is not told there once more. */
const GENERAL: ReadonlySet<Place> = new Set<Section>(['pastHistory', 'social'])

/** Filed by `medication-events.ts` where a medicine is named. */
const MEDICINES: ReadonlySet<Place> = new Set<Section>(['medicationsInUse', 'prescriptions'])

function file(
  filed: Filed[],
  clause: Clause,
  { place, beside, alone }: Routed,
  question: Statement | undefined,
  { findMedications, router, patientIsChild }: Options,
  context: { role: Role | null; phase: Phase },
): void {
  const said = trimmedQuote(clause.statement, clause)
  if (!said) return
  const asked = question && quote(question)
  const text = asked ? joinQuotes([asked, said]) : said
  if (!text) return
  const named = findMedications(clause.tokens).length > 0
  const isElsewhere = !alone && place !== null && GENERAL.has(place) && beside.some(isOwn)
  if (place && !isElsewhere && !(named && MEDICINES.has(place))) {
    const last = filed.at(-1)
    const goesOn = last?.section === place && question && last.text.index === question.index
    if (goesOn) {
      filed.pop()
      const whole = joinQuotes([last.text, said])!
      filed.push({ section: place, text: whole, items: itemsOf(place, clause, whole) })
    } else
      filed.push({ section: place, text, items: itemsOf(place, clause, asked ? text : undefined) })
  }
  const besides = (part: Clause) => {
    const medications = findMedications(part.tokens)
    return router.route(part, { ...context, medications, patientIsChild }, new Map()).beside
  }
  for (const each of beside) {
    const part = question ? clause : partOf(clause, each, besides)
    const own = part === clause ? text : (trimmedQuote(part.statement, part) ?? text)
    filed.push({ section: each, text: own, items: [asItem(own)] })
  }
}

/** "Não tomo nada.": told where there is room for words, but no entry of a list of medicines. */
function itemsOf(place: Place, clause: Clause, whole: Quote | undefined): Quote[] {
  const isNone =
    UNNAMED.test(clause.words) || isDirections(clause.tokens) || !NAMES.test(clause.words)
  if (place === 'medicationsInUse' && (whole || isNone)) return []
  return whole ? [asItem(whole)] : listItems(place, clause)
}

/** Of the past, denied, or a heading alone: no entry of a list of medicines. */
const UNNAMED =
  /\b(?:nao|nunca|nada|nenhum)\b|^(?:\p{L}+ ){0,2}(?:tomei|tomava|usei|usava|parei)\b|^(?:e |agora )?(?:os |as )?(?:remedios|medicac\p{L}+|medicamentos)$/u

/** "Puxa, é remédio.", "Tomo um monte de comprimido.": a word is left that could name one. */
const NAMES = new RegExp(
  `\\b(?!(?:${
    'ah|puxa|nossa|vixe|olha|bom|entao|e|eh|sao|sim|nao|mas|so|ja|ne|ai|la|ca|aqui|isso|esse|essa|esses|essas|aquele|aquela|aqueles|o|a|os|as|um|uma|uns|umas|de|da|do|dos|das|no|na|pra|para|por|com|que|eu|ele|ela|me|te|lhe|' +
    'remedio|remedios|remedinho|medicacao|medicacoes|medicamento|medicamentos|comprimido|comprimidos|comprimidinho|tomo|toma|tomando|uso|usa|usando|to|ta|tou|estou|esta|tenho|tem|muito|muita|monte|tanto|tanta|bastante|todo|toda|todos|dia|dias|manha|noite|cedo|tudo|direitinho|certinho|sempre|mais|outro|outra|trouxe|lista|listinha|caixa|caixinha|saquinho|sacola|receita|fala|conta|doutor|doutora|mesmo|mesma|ainda|tambem|casa'
  })\\b)\\p{L}{3,}`,
  'u',
)

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

const REFUSES =
  /^(?:mas )?(?:(?:por ora|por enquanto|hoje|agora) nao|nao (?:vou pedir|peco|pedi))\b|\b(?:por ora|por enquanto) nao (?:peco|precisa)\b/

/** Neighbouring clauses of one place are quoted in one piece; one that fits nothing follows the one before. */
function merged(
  routed: readonly { clause: Clause; routed: Routed }[],
): { clause: Clause; routed: Routed }[] {
  const groups: { clauses: Clause[]; routed: Routed }[] = []
  for (const { clause, routed: own } of routed) {
    const last = groups.at(-1)
    // "Ultrassom se crescer mais, mas por ora não peço": taken back.
    if (last && REFUSES.test(clause.words)) {
      groups.pop()
      continue
    }
    if (last && (own.place === null || own.place === last.routed.place)) {
      last.clauses.push(clause)
      last.routed = join(last.routed, own)
    } else groups.push({ clauses: [clause], routed: own })
  }
  return groups.map(({ clauses, routed: own }) => ({ clause: joinClauses(clauses), routed: own }))
}

function join(a: Routed, b: Routed): Routed {
  return {
    place: a.place,
    score: Math.max(a.score, b.score),
    alone: a.alone || (b.place !== null && b.alone),
    beside: [...new Set([...a.beside, ...b.beside])],
  }
}
