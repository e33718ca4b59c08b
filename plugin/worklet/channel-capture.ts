/**
 * One channel on the audio thread: to 16 kHz, into the frame at hand, and how much of it stands for
 * lost sound.
 */
import { filledSilence } from './filled-silence.ts'
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
