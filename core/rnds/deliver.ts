/**
 * One step of the outbox: what can be done for one record now, under its lease.
 *
 * A record that may have arrived is looked up before it is sent again, and that it may have arrived
 * is written down before the bytes leave. So wherever the process dies, the next step finds the
 * truth at the network. Should a lost request arrive after all while its copy is under way, the
 * network takes one of them only: the identifier, or the version it replaces, is then used up
 * (RNDS.md §4.1, §4.2).
 */

import { after, OWN_FAULT_AFTER, ownVersion, SETTLED_AFTER_MS, waitMs } from './deliver-pace.ts'
import { settleRemoval } from './deliver-removal.ts'
import { isAlreadyReplaced, isOfAnotherTime } from './error-catalogue.ts'
import type { NetworkIssue, NetworkVersion, SubmitAnswer } from './network.ts'
import { moved } from './state.ts'
import type { Submission, SubmissionEvent } from './submission.ts'
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
import { causeOf, isToBeTold, waitingFor } from './waiting.ts'

export type Deliver = ReturnType<typeof deliver>

/**
 * @returns the record as it is then; null when somebody else has it, or an earlier one of its
 * patient comes first
 */
export function deliver(deps: DeliveryDeps) {
  return async (id: string, signal?: AbortSignal): Promise<Submission | null> => {
    const held = await acquireLease(deps, id)
    if (!held) return null
    try {
      await step(deps, held, signal)
      return held.record
    } catch (error) {
      if (error !== LEASE_LOST) throw error
      deps.log.warn('rnds.lease_lost', { submissionId: id })
      return null
    }
  }
}

function step(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { state, inDoubtSince, deletion } = held.record
  if (state === 'pending') return send(deps, held, signal)
  if (state === 'accepted' && deletion) return settleRemoval(deps, held, signal)
  if (state === 'rejected' && inDoubtSince) return settleRefusal(deps, held, signal)
  return held.release({ dueAt: null })
}

async function send(deps: DeliveryDeps, held: LeasedSubmission, signal: AbortSignal | undefined) {
  const doubtBefore = held.record.inDoubtSince
  if (doubtBefore) {
    const versions = await listNetworkVersions(deps, held, signal)
    if (!versions) return postpone(deps, held, doubtBefore)
    const own = ownVersion(versions, held.record)
    if (own) return confirm(deps, held, own)
  }

  const network = await openNetwork(deps, held.record.organizationId)
  const attempt = held.begin('submit')
  if (isTrouble(network)) {
    held.end(attempt, 'unsent', { codes: [network.code] })
    return postpone(deps, held, doubtBefore)
  }
  const at = deps.now()
  deps.doubts.forget(held.record.id)
  await held.save({ bundle: deps.builder.restamp(held.record.bundle, at), inDoubtSince: at })
  const { bundle } = held.record
  const answer = await network.submit(bundle, caller(held.record), withSignal(signal))
  held.end(attempt, answer.kind, reasons(answer))

  switch (answer.kind) {
    case 'accepted':
      return confirm(deps, held, { ...answer, status: 'final' })
    case 'unsent':
      return postpone(deps, held, doubtBefore)
    case 'unknown':
      return postpone(deps, held, at)
    case 'duplicate':
      return settleDuplicate(deps, held, answer, signal)
    case 'rejected':
      if (answer.issues.length > 0 && answer.issues.every(({ code }) => isOfAnotherTime(code)))
        return postpone(deps, held, doubtBefore, answer.issues)
      return doubtBefore
        ? refuseInDoubt(deps, held, answer.issues, doubtBefore, signal)
        : refuse(deps, held, answer.issues, null)
  }
}

/**
 * The network knows the identifier already. It is random and ours alone, so what is there is what
 * we sent before.
 */
async function settleDuplicate(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  { networkId, issues }: Extract<SubmitAnswer, { kind: 'duplicate' }>,
  signal: AbortSignal | undefined,
) {
  const versions = await listNetworkVersions(deps, held, signal)
  const own = versions && ownVersion(versions, held.record)
  if (own) return confirm(deps, held, own)
  // It need not list at once what it has (RNDS.md §4.1): then the refusal's own word counts.
  const listsNothing = versions?.length === 0
  if (listsNothing && networkId && !held.record.replaces)
    return confirm(deps, held, { networkId, status: 'final' })
  // Others stand there, none where ours would be: sending it again cannot help.
  if (versions && !listsNothing) return refuse(deps, held, issues, null)
  return postpone(deps, held, held.record.inDoubtSince)
}

/** This copy was refused, but an earlier one may have been taken: perhaps that is why. */
async function refuseInDoubt(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  issues: NetworkIssue[],
  doubt: Date,
  signal: AbortSignal | undefined,
) {
  const versions = await listNetworkVersions(deps, held, signal)
  const own = versions && ownVersion(versions, held.record)
  if (own) return confirm(deps, held, own)
  // "Already replaced", and by our earlier copy most likely: it need not be listed at once (RNDS.md
  // §4.1).
  const isTaken = held.record.replaces && issues.some(({ code }) => isAlreadyReplaced(code))
  const mayAppear = deps.now() < after(doubt, SETTLED_AFTER_MS)
  if (isTaken && mayAppear) return postpone(deps, held, doubt)
  return refuse(deps, held, issues, doubt)
}

