import { QueryTypes, type Sequelize } from 'sequelize'
import { type VisitCallers, visitCallers } from '../../core/consultation/visit-callers.ts'
import type { Share, ShareOf } from '../../core/engine/fair-shares.ts'
import type { WaitingJob } from '../../core/job/ports.ts'

const MOST_REMEMBERED = 10_000

type Doctor = { organization: string; doctor: string }

/**
 * Whose a consultation is, for queues that go round: by whom it was opened, then by the index of
 * the doctor's identifier, which says nothing else. Not opened since the start: its organization's.
 * Of one that is not there: its own.
 */
export function consultationShares(
  sequelize: Sequelize,
  callers: Pick<VisitCallers, 'of'> = visitCallers(),
): ShareOf {
  const known = new Map<string, Doctor>()

  function shareOf(visit: string, { organization, doctor }: Doctor): Share {
    const { keyOwner = organization, named = '' } = callers.of(visit) ?? {}
    return { keyOwner, named, doctor: `${organization} ${doctor}`, visit }
  }

  return async (visit) => {
    const remembered = known.get(visit)
    if (remembered) return shareOf(visit, remembered)
    const [row] = await sequelize.query<Doctor>(
      'SELECT organization_id AS organization, doctor_index AS doctor FROM consultations WHERE id = :visit',
      { type: QueryTypes.SELECT, replacements: { visit } },
    )
    if (!row) return { keyOwner: visit, named: '', doctor: '', visit }
    known.set(visit, row)
    const [oldest] = known.keys()
    if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest)
    return shareOf(visit, row)
  }
}

/** The first of each visit, as they are given. */
export async function firstOfVisits(
  jobs: readonly { id: string; consultationId: string }[],
  shareOf: ShareOf,
): Promise<WaitingJob[]> {
  const firsts = new Map<string, string>()
  for (const { id, consultationId } of jobs)
    if (!firsts.has(consultationId)) firsts.set(consultationId, id)
  const waiting: WaitingJob[] = []
  for (const [visit, id] of firsts) waiting.push({ id, share: await shareOf(visit) })
  return waiting
}
