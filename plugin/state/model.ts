/** One mount: everything it holds and how its parts talk to each other. Made once per mount, thrown away with it. */
import type { SessionInfo, TranscriptBody } from '../../core/contract/api.ts'
import type { ServerMessage } from '../../core/contract/channel.ts'
import type { AppDeps } from '../host/app-contract.ts'
import { type Catalogue, ptBR } from '../locales/pt-BR.ts'
import { audioUpload } from '../services/audio-upload.ts'
import { type ChannelClient, channelClient } from '../services/channel-client.ts'
import { indexedOutbox } from '../services/indexed-outbox.ts'
import { microphone } from '../services/microphone.ts'
import { preferences } from '../services/preferences.ts'
import { wakeLock } from '../services/wake-lock.ts'
import { wavOf } from '../services/wav.ts'
import { lengthText } from '../text/durations.ts'
import { type AudioImport, audioImport } from './audio-import.ts'
import { capture } from './capture.ts'
import { consentBar } from './consent.ts'
import { type ConsultationState, consultationState } from './consultation.ts'
import { type ContextField, contextField } from './context-field.ts'
import { type Documents, documents } from './documents.ts'
import { type Navigation, navigation } from './navigation.ts'
import { type Notices, notices } from './notices.ts'
import { openUploads } from './open-uploads.ts'
import { type Opening, opening } from './opening.ts'
import { type OwnModels, ownModels } from './own-models.ts'
import { type Ownership, ownership } from './ownership.ts'
import { type Reading, reading } from './reading.ts'
import { type RecorderState, recorderState } from './recorder.ts'
import { type RemoteSound, remoteSound } from './remote-sound.ts'
import { takeLine } from './take-line.ts'
import { type Transcript, transcript } from './transcript.ts'
import { type TranscriptEdit, transcriptEdit } from './transcript-edit.ts'
import type { Uploads } from './uploads.ts'
import { type WindowFrame, windowFrame } from './window-frame.ts'

export interface Model {
  readonly t: Catalogue
  readonly deps: AppDeps
  readonly frame: WindowFrame
  readonly nav: Navigation
  readonly opening: Opening
  readonly consultation: ConsultationState
  readonly ownership: Ownership
  readonly recorder: RecorderState
  readonly transcript: Transcript
  readonly transcriptEdit: TranscriptEdit
  readonly reading: Reading
  readonly audioImport: AudioImport
  readonly context: ContextField
  readonly documents: Documents
  readonly ownModels: OwnModels
  readonly remoteSound: RemoteSound
  readonly uploads: Uploads
  readonly notices: Notices
  readonly info: SessionInfo | undefined
  sessionEnded: boolean
  otherConsultation: boolean
  /** Unmount has begun and waits for what is being saved. */
  closing: boolean
  /** Draws again soon. */
  changed(): void
  reconnect(): Promise<void>
  /** Keeps what is unsaved, then lets go of microphone, connection, timers and storage. */
  shutDown(): Promise<void>
}

const SYNC_LIMIT_MS = 5000

