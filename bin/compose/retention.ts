/** Retention, for the server's own schedule and for `svcctl`: the same rules, the same leases. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { QueryTypes, type Sequelize } from 'sequelize'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { AuditTrail } from '../../core/audit/ports.ts'
import type { Log } from '../../core/log.ts'
import { retention } from '../../core/retention/retention.ts'
import { checkRules, type RetentionRules, readKeptFor } from '../../core/retention/rules.ts'
import type { OpenAudit } from '../../models/audit/audit.ts'
import { type JobHolder, jobHolder } from '../../models/job/job-owner.ts'
import { soundErasures } from '../../models/retention/erasure-tombstones.ts'
import { retentionStore } from '../../models/retention/retention.ts'
import { retentionMemory, retentionRules } from '../../models/retention/retention-memory.ts'
import { contentFiles, type StoreConfig } from '../content-files.ts'
import { retentionMetrics } from '../metrics/retention.ts'
import type { Platform } from '../platform.ts'
import type { Chore } from '../upkeep.ts'

type RetentionConfig = Pick<
  Config,
  | 'dataDir'
  | 'retentionAudio'
  | 'retentionTranscripts'
  | 'retentionFiles'
  | 'retentionContexts'
  | 'retentionRecords'
  | 'retentionDocuments'
  | 'retentionImported'
  | 'retentionLegalDuty'
  | 'retentionEhrKeepsChart'
>

interface Deps {
  config: RetentionConfig & StoreConfig
  platform: Pick<Platform, 'now' | 'newId' | 'elapsedMs'>
  sequelize: Sequelize
  audit: Pick<OpenAudit, 'within'> & { trail: AuditTrail }
  /** Under which name it takes work; one of its own unless given. */
  holder?: JobHolder
  log: Log
}

/** Between two consultations: the interface answers meanwhile. */
const PAUSE_MS = 5
const TICK_MS = 60_000

/** @throws {AppError} `retention_refused` where the settings contradict each other */
export function defaultRules(config: RetentionConfig): RetentionRules {
  return checkRules({
    audio: readKeptFor(config.retentionAudio, 'audio'),
    transcripts: readKeptFor(config.retentionTranscripts, 'transcripts'),
    files: readKeptFor(config.retentionFiles, 'files'),
    contexts: readKeptFor(config.retentionContexts, 'contexts'),
    records: readKeptFor(config.retentionRecords, 'records'),
    documents: readKeptFor(config.retentionDocuments, 'documents'),
    imported: readKeptFor(config.retentionImported, 'imported'),
    legalDuty: readKeptFor(config.retentionLegalDuty, 'legalDuty'),
    ehrKeepsChart: config.retentionEhrKeepsChart,
  })
}

export function composeRetention(deps: Deps) {
  const { config, platform, sequelize, audit, log } = deps
  const { now, newId, elapsedMs } = platform
  const { audio: audioDir, files: filesDir } = dataFolder(config.dataDir)
  const holder = deps.holder ?? jobHolder()
  return retention({
    rules: retentionRules(sequelize, now),
    defaults: defaultRules(config),
    store: retentionStore({
      sequelize,
      audioDir,
      filesDir,
      disk: contentFiles(config),
      recordWithin: audit.within,
      now,
    }),
    memory: retentionMemory({ sequelize, now, isOwnerGone: holder.isOwnerGone }),
    organizations: () =>
      sequelize.query<{ id: string; name: string }>(
        'SELECT id, name FROM organizations ORDER BY name, id',
        { type: QueryTypes.SELECT },
      ),
    trail: audit.trail,
    owner: holder.owner,
    newId,
    now,
    elapsedMs,
    log,
    pause: () => sleep(PAUSE_MS),
  })
}

interface Running {
  /** Sound that was erased here or by `svcctl` beside us. */
  forgetSound(recordingIds: readonly string[]): Promise<void>
  /** What the language model of this box remembers of a visit whose words went. */
  forgetVisit(consultationId: string): Promise<void>
}

/** What the server does about it every minute. The signal ends a run when the service closes. */
export function openRetention(
  deps: Deps & { metrics: Registry; openedAt: Date },
  running: Running,
) {
  const { tick, overdue } = composeRetention(deps)
  retentionMetrics({ registry: deps.metrics, overdue, now: deps.platform.now })
  const news = soundErasures(deps.sequelize, deps.openedAt)
  const closing = new AbortController()
  let ticking: Promise<unknown> = Promise.resolve()

  async function run() {
    await tick(closing.signal)
    const { recordingIds, consultationIds } = await news()
    await running.forgetSound(recordingIds)
    for (const id of consultationIds) await running.forgetVisit(id)
  }

  const chore: Chore = {
    name: 'retention',
    everyMs: TICK_MS,
    byOne: true,
    run() {
      // A long run is not joined by a second one.
      ticking = ticking.catch(() => {}).then(() => (closing.signal.aborted ? undefined : run()))
      return ticking
    },
  }
  return {
    chores: [chore],
    async close() {
      closing.abort()
      await ticking.catch(() => {})
    },
  }
}
