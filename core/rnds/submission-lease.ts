import { type AppError, isAppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { LEASE_MS, SETTLED_AFTER_MS } from './deliver-pace.ts'
import type { NationalNetwork, NetworkOf, NetworkTrouble, NetworkVersion } from './network.ts'
import type { BundleBuilder, SubmissionStore, ToldOfRecord } from './ports.ts'
import type { Attempt, AttemptOutcome, Submission, SubmissionEvent } from './submission.ts'

export interface DeliveryDeps {
  store: SubmissionStore
  networkOf: NetworkOf
  builder: Pick<BundleBuilder, 'restamp'>
  now: () => Date
  newId: () => string
  doubts: UnconfirmedTimer
  /** Whether others of its organization were answered since this one failed last. */
  isWayOpen: (record: Pick<Submission, 'id' | 'organizationId'>) => boolean
  /** Unique per process: what leases are held under. */
  owner: string
  log: Log
  onEvent?: ((event: SubmissionEvent) => void) | undefined
}

/** Somebody else changed the record: what was done with it is theirs to find out. */
export const LEASE_LOST = new Error('the lease of a submission was lost')

/**
 * A record under our lease. Attempts are written together with what comes of them; one that writes
 * to the network is written before it begins as well.
 */
export interface LeasedSubmission {
  readonly record: Submission
  /** @throws LEASE_LOST */
  save(changes: Partial<Submission>): Promise<void>
  /** The same, and gives the lease back. */
  release(changes: Partial<Submission>, also?: Also): Promise<void>
  begin(action: Attempt['action']): Attempt
  end(attempt: Attempt, outcome: AttemptOutcome, why?: Why): void
  /** Why the last call came to nothing; null when it was answered. */
  trouble(): string | null
}

interface Also {
  others?: readonly Submission[]
  told?: ToldOfRecord | null
}

/** What an attempt's row keeps of an answer. */
interface Why {
  httpStatus?: number | null
  codes?: readonly string[]
}

/** @returns null when the record cannot be claimed now */
export async function acquireLease(
  deps: DeliveryDeps,
  id: string,
): Promise<LeasedSubmission | null> {
  const { store, now, newId, owner } = deps
  const claimed = await store.claim(id, owner, LEASE_MS)
  if (!claimed) return null
  let record = claimed
  let unwritten = new Map<string, Attempt>()
  let trouble: string | null = null

  async function save(changes: Partial<Submission>, { others = [], told = null }: Also = {}) {
    const changed = [{ ...record, ...changes }, ...others]
    const saved = await store.save(changed, [...unwritten.values()], told)
    if (!saved?.[0]) throw LEASE_LOST
    record = saved[0]
    unwritten = new Map()
  }

  return {
    get record() {
      return record
    },
    save: (changes) => save(changes),
    release: (changes, also) => save({ ...changes, lease: null }, also),
    begin(action) {
      const attempt: Attempt = {
        id: newId(),
        submissionId: id,
        action,
        startedAt: now(),
        endedAt: null,
        outcome: null,
        httpStatus: null,
        codes: [],
      }
      unwritten.set(attempt.id, attempt)
      return attempt
    },
    end(attempt, outcome, { httpStatus = null, codes = [] } = {}) {
      const endedAt = now()
      trouble = codes[0] ?? null
      unwritten.set(attempt.id, { ...attempt, endedAt, outcome, httpStatus, codes: [...codes] })
    },
    trouble: () => trouble,
  }
}

/** What the network lists under the record's local identifier; null when it could not be asked. */
export async function listNetworkVersions(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  signal: AbortSignal | undefined,
): Promise<NetworkVersion[] | null> {
  const { bundle, documentType, organizationId } = held.record
  const attempt = held.begin('look')
  try {
    const network = await deps.networkOf(organizationId)
    const versions = await network.findByLocalId(
      { ...bundle.identifier, documentType },
      caller(held.record),
      withSignal(signal),
    )
    held.end(attempt, versions.length > 0 ? 'found' : 'not_found')
    return versions
  } catch (error) {
    if (!isAppError(error)) throw error
    held.end(attempt, 'unknown', { codes: [troubleCode(error)] })
    return null
  }
}

/** The way to the network, or why there is none. */
export async function openNetwork(
  { networkOf }: DeliveryDeps,
  organizationId: string,
): Promise<NationalNetwork | NetworkTrouble> {
  try {
    return await networkOf(organizationId)
  } catch (error) {
    if (!isAppError(error)) throw error
    return { code: troubleCode(error), httpStatus: null, message: error.message }
  }
}

/** What lies behind an `rnds_unavailable`, where it says. */
function troubleCode({ code, details }: AppError): string {
  const within = details?.[0]?.code
  return code === 'rnds_unavailable' && typeof within === 'string' ? within : code
}

export function isTrouble(way: NationalNetwork | NetworkTrouble): way is NetworkTrouble {
  return 'code' in way
}

export function caller({ practitionerCns }: { practitionerCns: string }) {
  return { practitionerCns }
}

export function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {}
}

/**
 * How long this process has known that the answer to a request was lost, by a clock that never
 * leaps: the calendar can be set, and would then settle in a second what is still on its way. A
 * restart begins anew, which only takes longer.
 */
interface UnconfirmedTimer {
  /**
   * Whether the request can no longer arrive, and what arrived must be listed. The first question
   * starts the time.
   */
  isSettled(submissionId: string): boolean
  /** A new request begins, or all is known. */
  forget(submissionId: string): void
}

/** @param elapsedMs grows evenly, whatever happens to the calendar */
export function unconfirmedTimer(elapsedMs: () => number): UnconfirmedTimer {
  const since = new Map<string, number>()
  return {
    isSettled(submissionId) {
      const first = since.get(submissionId) ?? elapsedMs()
      since.set(submissionId, first)
      return elapsedMs() - first >= SETTLED_AFTER_MS
    },
    forget: (submissionId) => void since.delete(submissionId),
  }
}
