/**
 * Small models get stuck: "dor, dor, dor, …" until the bound. A value whose end is the same stretch
 * five times over is stopped there instead of filling the page.
 */
const LONGEST_STRETCH = 120
const SHORTEST_STRETCH = 3
const TIMES = 5

/** The rule as numbers, for the record of what ended a text. */
export const RUNAWAY = {
  runawayTimes: TIMES,
  runawayChars: LONGEST_STRETCH,
  runawayLeastChars: SHORTEST_STRETCH,
} as const

/** @returns where the second repetition begins, or -1 when the text does not go in circles */
export function runawayStart(text: string): number {
  for (let stretch = SHORTEST_STRETCH; stretch <= LONGEST_STRETCH; stretch += 1) {
    const length = stretch * TIMES
    if (length > text.length) return -1
    if (isPeriodic(text, text.length - length, stretch)) return text.length - length + stretch
  }
  return -1
}

function isPeriodic(text: string, from: number, period: number): boolean {
  for (let index = from + period; index < text.length; index += 1)
    if (text[index] !== text[index - period]) return false
  return true
}
