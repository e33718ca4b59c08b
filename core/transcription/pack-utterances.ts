/**
 * Splices utterances into windows. A recognizer of the Whisper family computes a whole window (30
 * s) for every request, however short, and understands more with more context: for the final pass
 * utterances are put one after the other, without the silence between them, until the window is
 * full.
 */
import type { SampleRange, Utterance } from './ports.ts'

const SAMPLES_PER_MS = 16

export interface WindowPacker {
  /** @returns the window that is complete now because this utterance no longer fits, if any */
  add(utterance: Utterance): Utterance[] | null
  /** What is left; null when nothing is. */
  end(): Utterance[] | null
}

/** @param maxMs the recognizer's window; 0 packs nothing: every utterance is a window of its own */
export function windowPacker(maxMs: () => number): WindowPacker {
  let ranges: Utterance[] = []

  function take(): Utterance[] | null {
    const complete = ranges
    ranges = []
    return complete.length > 0 ? complete : null
  }

  return {
    add(utterance) {
      const full = ranges.length > 0 && lengthOf([...ranges, utterance]) > maxMs() * SAMPLES_PER_MS
      const complete = full ? take() : null
      ranges.push(utterance)
      return complete
    },
    end: take,
  }
}

/** Samples in all ranges together. */
export function lengthOf(ranges: readonly SampleRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0)
}
