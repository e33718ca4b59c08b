/**
 * Which of the servers does what is done now and then for all of them: the one that renewed the
 * lease last. Work that overlaps while it changes hands does no harm; it would only be done twice.
 */
import { QueryTypes, type Sequelize } from 'sequelize'

export interface Leader {
  /** Takes the lease where it is free, or renews its own. */
  run(): Promise<void>
  isLeader(): boolean
  /** The next server need not wait. */
  resign(): Promise<void>
}

const NAME = 'chores'
const LEASE_MS = 6000
/** Of its own lease a server trusts less than all: it may have been paused since. */
const TRUSTED_MS = 4000

export function choreLeader(sequelize: Sequelize, nodeId: string): Leader {
  let renewedMs = Number.NEGATIVE_INFINITY
  return {
    async run() {
      const askedMs = performance.now()
      const rows = await sequelize.query(
        `INSERT INTO node_leaders (name, node_id, until_at)
         VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
         ON CONFLICT (name) DO UPDATE SET node_id = $2, until_at = EXCLUDED.until_at
           WHERE node_leaders.node_id = $2 OR node_leaders.until_at < clock_timestamp()
         RETURNING name`,
        { bind: [NAME, nodeId, LEASE_MS], type: QueryTypes.SELECT },
      )
      renewedMs = rows.length > 0 ? askedMs : Number.NEGATIVE_INFINITY
    },
    isLeader: () => performance.now() - renewedMs < TRUSTED_MS,
    async resign() {
      renewedMs = Number.NEGATIVE_INFINITY
      await sequelize.query('DELETE FROM node_leaders WHERE name = $1 AND node_id = $2', {
        bind: [NAME, nodeId],
      })
    },
  }
}
