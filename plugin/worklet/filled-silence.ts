/**
 * Finds the silence that a browser puts where it lost sound. When the audio thread does not get its
 * turn, the browser's short queue of captured sound runs over; afterwards the thread is called
 * quickly to catch up, and gets blocks of exact zeros instead of what was lost. So the number of
 * samples looks right. A late call with such blocks behind it is the sign; a room is never exactly
 * zero.
 */
/**
 * Longer than between any two calls of a thread that gets its turns, even with a slow loudspeaker
 * behind it.
 */
const LATE_MS = 100
/** Sound that was still queued comes before the zeros. */
const QUEUED_MS = 200

/**
 * Called once per block with the time of the call; @returns how many of its samples stand for lost
 * sound.
 */
export type FilledSilence = (block: Float32Array, nowMs: number) => number

export function filledSilence(sampleRate: number): FilledSilence {
  let calledAtMs: number | undefined
  // Both in samples: how far the catching up reaches, and how much of it can be missing.
  let suspect = 0
  let missable = 0

  return (block, nowMs) => {
    const gapMs = nowMs - (calledAtMs ?? nowMs)
    calledAtMs = nowMs
    if (gapMs > LATE_MS) {
      missable = Math.max(0, missable) + (gapMs * sampleRate) / 1000
      suspect = missable + (QUEUED_MS * sampleRate) / 1000
    }
    if (suspect <= 0 || missable <= 0) return 0
    suspect -= block.length
    if (block.some((sample) => sample !== 0)) return 0
    missable -= block.length
    return block.length
  }
}
