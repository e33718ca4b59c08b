/**
 * What the browser really captured. On a machine that is busy beyond its cores, Chromium drops
 * blocks of sound before any page sees them; then nothing after them can be right, and nothing
 * about the product is learnt. Tests of recognition compare the frames that leave the page with the
 * sound that was played, without asking the recognizer.
 */
import type { Page } from 'playwright-core'
import { decodeFrame, SAMPLE_RATE_HZ } from '../../core/contract/frames.ts'

const WINDOW_SAMPLES = SAMPLE_RATE_HZ
const FIRST_SEARCH_SAMPLES = 3 * SAMPLE_RATE_HZ
const DRIFT_SAMPLES = SAMPLE_RATE_HZ / 50
/** Every fourth sample is enough to find the place. */
const STRIDE = 4
const SAME_SOUND = 0.95

/** Collects the frames of the recording channel; call it before the page opens. */
export function captureFrames(page: Page): () => Int16Array {
  const parts: Int16Array[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (typeof payload !== 'string') parts.push(decodeFrame(new Uint8Array(payload)).samples)
    }),
  )
  return () => Int16Array.from(parts.flatMap((part) => [...part]))
}

/**
 * Seconds of `played` that hold sound and did not arrive whole and in their place in `captured`.
 * The two may differ in level and in where they begin.
 */
export function damagedSeconds(played: Int16Array, captured: Int16Array): number[] {
  const damaged: number[] = []
  let lag: number | undefined
  for (let start = 0; start + WINDOW_SAMPLES <= played.length; start += WINDOW_SAMPLES) {
    const window = played.subarray(start, start + WINDOW_SAMPLES)
    if (!window.some((value) => Math.abs(value) > 500)) continue
    const reach = lag === undefined ? FIRST_SEARCH_SAMPLES : DRIFT_SAMPLES
    const found = bestMatch(window, captured, start + (lag ?? 0), reach)
    if (found.likeness < SAME_SOUND) damaged.push(start / SAMPLE_RATE_HZ)
    else lag = found.at - start
  }
  return damaged
}

function bestMatch(window: Int16Array, captured: Int16Array, around: number, reach: number) {
  let best = { at: around, likeness: 0 }
  for (let at = Math.max(0, around - reach); at <= around + reach; at += 1) {
    if (at + window.length > captured.length) break
    const likeness = likenessAt(window, captured, at)
    if (likeness > best.likeness) best = { at, likeness }
  }
  return best
}

/** Normalized correlation: 1 is the same sound at any level. */
function likenessAt(window: Int16Array, captured: Int16Array, at: number): number {
  let product = 0
  let powerHere = 0
  let powerThere = 0
  for (let i = 0; i < window.length; i += STRIDE) {
    const here = window[i] as number
    const there = captured[at + i] as number
    product += here * there
    powerHere += here * here
    powerThere += there * there
  }
  return product / Math.sqrt(powerHere * powerThere || 1)
}
