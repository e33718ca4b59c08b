/**
 * The service as the list of its subjects, in the order of what they need: each is opened by its
 * module in `compose/`, the one place where ports meet adapters, and brings what `subject.ts`
 * lists. Work is taken up in this order and closed in the reverse one. No port is bound and nothing
 * is printed: server.ts does that.
 */
import type { Server } from 'node:http'
import { Registry } from 'prom-client'
import { createApp } from '../api/app.ts'
import { attachChannel } from '../api/channel/attach-channel.ts'
import type { RefuseSocket } from '../api/refuse-socket.ts'
import { telemetryDescriptions, telemetryRoutes } from '../api/v1/telemetry/routes.ts'
import { transcriptDescriptions, transcriptionRoutes } from '../api/v1/transcriptions/routes.ts'
import type { Config } from '../config/settings.ts'
import { consultationFeed } from '../core/consultation/feed.ts'
import type { Log } from '../core/log.ts'
import type { RecordingListener } from '../core/recording/ports.ts'
import { withConsent } from '../core/recording/with-consent.ts'
import type { TranscriptionService } from '../core/transcription/transcription-service.ts'
import { openAdminPage } from './compose/admin-page.ts'
import { openServerAudit } from './compose/audit.ts'
import { openBackups } from './compose/backup-schedule.ts'
import { openBoxState } from './compose/box-state.ts'
import { openCarry } from './compose/carry.ts'
import { openCoding } from './compose/coding.ts'
import { openDocuments } from './compose/documents.ts'
import { openDrain } from './compose/drain.ts'
import { openExtension } from './compose/extension.ts'
import { openFiles } from './compose/files.ts'
import { openGround } from './compose/ground.ts'
import { openModelSwitch } from './compose/model-switch.ts'
import { composeNetwork } from './compose/network.ts'
import type { OpenDoctor } from './compose/page-doctor.ts'
import { exchangeLimits, openPages } from './compose/pages.ts'
import { composeProfessionals } from './compose/professionals.ts'
import { openReading } from './compose/reading.ts'
import { openRecording } from './compose/recording.ts'
import { openRetention } from './compose/retention.ts'
import { openRnds } from './compose/rnds.ts'
import { openSpeech } from './compose/speech.ts'
import { openStructuredOutput } from './compose/structured-output.ts'
import { type SubjectList, subjectList } from './compose/subject.ts'
import { composeTerminology } from './compose/terminology.ts'
import { openVisitUse } from './compose/visit-use.ts'
import { openVisits } from './compose/visits.ts'
import { openWebhooks } from './compose/webhooks.ts'
import { externalChanges } from './external-change-chores.ts'
import type { Platform } from './platform.ts'
import { storageQuotas } from './storage-quotas.ts'
import { upkeep } from './upkeep.ts'

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
  const subjects = subjectList(log)
  try {
    return await openService({ config, platform, log, metrics, reread, openDoctor }, subjects)
  } catch (error) {
    await subjects.close()
    throw error
  }
}

interface Opening {
  config: Config
  platform: Platform
  log: Log
  metrics: Registry
  reread: () => Config
  openDoctor: OpenDoctor | undefined
}

