/** One mount: everything it holds and how its parts talk to each other. Made once per mount, thrown away with it. */
import type { SessionInfo, TranscriptBody } from '../../core/contract/api.ts'
import type { ServerMessage } from '../../core/contract/channel.ts'
import type { AppDeps } from '../host/app-contract.ts'
import { type Catalogue, ptBR } from '../locales/pt-BR.ts'
import { audioUpload } from '../services/audio-upload.ts'
import { browserError, browserFault } from '../services/browser-support.ts'
import { type ChannelClient, channelClient } from '../services/channel-client.ts'
import { preferences } from '../services/preferences.ts'
import { checkSchema } from '../services/schema-check.ts'
import { lengthText, timeOfDay } from '../text/durations.ts'
import { type AudioImport, audioImport } from './audio-import.ts'
import { type ConsultationState, consultationState } from './consultation.ts'
import { type ContextField, contextField } from './context-field.ts'
import { type Documents, documents } from './documents.ts'
import { type EvidenceSound, evidenceSound } from './evidence-sound.ts'
import { type LetterKeys, letterKeys } from './letter-keys.ts'
import type { MicrophoneTest } from './microphone-test.ts'
import { type Navigation, navigation } from './navigation.ts'
import { type Notices, notices } from './notices.ts'
import { openRecording } from './open-recording.ts'
import { openUploads } from './open-uploads.ts'
import { type Opening, opening } from './opening.ts'
import { type OwnModels, ownModels } from './own-models.ts'
import type { Ownership } from './ownership.ts'
import { type Reading, reading } from './reading.ts'
import type { RecorderState } from './recorder.ts'
import type { RemoteSound } from './remote-sound.ts'
import { type SessionEnd, sessionEnd } from './session-end.ts'
import { type EhrFill, ehrFill } from './structured-output.ts'
import { type TemplateChoice, templateChoice } from './template-choice.ts'
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
  readonly templateChoice: TemplateChoice
  readonly letterKeys: LetterKeys
  readonly sessionEnd: SessionEnd
  readonly context: ContextField
  readonly documents: Documents
  readonly ehrFill: EhrFill
  readonly evidenceSound: EvidenceSound
  readonly ownModels: OwnModels
  readonly remoteSound: RemoteSound
  readonly microphoneTest: MicrophoneTest
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
  /** On a page without HTTPS: everything but the microphone. */
  openWithoutRecording(): Promise<void>
  /** Keeps what is unsaved, then lets go of microphone, connection, timers and storage. */
  shutDown(): Promise<void>
}

const SYNC_LIMIT_MS = 5000

export function newModel(deps: AppDeps, host: HTMLElement, changed: () => void): Model {
  const { origin, ids, settings, session, publish, warn } = deps
  const schema = settings.structuredOutputSchema
  const t = deps.words ?? ptBR
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
  const choice = templateChoice({ preferences: prefs, changed })
  const expiry = sessionEnd(changed)
  const frame = windowFrame({
    host,
    floating: settings.renderElement === undefined,
    preferences: prefs,
    changed,
  })
  let channel: ChannelClient | undefined
  let info: SessionInfo | undefined
  let withoutRecording = false
  const recording = openRecording({
    ...{ t, deps, news, preferences: prefs, consultation, changed },
    info: () => info,
    channel: () => channel,
  })
  const { recorder } = recording
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
    typedSaved: context.flush,
    preferences: prefs,
    get defaultTemplate() {
      return choice.preferred ?? settings.defaultTemplate
    },
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

  const filling = ehrFill({
    api: session.api,
    schema,
    publish,
    announce(outcome, sentAt) {
      const texts = {
        sent: t.document.filled(timeOfDay(sentAt, t.language)),
        done: t.structured.done,
        failed: t.structured.failed,
      }
      news.announce(texts[outcome])
    },
    onEmpty: () => news.show(t.structured.empty, 'warning'),
    changed,
  })

  const said = evidenceSound({
    api: session.api,
    ehrId: () => consultation.ehr.id,
    isRecording: () => recorder.phase === 'recording',
    onFailed: () => news.show(t.evidence.gone, 'warning'),
    changed,
  })

  function publishTranscript() {
    publish('svc.plugin.ehr.transcriptions', {
      transcriptions: words.entries(),
      ...(words.complete ? { complete: true } : {}),
    })
  }

  async function load(signal: AbortSignal) {
    const fault = browserFault()
    if (fault === 'unsupported' || (fault && !withoutRecording)) throw browserError(fault)
    if (session.credentials.ended && session.credentials.renewable)
      await session.credentials.revive()
    const proven = schema && checkSchema(session.api, schema, warn)
    // Heard below, also when something else fails first.
    proven?.catch(() => {})
    info = await session.info()
    words.setSpeech(info.speech)
    watchSessionEnd()
    signal.throwIfAborted()
    await proven
    const { created } = await consultation.open(settings.consultationType)
    const { id, type } = consultation.ehr
    if (created) publish('svc.plugin.ehr.created', { id, type })
    signal.throwIfAborted()
    context.restore()
    const [said] = await Promise.all([
      session.api.request<TranscriptBody>({ method: 'GET', path: `/ehrs/${id}/transcriptions` }),
      models.load(),
      files.load(),
      recording.restore(),
      // Without it the list is empty until the channel opens: nothing that keeps a doctor from working.
      attached.load().catch(() => {}),
    ])
    signal.throwIfAborted()
    words.restore(said.body.transcriptions, said.body.complete)
  }

  function watchSessionEnd() {
    if (info) expiry.watch(info.expires_at, () => session.credentials.renewable)
  }

  function begin() {
    recording.ownership.claim()
    channel ??= channelClient({
      origin,
      ehrId: consultation.ehr.id,
      credentials: session.credentials,
      onMessage,
      onStatus(status) {
        recording.onConnection(status)
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
    recording.onMessage(message)
    changed()
  }

  function askBeforeLeaving(event: BeforeUnloadEvent) {
    const { phase, takes } = recorder
    if (attached.isSending) event.preventDefault()
    if (phase === 'recording' || (phase === 'finishing' && takes.pendingMs > 0))
      event.preventDefault()
  }

  async function sync(limit: AbortSignal) {
    await Promise.allSettled([
      recording.stop(limit),
      context.flush(),
      correction.save(),
      files.open?.save(),
      attached.settled(),
    ])
  }

  const model: Model = {
    t,
    deps,
    frame,
    nav,
    consultation,
    ownership: recording.ownership,
    recorder,
    transcript: words,
    transcriptEdit: correction,
    reading: reading({ transcript: words, preferences: prefs, changed }),
    audioImport: imported,
    templateChoice: choice,
    letterKeys: letterKeys({ preferences: prefs, changed }),
    sessionEnd: expiry,
    context,
    documents: files,
    ehrFill: filling,
    evidenceSound: said,
    ownModels: models,
    remoteSound: recording.remoteSound,
    microphoneTest: recording.microphoneTest,
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
    openWithoutRecording() {
      withoutRecording = true
      return model.opening.run()
    },
    async reconnect() {
      try {
        if (session.credentials.ended) await session.credentials.revive()
        model.sessionEnded = false
        info = await session.info()
        watchSessionEnd()
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
      filling.stop()
      said.stop()
      imported.cancel()
      channel?.close()
      recording.close()
      context.stop()
      news.stop()
      expiry.stop()
      frame.stop()
    },
  }
  return model
}