export function newModel(deps: AppDeps, host: HTMLElement, changed: () => void): Model {
  const { origin, ids, settings, session, publish, workletUrl } = deps
  const t = ptBR
  const prefs = preferences()
  const nav = navigation(changed)
  const news = notices(changed)
  const consultation = consultationState(ids, session.api)
  const context = contextField({ consultation, changed })
  const words = transcript(publishTranscript)
  const correction = transcriptEdit({
    api: session.api,
    ehrId: () => consultation.ehr.id,
    transcript: words,
    changed,
    onSaved: () => news.announce(t.transcriptEdit.saved),
  })
  const imported = audioImport({
    send: audioUpload(origin, session.credentials),
    ehrId: () => consultation.ehr.id,
    changed,
    onDone(durationMs, warning) {
      news.show(t.transcriptEdit.imported(lengthText(durationMs)))
      if (warning) news.show(warning, 'warning')
    },
  })
  const frame = windowFrame({
    host,
    floating: settings.renderElement === undefined,
    preferences: prefs,
    changed,
  })
  const store = indexedOutbox(() => recorder.markStorageFailed())
  const consultationKey = `${origin} ${ids.doctorId} ${ids.patientId} ${ids.consultationId}`
  let channel: ChannelClient | undefined
  // Of the newest connection, as long as another tab speaks for the recordings.
  let unheard: ServerMessage | undefined
  let info: SessionInfo | undefined
  const tab = ownership({
    lockName: `svc ${consultationKey}`,
    takeUp,
    changed,
    onOurs() {
      if (unheard) recorder.onServerMessage(unheard)
      unheard = undefined
    },
  })
  const sound = capture({
    microphone: microphone({
      workletUrl,
      onFrame: (samples, replacedMs) => sound.onMicrophoneFrame(samples, replacedMs),
      onLevel: (level) => sound.onMicrophoneLevel(level),
      onLost: () => recorder.onMicrophoneLost(),
    }),
    preferences: prefs,
    wakeLock: wakeLock(),
    cancelEcho: () => consultation.ehr.type === 'TELEMEDICINE',
    changed,
    onSamples: (samples) => recorder.onSamples(samples),
    onLoss: (ms) => recorder.onLoss(ms),
    onSwitchFailed: (fault) => news.show(t.microphone[fault].title, 'error'),
  })
  const takes = takeLine({
    consultationKey,
    outbox: store,
    channel: () => channel,
    newId: () => crypto.randomUUID(),
    async sendAsFile(pcm) {
      const path = `/ehrs/${consultation.ehr.id}/audio`
      return session.api.request({ method: 'POST', path, body: wavOf(pcm) }).then(
        () => true,
        () => false,
      )
    },
    isCapturing: () => recorder.phase === 'recording',
    changed,
    onEmptied: () => recorder.onTakesEmptied(),
  })
  const recorder = recorderState({
    capture: sound,
    takes,
    mayRecord: async () =>
      (await tab.known()) && consentBar(consultation.ehr.consent.status, info) === undefined,
    changed,
    onStarted() {
      publish('svc.plugin.recorder.started')
      news.announce(t.recorder.announceStarted)
    },
    onPaused() {
      publish('svc.plugin.recorder.paused')
      news.announce(t.recorder.announcePaused)
    },
    onFinished: () => news.announce(t.recorder.announceFinished),
    onRefused: (message) => news.show(message, 'error'),
  })
  const models = ownModels({
    api: session.api,
    ehrId: () => consultation.ehr.id,
    t,
    changed,
    onFailed: (message) => news.show(message, 'error'),
  })
  const files = documents({
    api: session.api,
    ehrId: () => consultation.ehr.id,
    templates: () => models.templates,
    preferences: prefs,
    defaultTemplate: settings.defaultTemplate,
    changed,
    onCreated(document) {
      publish('svc.plugin.ehr.document.created', {
        id: document.id,
        created_at: document.created_at,
      })
      news.announce(t.generation.done)
    },
    onCanceled: () => news.announce(t.generation.canceled),
  })

  const attached = openUploads({
    ...{ t, deps, nav, news, consultation, changed },
    isLive: () => channel?.status === 'open',
  })

  function publishTranscript() {
    publish('svc.plugin.ehr.transcriptions', {
      transcriptions: words.entries(),
      ...(words.complete ? { complete: true } : {}),
    })
  }

  async function load(signal: AbortSignal) {
    if (session.credentials.ended && session.credentials.renewable)
      await session.credentials.revive()
    info = await session.info()
    words.setSpeech(info.speech)
    signal.throwIfAborted()
    const { created } = await consultation.open(settings.consultationType)
    const { id, type } = consultation.ehr
    if (created) publish('svc.plugin.ehr.created', { id, type })
    signal.throwIfAborted()
    context.restore()
    const [said] = await Promise.all([
      session.api.request<TranscriptBody>({ method: 'GET', path: `/ehrs/${id}/transcriptions` }),
      models.load(),
      files.load(),
      restoreRecorder(),
      // Without it the list is empty until the channel opens: nothing that keeps a doctor from working.
      attached.load().catch(() => {}),
    ])
    signal.throwIfAborted()
    words.restore(said.body.transcriptions, said.body.complete)
  }

  function begin() {
    tab.claim()
    channel ??= channelClient({
      origin,
      ehrId: consultation.ehr.id,
      credentials: session.credentials,
      onMessage,
      onStatus(status) {
        recorder.onConnection(status)
        if (status === 'unauthenticated') model.sessionEnded = true
      },
    })
    addEventListener('beforeunload', askBeforeLeaving)
    deps.onReady()
    if (words.segments.length > 0) publishTranscript()
  }

  function onMessage(message: ServerMessage) {
    words.onServerMessage(message)
    correction.follow()
    attached.onServerMessage(message)
    // Until this tab owns the consultation, another one speaks for its recordings.
    if (tab.isOurs) recorder.onServerMessage(message)
    else if (message.type === 'welcome') unheard = message
    changed()
  }

  /** The tab before is gone, or the page before a reload: what it left behind is ours now. */
  async function takeUp(waited: boolean) {
    if (waited) await consultation.refresh().catch(() => {})
    await restoreRecorder()
  }

  async function restoreRecorder() {
    const { recorded_ms, status } = consultation.ehr
    await recorder.restore({ recordedMs: recorded_ms, finished: status === 'finished' })
  }

  function askBeforeLeaving(event: BeforeUnloadEvent) {
    const { phase } = recorder
    if (attached.isSending) event.preventDefault()
    if (phase === 'recording' || (phase === 'finishing' && takes.pendingMs > 0))
      event.preventDefault()
  }

  async function sync(limit: AbortSignal) {
    await Promise.allSettled([
      recorder.stop(),
      context.flush(),
      correction.save(),
      files.open?.save(),
      attached.settled(),
    ])
    // What is confirmed now needs no second visit; the rest waits in this browser.
    while (takes.pendingMs > 0 && channel?.status === 'open' && !limit.aborted)
      await new Promise((resolve) => setTimeout(resolve, 50))
  }

  const model: Model = {
    t,
    deps,
    frame,
    nav,
    consultation,
    ownership: tab,
    recorder,
    transcript: words,
    transcriptEdit: correction,
    reading: reading({ transcript: words, preferences: prefs, changed }),
    audioImport: imported,
    context,
    documents: files,
    ownModels: models,
    remoteSound: remoteSound({ changed }),
    uploads: attached,
    notices: news,
    get info() {
      return info
    },
    opening: opening({ load, onReady: begin, onFailed: deps.onFailed, changed }),
    sessionEnded: false,
    otherConsultation: false,
    closing: false,
    changed,
    async reconnect() {
      try {
        if (session.credentials.ended) await session.credentials.revive()
        model.sessionEnded = false
        channel?.reconnect()
        await context.flush()
      } catch {
        // The banner stays: it is what brought the doctor here.
      }
      changed()
    },
    async shutDown() {
      model.closing = true
      changed()
      model.opening.stop()
      removeEventListener('beforeunload', askBeforeLeaving)
      const limit = AbortSignal.timeout(SYNC_LIMIT_MS)
      const late = new Promise((resolve) => limit.addEventListener('abort', resolve))
      await Promise.race([sync(limit), late])
      attached.stop()
      files.generating?.cancel()
      imported.cancel()
      channel?.close()
      tab.release()
      store.close()
      context.stop()
      news.stop()
      frame.stop()
    },
  }
  return model
}
