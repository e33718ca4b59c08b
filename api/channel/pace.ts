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
