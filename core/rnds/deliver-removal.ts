/**
 * Deleting a record at the network, which cannot be undone there (RNDS.md §4.3). As with sending,
 * that it may have happened is written down before it is asked for; what is then not known is found
 * out by asking which versions stand. It is never asked for a second time without its caller.
 */
import { isAppError } from '../errors.ts'
import { after, ownVersion, waitMs } from './deliver-pace.ts'
import type { DeleteAnswer, NetworkIssue } from './network.ts'
import { moved } from './state.ts'
import { type Deletion, isUnderWay, type Submission } from './submission.ts'
import {
  acquireLease,
  caller,
  type DeliveryDeps,
  isTrouble,
  LEASE_LOST,
  type LeasedSubmission,
  listNetworkVersions,
  openNetwork,
  withSignal,
} from './submission-lease.ts'

export type Removal =
  | { kind: 'deleted'; record: Submission }
  | { kind: 'refused'; issues: NetworkIssue[] }
  /** Nothing was deleted, or nobody knows yet: then it is found out later. */
  | { kind: 'unavailable' }
  /** Somebody else works on the record. */
  | { kind: 'busy' }

export function remove(deps: DeliveryDeps) {
  return async (
    id: string,
    order: Pick<Deletion, 'practitionerCns' | 'reason'>,
    signal?: AbortSignal,
  ): Promise<Removal> => {
    const held = await acquireLease(deps, id)
    if (!held) return { kind: 'busy' }
    try {
      const { state } = held.record
      if (state === 'accepted' && !(await isBeingReplaced(deps, held)))
        return await removeHeld(deps, held, order, signal)
      await held.release({})
      return { kind: 'busy' }
    } catch (error) {
      if (error === LEASE_LOST) return { kind: 'busy' }
      throw error
    }
  }
}

/**
 * By one that came since the caller looked. What it replaces is then marked at the network as what
 * was deleted is, so the two must not meet; one that comes later still changes the record, and our
 * lease is lost before anything is asked for.
 */
async function isBeingReplaced(
  { store }: DeliveryDeps,
  { record }: LeasedSubmission,
): Promise<boolean> {
  const all = await store.listOfConsultation(record.consultationId)
  return all.some((other) => other.replaces?.id === record.id && isUnderWay(other))
}

async function removeHeld(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  order: Pick<Deletion, 'practitionerCns' | 'reason'>,
  signal: AbortSignal | undefined,
): Promise<Removal> {
  const { id, deletion: before } = held.record
  if (before?.inDoubtSince) {
    const standing = await isStanding(deps, held, signal)
    if (standing === 'unknown') return waiting(deps, held, before)
    if (standing === 'no') return deleted(deps, held, before)
  }

  const network = await openNetwork(deps, held.record.organizationId)
  const attempt = held.begin('delete')
  if (isTrouble(network)) {
    held.end(attempt, 'unsent', { codes: [network.code] })
    return waiting(deps, held, before)
  }
  const at = deps.now()
  const deletion: Deletion = { ...order, requestedAt: at, inDoubtSince: at }
  deps.doubts.forget(id)
  await held.save({ deletion, dueAt: after(at, waitMs(1)), failedAttempts: 0 })
  const networkId = held.record.networkId ?? ''
  const answer = await network.remove(networkId, caller(order), withSignal(signal))
  held.end(attempt, answer.kind, reasons(answer))

  switch (answer.kind) {
    case 'deleted':
      return deleted(deps, held, deletion)
    case 'unsent':
      return waiting(deps, held, before)
    case 'gone':
    case 'unknown':
    case 'rejected':
      return afterDoubt(deps, held, { answer, deletion, before }, signal)
  }
}

/** The answer does not settle it: which versions stand does. */
async function afterDoubt(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  asked: { answer: DeleteAnswer; deletion: Deletion; before: Deletion | null },
  signal: AbortSignal | undefined,
): Promise<Removal> {
  const { answer, deletion, before } = asked
  const standing = await isStanding(deps, held, signal)
  if (standing === 'no') return deleted(deps, held, deletion)
  // What was accepted a moment ago cannot be found everywhere yet (RNDS.md §4.1): time will tell
  // whether it is not there at all.
  if (answer.kind === 'gone')
    return waiting(deps, held, standing === 'unlisted' ? deletion : before)
  if (answer.kind !== 'rejected') return waiting(deps, held, deletion)
  await waiting(deps, held, before)
  return { kind: 'refused', issues: answer.issues }
}

/**
 * For the outbox: was it deleted when the answer was lost? If not, and it no longer can be, it
 * stands.
 */
export async function settleRemoval(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { id, state, deletion, failedAttempts } = held.record
  if (!deletion) return held.release({ dueAt: null })
  const isSettled = deps.doubts.isSettled(id)
  const standing = await isStanding(deps, held, signal)
  if (standing === 'no') return void (await deleted(deps, held, deletion))
  if (standing !== 'unknown' && isSettled) {
    if (standing === 'unlisted' && (await isNowhere(deps, held, signal)))
      return void (await deleted(deps, held, deletion))
    deps.doubts.forget(id)
    return held.release({
      state: moved(state, 'removal-refused'),
      deletion: null,
      dueAt: null,
      failedAttempts: 0,
    })
  }
  return held.release({
    failedAttempts: failedAttempts + 1,
    dueAt: after(deps.now(), waitMs(failedAttempts + 1)),
  })
}

async function isStanding(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  signal: AbortSignal | undefined,
) {
  const versions = await listNetworkVersions(deps, held, signal)
  if (!versions) return 'unknown'
  const own = ownVersion(versions, held.record)
  if (!own) return 'unlisted'
  return own.status === 'final' ? 'yes' : 'no'
}

/** Neither listed nor to be read: there is nothing left to delete. */
async function isNowhere(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  signal: AbortSignal | undefined,
) {
  const { networkId, organizationId } = held.record
  const network = await openNetwork(deps, organizationId)
  if (isTrouble(network) || !networkId) return false
  try {
    return (await network.readDocument(networkId, caller(held.record), withSignal(signal))) === null
  } catch (error) {
    if (!isAppError(error)) throw error
    return false
  }
}

async function deleted(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  deletion: Deletion,
): Promise<Removal> {
  const { id, documentType, state } = held.record
  await held.release({
    state: moved(state, 'removed'),
    deletion: { ...deletion, inDoubtSince: null },
    updatedAt: deps.now(),
    dueAt: null,
    failedAttempts: 0,
  })
  deps.doubts.forget(id)
  deps.onEvent?.({ documentType, event: 'deleted' })
  return { kind: 'deleted', record: held.record }
}

/** @param deletion what is still open; null: nothing is */
async function waiting(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  deletion: Deletion | null,
): Promise<Removal> {
  const dueAt = deletion ? after(deps.now(), waitMs(1)) : null
  await held.release({ deletion, dueAt, failedAttempts: 0 })
  return { kind: 'unavailable' }
}

function reasons(answer: DeleteAnswer) {
  if ('trouble' in answer)
    return { httpStatus: answer.trouble.httpStatus, codes: [answer.trouble.code] }
  if (answer.kind !== 'rejected') return {}
  return { httpStatus: answer.httpStatus, codes: answer.issues.map(({ code }) => code) }
}
