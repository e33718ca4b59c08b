/**
 * Leases of recordings as rows of PostgreSQL. Whatever writes of a recording looks in its own
 * transaction whether its token is the last (`fence`); taking changes the row, which waits for
 * those transactions, so behind a taking nothing of an earlier holder arrives.
 */
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { NODE_SILENT_MS, STANDS_STILL_MS } from '../../core/node/node-facts.ts'
import type { RecordingLeases } from '../../core/recording/recorder-deps.ts'
import { recordingElsewhere } from '../../core/recording/refusals.ts'
import type { NodeNews } from './news.ts'

/** Within a transaction that writes of the recording. @throws {AppError} `recording_elsewhere` */
export type Fence = (recordingId: string, transaction: Transaction) => Promise<void>

export interface NodeLeases extends RecordingLeases {
  nodeId: string
  /** Null: this server does not hold it. */
  token(recordingId: string): number | null
  fence: Fence
  /** It was found out that another server has it. */
  lost(recordingId: string): Promise<void>
  /** To be called now and then: finds what news did not tell. */
  look(): Promise<void>
}

interface Deps {
  sequelize: Sequelize
  nodeId: string
  news: Pick<NodeNews, 'send' | 'on'>
}

export function nodeLeases({ sequelize, nodeId, news }: Deps): NodeLeases {
  const tokens = new Map<string, number>()
  /** Recordings that ended here: nobody is looked for who takes them. */
  const over = new Set<string>()
  /** Ends of what was lost: nobody takes it again before its files are left. */
  const leaving = new Map<string, Promise<void>>()
  const listeners: ((recordingId: string) => Promise<void> | void)[] = []

  function lost(recordingId: string): Promise<void> {
    over.delete(recordingId)
    if (!tokens.delete(recordingId)) return leaving.get(recordingId) ?? Promise.resolve()
    const told = listeners.map((listener) => Promise.resolve(listener(recordingId)).catch(() => {}))
    const left = Promise.all(told).then(() => {
      if (leaving.get(recordingId) === left) leaving.delete(recordingId)
    })
    leaving.set(recordingId, left)
    return left
  }

  async function isStillOurs(recordingId: string): Promise<boolean> {
    const token = tokens.get(recordingId)
    if (token === undefined) return false
    const rows = await sequelize.query(
      'SELECT 1 FROM recording_leases WHERE recording_id = $1 AND node_id = $2 AND token = $3',
      { bind: [recordingId, nodeId, token], type: QueryTypes.SELECT },
    )
    return rows.length > 0
  }

  news.on('recording', (recordingId) => {
    if (!tokens.has(recordingId)) return
    isStillOurs(recordingId).then(
      (ours) => (ours ? undefined : lost(recordingId)),
      () => {},
    )
  })

  return {
    nodeId,
    holds: (recordingId) => tokens.has(recordingId),
    token: (recordingId) => tokens.get(recordingId) ?? null,
    lost,
    onLost: (listener) => void listeners.push(listener),

    async take(recordingId) {
      if (await isStillOurs(recordingId)) return
      await lost(recordingId)
      const [row] = await sequelize.query<{ token: string | number }>(
        `INSERT INTO recording_leases (recording_id, node_id, token, taken_at)
         VALUES ($1, $2, 1, clock_timestamp())
         ON CONFLICT (recording_id) DO UPDATE
           SET node_id = $2, token = recording_leases.token + 1, taken_at = clock_timestamp()
         RETURNING token`,
        { bind: [recordingId, nodeId], type: QueryTypes.SELECT },
      )
      tokens.set(recordingId, Number(row?.token))
      if (Number(row?.token) > 1) await news.send('recording', recordingId)
    },

    async isFree(recordingId) {
      const rows = await sequelize.query(
        `SELECT 1 FROM recording_leases l JOIN nodes n ON n.id = l.node_id
         WHERE l.recording_id = $1 AND n.id <> $2
           AND n.seen_at > clock_timestamp() - $3 * interval '1 millisecond'`,
        { bind: [recordingId, nodeId, NODE_SILENT_MS], type: QueryTypes.SELECT },
      )
      return rows.length === 0
    },

    async fence(recordingId, transaction) {
      const token = tokens.get(recordingId)
      if (token === undefined) throw recordingElsewhere()
      const rows = await sequelize.query(
        `SELECT set_config('idle_in_transaction_session_timeout', '${STANDS_STILL_MS}', true)
         FROM recording_leases
         WHERE recording_id = $1 AND node_id = $2 AND token = $3 FOR SHARE`,
        { bind: [recordingId, nodeId, token], type: QueryTypes.SELECT, transaction },
      )
      if (rows.length > 0) return
      // Not waited for: who is told may itself wait for this very write.
      if (tokens.get(recordingId) === token) void lost(recordingId)
      throw recordingElsewhere()
    },

    async look() {
      const before = [...tokens].filter(([id]) => !over.has(id))
      if (before.length === 0) return
      const rows = await sequelize.query<{ id: string; token: string | number; state: string }>(
        `SELECT l.recording_id AS id, l.token, r.state
         FROM recording_leases l JOIN recordings r ON r.id = l.recording_id
         WHERE l.node_id = $1 AND l.recording_id IN (${before.map((_, i) => `$${i + 2}`).join(', ')})`,
        { bind: [nodeId, ...before.map(([id]) => id)], type: QueryTypes.SELECT },
      )
      const found = new Map(rows.map((row) => [row.id, row]))
      for (const [id, token] of before) {
        if (tokens.get(id) !== token) continue
        const row = found.get(id)
        if (!row || Number(row.token) !== token) void lost(id)
        // What is still to be written of it is written under the token that it has.
        else if (row.state === 'finished') over.add(id)
      }
    },
  }
}

/**
 * Which of the servers does what is done now and then for all of them: the one that renewed the
 * lease last. Work that overlaps while it changes hands does no harm; it would only be done twice.
 */
interface Leader {
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
