/**
 * A blood pressure of which one number was written: "pressão 138" of "cento e trinta por oitenta". A
 * recognizer that writes figures runs two numbers together; one that is shown numbers in words
 * before the sound writes words, and both are in them.
 */
import { certainFind } from './misheard/find-names.ts'
import { findNumberForms } from './misheard/number-forms.ts'
import { pieceWords } from './misheard/piece-words.ts'
import { type HeardPiece, writeFinds } from './misheard/write-finds.ts'
import { normalizeText } from './normalize/normalize-text.ts'

/** Shown before the sound. Numbers that are hardly said: an answer that repeats them heard none. */
export const NUMBERS_AS_WORDS = 'Pressão cento e sessenta e três por noventa e sete.'
const SHOWN = '163/97'

const LONE =
  /(?<!\p{L})(?:pre[sçz]{1,2}[ãa]o|pa)(?: arterial)?(?: (?:est[áa]|deu|de|em|agora|a|foi|é|e))*[,:]? (?<form>\d{2,3}(?:[.,]\d{1,3})?)(?!\d|[.,]\d|\/| ?(?:por|x|e|a|mm)(?!\p{L}))/iu

/** Whether only one number is written of a blood pressure. */
export function hasLonePressure(text: string): boolean {
  return findLone(text) !== undefined
}

/**
 * With both numbers, where another answer for the same sound has them and they may be what was run
 * together; else the piece as it is.
 */
export function withWholePressure<Piece extends HeardPiece>(piece: Piece, answer: string): Piece {
  const lone = findLone(piece.text)
  const { text } = normalizeText(answer)
  const both = /(?<upper>\d{2,3})(?:\/| por )(?<lower>\d{2,3})(?!\d)/.exec(text)
  if (!lone || !both || both[0] === SHOWN) return piece
  const { upper, lower } = both.groups as { upper: string; lower: string }
  if (!areRunTogether(lone.form, upper + lower)) return piece
  const words = pieceWords(piece.text)
  const first = words.findIndex(({ to }) => to > lone.from)
  const last = words.findIndex(({ to }) => to >= lone.from + lone.form.length)
  if (words[first]!.from !== lone.from) return piece
  return writeFinds(piece, [certainFind(first, last, `${upper} por ${lower}`)])
}

function findLone(text: string): { from: number; form: string } | undefined {
  const match = LONE.exec(text)
  if (!match) return undefined
  const form = match.groups!.form!
  const from = match.index + match[0].lastIndexOf(form)
  const isForm = findNumberForms(text).some((one) => one.from <= from && one.to >= from)
  return isForm ? undefined : { from, form }
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
