import { join } from 'node:path'
import { dataFolder } from '../../../config/data-folder.ts'

/** Where the simulator of this data folder keeps its authority, keys and documents. */
export function simulatorFolder(dataDir: string): string {
  return join(dataFolder(dataDir).keys, 'rnds-simulator')
}
