/**
 * The outbox at work: delivers what is due, in this process and under leases, so that several
 * processes may run. Whoever waits for a record shares the delivery that is under way.
 */

import { wakingLoop } from '../waking-loop.ts'
import { type Deliver, deliver } from './deliver.ts'
import { type Removal, remove } from './deliver-removal.ts'
import { type Deletion, isUnderWay, type Submission } from './submission.ts'
import { type DeliveryDeps, unconfirmedTimer } from './submission-lease.ts'
import type { WaitingCause } from './waiting.ts'

export interface OutboxOptions extends Omit<DeliveryDeps, 'doubts' | 'isWayOpen'> {
  /** In milliseconds, growing evenly whatever happens to the calendar. */
  elapsedMs: () => number
  isOwnerGone: (owner: string) => boolean
  /** Nothing may leave this box now: what is due waits, and no attempt is counted. */
  isHeld: () => boolean
  concurrency?: number
  /**
   * How long it goes without looking when nothing is known to be due: others may have asked for a
   * retry.
   */
  pollMs?: number
}

export interface Outbox {
  /** Takes up what a crash left, and delivers until closed. */
  start(): Promise<void>
  /** One step for this record, now. Null when it cannot be claimed, or nothing may leave. */
  deliver: Deliver
  /** The same after the earlier ones of its consultation, as long as they come to an end. */
  deliverInOrder(record: Submission): Promise<Submission>
  remove(id: string, order: Pick<Deletion, 'practitionerCns' | 'reason'>): Promise<Removal>
  /** There may be something to do. */
  wake(): void
  /** Stops; what is under way is aborted, and found out after the next start. */
  close(): Promise<void>
}

export function outbox(options: OutboxOptions): Outbox {
  const { store, isOwnerGone, isHeld, log, concurrency = 4, pollMs = 10_000 } = options
  const ways = doors(options.elapsedMs)
  const deps: DeliveryDeps = {
    ...options,
    doubts: unconfirmedTimer(options.elapsedMs),
    isWayOpen: ({ organizationId, id }) => ways.isOpenSince(organizationId, id),
  }
  const deliverOnce = deliver(deps)
  const removeOnce = remove(deps)
  const underWay = new Map<string, Promise<Submission | null>>()
  const removals = new Set<Promise<Removal>>()
  const { start, wake, closing, close } = wakingLoop({
    look,
    failed: (err) => log.error('rnds.outbox_failed', { err }),
    pollMs,
  })

  function share(id: string): Promise<Submission | null> {
    if (isHeld()) return Promise.resolve(null)
    const known = underWay.get(id)
    if (known) return known
    const delivery = deliverOnce(id, closing)
      .then(learn)
      .finally(() => {
        underWay.delete(id)
        wake()
      })
    underWay.set(id, delivery)
    return delivery
  }

  /** What came of a record says something of the way that all of its organization go. */
  async function learn(record: Submission | null): Promise<Submission | null> {
    if (!record) return null
    const { id, organizationId, state, waiting, failedAttempts } = record
    if (state === 'pending' && waiting && DOOR_CAUSES.includes(waiting.cause))
      ways.failed(organizationId, id)
    ways.tried(id, state === 'pending' && waiting !== null)
    const isAnswered = state !== 'pending' && failedAttempts === 0
    if (isAnswered && ways.answered(organizationId))
      await store.bringForward(organizationId, DOOR_CAUSES)
    return record
  }

  async function look(): Promise<number> {
    if (isHeld()) return pollMs
    while (underWay.size < concurrency && !closing.aborted && !isHeld()) {
      const id = await store.nextDue(ways.closed())
      if (!id || underWay.has(id)) break
      share(id).catch((err: unknown) => postponeBroken(id, err))
      // Its claim decides what is due next.
      await Promise.race([underWay.get(id), claimPause()]).catch(() => {})
    }
    const dueInMs = (await store.nextDueInMs(ways.closed())) ?? pollMs
    return Math.max(Math.min(dueInMs, ways.opensInMs() ?? pollMs, pollMs), SHORTEST_WAIT_MS)
  }

  /** A record that cannot be read or breaks the step must not keep the others waiting. */
  async function postponeBroken(id: string, err: unknown) {
    log.error('rnds.delivery_failed', { submissionId: id, err })
    await store
      .postpone(id, BROKEN_WAIT_MS)
      .catch((cause: unknown) => log.error('rnds.outbox_failed', { err: cause }))
  }

  return {
    async start() {
      const released = await store.releaseLeasesOf(isOwnerGone)
      if (released > 0) log.warn('rnds.taken_up', { count: released })
      start()
    },

    deliver: share,

    async deliverInOrder(record) {
      for (;;) {
        const all = await store.listOfConsultation(record.consultationId)
        const mine = all.find(({ id }) => id === record.id) ?? record
        const first = all.find(isUnderWay)
        if (!first || first.sequence > mine.sequence) return mine
        const delivered = await share(first.id)
        if (first.id === record.id) return delivered ?? mine
        if (!delivered || isUnderWay(delivered)) return mine
      }
    },

    remove(id, order) {
      const removal = removeOnce(id, order, closing)
      removals.add(removal)
      return removal.finally(() => {
        removals.delete(removal)
        wake()
      })
    },

    wake,

    async close() {
      await close()
      await Promise.allSettled([...underWay.values(), ...removals])
    },
  }
}

const BROKEN_WAIT_MS = 3_600_000
const SHORTEST_WAIT_MS = 100

/** Gives a delivery just started time to claim its record: `nextDue` must not return it again. */
function claimPause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}

/** Different records in a row, without an answer to any between them. */
const CLOSES_AFTER = 4
const PAUSES_MS = [5_000, 30_000]
/** Short enough for whoever has just mended it and looks on. */
const LONGEST_PAUSE_MS = 60_000

/** What stands in everybody's way when it stands in one's. */
const DOOR_CAUSES: readonly WaitingCause[] = [
  'profile_incomplete',
  'certificate_missing',
  'certificate_expired',
  'ca_unreadable',
  'certificate_refused',
  'token_refused',
  'network_unreachable',
  'network_failing',
]

interface Doors {
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

/**
 * Whether an organization's way to the network is open. After a few records in a row that got no
 * answer, the others are not tried one by one: one try in a while is enough to see whether it is
 * back, and then all that wait go at once. One record alone never closes it, since what fails may
 * be the record's own.
 * @param elapsedMs growing evenly, whatever happens to the calendar
 */
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
