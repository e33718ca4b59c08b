import type { Sequelize } from 'sequelize'
import { administrator } from '../../cli/administrator.ts'
import type { ConsultAdmin } from '../../cli/subject-deps.ts'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { AuditTrail } from '../../core/audit/ports.ts'
import type { ConsultationStore } from '../../core/consultation/ports.ts'
import type { Log } from '../../core/log.ts'
import { listVisitsOnRecord, showVisit } from '../../core/vault/describe-visit.ts'
import { type CertificateFolder, eraseConsultations } from '../../core/vault/erasure.ts'
import { manageHolds } from '../../core/vault/hold.ts'
import type { BlindIndex, ConsultationVault } from '../../core/vault/ports.ts'
import { ledgerBeside, writeLedger } from '../../models/backup/erasure-ledger.ts'
import { fileContents } from '../../models/file/contents.ts'
import { soundReader } from '../../models/node-sound/sound-rows.ts'
import { erasureCertificateFolder } from '../../models/retention/erasure-certificate-folder.ts'
import { erasureStore } from '../../models/retention/erasures.ts'
import { holdStore } from '../../models/retention/holds.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import { verifyContent } from '../../models/vault/verify-content.ts'
import { describeVisit } from '../../models/visit/describe-visit.ts'
import { listVisits, visitsBeginning } from '../../models/visit/list-visits.ts'
import { keptStates } from '../bundle/kept.ts'
import { contentFiles, type StoreConfig } from '../content-files.ts'
import type { Platform } from '../platform.ts'
import { placeOfBackups } from './backup.ts'

interface Deps {
  config: Pick<Config, 'backupFolder'> & StoreConfig
  platform: Pick<Platform, 'now' | 'newId'>
  sequelize: Sequelize
  vault: ConsultationVault
  index: BlindIndex
  consultations: Pick<ConsultationStore, 'find' | 'textsOf'>
  trail: AuditTrail
  log: Log
}

/** What `svcctl consult` works with, beside a running server or without one. */
export function composeConsult({
  config,
  platform: { now, newId },
  sequelize,
  vault,
  index,
  consultations,
  trail,
  log,
}: Deps): ConsultAdmin {
  const { audio: audioDir, files: filesDir, certificates } = dataFolder(config.dataDir)
  const disk = contentFiles(config)
  const store = erasureStore({ sequelize, vault, index, audioDir, filesDir, disk })
  return {
    erasure: eraseConsultations({
      store,
      trail,
      now,
      newId,
      log,
      keptCopies: () => keptStates(config.dataDir),
      certificates: withLedger(erasureCertificateFolder(certificates), async () => {
        const ledger = ledgerBeside(config.backupFolder)
        try {
          await placeOfBackups(config).check(ledger)
          await writeLedger(certificates, ledger)
        } catch (err) {
          log.warn('erasure.ledger_not_written', { err })
        }
      }),
    }),
    ofPatient: store.ofPatient,
    list: listVisitsOnRecord({
      list: listVisits({ sequelize, index, consultations }),
      trail,
      by: administrator(),
    }),
    beginning: visitsBeginning(sequelize),
    holds: manageHolds({ store: holdStore(sequelize, consultationSeal(vault)), trail, now }),
    show: showVisit({
      describe: describeVisit({ sequelize, vault, consultations }),
      trail,
      by: administrator(),
    }),
    verify: verifyContent({
      sequelize,
      vault,
      store: consultations,
      contents: fileContents(filesDir, vault, disk),
      audioDir,
      // Of several servers it rests in rows for a moment, or while the store is away.
      files: { ...disk, openExisting: soundReader(sequelize, disk) },
    }),
  }
}

/**
 * A whole certificate goes into the ledger beside the backups at once: the next backup may come too
 * late.
 */
function withLedger(folder: CertificateFolder, write: () => Promise<void>): CertificateFolder {
  return {
    ...folder,
    async keep(certificate, state) {
      const kept = await folder.keep(certificate, state)
      if (state === 'whole') await write()
      return kept
    },
  }
}
