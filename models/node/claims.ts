/**
 * What a server has taken of the work that all share, as rows that name it (`lease_owner`). What a
 * server has taken that is silent, or that stops, is free at once: nobody waits until its leases
 * run out. Each queue ends its work under its own name alone, so a server that was only asleep
 * finds its rows gone and writes nothing.
 */
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { INTERRUPTED } from '../../core/document/record/document-store.ts'
import { NODE_SILENT_MS } from '../../core/node/node-facts.ts'

export interface SilentNode {
  id: string
  process: string
  address: string
}

export interface NodeClaims {
  /**
   * Frees what silent servers hold. Every server may ask at once: each row is freed by one of them.
   * @returns how many rows, and the servers of which nothing is left to be freed
   */
  freeOfSilent(): Promise<{ freed: number; done: SilentNode[] }>
  /** What a server still holds that stops. @returns how many rows */
  giveBack(nodeId: string): Promise<number>
}

const NO_LEASE = 'lease_owner = NULL, lease_expires_at = NULL'
/** Queues, and how a row of each goes back. When it is due does not change. */
const QUEUES: Readonly<Record<string, string>> = {
  jobs: `state = 'queued', ${NO_LEASE}`,
  files: NO_LEASE,
  webhook_messages: NO_LEASE,
  // Whoever held it finds another version, and writes nothing.
  rnds_submissions: `version = version + 1, ${NO_LEASE}`,
  retention_state: NO_LEASE,
}

export function nodeClaims(sequelize: Sequelize): NodeClaims {
  /**
   * A row that a server holds in a transaction, and stands still, is passed over: the next look
   * finds it.
   */
  async function free(owners: readonly string[], transaction: Transaction): Promise<number> {
    let freed = 0
    for (const [table, change] of Object.entries(QUEUES)) {
      const rows = await sequelize.query(
        `UPDATE ${table} SET ${change} WHERE id IN (
           SELECT id FROM ${table} WHERE lease_owner = ANY($1) FOR UPDATE SKIP LOCKED)
         RETURNING id`,
        { bind: [owners], type: QueryTypes.SELECT, transaction },
      )
      freed += rows.length
    }
    return freed + (await interrupt(owners, transaction))
  }

  /** The one who waited for a document lost the answer with the server: it is asked for again. */
  async function interrupt(owners: readonly string[], transaction: Transaction): Promise<number> {
    const { error, message } = INTERRUPTED
    const rows = await sequelize.query<{ id: string }>(
      `UPDATE documents SET status = 'failed', failure_error = $2, failure_message = $3,
         version = version + 1, updated_at = clock_timestamp(), lease_owner = NULL
       WHERE id IN (SELECT id FROM documents
         WHERE status = 'generating' AND lease_owner = ANY($1) FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      { bind: [owners, error, message], type: QueryTypes.SELECT, transaction },
    )
    if (rows.length > 0)
      await sequelize.query(
        `UPDATE document_dossier SET failure = $2
         WHERE document_id = ANY($1) AND written_at IS NULL AND failure IS NULL`,
        { bind: [rows.map(({ id }) => id), error], transaction },
      )
    return rows.length
  }

  async function isAnyLeft(owner: string, transaction: Transaction): Promise<boolean> {
    const held = Object.keys(QUEUES).map((table) => `SELECT 1 FROM ${table} WHERE lease_owner = $1`)
    const written = `SELECT 1 FROM documents WHERE status = 'generating' AND lease_owner = $1`
    const rows = await sequelize.query(`${[...held, written].join(' UNION ALL ')} LIMIT 1`, {
      bind: [owner],
      type: QueryTypes.SELECT,
      transaction,
    })
    return rows.length > 0
  }

  return {
    freeOfSilent: () =>
      sequelize.transaction(async (transaction) => {
        // Until this ends, one of them that wakes up does not say that it lives.
        const silent = await sequelize.query<SilentNode>(
          `SELECT id, process, address FROM nodes
           WHERE seen_at < clock_timestamp() - $1 * interval '1 millisecond'
             AND (freed_at IS NULL OR freed_at < seen_at)
           FOR UPDATE SKIP LOCKED`,
          { bind: [NODE_SILENT_MS], type: QueryTypes.SELECT, transaction },
        )
        if (silent.length === 0) return { freed: 0, done: [] }
        const freed = await free(
          silent.map(({ id }) => id),
          transaction,
        )
        const done: SilentNode[] = []
        for (const node of silent) {
          if (await isAnyLeft(node.id, transaction)) continue
          await sequelize.query('UPDATE nodes SET freed_at = clock_timestamp() WHERE id = $1', {
            bind: [node.id],
            transaction,
          })
          done.push(node)
        }
        return { freed, done }
      }),

    giveBack: (nodeId) => sequelize.transaction((transaction) => free([nodeId], transaction)),
  }
}
