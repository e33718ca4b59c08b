import type { ListedBackup } from './ports.ts'

/** How many days, weeks (from Monday) and months, in UTC, keep their newest backup. */
export interface KeepPolicy {
  daily: number
  weekly: number
  monthly: number
}

const DAY_MS = 86_400_000

/**
 * The newest backup of each of the last days, weeks and months that have one; and the newest of
 * all, whatever the policy says.
 */
export function planPruning<Backup extends Pick<ListedBackup, 'at'>>(
  backups: readonly Backup[],
  { daily, weekly, monthly }: KeepPolicy,
): { keep: Backup[]; remove: Backup[] } {
  const newestFirst = [...backups].sort((one, other) => other.at.getTime() - one.at.getTime())
  const kept = new Set(newestFirst.slice(0, 1))
  const rules: [number, (at: Date) => string][] = [
    [daily, (at) => at.toISOString().slice(0, 10)],
    [weekly, (at) => String(Math.floor((at.getTime() / DAY_MS + 3) / 7))],
    [monthly, (at) => at.toISOString().slice(0, 7)],
  ]
  for (const [count, periodOf] of rules) {
    const seen = new Set<string>()
    for (const backup of newestFirst) {
      const period = periodOf(backup.at)
      if (seen.has(period)) continue
      if (seen.size === count) break
      seen.add(period)
      kept.add(backup)
    }
  }
  return {
    keep: newestFirst.filter((backup) => kept.has(backup)),
    remove: newestFirst.filter((backup) => !kept.has(backup)),
  }
}
