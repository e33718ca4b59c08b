/** Servers that are at work on a database, for programs that must not come between them. */
import { hostname } from 'node:os'
import type { Sequelize } from 'sequelize'
import type { NodeFacts } from '../../core/node/node-facts.ts'
import { listNodes } from './nodes.ts'

/** None where one server serves at a time, or the database is older than several. */
export async function servingNodes(sequelize: Sequelize): Promise<NodeFacts[]> {
  if (sequelize.getDialect() === 'sqlite') return []
  if (!(await sequelize.getQueryInterface().tableExists('nodes'))) return []
  const own = `${hostname()}:${process.pid}`
  return (await listNodes(sequelize, null)).filter((one) => one.alive && one.process !== own)
}

/** `https://a.hospital (host:123, version 1.2.0)`, with commas between them. */
export function namesOf(nodes: readonly NodeFacts[]): string {
  return nodes
    .map(({ address, process: of, version }) => `${address} (${of}, version ${version})`)
    .join(', ')
}
