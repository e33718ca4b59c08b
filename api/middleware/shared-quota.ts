import type { AppError } from '../../core/errors.ts'
import type { Quota } from '../rate-limits.ts'
import { rateLimited } from './rate-limit.ts'

export interface SharedQuota {
  /**
   * Counts one request of `party`, one of the members of `group`.
   * @returns the refusal, where the quotas are used up and the party has had its share of them
   */
  count(group: string, party: string): AppError | undefined
}

interface Window {
  endsMs: number
  total: number
  ofParty: Map<string, number>
}

/**
 * Quotas of a whole group that no member uses up for the others: first come, first served until one
 * is used up, and from then on for those who have had less than an equal share of it. So a group
 * may get somewhat more than its quota (its members that come late, a share each), and a flood
 * nothing beyond it.
 * @param scope whose limit it is, for the error's details
 */
export function sharedQuota(scope: string, quotas: readonly Quota[]): SharedQuota {
  const counters = quotas.map((quota) => ({ quota, windows: new Map<string, Window>() }))

  return {
    count(group, party) {
      const nowMs = performance.now()
      for (const { quota, windows } of counters) {
        const window = windowOf(windows, group, nowMs, quota)
        const own = (window.ofParty.get(party) ?? 0) + 1
        window.ofParty.set(party, own)
        window.total++
        const share = quota.quota / window.ofParty.size
        const { shared } = quota
        const total = window.total + (shared?.add(group).count ?? 0)
        const ofParty = own + (shared?.add(`${group} ${party}`).count ?? 0)
        if (total > quota.quota && ofParty > share)
          return rateLimited(scope, quota, window.endsMs - nowMs)
      }
      return undefined
    },
  }
}

function windowOf(
  windows: Map<string, Window>,
  group: string,
  nowMs: number,
  { windowS }: Quota,
): Window {
  const open = windows.get(group)
  if (open && open.endsMs > nowMs) return open
  const window = { endsMs: nowMs + windowS * 1000, total: 0, ofParty: new Map() }
  windows.set(group, window)
  return window
}
