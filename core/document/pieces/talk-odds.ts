/** Who of two says each sentence of a talk, as log-odds, from what speaks for it in each. */

/** Of a speaker who is named. */
export const KNOWN = 20

/**
 * Log-odds of each sentence, seen from the whole talk: its own, and what was said before it and
 * after it, each passed on through how often the speaker changes there.
 *
 * @param changes probability that the next sentence is the other one's: one less than sentences
 */
export function oddsInTalk(own: readonly number[], changes: readonly number[]): number[] {
  const before = passedOn(own, changes)
  const after = passedOn(own.toReversed(), changes.toReversed()).toReversed()
  return own.map((odds, at) => odds + before[at]! + after[at]!)
}

/** What the sentences ahead of each say of it. */
function passedOn(own: readonly number[], changes: readonly number[]): number[] {
  const passed = [0]
  for (const [at, change] of changes.entries()) {
    const odds = Math.exp(Math.max(-KNOWN, Math.min(KNOWN, own[at]! + passed[at]!)))
    passed.push(Math.log((odds * (1 - change) + change) / (odds * change + 1 - change)))
  }
  return passed
}
