/**
 * The real machine behind `svcctl doctor`. Looking changes nothing: no folder is made, no schema
 * touched, and the database is only opened where there is one. What several checks ask for is
 * looked up once, and again after something was mended.
 */

import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { modelStore } from '../../ai-local/model-files/model-store.ts'
import { buildLockFacts } from '../../ai-local/whisper/build-lock.ts'
import { hasTool } from '../../ai-local/whisper/run-tool.ts'
import { speechRuntime } from '../../ai-local/whisper/speech-runtime.ts'
import { dataFolder, ownFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type {
  DoctorHost,
  DoctorMends,
  PathFacts,
  SpeechProbeFacts,
} from '../../core/doctor/check.ts'
import { doctorChecks } from '../../core/doctor/checks/all-checks.ts'
import { silentLog } from '../../core/log.ts'
import { largerSpeechModel } from '../../core/model-file/advise-models.ts'
import { type CatalogueModel, findModel } from '../../core/model-file/catalogue.ts'
import type { Box } from '../../core/model-file/model-fit.ts'
import { fitnessOf } from '../../core/model-file/model-fitness.ts'
import type { ModelRecord } from '../../core/model-file/ports.ts'
import { judgeHearing } from '../../core/model-file/probe-sound.ts'
import { timeLimit } from '../../core/time-limit.ts'
import { drainNote } from '../../models/drain-note.ts'
import { outgoingHold } from '../../models/outgoing-hold.ts'
import { backupFacts } from '../compose/backup.ts'
import { reserveFacts } from '../disk-reserve.ts'
import { fileProbe } from '../file-probe.ts'
import { keysFolder } from '../keys-folder.ts'
import { keepMeasured, modelAdvice } from '../model-advice.ts'
import { openAdmin } from '../open-admin.ts'
import type { Platform } from '../platform.ts'
import { remoteProbe } from '../remote-servers.ts'
import { boxModelFile, modelPath, probeSoundPath } from '../speech-files.ts'
import { tlsFacts } from '../tls/facts.ts'
import { addressSpace, ownSpace } from './addresses.ts'
import { auditFacts } from './audit.ts'
import { commitMs, foreignFiles, giveToOwner, masterKeyFits } from './data.ts'
import { doctorDatabase } from './database.ts'
import {
  durableWriteMs,
  fileSystemOf,
  freeBytesOf,
  freeFilesOf,
  missingOf,
  pathFacts,
  portUser,
} from './probes.ts'
import { processFacts } from './process.ts'
import { publicProbe } from './public-probe.ts'
import { retentionFacts } from './retention.ts'
import { rndsAccess, rndsDefinitions, rndsHosts } from './rnds.ts'
import { storeFacts } from './store.ts'
import { doctorWebhooks } from './webhooks.ts'

interface Deps {
  config: Config
  platform: Platform
  box: Box
  /** Read large models too. */
  probe: boolean
  signal: AbortSignal
  /** Does it, on record from before it begins. @param mend by its name */
  mending(mend: string, work: () => Promise<void>): Promise<void>
}

/**
 * About a second on a slow disk; larger ones are read when a probe is asked for, or when their size
 * is not what it was.
 */
const LARGEST_READ_BYTES = 256 * 1024 * 1024

function isOtherSize(
  { sizeBytes }: PathFacts,
  known: CatalogueModel | null | undefined,
  record: ModelRecord | null | undefined,
): boolean {
  const expected = known?.sizeBytes ?? record?.sizeBytes ?? null
  return expected !== null && expected !== sizeBytes
}

/** Longer than this, and the model is too large for the machine whatever it answers. */
const LONGEST_PROBE_MS = 90_000

export async function openDoctor({ config, platform, box, probe, signal, mending }: Deps) {
  const { installRoot } = platform
  const folders = dataFolder(config.dataDir)
  const store = modelStore({
    folder: folders.models,
    now: platform.now,
    box: boxModelFile(platform),
  })
  const database = doctorDatabase(config.databaseUrl)
  const speech = speechRuntime({
    runtimeDir: config.runtimeDir,
    preparedDir: dataFolder(config.dataDir).prepared,
    packagesDir: join(installRoot, 'node_modules'),
    ...(config.speechBinary ? { binary: config.speechBinary } : {}),
    gpu: config.speechGpu,
    log: silentLog,
  })
  const pathOf = (name: string) => modelPath(config, platform, name)
  const digests = new Map<string, Promise<string>>()
  /** False once a probe failed: trials that need the engine are then left out. */
  let engineWorks = true

  const host: DoctorHost & AsyncDisposable = {
    settings: {
      ...config,
      keysDir: keysFolder(config),
      modelsDir: folders.models,
      localNetworkOrigins: config.localNetworkOrigins.split(',').filter(Boolean),
    },
    box,
    nodeVersion: process.version,
    account: process.getuid?.() ?? null,
    now: platform.now,
    path: pathFacts,
    freeBytes: freeBytesOf,
    diskReserve: () => reserveFacts(config),
    freeFiles: freeFilesOf,
    fileSystem: fileSystemOf,
    process: processFacts,
    durableWriteMs,
    database: database.facts,
    commitMs: () => commitMs(config),
    masterKeyFits: () => masterKeyFits(config, platform.now),
    foreignFiles: () => foreignFiles(config.dataDir),
    orphanSound: () => database.orphanSound(folders.audio),
    rndsHosts: async () => rndsHosts(await database.rnds(), config),
    rndsAccess: async () => rndsAccess(await database.rnds(), config, platform),
    signingKeys: database.signingKeys,
    audit: () => auditFacts(config, platform),
    backup: () => backupFacts({ config, platform }),
    retention: () => retentionFacts(config, platform),
    async outgoing() {
      const hold = outgoingHold(config.dataDir)()
      return hold && { hold, waiting: await database.outgoingWaiting() }
    },
    draining: drainNote(ownFolder(config)).find,
    store: (how) => storeFacts(config, how),
    nodes: async () => (config.nodeDir ? database.nodes() : null),
    webhooks: () => doctorWebhooks(config),
    organizations: database.organizations,
    addressSpace,
    ownSpace,
    rnds: database.rnds,
    rndsDefinitions: () => rndsDefinitions(config.dataDir, platform.now),
    work: database.work,
    terminology: database.terminology,
    remoteServer: (which) => remoteProbe(config, which, signal),
    portUser: () => portUser(config),
    tls: () => tlsFacts(config),

    async missingTools() {
      const tools = ['cmake', 'g++', 'make']
      const found = await Promise.all(tools.map(hasTool))
      return tools.filter((_, index) => !found[index])
    },

    runtime: () => speech.locate(),
    speechCard: () => speech.card(),

    async buildLock() {
      const path = join(config.runtimeDir, '.lock')
      const facts = await buildLockFacts(path)
      return facts && { path, ...facts }
    },

    async speechProbe(): Promise<SpeechProbeFacts | null> {
      const runtime = await speech.locate()
      const path = pathOf(config.speechModel)
      if (!runtime || !(await pathFacts(path))) return null
      engineWorks = false
      const probe = await speech.probe(runtime, {
        modelPath: path,
        clipPath: probeSoundPath(platform),
        ...(config.engineThreads > 0 ? { threads: config.engineThreads } : {}),
        signal: AbortSignal.any([signal, timeLimit(LONGEST_PROBE_MS)]),
      })
      engineWorks = true
      const name = findModel(config.speechModel)?.name ?? config.speechModel
      await keepMeasured(config, { speeds: new Map([[name, probe.timesRealTime]]) })
      return {
        ...probe,
        usedCard: runtime.card && probe.usedCard,
        model: config.speechModel,
        hearing: judgeHearing(probe.text),
      }
    },

    async soundPath() {
      const path = pathOf(config.speechModel)
      // What is known to be dead would only be waited for once more.
      if (!engineWorks || !(await speech.locate()) || !(await pathFacts(path))) return null
      const { soundPath } = await import('./sound-path.ts')
      return soundPath(config, platform, signal)
    },

    fileProbe: () => fileProbe({ config, platform, signal }),

    async model(name) {
      const path = pathOf(name)
      const about = await pathFacts(path)
      if (!about) return null
      const known = findModel(name)
      const record = name.includes('/') ? null : (await store.find(name))?.record
      const isRead =
        probe || about.sizeBytes <= LARGEST_READ_BYTES || isOtherSize(about, known, record)
      const digest = isRead ? (digests.get(path) ?? store.digest(path, { signal })) : null
      if (digest) digests.set(path, digest)
      return {
        path,
        name: known?.name ?? null,
        sha256: await digest,
        expected: known?.sha256 ?? record?.sha256 ?? null,
        memoryMiB: known?.memoryMiB ?? null,
        fitness: fitnessOf(record),
      }
    },

    async largerSpeechModel() {
      return largerSpeechModel(await modelAdvice(config, platform))
    },

    publicProbe: () => publicProbe(config, signal),

    missingBuild: () =>
      missingOf(join(installRoot, 'dist'), [
        'svcctl.js',
        'llama-child.js',
        'vad-worker.js',
        'reading-worker.js',
        'decode-child.js',
        'file-child.js',
        'public/plugin.js',
        'public/admin/page.js',
      ]),

    mend: onRecord(mending, {
      makeFolder: async (path) => void (await mkdir(path, { recursive: true, mode: 0o700 })),
      restrict: chmod,
      giveToOwner: () => giveToOwner(config.dataDir),
      takeInLog: database.takeInLog,
      async makeSigningKey() {
        await database.close()
        await using admin = await openAdmin(config, platform)
        await admin.access.rotateSigningKey()
      },
      buildRuntime: async () => void (await speech.build({ signal })),
    }),

    [Symbol.asyncDispose]: database.close,
  }
  return { checks: doctorChecks, host }
}

function onRecord(mending: Deps['mending'], mends: DoctorMends): DoctorMends {
  const entries = Object.entries(mends).map(([name, mend]) => [
    name,
    (...args: unknown[]) =>
      mending(name, () => (mend as (...args: unknown[]) => Promise<void>)(...args)),
  ])
  return Object.fromEntries(entries) as DoctorMends
}
