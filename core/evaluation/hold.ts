/**
 * Whether a stretch of a document says a fact: the same words, numbers with their units, denied
 * where the fact denies.
 */
import type { DocumentValue } from '../contract/api.ts'
import { type PlainText, type PlainWord, plainText } from './plain-words.ts'

/** One sentence or list item of a document: what belongs together. */
export interface Unit {
  text: string
  plain: PlainText
}

/**
 * The sentences of a text, items of a list, sentences of a dict's entries (of `key` alone where it
 * is given). A question stays with its answer.
 */
export function unitsOf(value: DocumentValue, key?: string): Unit[] {
  if (value === null) return []
  if (typeof value === 'string') return sentences(value).map(unit)
  if (Array.isArray(value)) return value.map(unit)
  return Object.entries(value).flatMap(([name, text]) =>
    text === null || (key !== undefined && name !== key) ? [] : sentences(text).map(unit),
  )
}

/** Whether `unit` says `fact`, its words in any order. */
export function holds(unit: PlainText, fact: PlainText): boolean {
  const free = [...unit.words]
  const taken: PlainWord[] = []
  for (const wanted of fact.words) {
    const at = free.findIndex((word) => says(word, wanted, fact.denies))
    if (at < 0) {
      // Words may be asked for twice and said once; a number said once is one number.
      if (wanted.kind === 'number' || !taken.some((word) => says(word, wanted, fact.denies)))
        return false
    } else taken.push(...free.splice(at, 1))
  }
  if (!fact.denies) return true
  const isDeniedInFact = fact.words.filter(({ denied }) => denied).map(({ norm }) => norm)
  if (isDeniedInFact.length === 0) return unit.denies
  return unit.words.some(({ norm, denied }) => denied && isDeniedInFact.includes(norm))
}

/**
 * A measure's whole value, number by number and unit by unit: "130 mmHg" is "130 mmhg" and nothing
 * else.
 */
export function isSameValue(left: string, right: string): boolean {
  return wordsInOrder(left) === wordsInOrder(right)
}

function says(word: PlainWord, wanted: PlainWord, mayBeDenied: boolean): boolean {
  if (word.kind !== wanted.kind || (word.denied && !mayBeDenied)) return false
  if (isLength(word.unit) && isLength(wanted.unit)) return centimetres(word) === centimetres(wanted)
  if (word.kind === 'word' && isLength(word.norm) && isLength(wanted.norm)) return true
  return word.norm === wanted.norm && (wanted.unit === null || wanted.unit === word.unit)
}

/** A height is written in metres and read out in centimetres. */
function isLength(unit: string | null): boolean {
  return unit === 'm' || unit === 'cm'
}

function centimetres({ norm, unit }: PlainWord): number {
  return Math.round(Number(norm) * (unit === 'm' ? 1000 : 10)) / 10
}

function wordsInOrder(text: string): string {
  const { words, denies } = plainText(text)
  return JSON.stringify([denies, words.map(({ norm }) => norm)])
}

function unit(text: string): Unit {
  return { text, plain: plainText(text) }
}

function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!;])\s+|\n+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
