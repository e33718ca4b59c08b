/** Servers that are at work on a database, for programs that must not come between them. */
import { hostname } from 'node:os'
import { QueryTypes, type Sequelize } from 'sequelize'
import { AppError } from '../../core/errors.ts'
import { NODE_SILENT_MS, type NodeFacts } from '../../core/node/node-facts.ts'
import { SERVING_LOCK } from './serving-lock.ts'

export type ServingNode = Pick<NodeFacts, 'address' | 'process' | 'version'>

/** None where one server serves at a time, or the database is older than several. */
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

/** By the lock of a single server (serving-lock.ts). */
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
