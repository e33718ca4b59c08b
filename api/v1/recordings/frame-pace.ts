import { type Pace, pace } from '../../channel/pace.ts'

/**
 * How fast the frames of one token are taken over HTTP: an hour of sound that waited comes in
 * within half a minute, and nobody else's sound waits for it.
 */
const LIMITS = { bytesPerSecond: 4 << 20, burstBytes: 16 << 20 }
/** Callers that were silent as long have their whole burst again, and are forgotten. */
const FORGOTTEN_AFTER_MS = 60_000

/**
 * @returns a function that says how long a token waits before so many bytes of it are taken, in ms;
 * what is refused was taken, too
 */
export function framePace(nowMs: () => number = () => performance.now()) {
  const callers = new Map<string, { pace: Pace; atMs: number }>()

  return (tokenId: string, bytes: number): number => {
    const atMs = nowMs()
    for (const [id, known] of callers)
      if (atMs - known.atMs > FORGOTTEN_AFTER_MS) callers.delete(id)
    const own = callers.get(tokenId)?.pace ?? pace(LIMITS, nowMs)
    callers.set(tokenId, { pace: own, atMs })
    return own.spend(bytes)
  }
}
