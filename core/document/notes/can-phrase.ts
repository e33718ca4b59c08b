/**
 * Which pieces a language model is asked to say: questions with their answers. Of what was said
 * without a question, one accepted line in six of the weakest model that passes its proof was
 * wrong; the rules turn the person of such a statement themselves (third-person.ts).
 */

import { thirdPerson } from '../../portuguese/first-person.ts'
import { fold } from '../../portuguese/tokens.ts'
import type { Piece } from '../pieces/piece.ts'

/** More is a story, of which a line would lose half. */
const MOST_CHARS = 300

export function canPhrase({ question, answer, speaker }: Piece): boolean {
  if (question === null || speaker === 'doctor') return false
  if (question.length + answer.length > MOST_CHARS) return false
  // Whose "eu" it is, is not known: in the third person it would be the patient's.
  return speaker === 'patient' || !answer.split(/[^\p{L}]+/u).some(isFirstPerson)
}

function isFirstPerson(word: string): boolean {
  return OWN.test(fold(word)) || thirdPerson(word, 'eu', '') !== undefined
}

const OWN = /^(?:eu|meus?|minhas?|me|mim|comigo|nossos?|nossas?)$/
