/**
 * What of a data folder is moved: what a backup takes (backup/data-parts.ts), the keys' own files
 * and what keeps an installation from telling anybody anything.
 */
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { FileSource } from '../../core/data-move/move-files.ts'
import { NO_PROCESS } from '../audit/spool.ts'
import { dataParts } from '../backup/data-parts.ts'
import { spoolAct } from '../backup/note-restored.ts'
import { SPOOL } from '../backup/write-backup.ts'
import { folderStore } from '../store/folder-store.ts'

/** Of that which a backup leaves out. */
const ALSO = /^(outgoing-held\.json|from-bundle-data\.json\.gz|keys\/master[^/]*\.(key|json))$/

/** @param databasePath of its SQLite file, whose rows go another way; null: it has none */
export function movedFolder(dataDir: string, databasePath: string | null): FileSource {
  const own = databasePath === null ? null : relative(dataDir, databasePath)
  const { find, read } = folderStore(dataDir)
  return {
    find,
    read,
    async *list() {
      for await (const name of dataParts(dataDir))
        if (own === null || !name.startsWith(own))
          yield { name, as: name.replace(SPOOL, `audit/spool/${NO_PROCESS}-`) }
      for (const folder of ['', 'keys'])
        for (const entry of await readdir(join(dataDir, folder)).catch(() => [])) {
          const name = folder === '' ? entry : `${folder}/${entry}`
          if (ALSO.test(name)) yield { name, as: name }
        }
    },
  }
}

interface Moved {
  id: string
  at: Date
  /** The administrator. */
  by: string
  rows: number
  files: number
}

/**
 * On record in the installation that was moved: its first start takes the act into the chain. The
 * source is not written.
 * @param folder `audit/` of the target
 */
export function noteMoved(folder: string, { id, at, by, rows, files }: Moved): Promise<void> {
  return spoolAct(folder, {
    id,
    at,
    act: {
      actor: { kind: 'administrator', id: by },
      action: 'data.moved',
      subject: null,
      organizationId: null,
      requestId: null,
      outcome: 'success',
      facts: { rows, files },
    },
  })
}
