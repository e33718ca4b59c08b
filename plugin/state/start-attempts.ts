/**
 * Starts that wait for a browser, a doctor or another tab: only the newest counts, none that was
 * withdrawn meanwhile, and none after the end.
 */
export function startAttempts() {
  let newest = 0
  let isOver = false
  /** @returns whether nothing was begun or withdrawn since */
  function same(): () => boolean {
    const mine = newest
    return () => mine === newest
  }
  return {
    get isOver() {
      return isOver
    },
    same,
    /** @returns whether this one still counts */
    begin() {
      newest += 1
      return same()
    },
    withdraw() {
      newest += 1
    },
    end() {
      newest += 1
      isOver = true
    },
  }
}
