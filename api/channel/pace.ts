/**
 * How fast a channel is read: as much as it likes for a while, then so much a second (a leaking
 * bucket).
 */
export interface Pace {
  /** @returns how long nothing more may be read, in ms; 0 while there is something left */
  spend(bytes: number): number
}

export interface PaceLimits {
  bytesPerSecond: number
  /** What may come at once: a backlog after a broken connection. */
  burstBytes: number
}

/**
 * What frames cost at least: as if each were of 100 ms, the shortest that the contract wants. The
 * work of one is the same when it holds one sample.
 */
export function costOfFrames(bytes: number, frames: number): number {
  return Math.max(bytes, frames * LEAST_FRAME_BYTES)
}

const LEAST_FRAME_BYTES = 3200

export function pace(
  { bytesPerSecond, burstBytes }: PaceLimits,
  nowMs: () => number = () => performance.now(),
): Pace {
  let left = burstBytes
  let atMs = nowMs()
  return {
    spend(bytes) {
      const now = nowMs()
      left = Math.min(burstBytes, left + ((now - atMs) * bytesPerSecond) / 1000) - bytes
      atMs = now
      return left < 0 ? (-left * 1000) / bytesPerSecond : 0
    },
  }
}
