import type { Sequelize } from 'sequelize'
import { fileReader } from '../../ai-local/files/read-file.ts'
import type { ApiMount } from '../../api/app.ts'
import { fileDescriptions } from '../../api/v1/files/describe.ts'
import { fileRoutes, uploadRoutes } from '../../api/v1/files/routes.ts'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { OpenConsultation } from '../../core/consultation/consultation.ts'
import type { ConsultationFeed } from '../../core/consultation/feed.ts'
import type { RequireOpen } from '../../core/drain/drain.ts'
import type { ComputeGate } from '../../core/engine/compute-gate.ts'
import type { ShareOf } from '../../core/engine/fair-shares.ts'
import { fileUseCases } from '../../core/file/file-use-cases.ts'
import type { Log } from '../../core/log.ts'
import type { RequireQuota, RequireRoom } from '../../core/storage-room.ts'
import { refuseWhileHeld } from '../../core/vault/hold.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import { fileContents } from '../../models/file/contents.ts'
import { fileStore } from '../../models/file/files.ts'
import { fileQueue } from '../../models/file/queue.ts'
import { fileSeal } from '../../models/file/seal.ts'
import { type JobHolder, jobHolder } from '../../models/job/job-owner.ts'
import { heldConsultations } from '../../models/retention/holds.ts'
import { contentKeys } from '../../models/vault/content-keys.ts'
import { contentFiles, contentPlace } from '../content-files.ts'
import { fileLimits, recognitionFiles } from '../file-settings.ts'
import type { Platform } from '../platform.ts'

const HOUR_MS = 3_600_000
/** Longer than a request may take to arrive. */
const LONGEST_UPLOAD_MS = 2 * HOUR_MS

interface Deps {
  config: Config
  platform: Pick<Platform, 'now' | 'newId' | 'built' | 'installRoot'>
  sequelize: Sequelize
  vault: ConsultationVault
  openConsultation: OpenConsultation
  feed: Pick<ConsultationFeed, 'publish'>
  gate: ComputeGate
  /** Shares over doctors and visits; absent: who came first. */
  shareOf?: ShareOf | undefined
  /** Under which name it takes work; one of its own unless given. */
  holder?: JobHolder
  requireRoom?: RequireRoom | undefined
  requireOpen?: RequireOpen | undefined
  requireQuota?: RequireQuota | undefined
  log: Log
}

/** Uploaded files: where they rest, what reads them, and their routes. */
export function openFiles(deps: Deps) {
  const { config, platform, sequelize, vault, openConsultation, feed, gate, log } = deps
  const { now, newId } = platform
  const limits = fileLimits(config)
  const seal = fileSeal(vault)
  const store = fileStore({ sequelize, seal, now })
  const holder = deps.holder ?? jobHolder()
  const files = fileUseCases({
    files: store,
    queue: fileQueue({ sequelize, seal, shareOf: deps.shareOf, now }),
    contents: fileContents(dataFolder(config.dataDir).files, vault, contentFiles(config), {
      spareForMs: config.nodeDir ? LONGEST_UPLOAD_MS : 0,
      place: config.nodeDir && config.storeUrl ? contentPlace(config) : null,
    }),
    keys: contentKeys(vault),
    readFile: fileReader({
      childUrl: platform.built('file-child.js'),
      recognitionFiles: recognitionFiles(config, platform.installRoot),
      limits,
      gate,
      log,
      bounds: { maxRunMs: config.fileReadMaxS * 1000 },
    }),
    shareOf: deps.shareOf,
    requireRoom: deps.requireRoom,
    requireOpen: deps.requireOpen,
    requireQuota: deps.requireQuota,
    openConsultation,
    refuseWhileHeld: refuseWhileHeld(heldConsultations(sequelize)),
    feed,
    limits,
    ...holder,
    newId,
    now,
    log,
  })
  const routers: ApiMount[] = [{ router: fileRoutes({ files, openConsultation }) }]

  return {
    routers,
    /** For what is sent to a signed address, without a token. */
    uploadRouter: uploadRoutes({ files }),
    descriptions: fileDescriptions,
    /** What documents may rest on. */
    texts: store.texts,
    list: files.list,
    chores: [
      { name: 'unsent-files', everyMs: HOUR_MS, byOne: true, run: () => files.forgetUnsent() },
    ],
    changedElsewhere(consultationId: string, watchers: Pick<ConsultationFeed, 'publish'>) {
      files
        .changedElsewhere(consultationId, watchers)
        .catch((err) => log.warn('node.files_not_read', { consultationId, err }))
    },
    start: files.start,
    wake: files.wake,
    giveUp: files.close,
    close: files.close,
  }
}
