import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder } from '../config/data-folder.ts'

interface Folders {
  dataDir: string
  nodeDir?: string | null
}

/**
 * Where this server has the master key: in a folder of its own, where one of several took it by
 * `svcctl node join`, else in the data folder.
 */
export function keysFolder({ dataDir, nodeDir }: Folders): string {
  const own = ownKeysFolder({ nodeDir: nodeDir ?? null })
  return own !== null && existsSync(own) ? own : dataFolder(dataDir).keys
}

/** Null: one server serves. */
export function ownKeysFolder({ nodeDir }: Pick<Folders, 'nodeDir'>): string | null {
  return nodeDir ? join(nodeDir, 'keys') : null
}
