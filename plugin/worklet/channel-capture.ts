/**
 * One channel on the audio thread: to 16 kHz, into the frame at hand, and how much of it stands for
 * lost sound.
 */
import type { Resampler } from './resampler.ts'

export const FRAME_SAMPLES = 4000

export interface ChannelCapture {
  /** @returns whether the frame is full; `take` then, before the next block */
  push(block: Float32Array): boolean
  /** The clock runs while nothing is kept too, or the first call after a start would look late. */
  watch(block: Float32Array, nowMs: number): void
  /** Undefined when there is nothing in it. */
  take(): { samples: Int16Array; filledMs: number } | undefined
  clear(resample: Resampler): void
  /** A second channel that grows in step with this one. */
  twin(): Resampler
}

export function channelCapture(sampleRate: number, start: Resampler): ChannelCapture {
  const findFilled = filledSilence(sampleRate)
  let resample = start
  let frame = new Int16Array(FRAME_SAMPLES)
  let count = 0
  // At the sound card's rate.
  let filled = 0
  // What a block completed beyond the frame.
  let beyond: Float32Array = new Float32Array(0)

  function fill(samples: Float32Array): boolean {
    const room = Math.min(samples.length, FRAME_SAMPLES - count)
    for (let i = 0; i < room; i++)
      frame[count++] = Math.round(Math.max(-1, Math.min(1, samples[i]!)) * 32767)
    beyond = samples.subarray(room)
    return count === FRAME_SAMPLES
  }

  return {
    push: (block) => fill(resample.push(block)),
    watch(block, nowMs) {
      filled += findFilled(block, nowMs)
    },
    take() {
      if (count === 0) return undefined
      const taken = {
        samples: count === FRAME_SAMPLES ? frame : frame.slice(0, count),
        filledMs: (filled * 1000) / sampleRate,
      }
      frame = new Int16Array(FRAME_SAMPLES)
      count = filled = 0
      fill(beyond)
      return taken
    },
    clear(next) {
      resample = next
      count = filled = 0
      beyond = new Float32Array(0)
    },
    twin: () => resample.twin(),
  }
}

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
type FilledSilence = (block: Float32Array, nowMs: number) => number

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
