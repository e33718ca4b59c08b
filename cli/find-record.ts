import { AppError } from '../core/errors.ts'
import type { SubmissionStore } from '../core/rnds/ports.ts'
import type { Submission } from '../core/rnds/submission.ts'

/**
 * The record meant by its id, with or without `rnds_`, or by the first four or more characters of
 * it, as a narrow list shows them too, with the ellipsis.
 * @throws {AppError} `record_not_found`, `record_ambiguous`
 */
export async function findRecord(
  store: Pick<SubmissionStore, 'find' | 'list'>,
  ref: string,
): Promise<Submission> {
  const wanted = ref
    .toLowerCase()
    .replace(/…$/, '')
    .replace(/^(rnds_)?/, 'rnds_')
  const exact = await store.find(wanted)
  if (exact) return exact
  const begun = wanted.length >= 'rnds_'.length + 4 ? await store.list({ limit: ALL }) : []
  const [first, ...others] = begun.filter(({ id }) => id.startsWith(wanted))
  if (others.length > 0)
    throw new AppError(
      'conflict',
      'record_ambiguous',
      `"${ref}" means ${others.length + 1} records. Use the whole id.`,
    )
  const found = first && (await store.find(first.id))
  if (found) return found
  throw new AppError(
    'not-found',
    'record_not_found',
    `No record is "${ref}". See: svcctl rnds list`,
  )
}

const ALL = 100_000
