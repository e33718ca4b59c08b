/**
 * A blood pressure whose figures are doubtful: one number of two ("pressão 138" of "cento e trinta
 * por oitenta"), or two that the recognizer was not sure of. A recognizer that writes figures runs
 * numbers together; one that is shown numbers in words before the sound writes words, and nothing
 * of them is lost.
 */
import { certainFind, type Find } from './misheard/find-names.ts'
import { findNumberForms } from './misheard/number-forms.ts'
import { pieceWords } from './misheard/piece-words.ts'
import { type HeardPiece, heardWords, leastOf, writeFinds } from './misheard/write-finds.ts'
import { normalizeText } from './normalize/normalize-text.ts'

/** Shown before the sound. Numbers that are hardly said: an answer that repeats them heard none. */
export const NUMBERS_AS_WORDS = 'Pressão cento e sessenta e três por noventa e sete.'
const SHOWN = '163/97'
/** The least sure of its figures, 0 to 1. */
const SURE = 0.6

const WRITTEN =
  /(?<!\p{L})(?:pre[sçz]{1,2}[ãa]o|pa)(?: arterial)?(?: (?:est[áa]|deu|de|em|agora|a|foi|é|e))*[,:]? (?<form>(?<upper>\d{2,3}(?:[.,]\d{1,3})?)(?<lower> ?(?:por|x|\/) ?\d{1,3})?)(?!\d|[.,]\d|\/| ?(?:por|x|e|a|mm)(?!\p{L}))/iu

interface Pressure {
  /** Its words [first, last] of the piece. */
  first: number
  last: number
  /** As it is written. */
  form: string
  isWhole: boolean
  isSure: boolean
}

/** Why another answer for the same sound is worth asking for. */
export function doubtOfPressure(piece: HeardPiece): 'one number' | 'unsure' | undefined {
  const pressure = findPressure(piece)
  if (!pressure) return undefined
  if (!pressure.isWhole) return 'one number'
  return pressure.isSure ? undefined : 'unsure'
}

/**
 * Both numbers are written where one stood, if the other answer has them and they may have been run
 * together; where it tells other numbers they are offered beside what was written.
 */
export function withPressure<Piece extends HeardPiece>(piece: Piece, answer: string): Piece {
  const pressure = findPressure(piece)
  const other = readPressure(answer)
  if (!pressure || !other || `${other.upper}/${other.lower}` === SHOWN) return piece
  const { first, last, form, isWhole } = pressure
  const own = isWhole ? readPressure(`pressão ${form}`) : undefined
  if (own && own.upper === other.upper && own.lower === other.lower) return piece
  const isCertain = !isWhole && areRunTogether(form, other.upper + other.lower)
  const find: Find = certainFind(first, last, `${other.upper} por ${other.lower}`)
  return writeFinds(piece, [{ ...find, isCertain }])
}

function readPressure(text: string): { upper: string; lower: string } | undefined {
  const { text: figures } = normalizeText(text)
  const match = /(?<upper>\d{2,3})(?:\/| por )(?<lower>\d{2,3})(?!\d)/.exec(figures)
  return match?.groups as { upper: string; lower: string } | undefined
}

function findPressure(piece: HeardPiece): Pressure | undefined {
  const match = WRITTEN.exec(piece.text)
  if (!match) return undefined
  const { form = '', lower } = match.groups!
  const from = match.index + match[0].lastIndexOf(form)
  if (findNumberForms(piece.text).some((one) => one.from <= from && one.to >= from))
    return undefined
  const words = pieceWords(piece.text)
  const first = words.findIndex(({ to }) => to > from)
  const last = words.findIndex(({ to }) => to >= from + form.length)
  if (words[first]!.from !== from) return undefined
  const confidence = leastOf(heardWords(piece).slice(first, last + 1)) ?? SURE
  return { first, last, form, isWhole: lower !== undefined, isSure: confidence >= SURE }
}

/** The figures of one are those of the other, in order, with some left out: "138" and "13080". */
function areRunTogether(form: string, both: string): boolean {
  const heard = form.replace(/\D/g, '')
  return isWithin(heard, both) || isWithin(both, heard)
}

function isWithin(part: string, whole: string): boolean {
  let at = 0
  for (const figure of whole) if (figure === part[at]) at++
  return at === part.length
}
