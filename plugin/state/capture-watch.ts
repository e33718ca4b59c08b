/**
 * Watches a running recording for what nobody notices in a consultation: a microphone that hears
 * nothing, sound that stopped coming (a closed lid, a frozen tab, a phone call), and sound that a
 * busy computer loses piece by piece.
 */

import { SAMPLE_RATE_HZ } from '../../core/contract/frames.ts'
import { sumOf } from '../services/json.ts'
import type { Loss } from '../services/take.ts'

export interface CaptureWatch {
  /** Nothing but silence for 20 s. */
  readonly silent: boolean
  /** Length of the last interruption, in ms; 0 when there was none. */
  readonly interruptedMs: number
  /** More than a syllable was lost within the last half minute. */
  readonly overloaded: boolean
  begin(): void
  /**
   * To be called when the last frame has been handed over; `askedMs`: `performance.now()` when the
   * microphone was asked to stop.
   */
  end(askedMs: number): void
  /**
   * `replacedMs`: how much of it, on each side, is silence that the browser put where it lost
   * sound.
   */
  frame(samples: number, replacedMs: number, remoteReplacedMs: number): void
  level(peak: number): void
  /** An earlier page broke off in the middle of a recording, so long ago. */
  noteInterruption(ms: number): void
  dismissInterruption(): void
}

interface Deps {
  changed(): void
  /** Sound of the running recording was lost. */
  onLost(loss: Loss): void
}

const SILENCE_MS = 20_000
/** About -46 dB of full scale: below a quiet room with a live microphone. */
const SILENT_PEAK = 0.005
/**
 * Lost at once, this is no computer that is busy but one that slept, or a page that was stopped.
 */
const INTERRUPTION_MS = 3000
const OVERLOAD_MS = 30_000
const TICK_MS = 1000

export function captureWatch({ changed, onLost }: Deps): CaptureWatch {
  let timer: ReturnType<typeof setInterval> | undefined
  let loss: SoundLoss | undefined
  let heardAtMs = 0
  let silent = false
  let interruptedMs = 0
  let pieces: { atMs: number; ms: number }[] = []
  let overloaded = false
  // Difference between the clock on the wall and the one that never goes back, which stops in a
  // sleeping computer.
  let wallOffsetMs = 0

  /** `both`: the whole capture stood still. */
  function noteLoss(both: number, microphone = 0, remote = 0) {
    const ms = both + Math.max(microphone, remote)
    if (ms <= 0) return
    onLost({ both, microphone, remote })
    if (ms >= INTERRUPTION_MS) interruptedMs = ms
    else pieces.push({ atMs: performance.now(), ms })
    judgeLoad()
    changed()
  }

  function judgeLoad() {
    const since = performance.now() - OVERLOAD_MS
    pieces = pieces.filter(({ atMs }) => atMs > since)
    overloaded = sumOf(pieces, ({ ms }) => ms) > LOSS_MS
  }

  function noteSleep() {
    const offsetMs = Date.now() - performance.now()
    const sleptMs = offsetMs - wallOffsetMs
    wallOffsetMs = offsetMs
    if (sleptMs >= INTERRUPTION_MS) noteLoss(sleptMs)
  }

  function tick() {
    const before = { silent, overloaded }
    silent = performance.now() - heardAtMs > SILENCE_MS
    judgeLoad()
    noteSleep()
    if (before.silent !== silent || before.overloaded !== overloaded) changed()
  }

  return {
    get silent() {
      return silent
    },
    get interruptedMs() {
      return interruptedMs
    },
    get overloaded() {
      return overloaded
    },
    begin() {
      clearInterval(timer)
      silent = overloaded = false
      interruptedMs = 0
      pieces = []
      heardAtMs = performance.now()
      wallOffsetMs = Date.now() - performance.now()
      loss = soundLoss(performance.now())
      timer = setInterval(tick, TICK_MS)
    },
    end(askedMs) {
      clearInterval(timer)
      if (loss) noteLoss(loss.end(askedMs))
      loss = undefined
      silent = overloaded = false
    },
    frame(samples, replacedMs, remoteReplacedMs) {
      noteLoss(loss?.frame(performance.now(), samples) ?? 0, replacedMs, remoteReplacedMs)
    },
    level(peak) {
      if (peak < SILENT_PEAK) return
      heardAtMs = performance.now()
      if (silent) tick()
    },
    noteInterruption(ms) {
      interruptedMs = ms
      changed()
    },
    dismissInterruption() {
      interruptedMs = 0
      changed()
    },
  }
}

/** Less is not told: it is about a syllable. */
export const LOSS_MS = 250
const WINDOW_MS = 2000
/**
 * Until a microphone that was switched on gives its first sound; some wireless ones take this long.
 */
const START_MS = 2000
/** Two clocks never agree: 500 ppm is more than sound cards differ from computers. */
const DRIFT = 500e-6
/** After a longer pause frames come in a heap: the first ones of it would look late. */
const HEAP_AFTER_MS = 1000

/**
 * Sound that never came: the samples of a running microphone, compared with a clock that only goes
 * forward. A frame may come late (a busy page), so not its own lateness counts but the least one of
 * two seconds: what even the quickest frame lacks is lost.
 *
 * Times are in ms of one clock that never goes back; both answer with the ms newly known to be
 * lost, mostly 0.
 */
interface SoundLoss {
  frame(nowMs: number, samples: number): number
  /** All that the microphone heard has been handed over; `askedMs`: when it was asked to stop. */
  end(askedMs: number): number
}

export function soundLoss(beganMs: number): SoundLoss {
  let samples = 0
  let arrivedMs = beganMs
  let windowMs = beganMs
  let judgedMs = beganMs
  // How far the samples may be behind the clock, once a first window has been seen.
  let expectedMs: number | undefined
  let leastMs = Number.POSITIVE_INFINITY
  let foundBefore = false

  function judge(nowMs: number): number {
    const behindMs = leastMs
    const allowedMs = expectedMs === undefined ? START_MS : expectedMs + (nowMs - judgedMs) * DRIFT
    judgedMs = windowMs = nowMs
    leastMs = Number.POSITIVE_INFINITY
    const lostMs = behindMs - allowedMs
    // Less than that stays owed: many small losses are found when they are one large loss. But the
    // window before a found loss may have begun with late frames from before it, and have shown a
    // part of it only.
    const isLost = lostMs > (foundBefore ? 0 : LOSS_MS)
    foundBefore = lostMs > LOSS_MS
    expectedMs = isLost ? behindMs : Math.min(behindMs, allowedMs)
    return isLost ? lostMs : 0
  }

  function behind(nowMs: number): number {
    return nowMs - beganMs - (samples * 1000) / SAMPLE_RATE_HZ
  }

  return {
    frame(nowMs, count) {
      samples += count
      if (nowMs - arrivedMs > HEAP_AFTER_MS) {
        windowMs = nowMs
        leastMs = Number.POSITIVE_INFINITY
      }
      arrivedMs = nowMs
      leastMs = Math.min(leastMs, behind(nowMs))
      return nowMs - windowMs < WINDOW_MS ? 0 : judge(nowMs)
    },
    end(askedMs) {
      leastMs = Math.min(leastMs, behind(askedMs))
      return judge(askedMs)
    },
  }
}
