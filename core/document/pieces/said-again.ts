/**
 * Numbers that a speaker takes back in the next sentence, and questions that the doctor answers
 * from a paper.
 */
import { readNumbers } from '../../portuguese/numbers.ts'
import { wordsOf } from './clauses.ts'
import { itemAt } from './retraction-parts.ts'
import type { Statement } from './statements.ts'

/** "Dia doze de março. Não, dez. Dez de março.": of these only the last holds. */
export function isRetracted(statement: Statement, next: Statement | undefined): boolean {
  return (
    isTakenBack(statement, next) || isSaidAgain(statement, next) || isCorrectedBy(statement, next)
  )
}

const DISOWNS =
  /^(?:nao |ah |que nada )*(?:mentira|minto|menti|digo|me enganei|me confundi|errei|corrigindo|falei errado)\b/

/**
 * "Tem uns dois meses. Não, mentira, começou depois da Páscoa, então uns quatro meses.": the same
 * kind of thing is told anew.
 */
export function isCorrectedBy(statement: Statement, next: Statement | undefined): boolean {
  if (!next || segmentOf(next) !== segmentOf(statement)) return false
  if (!DISOWNS.test(wordsOf(next.tokens))) return false
  const [wrong, right] = [kindsIn(statement), kindsIn(next)]
  return [...wrong].some((kind) => right.has(kind))
}

function kindsIn({ tokens }: Statement): Set<string> {
  const numbers = new Map(readNumbers(tokens).map((number) => [number.from, number]))
  return new Set(tokens.flatMap((_, at) => [...(itemAt(tokens, numbers, at)?.kinds ?? [])]))
}

const TAKES_BACK =
  /^(?:nao|nao nao|minto|alias|digo|perdao|desculpa|errei|opa) (?:(?:e|era|foi|dia|de|no|em) ){0,2}/

/**
 * "Dia doze de março. Não, dez.": the number holds no longer, and the next sentence says the right
 * one.
 */
function isTakenBack(statement: Statement, next: Statement | undefined): boolean {
  if (next?.origin !== 'speech' || segmentOf(next) !== segmentOf(statement)) return false
  const lead = TAKES_BACK.exec(wordsOf(next.tokens))?.[0].trim().split(' ').length
  const spoken = next.tokens.filter(({ kind }) => kind !== 'mark')
  const [right] = readNumbers(spoken)
  const isRight = right && !right.article && right.from === lead && right.to === spoken.length
  return Boolean(isRight) && readNumbers(statement.tokens).some(({ article }) => !article)
}

/**
 * "Vou começar sertralina. Pensando bem, melhor não.": by the same speaker at once, and nothing in
 * its place.
 */
export function isCalledOff(statement: Statement, next: Statement | undefined): boolean {
  if (next?.origin !== 'speech' || statement.question) return false
  const isSameVoice =
    segmentOf(next) === segmentOf(statement) ||
    (next.speaker !== null && next.speaker === statement.speaker)
  return isSameVoice && callsOff(next)
}

/** "Não, melhor não, por causa da idade.": and why. "Melhor não parar" orders something else. */
function callsOff({ tokens }: Statement): boolean {
  const words = wordsOf(tokens)
  if (CALLS_OFF.test(words)) return true
  const reason = REASON.exec(words)
  return reason !== null && CALLS_OFF.test(words.slice(0, reason.index))
}

/** No bare pronoun and no moment: "melhor não a senhora dirigir", "melhor não pela manhã". */
const REASON = / (?:por causa|porque|pois|ja que|senao|que (?:el[ea]|pode|isso|da|faz|vai))\b/

const CALLS_OFF =
  /^(?:(?:nao|ah|mas|olha|hum|alias|bom|espera|perai|quer dizer|pensando bem) )*(?:deixa (?:pra la|quieto|isso)|melhor nao|esquece(?: iss?o| ess[ea])?|pensando bem nao|nada disso|retiro o que disse)(?: (?:por enquanto|hoje|agora|isso|nao))*$/

/** "Não, dez. Dez de março.": said again at once, and whole. */
function isSaidAgain(statement: Statement, next: Statement | undefined): boolean {
  if (!next || segmentOf(next) !== segmentOf(statement) || statement.tokens.length > 5) return false
  const [right, ...others] = readNumbers(statement.tokens)
  const [again] = readNumbers(next.tokens)
  const corrects = TAKES_BACK.test(`${wordsOf(statement.tokens)} `)
  return corrects && others.length === 0 && again?.from === 0 && again.value === right?.value
}

/** "O Apgar você lembra? Tá na caderneta… oito e nove.": the doctor reads off what was asked. */
export function answersItself(question: Statement, statement: Statement): boolean {
  if (segmentOf(question) !== segmentOf(statement)) return false
  return readNumbers(statement.tokens).some(({ article }) => !article)
}

/** Pieces said in one breath have one. */
export function segmentOf({ pieces }: Statement): unknown {
  return pieces[0]?.segment
}
