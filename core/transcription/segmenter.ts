/**
 * Cuts a stream of speech probabilities into utterances, the stretches that are handed to the
 * recognizer.
 *
 * Speech begins when a frame reaches `ON_PROBABILITY` and goes on while frames stay above
 * `OFF_PROBABILITY` (hysteresis: a voice that fades does not flicker). An utterance closes at the
 * first pause that is long enough for its length (`PAUSES`: the longer it has become, the shorter a
 * pause ends it, so that live text does not wait), gets `PAD_MS` of the silence around it, and is
 * dropped when it held less than `MIN_SPEECH_MS` of speech. Speech that never pauses is cut at the
 * quietest frame of the window's last part, before `maxMs` is reached.
 *
 * The result depends on the frames alone, not on how they arrive, so a second look at the same
 * sound after a restart finds the same utterances.
 */
import type { SampleRange, Utterance } from './ports.ts'

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
  push(probabilities: Float32Array, levels: Float32Array): Utterance[]
  /**
   * The end of the sound: closes what is open. @param totalSamples where it ends, part of a frame
   * included
   */
  end(totalSamples: number): Utterance[]
  /** The utterance still going on, as far as it was heard; null in silence. */
  open(): Utterance | null
}

const SAMPLES_PER_MS = 16
const ON_PROBABILITY = 0.5
const OFF_PROBABILITY = 0.35
/** The pause that ends an utterance, by how long the utterance is. */
const PAUSES = [
  { upToMs: 8000, pauseMs: 600 },
  { upToMs: 16_000, pauseMs: 350 },
  { upToMs: Number.POSITIVE_INFINITY, pauseMs: 200 },
]
/**
 * Silence that an utterance keeps at both ends; where it pauses for longer, it ends here if it
 * ends.
 */
export const PAD_MS = 200
const MIN_SPEECH_MS = 128
/** Where in the window a forced cut may fall: its last part, so that the rest keeps context. */
const CUT_FROM = 0.6

export function utteranceSegmenter({ maxMs, frameSamples }: SegmenterOptions): UtteranceSegmenter {
  const frames = (ms: number) => Math.round((ms * SAMPLES_PER_MS) / frameSamples)
  const maxFrames = Math.floor((maxMs * SAMPLES_PER_MS) / frameSamples)
  const padFrames = frames(PAD_MS)
  const minSpeechFrames = frames(MIN_SPEECH_MS)

  let next = 0
  /** End of the last utterance: nothing before it is used again. */
  let floor = 0
  let current: OpenUtterance | null = null
  /** Loudness since `current.from`, for the forced cut. */
  let levelsInside: number[] = []
  let recentLevels: number[] = []

  function begin(frame: number) {
    const from = Math.max(floor, frame - padFrames)
    current = { from, speechEnd: frame, speechFrames: 0, voiced: [] }
    levelsInside = recentLevels.slice(recentLevels.length - (frame - from))
  }

  function close(end: number): Utterance[] {
    const { from, speechFrames, voiced } = current!
    current = null
    levelsInside = []
    if (speechFrames < minSpeechFrames) return []
    floor = end
    return [utterance(from, end, voiced)]
  }

  /**
   * The window is full: what comes before the quietest frame goes, what comes after it stays open.
   */
  function cut(): Utterance[] {
    const open = current!
    const earliest = Math.ceil(maxFrames * CUT_FROM)
    let at = earliest
    for (let i = earliest; i < maxFrames; i++) {
      if (levelsInside[i]! < levelsInside[at]!) at = i
    }
    const end = open.from + at
    const rest = levelsInside.slice(at)
    const closed = utterance(open.from, end, clipped(open.voiced, open.from, end))
    floor = end
    levelsInside = rest
    current = {
      from: end,
      speechEnd: Math.max(end, open.speechEnd),
      // The speech after the cut belongs to a sentence that was going on: it is never too short to
      // keep.
      speechFrames: open.speechEnd > end ? minSpeechFrames : 0,
      voiced: clipped(open.voiced, end, next),
    }
    return [closed]
  }

  function hear(probability: number, level: number): Utterance[] {
    const frame = next++
    const closed: Utterance[] = []
    if (!current && probability >= ON_PROBABILITY) begin(frame)
    recentLevels.push(level)
    if (recentLevels.length > padFrames) recentLevels = recentLevels.slice(-padFrames)
    if (!current) return closed

    levelsInside.push(level)
    if (probability >= OFF_PROBABILITY) {
      const run = current.voiced.at(-1)
      if (run?.to === frame) run.to = frame + 1
      else current.voiced.push({ from: frame, to: frame + 1 })
      current.speechEnd = frame + 1
      current.speechFrames += 1
    }
    const silent = frame + 1 - current.speechEnd
    if (silent >= pauseAfter(current.speechEnd - current.from))
      return close(Math.min(current.speechEnd + padFrames, frame + 1))
    if (frame + 1 - current.from >= maxFrames) closed.push(...cut())
    return closed
  }

  /** Frames of silence that end an utterance of this length in frames. */
  function pauseAfter(length: number): number {
    const { pauseMs } = PAUSES.find(({ upToMs }) => length <= frames(upToMs))!
    return frames(pauseMs)
  }

  const samples = ({ from, to }: SampleRange): SampleRange => ({
    from: from * frameSamples,
    to: to * frameSamples,
  })
  const utterance = (from: number, to: number, voiced: readonly SampleRange[]): Utterance => ({
    ...samples({ from, to }),
    voiced: voiced.map(samples),
  })

  return {
    push(probabilities, levels) {
      const closed: Utterance[] = []
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
        return [{ ...last, to: Math.min(totalSamples, last.from + maxFrames * frameSamples) }]
      }
      return closed
    },
    open() {
      if (!current || current.speechFrames < minSpeechFrames) return null
      const { from, speechEnd, voiced } = current
      return utterance(from, Math.min(speechEnd + padFrames, next), voiced)
    },
  }
}

/** An utterance that goes on; in frames. */
interface OpenUtterance {
  from: number
  speechEnd: number
  speechFrames: number
  voiced: SampleRange[]
}

function clipped(ranges: readonly SampleRange[], from: number, to: number): SampleRange[] {
  return ranges
    .map((range) => ({ from: Math.max(range.from, from), to: Math.min(range.to, to) }))
    .filter((range) => range.to > range.from)
}
