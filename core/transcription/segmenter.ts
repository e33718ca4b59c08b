/**
 * Cuts a stream of speech probabilities into utterances, the stretches that are handed to the recognizer.
 *
 * Speech begins when a frame reaches `ON_PROBABILITY` and goes on while frames stay above `OFF_PROBABILITY`
 * (hysteresis: a voice that fades does not flicker). An utterance closes at the first pause of `PAUSE_MS`, gets
 * `PAD_MS` of the silence around it, and is dropped when it held less than `MIN_SPEECH_MS` of speech. Speech that
 * never pauses is cut at the quietest frame of the window's last part, before `maxMs` is reached.
 *
 * The result depends on the frames alone, not on how they arrive, so a second look at the same sound after a
 * restart finds the same utterances.
 */
import type { SampleRange } from './ports.ts'

export interface SegmenterOptions {
  /** The recognizer's window; no utterance is longer, pads included. */
  maxMs: number
  frameSamples: number
}

export interface UtteranceSegmenter {
  /**
   * @param probabilities of speech, one per frame
   * @param levels loudness of the same frames, any unit that grows with it
   * @returns utterances that closed with these frames, in order, without overlap
   */
  push(probabilities: Float32Array, levels: Float32Array): SampleRange[]
  /** The end of the sound: closes what is open. @param totalSamples where it ends, part of a frame included */
  end(totalSamples: number): SampleRange[]
  /** The utterance still going on, as far as it was heard; null in silence. */
  open(): SampleRange | null
}

const SAMPLES_PER_MS = 16
const ON_PROBABILITY = 0.5
const OFF_PROBABILITY = 0.35
const PAUSE_MS = 600
const PAD_MS = 200
const MIN_SPEECH_MS = 128
/** Where in the window a forced cut may fall: its last part, so that the rest keeps context. */
const CUT_FROM = 0.6

export function utteranceSegmenter({ maxMs, frameSamples }: SegmenterOptions): UtteranceSegmenter {
  const frames = (ms: number) => Math.round((ms * SAMPLES_PER_MS) / frameSamples)
  const maxFrames = Math.floor((maxMs * SAMPLES_PER_MS) / frameSamples)
  const pauseFrames = frames(PAUSE_MS)
  const padFrames = frames(PAD_MS)
  const minSpeechFrames = frames(MIN_SPEECH_MS)

  let next = 0
  /** End of the last utterance: nothing before it is used again. */
  let floor = 0
  let current: { from: number; speechEnd: number; speechFrames: number } | null = null
  /** Loudness since `current.from`, for the forced cut. */
  let levelsInside: number[] = []
  let recentLevels: number[] = []

  function begin(frame: number) {
    const from = Math.max(floor, frame - padFrames)
    current = { from, speechEnd: frame, speechFrames: 0 }
    levelsInside = recentLevels.slice(recentLevels.length - (frame - from))
  }

  function close(end: number): SampleRange[] {
    const { from, speechFrames } = current!
    current = null
    levelsInside = []
    if (speechFrames < minSpeechFrames) return []
    floor = end
    return [range(from, end)]
  }

  /** The window is full: what comes before the quietest frame goes, what comes after it stays open. */
  function cut(): SampleRange[] {
    const open = current!
    const earliest = Math.ceil(maxFrames * CUT_FROM)
    let at = earliest
    for (let i = earliest; i < maxFrames; i++) {
      if (levelsInside[i]! < levelsInside[at]!) at = i
    }
    const end = open.from + at
    const rest = levelsInside.slice(at)
    const closed = range(open.from, end)
    floor = end
    levelsInside = rest
    current = {
      from: end,
      speechEnd: Math.max(end, open.speechEnd),
      // The speech after the cut belongs to a sentence that was going on: it is never too short to keep.
      speechFrames: open.speechEnd > end ? minSpeechFrames : 0,
    }
    return [closed]
  }

  function hear(probability: number, level: number): SampleRange[] {
    const frame = next++
    const closed: SampleRange[] = []
    if (!current && probability >= ON_PROBABILITY) begin(frame)
    recentLevels.push(level)
    if (recentLevels.length > padFrames) recentLevels = recentLevels.slice(-padFrames)
    if (!current) return closed

    levelsInside.push(level)
    if (probability >= OFF_PROBABILITY) {
      current.speechEnd = frame + 1
      current.speechFrames += 1
    }
    const silent = frame + 1 - current.speechEnd
    if (silent >= pauseFrames) return close(current.speechEnd + padFrames)
    if (frame + 1 - current.from >= maxFrames) closed.push(...cut())
    return closed
  }

  const range = (from: number, to: number): SampleRange => ({
    from: from * frameSamples,
    to: to * frameSamples,
  })

  return {
    push(probabilities, levels) {
      const closed: SampleRange[] = []
      probabilities.forEach((probability, i) => {
        closed.push(...hear(probability, levels[i] ?? 0))
      })
      return closed
    },
    end(totalSamples) {
      if (!current) return []
      const { speechEnd } = current
      const closed = close(Math.min(speechEnd + padFrames, next))
      const last = closed[0]
      // Part of a frame is left over when speech runs to the very end: it belongs to the last word.
      const unframed = totalSamples - next * frameSamples
      if (last && speechEnd === next && unframed > 0 && unframed < frameSamples) {
        const to = Math.min(totalSamples, last.from + maxFrames * frameSamples)
        return [{ from: last.from, to }]
      }
      return closed
    },
    open() {
      if (!current || current.speechFrames < minSpeechFrames) return null
      return range(current.from, Math.min(current.speechEnd + padFrames, next))
    },
  }
}
