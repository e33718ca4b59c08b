import type { FieldFact, Sample } from '../../bin/tools/demo/sample.ts'
import type { DocumentContent, DocumentValue } from '../../core/contract/api.ts'
import { normalizeText } from '../../core/transcription/normalize/normalize-text.ts'

/** One thing that is wrong with a document of a sample consultation. */
export interface FactFault {
  field: string
  expected: string
  found: DocumentValue
}

/** Facts of the sample that the document does not hold. */
export function missingFacts(
  sample: Sample,
  content: DocumentContent,
  fields = Object.keys(sample.facts),
): FactFault[] {
  return fields.flatMap((field) => {
    const fact = sample.facts[field]
    return fact ? fieldFaults(field, fact, content[field] ?? null) : []
  })
}

/**
 * What the document holds although it must not: forbidden words, and values where null is right.
 */
export function inventedFacts(sample: Sample, content: DocumentContent): FactFault[] {
  const forbidden = sample.forbidden.flatMap(({ text, field, why }) =>
    Object.entries(content)
      .filter(([name, value]) => (field ?? name) === name && holdsWords(value, text))
      .map(([name, value]) => ({ field: name, expected: `not «${text}»: ${why}`, found: value })),
  )
  const filled = sample.expectedNull
    .filter((field) => (content[field] ?? null) !== null)
    .map((field) => ({ field, expected: 'null', found: content[field] ?? null }))
  return [...forbidden, ...filled]
}

/**
 * The sample with the facts whose words the recognizer understood: what it misheard cannot arrive
 * in the document. A measure counts as understood when its number was, a derived one when every
 * other measure of its field was.
 */
export function understoodFacts(sample: Sample, heard: readonly string[]): Sample {
  const text = heard.join(' ')
  const facts = Object.entries(sample.facts).map(([field, fact]) => {
    if (Array.isArray(fact)) return [field, fact.filter((words) => holdsWords(text, words))]
    const measures = Object.entries(fact).filter(([, value]) => value !== null)
    const missed = measures.filter(([key, value]) => key !== 'IMC' && !holdsNumber(text, value))
    const names = new Set(missed.map(([key]) => key))
    if (names.size > 0) names.add('IMC')
    return [field, Object.fromEntries(Object.entries(fact).filter(([key]) => !names.has(key)))]
  })
  return { ...sample, facts: Object.fromEntries(facts) }
}

/** Facts of words and measures; a measure that is null is none. */
export function countFacts({ facts }: Sample): number {
  return Object.values(facts)
    .flatMap((fact) => Object.values(fact))
    .filter((fact) => fact !== null).length
}

function holdsNumber(text: string, measure: unknown): boolean {
  return holdsWords(text, /[\d,]+/.exec(String(measure))?.[0] ?? '')
}

/**
 * The words of `expected`, in this order, in the text, in one item of the list or in one value of
 * the dict.
 */
export function holdsWords(value: DocumentValue | undefined, expected: string): boolean {
  return textsOf(value ?? null).some((text) => {
    const words = wordsOf(text)
    let from = 0
    return wordsOf(expected).every((word) => {
      const at = words.indexOf(word, from)
      from = at + 1
      return at >= 0
    })
  })
}

function fieldFaults(field: string, fact: FieldFact, value: DocumentValue): FactFault[] {
  if (Array.isArray(fact)) return wordFaults(field, fact, value)
  const dict = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
  return Object.entries(fact).flatMap(([key, expected]) => {
    const name = `${field} / ${key}`
    const found = dict[key] ?? null
    if (Array.isArray(expected)) return wordFaults(name, expected, found)
    return found === expected ? [] : [{ field: name, expected: expected ?? 'null', found }]
  })
}

function wordFaults(field: string, expected: string[], found: DocumentValue): FactFault[] {
  return expected
    .filter((words) => !holdsWords(found, words))
    .map((words) => ({ field, expected: words, found }))
}

function textsOf(value: DocumentValue): string[] {
  if (value === null) return []
  if (typeof value === 'string') return [value]
  return Object.values(value).filter((text): text is string => text !== null)
}

/** As a chart writes them: "8 em 8 horas" and "8/8 h" are the same fact. */
function wordsOf(text: string): string[] {
  return (
    normalizeText(text)
      .text.toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
