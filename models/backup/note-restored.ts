import type { BackupManifest } from '../../core/backup/manifest.ts'
import { intend, type StampedAct } from '../audit/intents.ts'

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
 * Puts a restore on record without opening the database, whose schema may be older and whose master
 * key may need a person.
 * @param folder `audit/` of the restored data folder
 */
export async function noteRestored(
  folder: string,
  { id, at, by, manifest, erasures = 0, held = false }: Restored,
): Promise<void> {
  const { createdAt, version, parts } = manifest
  const restored: StampedAct = {
    id,
    at,
    act: {
      actor: { kind: 'administrator', id: by },
      action: 'backup.restored',
      subject: null,
      organizationId: null,
      requestId: null,
      outcome: 'success',
      facts: { made_at: createdAt, version, parts: parts.length, erasures, held },
    },
  }
  await spoolAct(folder, restored)
}

/**
 * An act about no person waits where acts of processes wait that are gone: who opens the audit next
 * takes it into the chain.
 * @param folder `audit/`
 */
export async function spoolAct(folder: string, act: StampedAct): Promise<void> {
  const intent = await intend(folder, [act])
  await intent.done([act])
}
