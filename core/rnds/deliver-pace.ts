import type { NetworkVersion } from './network.ts'
import type { Submission } from './submission.ts'

/**
 * When an attempt that came to nothing is followed by the next (SPEC-GAPS 1.4). In milliseconds.
 */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const PACE = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR]

/**
 * Nothing is ever due later than this from now: what is was stored under a clock that went wrong.
 */
export const LONGEST_WAIT_MS = HOUR

/**
 * After which the network shows a request whose answer was lost, or never will: no token outlives
 * half an hour (RNDS.md §3.1), so what arrives later is refused, and ten minutes are left for
 * listing it.
 */
export const SETTLED_AFTER_MS = 40 * MINUTE

/** Longer than all calls of one step together. */
export const LEASE_MS = 5 * MINUTE

/** Attempts in a row after which it is asked whether what fails is the record's own: an hour. */
export const OWN_FAULT_AFTER = 5

/** @param failedAttempts in a row, from 1 */
export function waitMs(failedAttempts: number): number {
  return PACE[failedAttempts - 1] ?? HOUR
}

export function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

/**
 * Finds a record among the versions that the network lists under its local identifier: the one with
 * its network id or, while that is not known, the one that stands where it was to go: first of all,
 * or in the place of the version it replaces.
 */
export function ownVersion(
  versions: readonly NetworkVersion[],
  { networkId, replaces }: Pick<Submission, 'networkId' | 'replaces'>,
): NetworkVersion | null {
  const own = versions.filter((version) => {
    if (networkId !== null) return version.networkId === networkId
    if (replaces === null) return version.replaces.length === 0
    return version.replaces.includes(replaces.networkId)
  })
  return own.find(({ status }) => status === 'final') ?? own[0] ?? null
}
