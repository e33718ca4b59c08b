/**
 * What the final pass will ask for, heard while people talk: full windows of models that pack
 * utterances, and second looks at what was understood badly. So little is left to do when the visit
 * ends, and what was heard stands for good before that.
 */
import type { RecordingInfo } from '../recording/ports.ts'
import { hearWindow } from './hear-window.ts'
import type { PlacedPiece, Utterance } from './ports.ts'
import type { RecallLive, RecognizeUnit } from './recognize-unit.ts'
import { finalPieces } from './second-look.ts'

export interface WindowsAhead {
  /** The next full window of a channel. */
  add(channel: number, utterances: Utterance[]): void
  /** Hears what is due, unless it is at it. */
  prepare(): void
  /** End of the window at work. */
  ended(): Promise<void> | null
  /** The final text so far. The same piece is the same object at each call. */
  pieces(): readonly PlacedPiece[]
  /** Utterances of a channel whose final text is known, from the first on without a gap. */
  covered(channel: number): number
}

export interface WindowsAheadDeps {
  recognize: RecognizeUnit
  recallLive: RecallLive
  signal: AbortSignal
  /** False while live work waits, and when the final pass itself has begun. */
  mayGoOn(): boolean
  /** The final text of an utterance is known. */
  onHeard(channel: number, utterance: Utterance, pieces: readonly PlacedPiece[]): Promise<void>
}

/**
 * Windows that may be left for the end of the visit; with more of them what is said now waits for
 * one.
 */
const MOST_WINDOWS_DUE = 2

export function windowsAhead(recording: RecordingInfo, deps: WindowsAheadDeps): WindowsAhead {
  const { recognize, recallLive, signal, mayGoOn, onHeard } = deps
  const { id: recordingId, consultationId, startMs } = recording
  const hear = hearWindow({ recognize, recallLive })
  const due: { channel: number; utterances: Utterance[] }[] = []
  const heard: PlacedPiece[] = []
  const covered = new Map<number, number>()
  /** Channels of which a window failed: behind it nothing is known without a gap. */
  const broken = new Set<number>()
  let preparing: Promise<void> | null = null

  async function prepareNext() {
    for (let window = due[0]; window && mayGoOn(); window = due[0]) {
      due.shift()
      const { channel, utterances } = window
      try {
        const texts = await hear({ recordingId, consultationId, channel, utterances }, signal, {
          mayPause: () => due.length < MOST_WINDOWS_DUE,
        })
        if (broken.has(channel)) continue
        const pieces = texts.map((text) => finalPieces(text, startMs, channel))
        covered.set(channel, (covered.get(channel) ?? 0) + utterances.length)
        heard.push(...pieces.flat())
        for (const [at, own] of pieces.entries()) await onHeard(channel, utterances[at]!, own)
      } catch {
        // Only spares time at the end: the final pass asks again for what failed here.
        broken.add(channel)
      }
    }
  }

  return {
    add: (channel, utterances) => void due.push({ channel, utterances }),
    prepare() {
      if (preparing || due.length === 0) return
      preparing = prepareNext().finally(() => {
        preparing = null
      })
    },
    ended: () => preparing,
    pieces: () => heard,
    covered: (channel) => covered.get(channel) ?? 0,
  }
}
