/**
 * Splices utterances into windows. A recognizer of the Whisper family computes a whole window (30 s) for every
 * request, however short, and understands more with more context: for the final pass utterances are put one
 * after the other, without the silence between them, until the window is full.
 */
import type { PlacedPiece, RecognizedPiece, SampleRange } from './ports.ts'

const SAMPLES_PER_MS = 16

export interface WindowPacker {
  /** @returns the window that is complete now because this utterance no longer fits, if any */
  add(utterance: SampleRange): SampleRange[] | null
  /** What is left; null when nothing is. */
  end(): SampleRange[] | null
}

/** @param maxMs the recognizer's window; 0 packs nothing: every utterance is a window of its own */
export function windowPacker(maxMs: number): WindowPacker {
  let ranges: SampleRange[] = []

  function take(): SampleRange[] | null {
    const complete = ranges
    ranges = []
    return complete.length > 0 ? complete : null
  }

  return {
    add(utterance) {
      const full = ranges.length > 0 && lengthOf([...ranges, utterance]) > maxMs * SAMPLES_PER_MS
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

/**
 * Puts pieces of a spliced window back where they were said.
 * @param offsetMs where the recording starts on the consultation's timeline
 */
export function placePieces(
  pieces: readonly RecognizedPiece[],
  ranges: readonly SampleRange[],
  offsetMs: number,
  channel: PlacedPiece['channel'],
): PlacedPiece[] {
  const recordedMs = (windowMs: number, home: ReturnType<typeof rangeAt>) => {
    const at = home.from + (windowMs - home.windowMs) * SAMPLES_PER_MS
    return offsetMs + Math.round(Math.min(Math.max(at, home.from), home.to) / SAMPLES_PER_MS)
  }
  return pieces.map(({ startMs, endMs, text, confidence, words }) => {
    const home = rangeAt(ranges, startMs)
    const start = Math.min(
      Math.max(home.from + (startMs - home.windowMs) * SAMPLES_PER_MS, home.from),
      home.to,
    )
    const last = rangeAt(ranges, Math.max(startMs, endMs - 1))
    const end = Math.min(last.from + (endMs - last.windowMs) * SAMPLES_PER_MS, last.to)
    // A piece that runs over a splice ends with its first utterance: a sentence does not last over a long silence.
    const spliced = last.from !== home.from && last.from - home.to > LONG_GAP_SAMPLES
    const endsAt = Math.max(start, spliced ? home.to : end)
    return {
      startMs: offsetMs + Math.round(start / SAMPLES_PER_MS),
      endMs: offsetMs + Math.round(endsAt / SAMPLES_PER_MS),
      text,
      channel,
      confidence,
      // Each word in its own utterance: one that begins a sentence of the next is heard there, not in the silence before it.
      ...(words
        ? {
            words: words.map((word) => {
              const place = rangeAt(ranges, word.startMs)
              const said = recordedMs(word.startMs, place)
              return {
                ...word,
                startMs: said,
                endMs: Math.max(said, recordedMs(word.endMs, place)),
              }
            }),
          }
        : {}),
    }
  })
}

const LONG_GAP_SAMPLES = 2000 * SAMPLES_PER_MS

function rangeAt(ranges: readonly SampleRange[], windowMs: number) {
  let startMs = 0
  let found = { from: 0, to: 0, windowMs: 0 }
  for (const { from, to } of ranges) {
    if (found.to > 0 && windowMs < startMs) break
    found = { from, to, windowMs: startMs }
    startMs += (to - from) / SAMPLES_PER_MS
  }
  return found
}
