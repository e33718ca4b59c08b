/**
 * Sound that never came: the samples of a running microphone, compared with a clock that only goes
 * forward. A frame may come late (a busy page), so not its own lateness counts but the least one of
 * two seconds: what even the quickest frame lacks is lost.
 */
import { SAMPLE_RATE_HZ } from '../../core/contract/frames.ts'

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
 * Times are in ms of one clock that never goes back; both answer with the ms newly known to be
 * lost, mostly 0.
 */
export interface SoundLoss {
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
