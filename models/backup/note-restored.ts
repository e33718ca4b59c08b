import { randomBytes } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { placeless } from '../../core/audit/entry.ts'
import type { BackupManifest } from '../../core/backup/manifest.ts'
import { NO_PROCESS } from './write-backup.ts'

interface Restored {
  id: string
  at: Date
  /** The administrator. */
  by: string
  manifest: BackupManifest
}

/**
 * Puts a restore on record without opening the database, whose schema may be older and whose master key may need a person: the act
 * waits where acts of processes wait that are gone, and the next start takes it into the chain.
 *
 * @param folder `audit/` of the restored data folder
 */
export async function noteRestored(
  folder: string,
  { id, at, by, manifest }: Restored,
): Promise<void> {
  const { createdAt, version, parts } = manifest
  const entry = placeless(
    {
      actor: { kind: 'administrator', id: by },
      ...{ action: 'backup.restored', subject: null, organizationId: null, requestId: null },
      outcome: 'success',
      facts: { made_at: createdAt, version, parts: parts.length },
    },
    { id, at, pseudonym: noPerson, sealPerson: noPerson },
  )
  const spool = join(folder, 'spool')
  await mkdir(spool, { recursive: true, mode: 0o700 })
  const name = `${NO_PROCESS}-${randomBytes(6).toString('hex')}-a.ndjson`
  const file = await open(join(spool, name), 'wx', 0o600)
  await file
    .writeFile(`${JSON.stringify(entry)}\n`)
    .then(() => file.sync())
    .finally(() => file.close())
}

function noPerson(): never {
  throw new Error('a restore is about no person')
}
