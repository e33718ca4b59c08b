import { normalizeText } from '../../transcription/normalize/normalize-text.ts'
import type { Statement } from '../extractors/statements.ts'

/**
 * What was said with its numbers and units as a chart writes them and as the transcript shows them ("115 por 75" after "pressão" →
 * "115/75"). Its spans stay those of the words. What was written, before the visit or in a file, stays as it was written.
 */
export function inChart<Q extends { text: string; origin: Statement['origin'] }>(quote: Q): Q {
  return quote.origin === 'speech' ? { ...quote, text: normalizeText(quote.text).text } : quote
}

/** A text or item begins as one; "pH" stays. What was written stays as it was written. */
export function capitalized<Q extends { text: string; origin: Statement['origin'] }>(quote: Q): Q {
  if (quote.origin !== 'speech' || !/^\p{Ll}(?!\p{Lu})/u.test(quote.text)) return quote
  const [first = ''] = quote.text
  const letter = first.toLocaleUpperCase('pt-BR')
  // Places in the text count on its length.
  return letter.length === first.length
    ? { ...quote, text: letter + quote.text.slice(first.length) }
    : quote
}
