/**
 * Whether an organization's way to the network is open. After a few records in a row that got no
 * answer, the others are not tried one by one: one try in a while is enough to see whether it is
 * back, and then all that wait go at once. One record alone never closes it, since what fails may
 * be the record's own.
 */
import type { WaitingCause } from './waiting.ts'

/** Different records in a row, without an answer to any between them. */
const CLOSES_AFTER = 4
const PAUSES_MS = [5_000, 30_000]
/** Short enough for whoever has just mended it and looks on. */
const LONGEST_PAUSE_MS = 60_000

/** What stands in everybody's way when it stands in one's. */
export const DOOR_CAUSES: readonly WaitingCause[] = [
  'profile_incomplete',
  'certificate_missing',
  'certificate_expired',
  'ca_unreadable',
  'certificate_refused',
  'token_refused',
  'network_unreachable',
  'network_failing',
]

export interface Doors {
  failed(organizationId: string, submissionId: string): void
  /** @returns whether it was closed before */
  answered(organizationId: string): boolean
  /** Keeps when it was tried in vain, or forgets it. */
  tried(submissionId: string, isInVain: boolean): void
  /** Whether another was answered since this one was tried in vain. */
  isOpenSince(organizationId: string, submissionId: string): boolean
  /** Organizations of which nothing is tried now. */
  closed(): string[]
  /** Until the first of them is tried again; null: all are open. */
  opensInMs(): number | null
}

interface Door {
  failed: Set<string>
  pauses: number
  closedUntilMs: number
}

/** @param elapsedMs growing evenly, whatever happens to the calendar */
export function doors(elapsedMs: () => number): Doors {
  const known = new Map<string, Door>()
  const answeredAtMs = new Map<string, number>()
  const inVainAtMs = new Map<string, number>()
  const waits = () =>
    [...known].flatMap(([id, { closedUntilMs }]) => {
      const ms = closedUntilMs - elapsedMs()
      return ms > 0 ? [{ id, ms }] : []
    })

  return {
    failed(organizationId, submissionId) {
      const door = known.get(organizationId) ?? { failed: new Set(), pauses: 0, closedUntilMs: 0 }
      known.set(organizationId, door)
      if (door.failed.size < CLOSES_AFTER) door.failed.add(submissionId)
      // Those that were under way when it closed say nothing new.
      if (door.failed.size < CLOSES_AFTER || door.closedUntilMs > elapsedMs()) return
      door.closedUntilMs = elapsedMs() + (PAUSES_MS[door.pauses] ?? LONGEST_PAUSE_MS)
      door.pauses += 1
    },
    answered(organizationId) {
      const wasClosed = (known.get(organizationId)?.pauses ?? 0) > 0
      known.delete(organizationId)
      answeredAtMs.set(organizationId, elapsedMs())
      return wasClosed
    },
    tried(submissionId, isInVain) {
      if (isInVain) inVainAtMs.set(submissionId, elapsedMs())
      else inVainAtMs.delete(submissionId)
    },
    isOpenSince(organizationId, submissionId) {
      const triedMs = inVainAtMs.get(submissionId)
      return triedMs !== undefined && (answeredAtMs.get(organizationId) ?? 0) > triedMs
    },
    closed: () => waits().map(({ id }) => id),
    opensInMs() {
      const all = waits().map(({ ms }) => ms)
      return all.length > 0 ? Math.min(...all) : null
    },
  }
}
