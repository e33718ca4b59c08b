import { AppError } from '../errors.ts'
import type { SubmissionStore } from './ports.ts'
import { moved } from './state.ts'
import type { Submission } from './submission.ts'
import { slotOf } from './submission-slot.ts'

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
