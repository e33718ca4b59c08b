import { setTimeout as wait } from 'node:timers/promises'
import { type Pace, pace } from '../../channel/pace.ts'

/**
 * How fast the frames of one token are taken over HTTP: an hour of sound that waited comes in
 * within half a minute, and nobody else's sound waits for it.
 */
const LIMITS = { bytesPerSecond: 4 << 20, burstBytes: 16 << 20 }
/** What a frame costs at least, as on the channel: its work is the same whatever it holds. */
const LEAST_FRAME_COST_BYTES = 3200
/** Callers that were silent as long have their whole burst again, and are forgotten. */
const FORGOTTEN_AFTER_MS = 60_000

/** @returns a function that waits until a token may have this much taken */
export function framePace(nowMs: () => number = () => performance.now()) {
  const callers = new Map<string, { pace: Pace; atMs: number }>()

  return async (tokenId: string, bytes: number, frames: number): Promise<void> => {
    const atMs = nowMs()
    for (const [id, known] of callers)
      if (atMs - known.atMs > FORGOTTEN_AFTER_MS) callers.delete(id)
    const own = callers.get(tokenId)?.pace ?? pace(LIMITS, nowMs)
    callers.set(tokenId, { pace: own, atMs })
    const waitMs = own.spend(Math.max(bytes, frames * LEAST_FRAME_COST_BYTES))
    if (waitMs > 0) await wait(waitMs)
  }
}
