/** A question with its answer, and what a line of the record must and must not say of it. */

import type { Piece } from '../document/pieces/piece.ts'
import { holds, unitsOf } from '../evaluation/hold.ts'
import { plainText } from '../evaluation/plain-words.ts'

export interface PhraseCase extends Pick<Piece, 'question' | 'answer' | 'speaker'> {
  /**
   * Each of them, in any of its wordings: words that stand together in one sentence, in any order.
   */
  says: readonly (string | readonly string[])[]
  /** None of them. */
  never?: readonly string[]
}

/** The patient speaks of himself, the record speaks of the patient. */
const FIRST_PERSON =
  /(?<![\p{L}])(?:eu|meu|meus|minha|minhas|mim|comigo|tenho|tomo|uso|sinto|estou|tô|sou|fui|fiz|tive|bebo|fumo|durmo|moro|parei|perdi)(?![\p{L}])/iu

/**
 * Whether the line says all that the case asks for, nothing that it forbids, and in the third
 * person.
 */
export function isRight(line: string, { says, never = [] }: PhraseCase): boolean {
  const sentences = unitsOf(withDenialsAhead(line)).map(({ plain }) => plain)
  const isSaid = (text: string) => sentences.some((one) => holds(one, plainText(text)))
  return (
    !FIRST_PERSON.test(line) &&
    says.every((wanted) => (typeof wanted === 'string' ? [wanted] : wanted).some(isSaid)) &&
    !never.some(isSaid)
  )
}

/** "Febre não, calafrio também não." denies as "nega febre, nega calafrio" does. */
function withDenialsAhead(line: string): string {
  return line.replace(/[^.,;]+/g, (clause) => {
    const words = clause.split(' ')
    if (words.pop()?.toLowerCase() !== 'não' || words.length === 0) return clause
    if (words.at(-1) === 'também') words.pop()
    return `nega ${words.join(' ')}`
  })
}
