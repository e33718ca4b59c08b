/**
 * The servers on one PostgreSQL, as rows that each writes again every second. Times are the
 * database's, so the clocks of machines need not agree.
 */
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { NODE_SILENT_MS, type NodeFacts, type NodeState } from '../../core/node/node-facts.ts'

export interface NodeIdentity {
  id: string
  /** `host:pid`. */
  process: string
  version: string
}

export interface NodeRows {
  /**
   * Its first row: it is there before the schema is changed, or after.
   * @param schemaLock the lock under which steps are taken
   */
  enter(address: string, schemaLock: number): Promise<void>
  /** Makes its row, or says that it lives, and how it is. */
  beat(address: string, state: NodeState | null): Promise<void>
  list(): Promise<NodeFacts[]>
  /** Rows of servers that ended long ago. */
  forgetOld(): Promise<void>
  leave(): Promise<void>
}

/** A server that ended without a word is shown for a day. */
const SHOWN_FOR = "interval '1 day'"

export function nodeRows(sequelize: Sequelize, { id, process, version }: NodeIdentity): NodeRows {
  async function beat(address: string, state: NodeState | null, transaction?: Transaction) {
    await sequelize.query(
      `INSERT INTO nodes (id, address, version, process, state, started_at, seen_at)
       VALUES ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp())
       ON CONFLICT (id) DO UPDATE SET address = $2, state = $5, seen_at = clock_timestamp()`,
      {
        bind: [id, address, version, process, state && JSON.stringify(state)],
        ...(transaction && { transaction }),
      },
    )
  }

  return {
    enter: (address, schemaLock) =>
      sequelize.transaction(async (transaction) => {
        await sequelize.query(`SELECT pg_advisory_xact_lock_shared(${schemaLock})`, {
          transaction,
        })
        await beat(address, null, transaction)
      }),
    beat,
    list: () => listNodes(sequelize, id),
    async forgetOld() {
      await sequelize.query(`DELETE FROM nodes WHERE seen_at < now() - ${SHOWN_FOR}`)
    },
    async leave() {
      await sequelize.query('DELETE FROM nodes WHERE id = $1', { bind: [id] })
    },
  }
}

/** @param own which of them asks; null: none of them */
export async function listNodes(sequelize: Sequelize, own: string | null): Promise<NodeFacts[]> {
  const rows = await sequelize.query<Row>(
    // Of a database from before the column there is none.
    `SELECT n.id, n.address, n.version, n.process, to_jsonb(n) ->> 'state' AS state,
       EXTRACT(EPOCH FROM clock_timestamp() - n.seen_at) * 1000 AS silent,
       (SELECT COUNT(*) FROM recording_leases l JOIN recordings r ON r.id = l.recording_id
        WHERE l.node_id = n.id AND r.state <> 'finished') AS recordings
     FROM nodes n ORDER BY n.started_at, n.id`,
    { type: QueryTypes.SELECT },
  )
  return rows.map((row) => {
    const silentMs = Math.max(0, Math.round(Number(row.silent)))
    return {
      id: row.id,
      address: row.address,
      version: row.version,
      process: row.process,
      silent_ms: silentMs,
      alive: silentMs < NODE_SILENT_MS,
      recordings: Number(row.recordings),
      own: row.id === own,
      state: row.state === null ? null : JSON.parse(row.state),
    }
  })
}

interface Row {
  id: string
  address: string
  version: string
  process: string
  silent: string | number
  recordings: string | number
  state: string | null
}
