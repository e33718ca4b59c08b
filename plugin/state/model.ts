/** One mount: everything it holds and how its parts talk to each other. Made once per mount, thrown away with it. */
import type { SessionInfo, TranscriptBody } from '../../core/contract/api.ts'
import type { ServerMessage } from '../../core/contract/channel.ts'
import type { AppDeps } from '../host/app-contract.ts'
import { type Catalogue, ptBR } from '../locales/pt-BR.ts'
import { type ChannelClient, channelClient } from '../services/channel-client.ts'
import { indexedOutbox } from '../services/indexed-outbox.ts'
import { microphone } from '../services/microphone.ts'
import { preferences } from '../services/preferences.ts'
import { type TabLock, tabLock } from '../services/tab-lock.ts'
import { wakeLock } from '../services/wake-lock.ts'
import { wavOf } from '../services/wav.ts'
import { type ConsultationState, consultationState } from './consultation.ts'
import { type ContextField, contextField } from './context-field.ts'
import { type Documents, documents } from './documents.ts'
import { type Navigation, navigation } from './navigation.ts'
import { type Notices, notices } from './notices.ts'
import { type Opening, opening } from './opening.ts'
import { type RecorderState, recorderState } from './recorder.ts'
import { type Transcript, transcript } from './transcript.ts'
import { type WindowFrame, windowFrame } from './window-frame.ts'

export interface Model {
  readonly t: Catalogue
  readonly deps: AppDeps
  readonly frame: WindowFrame
  readonly nav: Navigation
  readonly opening: Opening
  readonly consultation: ConsultationState
  readonly recorder: RecorderState
  readonly transcript: Transcript
  readonly context: ContextField
  readonly documents: Documents
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

const ELSEWHERE_AFTER_MS = 800
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
  const frame = windowFrame({
    host,
    floating: settings.renderElement === undefined,
    preferences: prefs,
    changed,
  })
  const store = indexedOutbox(() => recorder.markStorageFailed())
  const input = microphone({
    workletUrl,
    onFrame: (samples) => recorder.onFrame(samples),
    onLevel: (level) => recorder.onMicrophoneLevel(level),
    onLost: () => recorder.onMicrophoneLost(),
  })
  const consultationKey = `${origin} ${ids.doctorId} ${ids.patientId} ${ids.consultationId}`
  let channel: ChannelClient | undefined
  let lock: TabLock | undefined
  /** A `welcome` came while another tab spoke for the recordings. */
  let unheard = false
  let info: SessionInfo | undefined
  const recorder = recorderState({
    consultationKey,
    cancelEcho: () => consultation.ehr.type === 'TELEMEDICINE',
    microphone: input,
    outbox: store,
    channel: () => channel,
    preferences: prefs,
    wakeLock: wakeLock(),
    newId: () => crypto.randomUUID(),
    async sendAsFile(pcm) {
      const path = `/ehrs/${consultation.ehr.id}/audio`
      return session.api.request({ method: 'POST', path, body: wavOf(pcm) }).then(
        () => true,
        () => false,
      )
    },
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
  const files = documents({
    api: session.api,
    ehrId: () => consultation.ehr.id,
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

  function publishTranscript() {
    publish('svc.plugin.ehr.transcriptions', {
      transcriptions: words.entries(),
      ...(words.complete ? { complete: true } : {}),
    })
  }

  async function load() {
    if (session.credentials.ended && session.credentials.renewable)
      await session.credentials.revive()
    info = await session.info()
    words.setSpeech(info.speech)
    const { created } = await consultation.open(settings.consultationType)
    const { id, type, status, recorded_ms } = consultation.ehr
    if (created) publish('svc.plugin.ehr.created', { id, type })
    context.restore()
    const [said] = await Promise.all([
      session.api.request<TranscriptBody>({ method: 'GET', path: `/ehrs/${id}/transcriptions` }),
      files.load(),
      recorder.restore({ recordedMs: recorded_ms, finished: status === 'finished' }),
    ])
    words.restore(said.body.transcriptions, said.body.complete)
  }

  function begin() {
    takeLock()
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
    // Until this tab owns the consultation, another one speaks for its recordings.
    if (lock?.held) recorder.onServerMessage(message)
    else unheard ||= message.type === 'welcome'
    changed()
  }

  function takeLock() {
    lock ??= tabLock(`svc ${consultationKey}`, () => void takeOver())
    setTimeout(() => {
      if (lock && !lock.held) recorder.setElsewhere(true)
    }, ELSEWHERE_AFTER_MS)
  }

  /** The tab before is gone, or the page before a reload: what it left behind is ours now. */
  async function takeOver() {
    if (recorder.elsewhere) {
      const { recorded_ms, status } = await consultation.refresh().catch(() => consultation.ehr)
      await recorder.restore({ recordedMs: recorded_ms, finished: status === 'finished' })
      recorder.setElsewhere(false)
    }
    if (unheard) channel?.restart()
    unheard = false
  }

  function askBeforeLeaving(event: BeforeUnloadEvent) {
    const { phase, pendingMs } = recorder
    if (phase === 'recording' || (phase === 'finishing' && pendingMs > 0)) event.preventDefault()
  }

  async function sync() {
    await Promise.allSettled([recorder.stop(), context.flush(), files.open?.save()])
    // What is confirmed now needs no second visit; the rest waits in this browser.
    while (recorder.pendingMs > 0 && channel?.status === 'open')
      await new Promise((resolve) => setTimeout(resolve, 50))
  }

  const model: Model = {
    t,
    deps,
    frame,
    nav,
    consultation,
    recorder,
    transcript: words,
    context,
    documents: files,
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
      await Promise.race([sync(), new Promise((resolve) => setTimeout(resolve, SYNC_LIMIT_MS))])
      files.generating?.cancel()
      channel?.close()
      lock?.release()
      store.close()
      context.stop()
      news.stop()
      frame.stop()
    },
  }
  return model
}
