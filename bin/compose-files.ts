import { join } from 'node:path'
import type { Sequelize } from 'sequelize'
import { fileReader } from '../ai-local/files/read-file.ts'
import type { ApiMount } from '../api/app.ts'
import { fileDescriptions } from '../api/v1/files/describe.ts'
import { fileRoutes, uploadRoutes } from '../api/v1/files/routes.ts'
import { dataFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import type { OpenConsultation } from '../core/consultation/consultation.ts'
import type { ConsultationFeed } from '../core/consultation/feed.ts'
import type { ComputeGate } from '../core/engine/compute-gate.ts'
import type { FileLimits } from '../core/file/file.ts'
import { fileUseCases } from '../core/file/file-use-cases.ts'
import type { Log } from '../core/log.ts'
import type { ConsultationVault } from '../core/vault/ports.ts'
import { contentKeys } from '../models/content-keys.ts'
import { fileContents } from '../models/file-contents.ts'
import { fileQueue } from '../models/file-queue.ts'
import { fileSeal } from '../models/file-seal.ts'
import { fileStore } from '../models/files.ts'
import { isOwnerGone, jobOwner } from '../models/job-owner.ts'
import type { Platform } from './platform.ts'

interface Deps {
  config: Config
  platform: Pick<Platform, 'now' | 'newId' | 'built' | 'installRoot'>
  sequelize: Sequelize
  vault: ConsultationVault
  openConsultation: OpenConsultation
  feed: Pick<ConsultationFeed, 'publish'>
  gate: ComputeGate
  log: Log
}

const MIB = 2 ** 20
const ADDRESS_MS = 10 * 60_000

/** Uploaded files: where they rest, what reads them, and their routes. */
export function composeFiles(deps: Deps) {
  const { config, platform, sequelize, vault, openConsultation, feed, gate, log } = deps
  const { now, newId } = platform
  const limits: FileLimits = {
    maxBytes: config.fileMaxMiB * MIB,
    maxFiles: config.fileMaxCount,
    maxTotalBytes: config.fileMaxTotalMiB * MIB,
    maxPdfPages: config.filePdfMaxPages,
    addressMs: ADDRESS_MS,
  }
  const seal = fileSeal(vault)
  const store = fileStore({ sequelize, seal, now })
  const owner = jobOwner()
  const files = fileUseCases({
    files: store,
    queue: fileQueue({ sequelize, seal, now }),
    contents: fileContents(dataFolder(config.dataDir).files, vault),
    keys: contentKeys(vault),
    readFile: fileReader({
      childUrl: platform.built('file-child.js'),
      languageDir: config.fileRecognition === 'on' ? languageDir(platform.installRoot) : null,
      limits,
      gate,
      log,
      bounds: { maxRunMs: config.fileReadMaxS * 1000 },
    }),
    openConsultation,
    feed,
    limits,
    owner,
    isOwnerGone: (other) => isOwnerGone(other, owner),
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
    forgetUnsent: files.forgetUnsent,
    start: files.start,
    close: files.close,
  }
}

/** The smaller of the two that come with the package: measured, it reads as well and loads faster. */
function languageDir(installRoot: string): string {
  return join(installRoot, 'node_modules/@tesseract.js-data/por/4.0.0_best_int')
}
