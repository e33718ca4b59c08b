/**
 * Whether the clock can be trusted with deletions. A battery that failed or a mistyped year would
 * make everything overdue at once; so after a jump nothing is erased by itself until the clock has
 * gone on quietly for a day.
 */

export interface ClockMemory {
  /** When retention last looked at the clock; null: never. */
  seenAt: Date | null
  /** When it jumped; null: it goes as it should. */
  jumpedAt: Date | null
}

export interface ClockVerdict extends ClockMemory {
  seenAt: Date
  /** Until when nothing is erased by itself; null: it may be. */
  waitsUntil: Date | null
}

/**
 * A box that was switched off for a week comes back like one whose clock jumped, and loses nothing
 * by waiting a day.
 */
const FORWARD_JUMP_MS = 7 * 86_400_000
/** More than a clock is ever corrected by while all is well. */
const SET_MS = 300_000
export const QUIET_MS = 86_400_000

/**
 * @param setMs by how much the clock was set since this process last looked: what it went, less
 * what went by
 */
export function judgeClock({ seenAt, jumpedAt }: ClockMemory, now: Date, setMs = 0): ClockVerdict {
  const wentMs = seenAt ? now.getTime() - seenAt.getTime() : 0
  const jumps = wentMs > FORWARD_JUMP_MS || wentMs < -SET_MS || Math.abs(setMs) > SET_MS
  const since = jumps ? now : jumpedAt
  const waitsUntil = since && new Date(since.getTime() + QUIET_MS)
  const isQuiet = !waitsUntil || waitsUntil <= now
  return {
    seenAt: now,
    jumpedAt: isQuiet ? null : since,
    waitsUntil: isQuiet ? null : waitsUntil,
  }
}
