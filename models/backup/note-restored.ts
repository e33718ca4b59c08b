import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { placeless } from '../../core/audit/entry.ts'
import type { AuditAct } from '../../core/audit/ports.ts'
import type { BackupManifest } from '../../core/backup/manifest.ts'
import { writeDurably } from '../durable-file.ts'
import { NO_PROCESS } from './write-backup.ts'

interface Restored {
  id: string
  at: Date
  /** The administrator. */
  by: string
  manifest: BackupManifest
  /** Erasures that the first start does again. */
  erasures?: number
  /** Nothing leaves the restored copy until somebody says so. */
  held?: boolean
}

/**
 * Puts a restore on record without opening the database, whose schema may be older and whose master key may need a person.
 * @param folder `audit/` of the restored data folder
 */
export function noteRestored(
  folder: string,
  { id, at, by, manifest, erasures = 0, held = false }: Restored,
): Promise<void> {
  const { createdAt, version, parts } = manifest
  return spoolAct(folder, {
    ...{ id, at },
    act: {
      actor: { kind: 'administrator', id: by },
      ...{ action: 'backup.restored', subject: null, organizationId: null, requestId: null },
      outcome: 'success',
      facts: { made_at: createdAt, version, parts: parts.length, erasures, held },
    },
  })
}

/**
 * An act about no person waits where acts of processes wait that are gone: who opens the audit next takes it into the chain.
 * @param folder `audit/`
 */
export async function spoolAct(
  folder: string,
  { id, at, act }: { id: string; at: Date; act: AuditAct },
): Promise<void> {
  const entry = placeless(act, { id, at, pseudonym: noPerson, sealPerson: noPerson })
  const spool = join(folder, 'spool')
  await mkdir(spool, { recursive: true, mode: 0o700 })
  const name = `${NO_PROCESS}-${randomBytes(6).toString('hex')}-a.ndjson`
  await writeDurably(join(spool, name), `${JSON.stringify(entry)}\n`)
}

function noPerson(): never {
  throw new Error('this act is about no person')
}