/**
 * A refused record of which an earlier copy may still turn up: looked for until it no longer can.
 */
async function settleRefusal(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  signal: AbortSignal | undefined,
) {
  const { id, failedAttempts } = held.record
  const isSettled = deps.doubts.isSettled(id)
  const versions = await listNetworkVersions(deps, held, signal)
  const own = versions && ownVersion(versions, held.record)
  if (own) return confirm(deps, held, own)
  if (versions && isSettled) {
    deps.doubts.forget(id)
    return held.release({ inDoubtSince: null, dueAt: null })
  }
  return held.release({
    failedAttempts: failedAttempts + 1,
    dueAt: after(deps.now(), waitMs(failedAttempts + 1)),
  })
}

interface Confirmed extends Pick<NetworkVersion, 'networkId' | 'status'> {
  /** Absent: it was found there, its own answer was lost. */
  headers?: Record<string, string> | null
}

/**
 * The network has it. What it replaces is replaced from this moment on, in the same transaction.
 */
async function confirm(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  { networkId, status, headers = null }: Confirmed,
) {
  const { replaces } = held.record
  const updatedAt = deps.now()
  const previous = replaces ? await deps.store.find(replaces.id) : null
  // Nothing is left to do for it: the network deletes no version that was replaced (RNDS.md §4.3).
  const done = { deletion: null, dueAt: null, lease: null }
  const superseded =
    previous?.state === 'accepted'
      ? [{ ...previous, ...done, state: moved(previous.state, 'superseded'), updatedAt }]
      : []
  const accepted = moved(held.record.state, 'confirmed')
  await held.release(
    {
      // It arrived and was removed since, by other means than ours.
      state: status === 'final' ? accepted : moved(accepted, 'removed'),
      networkId,
      answerHeaders: headers,
      issues: [],
      updatedAt,
      failedAttempts: 0,
      waiting: null,
      waitingToldAt: null,
      inDoubtSince: null,
      dueAt: null,
    },
    { others: superseded, told: resumed(held) },
  )
  deps.doubts.forget(held.record.id)
  tell(deps, held, 'accepted')
  for (const _ of superseded) tell(deps, held, 'replaced')
}

/** @param doubt since when an earlier copy may be there all the same */
async function refuse(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  issues: NetworkIssue[],
  doubt: Date | null,
) {
  const updatedAt = deps.now()
  await held.release(
    {
      state: moved(held.record.state, 'refused'),
      issues,
      updatedAt,
      waiting: null,
      waitingToldAt: null,
      failedAttempts: doubt ? 1 : 0,
      inDoubtSince: doubt,
      dueAt: doubt ? after(updatedAt, waitMs(1)) : null,
    },
    { told: resumed(held) },
  )
  tell(deps, held, 'rejected')
}

/**
 * Nothing came of it: again later, for as long as it takes.
 * @param issues that the record bears another day than the network's, kept while it does
 */
async function postpone(
  deps: DeliveryDeps,
  held: LeasedSubmission,
  inDoubtSince: Date | null,
  issues: NetworkIssue[] = [],
) {
  const at = deps.now()
  const failedAttempts = held.record.failedAttempts + 1
  const own = failedAttempts >= OWN_FAULT_AFTER && isOwnFault(deps, held.record)
  const trouble = own ? 'record_failing' : causeOf(held.trouble())
  const cause = issues.length > 0 ? 'network_date' : trouble
  const waiting = waitingFor(cause, held.record.waiting, at)
  tell(deps, held, 'attempt_failed')
  if (waiting !== held.record.waiting)
    deps.log.warn('rnds.waiting', { submissionId: held.record.id, cause })
  const { waitingToldAt } = held.record
  const isTold = isToBeTold(waiting, waitingToldAt, at)
  return held.release(
    {
      failedAttempts,
      inDoubtSince,
      issues,
      waiting,
      waitingToldAt: isTold ? at : waitingToldAt,
      dueAt: after(at, waitMs(failedAttempts)),
    },
    { told: isTold ? 'rnds_waiting' : null },
  )
}

/** Once it is, it stays so until it is settled: its patient's others must not wait on and off. */
function isOwnFault({ isWayOpen }: DeliveryDeps, record: Submission): boolean {
  return record.waiting?.cause === 'record_failing' || isWayOpen(record)
}

/** Whoever was told that it waits is told that it no longer does. */
function resumed({ record }: LeasedSubmission) {
  return record.waitingToldAt ? ('rnds_resumed' as const) : null
}

function reasons(answer: SubmitAnswer) {
  if ('trouble' in answer)
    return { httpStatus: answer.trouble.httpStatus, codes: [answer.trouble.code] }
  if (answer.kind === 'accepted') return {}
  return {
    httpStatus: answer.kind === 'rejected' ? answer.httpStatus : null,
    codes: answer.issues.map(({ code }) => code),
  }
}

function tell({ onEvent }: DeliveryDeps, held: LeasedSubmission, event: SubmissionEvent['event']) {
  onEvent?.({ documentType: held.record.documentType, event })
}
