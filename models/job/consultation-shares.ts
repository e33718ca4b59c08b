import { QueryTypes, type Sequelize } from 'sequelize'
import type { Share, ShareOf } from '../../core/engine/fair-shares.ts'
import type { WaitingJob } from '../../core/job/ports.ts'

const MOST_REMEMBERED = 10_000

/**
 * Whose a consultation is, for queues that go round over doctors: by the index of the doctor's
 * identifier, which says nothing else. Of one that is not there: its own.
 */
export function consultationShares(sequelize: Sequelize): ShareOf {
  const known = new Map<string, Share>()

  return async (visit) => {
    const remembered = known.get(visit)
    if (remembered) return remembered
    const [row] = await sequelize.query<{ organization: string; doctor: string }>(
      'SELECT organization_id AS organization, doctor_index AS doctor FROM consultations WHERE id = :visit',
      { type: QueryTypes.SELECT, replacements: { visit } },
    )
    if (!row) return { doctor: visit, visit }
    const share = { doctor: `${row.organization} ${row.doctor}`, visit }
    known.set(visit, share)
    const [oldest] = known.keys()
    if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest)
    return share
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
