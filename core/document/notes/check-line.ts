/**
 * Whether a line says what its piece says: nothing that the piece does not (words, numbers,
 * medicines, sides, persons, denials), and nothing of weight lost. Both are read as evidence is
 * (core/document/evidence), the piece as all that was ever said. Pure, whoever wrote the line; what
 * it refuses is written again or left to the words of the piece.
 */

import { sureThirdPerson } from '../../portuguese/first-person.ts'
import { spelled, withoutAddress } from '../../portuguese/record-words.ts'
import { IDLE, stem } from '../../portuguese/stems.ts'
import type { Term } from '../../portuguese/term.ts'
import { fold, tokenize } from '../../portuguese/tokens.ts'
import type { TranscriptSegment } from '../../transcription/ports.ts'
import { findDisagreement } from '../checks/check-claim.ts'
import { evidenceIndex, evidenceReaders } from '../evidence/evidence.ts'
import type { Source } from '../evidence/sources.ts'
import type { Piece } from '../pieces/piece.ts'
import { denies, lineWords } from './line-words.ts'

/** Stable words for what is wrong with a line. */
export type LineFault =
  | 'empty'
  | 'question'
  | 'talk'
  | 'person'
  | 'loop'
  | 'words'
  | 'numbers'
  | 'medicines'
  | 'sides'
  | 'relatives'
  | 'denials'
  | 'contradicted'
  | 'lost'

interface Reading {
  line: string
  piece: Piece
  /** Statements of the line, and of what the piece asserts. */
  written: readonly Written[]
  /** Keys of what the line says, and of what its words mean besides. */
  meant: ReadonlySet<string>
  /** Terms of the piece, the question's and the answer's. */
  said: readonly Term[]
  asked: readonly Told[]
  answered: readonly Told[]
}

/** A term of the line with what stands before it in its sentence. */
interface Written extends Term {
  before: string
}

/** A term of the piece with the words that said it. */
interface Told extends Term {
  said: string[]
}

/** In this order; the first that objects is told. */
const CHECKS: readonly (readonly [LineFault, (reading: Reading) => boolean])[] = [
  ['empty', ({ line }) => !/\p{L}{2}/u.test(line)],
  ['question', ({ line }) => line.includes('?')],
  ['talk', ({ line }) => TALK.test(line)],
  ['person', speaksForItself],
  ['loop', goesInCircles],
  ['words', hasForeignWords],
  ['numbers', hasOtherNumbers],
  ['medicines', (reading) => differ(reading, 'drug')],
  ['sides', (reading) => differ(reading, 'side')],
  ['relatives', (reading) => differ(reading, 'family')],
  ['denials', deniesOtherwise],
  ['lost', losesFacts],
]

/** @returns null where the line may stand */
export type LineCheck = (line: string, piece: Piece) => LineFault | null

/** Builds the dictionaries once; the check is pure. */
export function lineCheck(): LineCheck {
  const readers = evidenceReaders()
  return (line, piece) => {
    const index = evidenceIndex(sourcesOf(piece), readers)
    const claims = index.claims(line)
    const asSource = evidenceIndex({ ...NOTHING, contextMarkdown: line }, readers)
    const reading = {
      line,
      piece,
      written: claims.flatMap(({ terms, before }) =>
        terms.map((term) => ({ ...term, before: before(term) })),
      ),
      meant: new Set(asSource.sources.flatMap(({ terms }) => terms.map(({ key }) => key))),
      ...toldIn(index.sources),
    }
    const fault = CHECKS.find(([, objects]) => objects(reading))?.[0]
    if (fault !== undefined) return fault
    return claims.some((claim) => findDisagreement(claim, index.sources)) ? 'contradicted' : null
  }
}

/** "Não, febre não.": an answer, and no line of a record. */
const TALK = /^(?:não|sim|nada)[,.]|\snão[,.]?$/iu

function toldIn(sources: readonly Source[]): Pick<Reading, 'said' | 'asked' | 'answered'> {
  const isOfQuestion = ({ statements }: Source) => statements[0]!.question
  const toTold = ({ statements: [first], terms }: Source) =>
    terms.flatMap((term): Told[] => {
      const words = first!.tokens.slice(term.from, term.to)
      return term.inferred ? [] : [{ ...term, said: words.map(({ norm }) => norm) }]
    })
  const answers = sources.filter((source) => !isOfQuestion(source))
  const own = new Set(answers.flatMap(({ terms }) => terms))
  const questions = sources.filter(isOfQuestion).map((source) => ({
    ...source,
    terms: source.terms.filter((term) => !own.has(term)),
  }))
  const [asked, answered] = [questions.flatMap(toTold), answers.flatMap(toTold)]
  return { said: [...asked, ...answered], asked, answered }
}

