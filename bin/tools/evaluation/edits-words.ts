/** What a case says, as words, numbers and drugs: an edit must say something else. */
import {
  type MedicationFinder,
  medicationFinder,
} from '../../../core/document/medicines/medication-mentions.ts'
import type { EvaluationCase } from '../../../core/evaluation/case.ts'
import { knownText } from '../../../core/evaluation/foreign-names.ts'
import { readNumbers } from '../../../core/portuguese/numbers.ts'
import { fold, tokenize } from '../../../core/portuguese/tokens.ts'

export interface CaseWords {
  /** Folded, everything that was said and written, the reference document included. */
  text: string
  says(words: string): boolean
  numbers: ReadonlySet<number>
  /** Folded active ingredients. */
  drugs: ReadonlySet<string>
}

export const findDrugs: MedicationFinder = medicationFinder()

export function caseWords(one: EvaluationCase): CaseWords {
  const known = knownText(one)
  const tokens = tokenize(known)
  const text = ` ${tokens.map(({ norm }) => norm.toLowerCase()).join(' ')} `
  return {
    text,
    says: (words) => text.includes(` ${foldedWords(words)} `),
    numbers: new Set(readNumbers(tokens).map(({ value }) => value)),
    drugs: new Set(findDrugs(tokens).map(({ ingredient }) => ingredient)),
  }
}

export function foldedWords(text: string): string {
  return tokenize(text)
    .map(({ norm }) => norm.toLowerCase())
    .join(' ')
}

/** Words of a text that say something: long, not grammar. */
export function tellingWords(text: string): string[] {
  return [...new Set((fold(text).match(/\p{L}{5,}/gu) ?? []).filter((word) => !COMMON.has(word)))]
}

const COMMON = new Set(
  'paciente refere relata apresenta quando desde muito pouco outro outra depois antes durante sobre entre ainda nunca sempre tambem alguma algum mesmo mesma todos todas cerca'.split(
    ' ',
  ),
)

/** The text with [start, end) replaced; a capital stays a capital. */
export function replaced(text: string, start: number, end: number, by: string): string {
  const was = text.slice(start, end)
  const isCapital = /^\p{Lu}/u.test(was)
  const first = isCapital ? by.slice(0, 1).toUpperCase() : by.slice(0, 1)
  return text.slice(0, start) + first + by.slice(1) + text.slice(end)
}

/** Every place of a pattern in the text. */
export function places(
  text: string,
  pattern: RegExp,
): { start: number; end: number; word: string }[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    word: match[0],
  }))
}

/**
 * Whether a text says something that the case says nowhere: at least so many telling words of it.
 */
export function isForeign(text: string, caseText: string, least: number): boolean {
  const unknown = tellingWords(text).filter((word) => !caseText.includes(word.slice(0, 6)))
  return unknown.length >= least
}
