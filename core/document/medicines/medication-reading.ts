/**
 * A sentence as the readers of directions share it: its numbers and lengths of time are looked up
 * once.
 */
import { type Duration, readDurations } from '../../portuguese/durations.ts'
import { type NumberPhrase, readNumbers } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'

/** What many readings of one sentence share. */
export interface MedicineSentence {
  tokens: readonly Token[]
  numbers: readonly NumberPhrase[]
  durations: readonly Duration[]
  /**
   * Whether a medicine's name begins at a token: its own directions are not the one's before it.
   */
  isName(at: number): boolean
}

export function readingOf(
  tokens: readonly Token[],
  isName: (at: number) => boolean,
): MedicineSentence {
  return { tokens, numbers: readNumbers(tokens), durations: readDurations(tokens), isName }
}