/**
 * The piece as a visit of its own: who asks and who answers speak by turns, and who answers is told
 * of.
 */
function sourcesOf({ question, answer }: Piece) {
  const asked = question === null ? [] : [segment(0, endingIn(asTold(question), '?'))]
  return { ...NOTHING, segments: [...asked, segment(1, endingIn(asTold(answer), '.'))] }
}

const NOTHING = { segments: [], contextMarkdown: '', backgroundHistory: null, files: [] }

/** What was said with the words that a record has for it: only so do both compare. */
function asTold(text: string): string {
  return withoutAddress(text).replace(/\p{L}+/gu, (word) => {
    const record = spelled(fold(word))
    return record === null ? '' : (record ?? sureThirdPerson(word) ?? word)
  })
}

function endingIn(text: string, mark: string): string {
  return text.trimEnd().endsWith(mark)
    ? text
    : `${text.replace(/(?<![\s.,;:])[\s.,;:]+$/, '')}${mark}`
}

function segment(sequence: number, text: string): TranscriptSegment {
  return {
    id: String(sequence),
    consultationId: '',
    recordingId: '',
    sequence,
    text,
    startMs: sequence * 1000,
    endMs: sequence * 1000 + 900,
    final: true,
    channel: sequence === 0 ? 'mic' : 'remote',
    speaker: null,
    confidence: null,
  }
}

/** A first person left over, or somebody spoken to. */
function speaksForItself({ line }: Reading): boolean {
  return tokenize(line).some(
    ({ norm, start, end, kind }) =>
      kind === 'word' &&
      (TALKS.test(norm) || sureThirdPerson(line.slice(start, end)) !== undefined),
  )
}

const TALKS =
  /^(?:eu|meus?|minhas?|me|mim|comigo|nossos?|nossas?|voces?|senhora?|doutora?|dra?|te|lhe)$/

/** Said again and again: a word next to itself, or one of weight more often than in the piece. */
function goesInCircles({ line, piece }: Reading): boolean {
  const tokens = tokenize(line)
  if (tokens.some(({ norm, kind }, at) => kind !== 'mark' && norm === tokens[at + 1]?.norm))
    return true
  const words = wordsOf(line)
  const said = wordsOf(`${asTold(piece.question ?? '')} ${asTold(piece.answer)}`)
  const count = (all: readonly string[], word: string) => all.filter((one) => one === word).length
  return words.some(
    (word) =>
      word.length >= LEAST_WEIGHT &&
      !IDLE.has(word) &&
      count(words, word) > Math.max(1, count(said, word)),
  )
}

const LEAST_WEIGHT = 4

function wordsOf(text: string): string[] {
  return tokenize(text).flatMap(({ norm, kind }) => (kind === 'word' ? norm : []))
}

function hasForeignWords({ line, piece }: Reading): boolean {
  const allowed = new Set(lineWords(piece).flatMap((word) => tokenize(word).map(normOf)))
  return tokenize(line).some((token) => token.kind !== 'mark' && !allowed.has(normOf(token)))
}

function normOf({ norm }: { norm: string }): string {
  return fold(norm)
}

function hasOtherNumbers(reading: Reading): boolean {
  const { written, said, answered } = reading
  const numbers = (terms: readonly Term[]) => terms.filter(({ kind }) => kind === 'number')
  const isIn = (terms: readonly Term[]) => (one: Term) =>
    terms.some((other) => isSameNumber(one, other))
  const told = numbers(said).filter(({ asked, supposed }) => !asked || supposed)
  if (!numbers(written).every(isIn(numbers(said)))) return true
  if (!told.every(isIn(numbers(written)))) return true
  return losesTimeOfOne(reading) || !isInOrder(numbers(written), numbers(answered))
}

/** "Um ano e oito meses" is more than eight months: "um" before a unit of time is no article. */
function losesTimeOfOne({ line, piece }: Reading): boolean {
  const units = (text: string) =>
    [...fold(text).matchAll(/\b(ano|mes|semana|dia|hora)(?:s|es)?\b/g)].map(([, unit]) => unit)
  const ones = [...fold(piece.answer).matchAll(/\buma? (ano|mes|semana|dia|hora)\b/g)]
  return ones.some(([, unit]) => !units(line).includes(unit))
}

/** "Vinte de manhã e dez de noite" is not "dez de manhã e vinte de noite". */
function isInOrder(line: readonly Term[], answer: readonly Term[]): boolean {
  const keys = answer.map(({ key }) => key)
  const own = line.flatMap(({ key }) => (keys.includes(key) ? key : []))
  return own.every((key, at) => at === 0 || keys.indexOf(key, keys.indexOf(own[at - 1]!)) >= 0)
}

