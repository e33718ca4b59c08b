/**
 * After a restore: what the ledger of erasures knows and the backup did not is erased again, before
 * anybody is served.
 */
import { randomUUID } from 'node:crypto'
import type { Sequelize } from 'sequelize'
import { dataFolder } from '../config/data-folder.ts'
import type { Log } from '../core/log.ts'
import type { Sealer } from '../core/vault/ports.ts'
import type { AudioFiles } from '../models/audio/files.ts'
import { dropPending, readPending } from '../models/backup/erasure-ledger.ts'
import { spoolAct } from '../models/backup/note-restored.ts'
import { ConsultationRow } from '../models/consultation/consultation.ts'
import { erasureCertificateFolder } from '../models/retention/erasure-certificate-folder.ts'
import { erasureStore } from '../models/retention/erasures.ts'
import { blindIndex } from '../models/vault/blind-index.ts'
import { consultationVault } from '../models/vault/vault.ts'

interface Deps {
  dataDir: string
  /** Where sound and files lie. */
  disk: AudioFiles
  sequelize: Sequelize
  sealer: Sealer
  now: () => Date
  log: Log
}

/** May break off anywhere and be called again. */
export async function repeatErasures({
  dataDir,
  disk,
  sequelize,
  sealer,
  now,
  log,
}: Deps): Promise<void> {
  const pending = await readPending(dataDir)
  if (!pending) return
  const folders = dataFolder(dataDir)
  const store = erasureStore({
    sequelize,
    vault: consultationVault({ sequelize, sealer, now }),
    index: blindIndex({ sequelize, sealer, now }),
    audioDir: folders.audio,
    filesDir: folders.files,
    disk,
  })
  const certificates = erasureCertificateFolder(folders.certificates)
  const consultations = ConsultationRow.attach(sequelize)
  for (const certificate of pending) {
    const { certificateId } = certificate
    const ids = certificate.consultations.map(({ consultationId }) => consultationId)
    // The backup may hold a legal hold that had ended by the time of the erasure, as the
    // certificate proves.
    await consultations.update({ heldAt: null, sealedHold: null }, { where: { id: ids } })
    const there = (await Promise.all(ids.map(store.look))).flatMap((one) => one ?? [])
    if (there.length > 0) await store.destroy(there, certificateId, now())
    for (const id of ids) await store.removeFiles(id)
    await certificates.keep(certificate, 'whole')
    await store.finish(certificateId, now())
    for (const { consultationId, organizationId } of there)
      await spoolAct(folders.audit, {
        id: randomUUID(),
        at: now(),
        act: {
          actor: { kind: 'system', id: 'backup' },
          action: 'consultation.erased',
          subject: { kind: 'consultation', id: consultationId },
          organizationId,
          outcome: 'success',
          requestId: null,
          facts: { certificate: certificateId, after_restore: true },
        },
      })
    log.info('consultation.erased_again', { certificateId, consultations: there.length })
  }
  await store.sweep()
  await dropPending(dataDir)
}