async function openService(opening: Opening, subjects: SubjectList) {
  const { config, log, metrics, reread, openDoctor } = opening
  const ground = await openGround(opening, subjects)
  const { access, findHold, nodes, sequelize } = ground

  const { rows, shareOf, consultations } = openVisits({
    ...ground,
    onCompleted: (...completed) => webhooks.outbox.consultationCompleted(...completed),
  })
  const { openConsultation, patchConsultation } = consultations
  const audit = subjects.add('audit', await openServerAudit({ ...ground, consultations: rows }))
  const { trail } = audit
  const webhooks = subjects.add('webhooks', openWebhooks({ ...ground, trail }))
  const ownFeed = consultationFeed((err) => log.error('feed.listener', { err }))
  const feed = nodes.shared(ownFeed)
  const quotas = storageQuotas(config, sequelize)
  const { findDrain, requireOpen } = await openDrain(ground)
  const visits = { ...ground, openConsultation, shareOf, requireOpen, feed }

  // Recording tells transcription what is on disk; transcription reads it back through the
  // recorder.
  const listener: RecordingListener = {
    onAudio: (...news) => transcription.onAudio(...news),
    onPaused: (...news) => transcription.onPaused(...news),
    onFinished: (...news) => transcription.onFinished(...news),
    onTaken: (...news) => transcription.onTaken?.(...news),
    onLost: async (recordingId) => transcription.onLost?.(recordingId),
    async onRemoved(recording) {
      await transcription.onRemoved(recording)
      await documents.forgetLines(recording.consultationId)
    },
  }
  const transcript: TranscriptionService['transcript'] = (...visit) =>
    transcription.transcript(...visit)
  const recording = subjects.add(
    'audio',
    await openRecording({
      ...visits,
      listener,
      consultations: rows,
      requireQuota: quotas.sound,
      transcript,
    }),
  )
  const { recordings } = recording
  const terminology = composeTerminology(sequelize)
  const reading = subjects.add('reading', openReading({ ...visits, codes: terminology }))
  const present = reading.transcript
  const speech = subjects.add(
    'speech',
    openSpeech({ ...visits, present, languageOf: rows.languageOf, audio: recordings }),
  )
  const { transcription } = speech
  subjects.add('transcripts', {
    routers: [{ router: transcriptionRoutes({ ...transcription, openConsultation, present }) }],
    descriptions: transcriptDescriptions,
  })
  // What a crash left of recordings ends only now: transcription is told of it.
  subjects.add('broken-off-recordings', { start: () => recordings.recover() })
  const files = subjects.add('files', openFiles({ ...visits, requireQuota: quotas.files }))
  const { settled } = transcription
  const inputs = { transcript, settled, files: files.texts, textsOf: rows.textsOf }
  const { useFacts } = subjects.add(
    'visit-use',
    openVisitUse({
      ...inputs,
      openConsultation,
      listFiles: files.list,
      textsOfFiles: files.texts,
      recorder: recordings,
    }),
  )
  const documents = subjects.add(
    'documents',
    await openDocuments({
      ...visits,
      ...inputs,
      useFacts,
      reading,
      linkAudit: audit.linkDocumentLine,
      onGenerated: webhooks.outbox.documentGenerated,
      nodeId: ground.leases?.nodeId ?? null,
      requireQuota: quotas.inputs,
    }),
  )
  const { forgetVisit, engine, queue } = documents
  const coding = subjects.add(
    'coding',
    openCoding({ ...visits, terminology, codes: reading.codes }),
  )
  subjects.add(
    'structured-output',
    openStructuredOutput({
      ...visits,
      ...inputs,
      useFacts,
      terminology,
      engine,
      queue,
      reader: reading.data,
      diagnoses: coding.diagnoses,
    }),
  )
  if (config.telemetry)
    subjects.add('telemetry', {
      routers: [{ router: telemetryRoutes(metrics) }],
      descriptions: telemetryDescriptions,
    })
  const models = subjects.add(
    'models',
    openModelSwitch({
      ...ground,
      reread,
      switchers: { speech: speech.switchModel, text: documents.switchModel },
    }),
  )
  const box = subjects.add('box', openBoxState({ ...ground, findDrain, speech, documents, models }))
  subjects.add('backups', openBackups({ ...ground, trail }))
  const network = composeNetwork(ground)
  const { networkOf } = network
  const rnds = openRnds({
    ...visits,
    ...composeProfessionals({ ...ground, networkOf, terminology }),
    terminology,
    networkOf,
    patchConsultation,
    making: reading.records,
    establishments: network.establishmentStore,
    tell: webhooks.outbox.recordTold,
  })
  if (config.demo) {
    const { openDemo } = await import('./tools/demo/open-demo.ts')
    const { status: speechStatus } = transcription
    const demo = { ...ground, network: { ...network, ...rnds }, speechStatus }
    subjects.add('demo', await openDemo(demo))
  }
  // Closed before the demo's network, which it may be calling.
  subjects.add('rnds', rnds)
  subjects.add('pages', await openPages(ground))
  subjects.add(
    'admin-page',
    openAdminPage({
      ...ground,
      trail,
      openDoctor,
      records: rnds.submissions,
      retryRecord: rnds.retryRecord,
      facts: box.facts,
    }),
  )
  const extension = subjects.add(
    'extension',
    openExtension({ ...ground, consultations, consultationRows: rows }),
  )
  const { forgetSound } = recordings
  subjects.add('retention', openRetention({ ...ground, audit }, { forgetSound, forgetVisit }))
  subjects.add('carry', openCarry({ ...ground, emptyJournal: recording.emptyJournal }))
  subjects.add(
    'external-changes',
    externalChanges({
      ...ground,
      forgetVisit,
      recordings,
      consultationRows: rows,
      wake: [webhooks.wake, rnds.wake],
    }),
  )
  // The engine loads, and other servers give work, when everything that is here is under way.
  subjects.add('speech-engine', { start: speech.startEngine })
  subjects.add('other-nodes', {
    start: () =>
      nodes.watch({
        visitChanged(consultationId) {
          if (ownFeed.isWatched(consultationId)) subjects.changedElsewhere(consultationId, ownFeed)
        },
        wake: subjects.wake,
        state: box.nodeState,
      }),
  })
  const chores = upkeep(subjects.all('chores').map(nodes.inTurn), log)
  subjects.add('chores', { close: async () => chores.stop() })

  const { newId, now, platform } = ground
  const { status: speechStatus } = transcription
  const app = createApp({
    access,
    consultations: withConsent(consultations, recordings),
    audit: audit.http,
    limits: exchangeLimits(config, nodes.counts),
    speechStatus,
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
    isDiskFull: box.isDiskFull,
    facts: box.facts,
    metrics,
    now,
    extension: extension.doors,
    uploadRouter: files.uploadRouter,
    apiRouters: subjects.all('routers'),
    networkRouters: subjects.all('networkRouters'),
    pageRouters: subjects.all('pageRouters'),
    descriptions: subjects.all('descriptions'),
    readiness: subjects.all('readiness'),
  })

  return {
    app,
    speechStatus,
    generatorStatus: documents.status,

    /** Takes up unfinished work, then loads the engines behind the scenes. */
    start: subjects.start,

    /**
     * Before the requests under way have ended: what other servers can do at once goes back. Alone,
     * nobody would take it.
     */
    async giveUp() {
      if (!nodes.leases) return
      await subjects.giveUp()
      await nodes.resign()
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
        segments: async (id) => present(id, (await transcript(id)).segments),
        transcriptionStatus: transcription.transcriptionStatus,
        speechStatus,
        audit: audit.channel,
        trustedProxies: config.trustedProxies,
        now,
        log,
      })
    },

    close: subjects.close,
  }
}
