import { chartWords } from '../pieces/chart-words.ts'
import type { Statement } from '../pieces/statements.ts'

/**
 * What was said with its numbers and units as a chart writes them and as the transcript shows them
 * ("115 por 75" after "pressão" → "115/75"). Its spans stay those of the words. What was written,
 * before the visit or in a file, stays as it was written.
 */
export function inChart<Q extends { text: string; origin: Statement['origin'] }>(quote: Q): Q {
  return quote.origin === 'speech' ? { ...quote, text: chartWords(quote.text) } : quote
}
