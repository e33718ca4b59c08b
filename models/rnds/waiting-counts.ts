import { QueryTypes, type Sequelize } from 'sequelize'
import type { WaitingCount } from '../../core/rnds/ports.ts'
import type { WaitingCause } from '../../core/rnds/waiting.ts'

/** Records that wait for more than their turn, by what they wait for. */
export async function waitingCounts(sequelize: Sequelize): Promise<WaitingCount[]> {
  const rows = await sequelize.query<{
    cause: string
    since: string | Date
    records: number | string
  }>(
    `SELECT waiting_cause AS cause, MIN(waiting_since) AS since, COUNT(*) AS records
     FROM rnds_submissions WHERE state = 'pending' AND waiting_cause IS NOT NULL
     GROUP BY waiting_cause ORDER BY waiting_cause`,
    { type: QueryTypes.SELECT },
  )
  return rows.map(({ cause, since, records }) => ({
    cause: cause as WaitingCause,
    since: new Date(since),
    records: Number(records),
  }))
}
