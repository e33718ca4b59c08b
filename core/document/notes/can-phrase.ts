/** Which pieces a language model is asked to say: talk, of the patient or about it. What is record language already stays as it is. */

import { thirdPerson } from '../../portuguese/first-person.ts'
import { spelled } from '../../portuguese/record-words.ts'
import { fold } from '../../portuguese/tokens.ts'
import type { Piece } from '../pieces/piece.ts'

/** More is a story, of which a line would lose half. */
const MOST_CHARS = 300

export function canPhrase({ question, answer, speaker }: Piece): boolean {
  if (speaker === 'doctor' || (question ?? '').length + answer.length > MOST_CHARS) return false
  const words = answer.split(/[^\p{L}]+/u).filter(Boolean)
  // Whose "eu" it is, is not known: in the third person it would be the patient's.
  if (words.some(isFirstPerson) && speaker !== 'patient') return false
  return question !== null || words.some((word) => isFirstPerson(word) || isOfTalk(word))
}

function isFirstPerson(word: string): boolean {
  return OWN.test(fold(word)) || thirdPerson(word, 'eu', '') !== undefined
}

const OWN = /^(?:eu|meus?|minhas?|me|mim|comigo|nossos?|nossas?)$/

function isOfTalk(word: string): boolean {
  return spelled(fold(word)) !== undefined
}
