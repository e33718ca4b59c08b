/** The sound with which a speech model is tried, and how much of it a recognizer has to write. */

import { alignWords } from '../evaluation/word-errors.ts'
import { tokenize } from '../portuguese/tokens.ts'

/** What a natural voice says in `ai-local/speech-model/probe.wav`. */
export const PROBE_TEXT =
  'Bom dia. A senhora acordou hoje com dor de cabeça e um pouco de febre. Vou medir a sua pressão e ouvir o coração.'

/**
 * Share of the words that a recognizer has to write before it is used. A model that does not hear
 * people writes next to none.
 */
const ENOUGH = 0.6

export interface Hearing {
  /** Words of the probe sound that were written, in their order. */
  heard: number
  said: number
  enough: boolean
}

/** @param text what a recognizer wrote of the probe sound */
export function judgeHearing(text: string): Hearing {
  const said = wordsOf(PROBE_TEXT)
  const written = wordsOf(text)
  const heard = alignWords(said, written).filter(
    ({ from, to }) => from !== null && to !== null && said[from] === written[to],
  ).length
  return { heard, said: said.length, enough: heard >= ENOUGH * said.length }
}

function wordsOf(text: string): string[] {
  return tokenize(text).flatMap(({ norm, kind }) => (kind === 'mark' ? [] : [norm]))
}
