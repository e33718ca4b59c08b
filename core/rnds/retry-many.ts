import { isAppError } from '../errors.ts'
import type { RetryRecord } from './deliver-retry.ts'
import type { SubmissionFilter, SubmissionStore, SubmissionSummary } from './ports.ts'

export interface ManyRecords {
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
