import { AppError, isAppError } from '../errors.ts'
import type { SubmissionFilter, SubmissionStore, SubmissionSummary } from './ports.ts'
import { moved } from './state.ts'
import { type Submission, slotOf } from './submission.ts'

export type RetryRecord = ReturnType<typeof retryRecord>

/**
 * For the operator: lets the outbox send a record now. One that was refused goes on its way again
 * as it is, unless another came after it.
 * @throws {AppError} `not_found`, `not_retryable`, `version_conflict`
 */
export function retryRecord({ store, now }: { store: SubmissionStore; now: () => Date }) {
  return async (id: string): Promise<Submission> => {
    const record = await store.find(id)
    if (!record)
      throw new AppError('not-found', 'not_found', `No record is ${id}. See: svcctl rnds list`)
    const previous = record.state === 'pending' ? null : await mustBeRetryable(store, record)
    const at = now()
    const saved = await store.save([
      {
        ...record,
        state: moved(record.state, 'retried'),
        issues: [],
        updatedAt: at,
        failedAttempts: 0,
        waiting: null,
        dueAt: at,
      },
      // Unchanged, but not to be deleted meanwhile.
      ...(previous ? [previous] : []),
    ])
    if (saved?.[0]) return saved[0]
    throw new AppError(
      'conflict',
      'version_conflict',
      'The record changed meanwhile. Look at it, and try again.',
    )
  }
}

/** @returns the version that it is to replace, as it was found fit for that */
async function mustBeRetryable(
  store: SubmissionStore,
  record: Submission,
): Promise<Submission | null> {
  const { state, replaces, documentType, consultationId, id } = record
  const slot = slotOf(await store.listOfConsultation(consultationId), documentType)
  const previous = slot.find((other) => other.id === replaces?.id) ?? null
  const isLast = slot.at(-1)?.id === id
  const isPlaceFree = !previous || previous.state === 'accepted'
  const why =
    state !== 'rejected'
      ? `it is ${state}: nothing is left to send`
      : !isLast || !isPlaceFree
        ? 'another record came after it'
        : previous?.deletion && 'whether the record it corrects was deleted is not known yet'
  if (!why) return previous
  throw new AppError('conflict', 'not_retryable', `The record cannot be sent again: ${why}.`)
}

interface ManyRecords {
  organizationId?: string | undefined
  /** Stored then or later. */
  since?: Date | undefined
  /** What they wait for, or a code of the network's refusal. */
  reason?: string | undefined
}

/**
 * Those that wait; of those that were refused the ones whose refusal says `reason`, since sending
 * what was refused for its content changes nothing. In the order of sending.
 */
export async function findRetryable(
  store: Pick<SubmissionStore, 'list' | 'find'>,
  { reason, ...which }: ManyRecords,
): Promise<SubmissionSummary[]> {
  const list = (state: SubmissionFilter['state']) => store.list({ ...which, state, limit: ALL })
  const waiting = await list('pending')
  const found = waiting.filter(({ waiting }) => reason === undefined || waiting?.cause === reason)
  for (const one of reason === undefined ? [] : await list('rejected')) {
    const issues = (await store.find(one.id))?.issues ?? []
    if (issues.some(({ code }) => code === reason)) found.push(one)
  }
  return found.sort((one, other) => Number(one.submittedAt) - Number(other.submittedAt))
}

/** @returns how many go on their way now, and why the others do not */
export async function retryMany(
  retry: RetryRecord,
  records: readonly Pick<SubmissionSummary, 'id'>[],
): Promise<{ retried: number; left: { id: string; code: string }[] }> {
  const left: { id: string; code: string }[] = []
  for (const { id } of records)
    try {
      await retry(id)
    } catch (error) {
      if (!isAppError(error)) throw error
      left.push({ id, code: error.code })
    }
  return { retried: records.length - left.length, left }
}

const ALL = 1_000_000
