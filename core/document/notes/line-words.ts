/**
 * The words a line may be composed of: those of its piece, of the first person their third, and
 * record language (record-words.ts). An engine that binds a text to words (`words` of a schema) can
 * write nothing else; whatever wrote a line, the check holds it to them.
 */

import { thirdPerson } from '../../portuguese/first-person.ts'
import {
  ASKING,
  clinicalWords,
  DENIAL_WORDS,
  RECORD_WORDS,
  spelled,
  withoutAddress,
} from '../../portuguese/record-words.ts'
import { fold } from '../../portuguese/tokens.ts'
import type { JsonSchema } from '../models/ports.ts'
import type { Piece } from '../pieces/piece.ts'

/** A line is hardly longer than what was said. */
const LONGEST_SHARE = 1.3
const LONGEST_CHARS = 400
const ROOM_CHARS = 30

export function lineSchema(piece: Piece): JsonSchema {
  const chars = (piece.question ?? '').length + piece.answer.length
  return {
    type: 'object',
    properties: {
      line: {
        type: 'string',
        words: lineWords(piece),
        maxLength: Math.min(LONGEST_CHARS, Math.round(chars * LONGEST_SHARE) + ROOM_CHARS),
      },
    },
    required: ['line'],
    additionalProperties: false,
  }
}

export function lineWords(piece: Piece): string[] {
  const said = `${piece.question ?? ''} ${piece.answer}`
  return [
    ...new Set([
      ...RECORD_WORDS,
      ...(denies(piece) ? DENIAL_WORDS : []),
      ...clinicalWords(fold(said).replace(/\s+/g, ' ')),
      ...sentencesOf(piece.question ?? '')
        .flatMap(ownWords)
        .filter((word) => !ASKING.has(fold(word))),
      ...sentencesOf(withoutAddress(piece.answer)).flatMap(ownWords),
    ]),
  ]
}

/** Whether an answer says no to anything. */
export function denies({ answer }: Pick<Piece, 'answer'>): boolean {
  return DENIES.test(fold(answer))
}

const DENIES =
  /\b(?:nao|nunca|nem|nada|nenhum\w*|jamais|sem|neg\w+|imagina|zero|capaz|parei|parou)\b/

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?;:…])\s+/)
}

/** Words of one sentence; its first word has a capital only if it is a name. */
function ownWords(sentence: string): string[] {
  const words = sentence.split(/\s+/).filter((word) => bare(word) !== '')
  return words.flatMap((word, at) => {
    const record = spelled(fold(bare(word)))
    if (record === null) return []
    if (record !== undefined) return [record]
    const before = words[at - 1] ?? ''
    const forms = thirdForms(
      bare(word),
      /[,;:]$/.test(before) ? ',' : bare(before),
      words.slice(at + 1, at + 3).map(bare),
    )
    return at === 0 ? forms.map(withoutCapital) : forms
  })
}

/** Without the marks around it. */
function bare(word: string): string {
  return word.replace(/^[^\p{L}\d]+/u, '').replace(/[^\p{L}\d%°ºª+]+$/u, '')
}

/** Itself where it is no first person; what may be one or another word ("uso") is both. */
function thirdForms(word: string, before: string, after: readonly string[]): string[] {
  const third = thirdPerson(word, fold(before), fold(after.join(' ')))
  if (third === undefined) return [word]
  return thirdPerson(word, '', '') === third && thirdPerson(word, 'o', '') === third
    ? [third]
    : [third, word]
}

/**
 * Nobody can tell a name from any word where a sentence begins; what is written in capitals stays
 * so.
 */
function withoutCapital(word: string): string {
  return /^\p{Lu}(?![\p{Lu}\d])/u.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word
}
