import { join } from 'node:path'
import { dataFolder } from '../config/data-folder.ts'
import type { LastBackup } from '../core/backup/ports.ts'
import { backupMemory } from '../models/backup/backup-shelf.ts'

/** When a backup of this box was last restored as a trial, and how that ended; null: never. */
export function lastDrill(dataDir: string): Promise<LastBackup | null> {
  return backupMemory(lastDrillPath(dataDir)).read()
}

export function lastDrillPath(dataDir: string): string {
  return join(dataFolder(dataDir).backups, 'last-drill.json')
}
