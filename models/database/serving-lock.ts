/**
 * One server at a time on one PostgreSQL. Sound and files lie in the data folder of the machine
 * that took them, so a second server would write final texts of sound that it does not have: it is
 * refused, and takes over when the first one has ended. On SQLite the folder's own lock says the
 * same (`folder-lock.ts`).
 *
 * A lock of a session's own says who serves: it goes with the connection, whatever becomes of the
 * machine.
 */

import { hostname } from 'node:os'
import { QueryTypes, type Sequelize } from 'sequelize'
import { AppError } from '../../core/errors.ts'
import { NODE_SILENT_MS, type NodeFacts } from '../../core/node/node-facts.ts'
import { openSession, type Session } from './session.ts'

/** Any number that is nobody else's. */
const SERVING_LOCK = 7_305_616

export interface ServingLock {
  /**
   * To be called now and then: takes it again after the database was away. @throws {AppError}
   * `other_server` when another was faster
   */
  keep(): Promise<void>
  close(): Promise<void>
}

/** @throws {AppError} `other_server`, `database_sessions` */
export async function takeServingLock(sequelize: Sequelize): Promise<ServingLock> {
  if (sequelize.getDialect() === 'sqlite') return { keep: async () => {}, close: async () => {} }
  let held: Session | null = null

  async function take() {
    const session = await openSession(sequelize)
    const { rows } = await session.query(`SELECT pg_try_advisory_lock(${SERVING_LOCK}) AS taken`)
    if (rows[0]?.taken) {
      held = session
      return
    }
    await session.end()
    throw new AppError(
      'conflict',
      'other_server',
      'Another server works on this database. One serves at a time: sound and files are in its data folder. Stop it, or leave this one to be started again until it has ended.',
    )
  }

  await take()
  return {
    async keep() {
      const isHeld = await held?.query('SELECT 1').then(
        () => true,
        () => false,
      )
      if (isHeld) return
      held?.end().catch(() => {})
      held = null
      await take()
    },
    async close() {
      if (!held) return
      await held.end().catch(() => {})
      held = null
    },
  }
}

type ServingNode = Pick<NodeFacts, 'address' | 'process' | 'version'>

/**
 * Servers that are at work on a database, for programs that must not come between them.
 *
 * None where one server serves at a time, or the database is older than several.
 */
export async function servingNodes(sequelize: Sequelize): Promise<ServingNode[]> {
  if (sequelize.getDialect() === 'sqlite') return []
  if (!(await sequelize.getQueryInterface().tableExists('nodes'))) return []
  const own = `${hostname()}:${process.pid}`
  return sequelize.query<ServingNode>(
    `SELECT address, process, version FROM nodes
     WHERE seen_at > clock_timestamp() - $1 * interval '1 millisecond' AND process <> $2
     ORDER BY started_at, id`,
    { bind: [NODE_SILENT_MS, own], type: QueryTypes.SELECT },
  )
}

/** `https://a.hospital (host:123, version 1.2.0)`, with commas between them. */
export function namesOf(nodes: readonly ServingNode[]): string {
  return nodes
    .map(({ address, process: of, version }) => `${address} (${of}, version ${version})`)
    .join(', ')
}

/**
 * @param why what they would be disturbed in, and what to do, in sentences
 * @throws {AppError} `nodes_serving`, which names them
 */
export async function refuseServing(sequelize: Sequelize, why: string): Promise<void> {
  const nodes = await servingNodes(sequelize)
  if (nodes.length === 0 && !(await isServedByOne(sequelize))) return
  const who = nodes.length > 0 ? namesOf(nodes) : 'a server without nodeDir'
  throw new AppError('conflict', 'nodes_serving', `At work on this database: ${who}. ${why}`)
}

/** By the lock of a single server. */
async function isServedByOne(sequelize: Sequelize): Promise<boolean> {
  if (sequelize.getDialect() === 'sqlite') return false
  const held = await sequelize.query(
    `SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = ${SERVING_LOCK}
       AND d.datname = current_database()`,
    { type: QueryTypes.SELECT },
  )
  return held.length > 0
}
