/**
 * The one place where ports meet adapters. What is opened here is closed here, in reverse order, so
 * that nobody loses what it still uses. No port is bound and nothing is printed: server.ts does
 * that.
 */
import type { Server } from 'node:http'
import { Registry } from 'prom-client'
import { createApp } from '../api/app.ts'
import { attachChannel } from '../api/channel/attach-channel.ts'
import type { RefuseSocket } from '../api/refuse-socket.ts'
import { documentDescriptions } from '../api/v1/documents/describe.ts'
import { telemetryDescriptions, telemetryRoutes } from '../api/v1/telemetry/routes.ts'
import { transcriptDescriptions } from '../api/v1/transcriptions/describe.ts'
import { transcriptionRoutes } from '../api/v1/transcriptions/routes.ts'
import { useDescriptions, useRoutes } from '../api/v1/use/routes.ts'
import { ownFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import { consultationFeed } from '../core/consultation/feed.ts'
import { consultationUseCases } from '../core/consultation/use-cases.ts'
import { isIdle, requireOpen } from '../core/drain/drain.ts'
import { computeGate } from '../core/engine/compute-gate.ts'
import type { Log } from '../core/log.ts'
import { withConsent } from '../core/recording/with-consent.ts'
import { useFacts } from '../core/visit-use/use-facts.ts'
import { visitUse } from '../core/visit-use/visit-use.ts'
import { consultationStore } from '../models/consultation/consultations.ts'
import { takeFolderLock } from '../models/database/folder-lock.ts'
import { databaseReadiness } from '../models/database/readiness.ts'
import { takeServingLock } from '../models/database/serving-lock.ts'
import { drainNote } from '../models/drain-note.ts'
import { leftToEnd, readWorkload } from '../models/job/workload.ts'
import { outgoingHold } from '../models/outgoing-hold.ts'
import { refusedWhileRecording } from '../models/recording/refused-recordings.ts'
import { erasureWatch } from '../models/retention/erasure-tombstones.ts'
import { blindIndex } from '../models/vault/blind-index.ts'
import { consultationVault } from '../models/vault/vault.ts'
import { bringsData, takeFromBundle } from './carried-folder.ts'
import { type Closing, closing } from './closing.ts'
import { openAccess, refuseNewer } from './compose/access.ts'
import { composeAdminPage } from './compose/admin-page.ts'
import { composeServerAudit } from './compose/audit.ts'
import { backupChores, newestBackup } from './compose/backup.ts'
import { composeCarry } from './compose/carry.ts'
import { composeCoding } from './compose/coding.ts'
import { composeDocuments } from './compose/documents.ts'
import { composeExtension } from './compose/extension.ts'
import { composeFiles } from './compose/files.ts'
import { lookForDamage } from './compose/look-for-damage.ts'
import { composeModelSwitch } from './compose/model-switch.ts'
import { composeNetwork } from './compose/network.ts'
import { composeNodes } from './compose/nodes.ts'
import { composeOpeners } from './compose/openers.ts'
import type { OpenDoctor } from './compose/page-doctor.ts'
import { composePages } from './compose/pages.ts'
import { composeProfessionals } from './compose/professionals.ts'
import { composeReading } from './compose/reading.ts'
import { composeRecording } from './compose/recording.ts'
import { retentionChore } from './compose/retention.ts'
import { composeRnds } from './compose/rnds.ts'
import { composeSpeech } from './compose/speech.ts'
import { composeStructuredOutput } from './compose/structured-output.ts'
import { composeTerminology } from './compose/terminology.ts'
import { composeWebhooks } from './compose/webhooks.ts'
import { openDiskReserve } from './disk-reserve.ts'
import { diskSpace } from './disk-use.ts'
import { exchangeLimits } from './exchange-limits.ts'
import {
  forgetErased,
  renewServingLock,
  stopRefusedRecordings,
  wakeAfterResume,
} from './external-change-chores.ts'
import { folderId } from './folder-id.ts'
import { backupMetrics } from './metrics/backup.ts'
import { boxMetrics } from './metrics/box.ts'
import type { Platform } from './platform.ts'
import { isNewInstallation, refuseFilesForFolders, refuseLostDatabase } from './prepared-folder.ts'
import { storageQuotas } from './storage-quotas.ts'
import { storageWatch } from './storage-watch.ts'
import { keepBeforeSteps } from './upgrade.ts'
import { upkeep } from './upkeep.ts'

const HOUR_MS = 3_600_000

/**
 * Opens everything, brings the schema up to date and takes up what a crash left. Nothing stays open
 * when that fails.
 */
export async function compose(
  config: Config,
  platform: Platform,
  log: Log,
  metrics = new Registry(),
  /** The settings as they are now: another model is taken up while the service runs. */
  reread = () => config,
  /** For the page for administration; absent: it examines nothing. */
  openDoctor?: OpenDoctor,
) {
  const opened = closing(log)
  try {
    return await openService({ config, platform, log, metrics, reread, openDoctor, opened })
  } catch (error) {
    await opened.run()
    throw error
  }
}

/**
 * What a bundle brought for the database. Without it everything works: a start does not fail for
 * it.
 */
async function takeIn(config: Config, platform: Platform, log: Log): Promise<void> {
  if (!bringsData(config)) return
  await takeFromBundle(config, platform).catch((err) => log.error('bundle.not_taken_in', { err }))
}

interface Parts {
  config: Config
  platform: Platform
  log: Log
  metrics: Registry
  reread: () => Config
  openDoctor: OpenDoctor | undefined
  opened: Closing
}

async function openService(parts: Parts) {
  const { config, platform, log, metrics, reread, opened } = parts
  const { now, newId } = platform
  const openedAt = now()
  const reserve = await openDiskReserve(config, log)
  const folder = await takeFolderLock(ownFolder(config))
  opened.add('folder-lock', folder.close)
  refuseFilesForFolders(config)
  refuseLostDatabase(config)
  if (!config.demo && isNewInstallation(config))
    log.warn('installation.made_new', { dataDir: config.dataDir })
  const beforeSteps = () => keepBeforeSteps({ config, platform }, log)
  const { database, sealer, access } = await openAccess(config, platform, log, { beforeSteps })
  const { sequelize } = database
  opened.add('database', database.close)
  opened.add('damage-look', await lookForDamage(database, log))
  const nodes = await composeNodes({ config, platform, sequelize, log })
  opened.add('nodes', nodes.close)
  // A newer one may have changed the schema before others could see this one.
  if (nodes.leases) refuseNewer(await database.foreignMigrations())
  const serving = nodes.leases ? null : await takeServingLock(sequelize)
  if (serving) opened.add('serving-lock', serving.close)
  await takeIn(config, platform, log)
  opened.add('last-used', access.writeLastUsed)

  const findHold = outgoingHold(config.dataDir)
  const vault = consultationVault({ sequelize, sealer, now })
  const index = blindIndex({ sequelize, sealer, now })
  const consultationRows = consultationStore({
    sequelize,
    vault,
    index,
    onCompleted: (...completed) => webhooks.outbox.consultationCompleted(...completed),
  })
  const audit = await composeServerAudit({
    config,
    platform,
    sequelize,
    sealer,
    consultations: consultationRows,
    log,
  })
  opened.add('audit', audit.close)
  const webhooks = composeWebhooks({
    holder: nodes.holder,
    config,
    platform,
    sequelize,
    sealer,
    vault,
    trail: audit.trail,
    findHold,
    metrics,
    log,
  })
  opened.add('webhooks', webhooks.close)
  const { onOpened, shareOf } = composeOpeners({ sequelize, rows: consultationRows, log })
  const consultations = consultationUseCases({
    onOpened,
    store: consultationRows,
    now,
    newId,
    organizationLanguage: async (id) => (await access.getOrganization(id)).language,
  })
  const { openConsultation, patchConsultation } = consultations
  const ownFeed = consultationFeed((err) => log.error('feed.listener', { err }))
  const feed = nodes.shared(ownFeed)
  const gate = computeGate()
  const { requireRoom } = reserve
  const quotas = storageQuotas(config, sequelize)
  const drain = drainNote(ownFolder(config))
  if (drain.find()) {
    await drain.drop()
    log.info('drain.ended_by_start')
  }
  const mayBegin = requireOpen(drain.find)

  const recording = await composeRecording({
    config,
    platform,
    sequelize,
    vault,
    openConsultation,
    metrics,
    log,
    shareOf,
    requireRoom,
    requireQuota: quotas.sound,
    leases: nodes.leases,
    requireOpen: mayBegin,
    consultations: consultationRows,
    // Recording tells transcription what is on disk; transcription reads it back through the
    // recorder.
    listener: {
      onAudio: (...news) => speech.transcription.onAudio(...news),
      onPaused: (...news) => speech.transcription.onPaused(...news),
      onFinished: (...news) => speech.transcription.onFinished(...news),
      onTaken: (...news) => speech.transcription.onTaken?.(...news),
      onLost: async (recordingId) => speech.transcription.onLost?.(recordingId),
      async onRemoved(recording) {
        await speech.transcription.onRemoved(recording)
        await documents.forgetLines(recording.consultationId)
      },
    },
    transcript: (consultationId) => speech.transcription.transcript(consultationId),
  })
  opened.add('audio', recording.close)
  const { recordings } = recording
  const terminology = composeTerminology(sequelize)
  const reading = composeReading({ platform, codes: terminology, shareOf, log })
  opened.add('reading', reading.close)
  const speech = composeSpeech({
    holder: nodes.holder,
    present: reading.transcript,
    config,
    platform,
    sequelize,
    vault,
    languageOf: consultationRows.languageOf,
    shareOf,
    audio: recordings,
    feed,
    leases: nodes.leases,
    gate,
    log,
  })
  opened.add('speech', speech.close)
  const files = composeFiles({
    holder: nodes.holder,
    config,
    platform,
    sequelize,
    vault,
    openConsultation,
    feed,
    gate,
    shareOf,
    requireRoom,
    requireQuota: quotas.files,
    requireOpen: mayBegin,
    log,
  })
  opened.add('files', files.close)
  const useOfVisit = visitUse({
    listFiles: files.list,
    textsOfFiles: files.texts,
    textsOf: consultationRows.textsOf,
    recorder: recordings,
    transcript: speech.transcription.transcript,
  })
  const factsOfUse = async (consultationId: string) =>
    useFacts((await useOfVisit(consultationId)).inputs.map(({ use }) => use))
  const documents = await composeDocuments({
    useFacts: factsOfUse,
    reading,
    linkAudit: audit.linkDocumentLine,
    onGenerated: webhooks.outbox.documentGenerated,
    nodeId: nodes.leases?.nodeId ?? null,
    config,
    platform,
    sequelize,
    vault,
    gate,
    shareOf,
    requireRoom,
    requireQuota: quotas.inputs,
    requireOpen: mayBegin,
    log,
    openConsultation,
    transcript: speech.transcription.transcript,
    settled: speech.transcription.settled,
    files: files.texts,
    textsOf: consultationRows.textsOf,
    feed,
  })
  opened.add('documents', documents.close)
  const coding = composeCoding({
    sequelize,
    vault,
    terminology,
    codes: reading.codes,
    openConsultation,
    now,
    log,
  })
  const structured = composeStructuredOutput({
    useFacts: factsOfUse,
    sequelize,
    vault,
    terminology,
    reader: reading.data,
    openConsultation,
    now,
    log,
    diagnoses: coding.diagnoses,
    engine: documents.engine,
    queue: documents.queue,
    shareOf,
    transcript: speech.transcription.transcript,
    files: files.texts,
  })
  const network = composeNetwork({ config, platform, sequelize, sealer, findHold, log })
  const models = composeModelSwitch({
    config,
    platform,
    reread,
    log,
    switchers: { speech: speech.switchModel, text: documents.switchModel },
  })
  const storage = storageWatch(config.dataDir, { log, makeRoom: reserve.makeRoom })
  async function drainState() {
    const found = drain.find()
    if (!found) return null
    const documentsLeft = documents.queue.isBusy() ? 1 : 0
    const left = { ...(await leftToEnd(sequelize, now())), documents: documentsLeft }
    return { since: found.since, left, idle: isIdle(left) }
  }
  const facts = async () => ({
    version: platform.version,
    uptime_s: Math.round((now().getTime() - openedAt.getTime()) / 1000),
    speech: speech.transcription.status(),
    generator: documents.status(),
    models: models.states(),
    ...(await readWorkload(sequelize)),
    disk: await diskSpace(config.dataDir),
    reserve: reserve.state(),
    /** Null: the data folder can be written. */
    storage_fault: await storage.fault(),
    /** Whose server it is: `svcctl` takes no other folder's for its own. */
    data_folder: await folderId(config.dataDir),
    /** Null: the box is not held, and what is due goes out. */
    outgoing_held: findHold(),
    /** Null: visits may begin. */
    draining: await drainState(),
    /** Null: one server serves. */
    nodes: await nodes.list(),
    /** Which key it holds: `svcctl vault rotate` waits for the new one. */
    master_key: sealer.fingerprint,
  })
  boxMetrics(metrics, facts)
  backupMetrics({
    registry: metrics,
    everyH: config.backupEveryH,
    newestAt: newestBackup({ config, platform }),
  })
  const rnds = composeRnds({
    holder: nodes.holder,
    config,
    platform,
    sequelize,
    vault,
    terminology,
    making: reading.records,
    index,
    networkOf: network.networkOf,
    establishments: network.establishmentStore,
    ...composeProfessionals({
      sequelize,
      sealer,
      index,
      networkOf: network.networkOf,
      terminology,
      now,
    }),
    openConsultation,
    patchConsultation,
    findHold,
    tell: webhooks.outbox.recordTold,
    metrics,
    log,
  })
  const demo = config.demo
    ? await (await import('./tools/demo/open-demo.ts')).openDemo({
        config,
        platform,
        sealer,
        access,
        log,
        network: { ...network, ...rnds },
        speechStatus: speech.transcription.status,
      })
    : null
  if (demo) opened.add('demo', demo.close)
  // Before the demo's network, which it may be calling.
  opened.add('rnds', rnds.close)

  const pages = await composePages({ config, platform, access, counts: nodes.counts, log })
  const adminPage = composeAdminPage({
    config,
    platform,
    sequelize,
    sealer,
    vault,
    access,
    trail: audit.trail,
    records: rnds.submissions,
    retryRecord: rnds.retryRecord,
    findHold,
    facts,
    openDoctor: parts.openDoctor,
  })
  opened.add('admin-page', adminPage.close)
  const extension = composeExtension({
    config,
    platform,
    sequelize,
    sealer,
    access,
    consultations,
    consultationRows,
    index,
    log,
  })
  const app = createApp({
    access,
    consultations: withConsent(consultations, recordings),
    audit: audit.http,
    limits: exchangeLimits(config, nodes.counts),
    speechStatus: speech.transcription.status,
    generatorStatus: documents.status,
    findHold,
    consentLater: config.consentLater,
    telemetry: config.telemetry,
    recordingLimits: recording.limits,
    log,
    newId,
    version: platform.version,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    ...(config.metricsToken ? { metricsToken: config.metricsToken } : {}),
    descriptions: [
      ...transcriptDescriptions,
      ...useDescriptions,
      ...recording.descriptions,
      ...documentDescriptions,
      ...files.descriptions,
      ...documents.descriptions,
      ...structured.descriptions,
      ...coding.descriptions,
      ...(config.telemetry ? telemetryDescriptions : []),
      ...rnds.descriptions,
    ],
    readiness: [...databaseReadiness(database), storage.check, reserve.check],
    isDiskFull: storage.isFull,
    facts,
    metrics,
    now,
    extension: extension.doors,
    uploadRouter: files.uploadRouter,
    networkRouters: rnds.routers,
    apiRouters: [
      ...recording.routers,
      {
        router: useRoutes({
          openConsultation,
          visitUse: useOfVisit,
        }),
      },
      {
        router: transcriptionRoutes({
          openConsultation,
          transcript: speech.transcription.transcript,
          present: reading.transcript,
          correctSegment: speech.transcription.correctSegment,
        }),
      },
      ...files.routers,
      ...documents.routers,
      ...structured.routers,
      ...coding.routers,
      ...rnds.pageRouters,
      ...(config.telemetry ? [{ router: telemetryRoutes(metrics) }] : []),
    ],
    pageRouters: [...pages, adminPage.router, extension.pages, ...(demo ? [demo.router] : [])],
  })

  /** It waits for its turn behind documents, and nothing waits for it. */
  async function forgetVisit(consultationId: string) {
    documents
      .forgetVisit(consultationId)
      .catch((err) => log.error('generation.not_forgotten', { consultationId, err }))
  }
  const retention = retentionChore(
    { config, platform, sequelize, audit, metrics, log, holder: nodes.holder },
    {
      forgetSound: recordings.forgetSound,
      forgetVisit,
    },
    openedAt,
  )
  opened.add('retention', retention.close)
  const { emptyJournal } = recording
  const carry = composeCarry({ config, sequelize, emptyJournal, log })
  opened.add('carry', carry.close)
  const chores = upkeep(
    [
      forgetErased({ erased: erasureWatch(sequelize, openedAt), forgetVisit, recordings }),
      stopRefusedRecordings({
        refused: refusedWhileRecording(sequelize),
        consultationRows,
        recordings,
      }),
      wakeAfterResume({ findHold, wake: [webhooks.wake, rnds.wake], log }),
      { name: 'master-key', everyMs: 2000, run: () => sealer.refresh() },
      ...(serving ? [renewServingLock(serving, log)] : []),
      ...nodes.chores,
      ...carry.chores,
      reserve.chore,
      { name: 'last-used', everyMs: 30_000, run: () => access.writeLastUsed() },
      ...[
        { name: 'abandoned-recordings', everyMs: HOUR_MS, run: () => recordings.endAbandoned() },
        { name: 'deleted-documents', everyMs: HOUR_MS, run: () => documents.purgeDeleted() },
        { name: 'deleted-outputs', everyMs: HOUR_MS, run: () => structured.purgeDeleted() },
        { name: 'unsent-files', everyMs: HOUR_MS, run: () => files.forgetUnsent() },
        retention.chore,
        carry.sweep,
        ...backupChores({ config, platform, trail: audit.trail, findHold, log }),
        { name: 'signing-keys', everyMs: 24 * HOUR_MS, run: () => access.pruneSigningKeys() },
      ].map(nodes.byOne),
      models.chore,
      audit.chore,
      webhooks.chore,
    ],
    log,
  )
  opened.add('chores', async () => chores.stop())

  return {
    app,
    speechStatus: speech.transcription.status,
    generatorStatus: documents.status,

    /** Takes up unfinished work, then loads the engines behind the scenes. */
    async start() {
      const hold = findHold()
      if (hold) log.warn('outgoing.held', { since: hold.since, because: hold.because })
      await audit.sealDays()
      await speech.transcription.start()
      await recordings.recover()
      await rnds.start()
      await webhooks.start()
      await files.start()
      await documents.start()
      demo?.start()
      speech.start()
      nodes.start({
        visitChanged(consultationId) {
          if (!ownFeed.isWatched(consultationId)) return
          speech.transcription.changedElsewhere(consultationId, ownFeed)
          files
            .changedElsewhere(consultationId, ownFeed)
            .catch((err) => log.warn('node.files_not_read', { consultationId, err }))
        },
        wake() {
          for (const queue of [speech.transcription, webhooks, rnds, files]) queue.wake()
        },
        state: async () => ({
          speech: speech.transcription.status().state,
          disk_free_bytes: (await diskSpace(ownFolder(config))).free_bytes,
          draining_since: drain.find()?.since.toISOString() ?? null,
        }),
      })
    },

    /**
     * Before the requests under way have ended: what other servers can do at once goes back. Alone,
     * nobody would take it.
     */
    async giveUp() {
      if (!nodes.leases) return
      const { giveUpJobs } = speech.transcription
      await Promise.all([giveUpJobs(), files.close(), webhooks.close(), rnds.close()])
      await nodes.giveUp()
    },

    attach(server: Server, refuse: RefuseSocket) {
      return attachChannel(server, {
        refuse,
        authenticate: access.authenticate,
        openConsultation,
        isOriginAllowed: access.isOriginAllowed,
        recorder: recordings,
        onRecordingLost: nodes.leases?.onLost,
        feed,
        async segments(consultationId) {
          const { segments } = await speech.transcription.transcript(consultationId)
          return reading.transcript(consultationId, segments)
        },
        transcriptionStatus: speech.transcription.transcriptionStatus,
        speechStatus: speech.transcription.status,
        audit: audit.channel,
        trustedProxies: config.trustedProxies,
        now,
        log,
      })
    },

    close: opened.run,
  }
}