function isSameNumber(one: Term, other: Term): boolean {
  if (one.also && other.also && one.also.join() === other.also.join()) return true
  if (one.key !== other.key) return false
  return one.unit === other.unit || one.unit === undefined || other.unit === undefined
}

/** One is added that the piece does not name, or one that it tells of is gone. */
function differ({ written, said }: Reading, kind: Term['kind']): boolean {
  const keys = (terms: readonly Term[]) =>
    new Set(terms.filter((term) => term.kind === kind).map(({ key }) => key))
  const [line, all] = [keys(written), keys(said)]
  const told = keys(said.filter(({ asked }) => !asked))
  return [...line].some((key) => !all.has(key)) || [...told].some((key) => !line.has(key))
}

/** Whether one denies what the other asserts, or all of a denial is gone. */
function deniesOtherwise({ line, written, said, answered, piece }: Reading): boolean {
  const toldOf = (key: string) => {
    const isOf = (term: Term) => term.key === key && !term.asked
    // What the answer says of it counts, whatever it does to the rest of what was asked.
    return answered.some(isOf) ? answered.filter(isOf) : said.filter(isOf)
  }
  const isOther = written.some((term) => {
    const told = toldOf(term.key)
    const canBeDenied = isTelling(term) || term.kind === 'family'
    // "Não saiu nada do ouvido": of what was asked, denied as a whole.
    if (DENIES.test(fold(term.before)) && told.every(({ denied }) => denied)) return false
    return canBeDenied && told.length > 0 && told.every(({ denied }) => denied !== term.denied)
  })
  if (isOther) return true
  const isDenied = DENIES.test(fold(line))
  const hasDenial = said.some((term) => term.denied && isTelling(term) && !term.asked)
  return (hasDenial && !isDenied) || (isDenied && !denies(piece))
}

const DENIES = /\b(?:neg[ao]\w*|sem|nao|nunca|nem|ausen\w+|nenhum\w*|nada|jamais)\b/

/** Largest share of the telling words that may be left out. */
const MOST_LOST = 0.4
/** An answer of so few words says nothing without its question. */
const SHORT_ANSWER = 2

function losesFacts(reading: Reading): boolean {
  const { asked, answered } = reading
  const isLost = lostIn(reading)
  const told = answered.filter(isTelling)
  if (told.some((term) => (term.denied || term.clinical) && isLost(term))) return true
  const own = distinctKeys(told)
  const lost = distinctKeys(told.filter(isLost))
  if (lost.length > own.length * MOST_LOST) return true
  const topics = asked.filter(isTelling)
  const granted = topics.filter(
    (term) => term.denied || (term.clinical && isGranted(term, reading)),
  )
  if (granted.some(isLost)) return true
  const first = told.filter(({ part }) => part === 0)
  const complaints = topics.filter(({ clinical }) => clinical)
  // "Apetite?" "Ruim, perdi cinco quilos": whatever goes on, that much answers it.
  const isAnswered = first.length > 0 && first.length <= SHORT_ANSWER && complaints.length > 0
  if (isAnswered && !first.some(({ clinical }) => clinical))
    return first.some(isLost) || complaints.every(isLost)
  return own.length <= SHORT_ANSWER && topics.length > 0 && topics.every(isLost)
}

/** Neither said in these or other words, nor with a word of it. */
function lostIn({ line, written, meant }: Reading): (term: Told) => boolean {
  const kept = new Set([...meant, ...written.map(({ key }) => key)])
  const words = new Set(wordsOf(line).map(stem))
  return ({ key, said }) => !kept.has(key) && !said.some((word) => words.has(stem(word)))
}

/** Whether the thing that was asked is so. */
function isGranted({ asked }: Term, { piece }: Reading): boolean {
  return !asked || GRANTS.test(fold(asTold(piece.answer)))
}

const GRANTS =
  /^(?:sim|tem|sente|teve|sentiu|faz|toma|usa|esta|bastante|muito|demais)(?: sim)?[,.;]/

function distinctKeys(terms: readonly Term[]): string[] {
  return [...new Set(terms.map(({ key }) => key))]
}

/** Words that say something by themselves. */
function isTelling({ kind, key }: Term): boolean {
  return kind === 'drug' || (kind === 'word' && !ANSWERS.has(key))
}

/** Yes and no, whatever they answer: told by the line's own yes and no. */
const ANSWERS = new Set(
  'nada nadinha imagina jamais capaz negativo saiba acho lembro lembra parece cerca vez coisa problema algo outro'
    .split(' ')
    .map(stem),
)
