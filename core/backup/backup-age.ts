import type { ListedBackup } from './ports.ts'

/** Clocks of two machines that share a folder differ a little. */
const TOLERANCE_MS = 300_000

/**
 * How long ago something was. Infinite for what is said to lie ahead: the clock was wrong then or
 * was set back since, and nobody waits for it to come round again.
 */
export function elapsedMs(at: Date, now: Date): number {
  const elapsed = now.getTime() - at.getTime()
  return elapsed < -TOLERANCE_MS ? Number.POSITIVE_INFINITY : Math.max(0, elapsed)
}

/**
 * The newest of these backups (newest first) that is not from the future; undefined where there is
 * none.
 */
export function newestUntil<Backup extends Pick<ListedBackup, 'at'>>(
  backups: readonly Backup[],
  now: Date,
): Backup | undefined {
  return backups.find(({ at }) => Number.isFinite(elapsedMs(at, now)))
}
