/**
 * Puts one mount together: its parts, and how they talk to each other. Its life, from opening to
 * closing, is mount-life.ts.
 */

import type { AppDeps } from '../host/app-contract.ts'
import { ptBR } from '../locales/pt-BR.ts'
import { ApiError } from '../services/api-client.ts'
import { audioUpload } from '../services/audio-upload.ts'
import { preferences } from '../services/preferences.ts'
import { lengthText, sizeText, timeOfDay } from '../text/figures.ts'
import { audioImport } from './audio-import.ts'
import { connectionTrouble } from './connection-trouble.ts'
import { consultationState } from './consultation.ts'
import { contextField } from './context-field.ts'
import { documents } from './documents.ts'
import { ehrFill } from './ehr-fill.ts'
import { evidenceSound } from './evidence-sound.ts'
import { letterKeys } from './letter-keys.ts'
import type { Model } from './model.ts'
import { mountLife } from './mount-life.ts'
import { navigation } from './navigation.ts'
import { notices } from './notices.ts'
import { openRecording } from './open-recording.ts'
import { openUploads } from './open-uploads.ts'
import { opening } from './opening.ts'
import { ownModels } from './own-models.ts'
import { panelPlace } from './panel-place.ts'
import { reading } from './reading.ts'
import { sessionEnd } from './session-end.ts'
import { templateChoice } from './template-choice.ts'
import { transcript } from './transcript.ts'
import { transcriptEdit } from './transcript-edit.ts'
import { windowFrame } from './window-frame.ts'

/** @param record another recorder than this page's own: one that goes on without the page */
export function newModel(
  deps: AppDeps,
  host: HTMLElement,
  changed: () => void,
  record = openRecording,
): Model {
  const { base, ids, settings, session, network, publish } = deps
  const t = deps.words ?? ptBR
  const prefs = preferences()
  const nav = navigation(changed)
  const news = notices(changed)
  const askServer = () =>
    session.api.request({ method: 'POST', path: '/session/validate', body: {} })
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
    newId: () => crypto.randomUUID(),
    send: audioUpload(base, session.credentials),
    ehrId: () => consultation.ehr.id,
    ask: askServer,
    refusedInFront: (bytes) => t.files.refusedInFront(sizeText(bytes, t.language)),
    changed,
    onDone(durationMs, warnings) {
      news.show(t.transcriptEdit.imported(lengthText(durationMs)))
      if (warnings.length > 0) news.show(warnings.join(' '), 'warning')
    },
  })
  const choice = templateChoice({ preferences: prefs, changed })
  const expiry = sessionEnd(changed)
  const frame = windowFrame({
    host,
    preferences: prefs,
    changed,
  })
  const place = panelPlace({
    host,
    element: settings.renderElement,
    whenRemoved: settings.whenRemoved,
    warn: deps.warn,
    onPlaced: frame.setFloating,
    isRecording: () => recording.isRecording,
    pause: () => recording.pauseUnseen(),
    changed,
  })
  const recording = record({
    t,
    deps,
    news,
    preferences: prefs,
    consultation,
    place,
    changed,
    info: () => life.info,
    channel: () => life.channel,
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
    t,
    deps,
    nav,
    news,
    consultation,
    changed,
    isLive: () => life.channel?.status === 'open',
  })

  const filling = ehrFill({
    api: session.api,
    schema: settings.structuredOutputSchema,
    publish,
    onFill: deps.onFill,
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
    onFailed: (error) =>
      news.show(
        error instanceof ApiError && error.code === 'sound_damaged'
          ? t.evidence.damaged
          : t.evidence.gone,
        'warning',
      ),
    onLost: (lostMs) => news.show(t.evidence.partLost(Math.ceil(lostMs / 1000)), 'warning'),
    changed,
  })

  function publishTranscript() {
    publish('svc.plugin.ehr.transcriptions', {
      transcriptions: words.entries(),
      ...(words.complete ? { complete: true } : {}),
    })
  }

  const trouble = connectionTrouble({
    network,
    ask: askServer,
    changed,
  })

  const life = mountLife({
    deps,
    consultation,
    context,
    words,
    correction,
    models,
    files,
    recording,
    attached,
    expiry,
    trouble,
    publishTranscript,
    changed,
    onSession(ended) {
      model.sessionEnded = ended
    },
  })

  const model: Model = {
    t,
    deps,
    frame,
    place,
    nav,
    consultation,
    ownership: recording.ownership,
    recorder,
    trouble,
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
      return life.info
    },
    opening: opening({
      load: life.load,
      isUnauthenticated: () => session.credentials.ended,
      onReady: life.begin,
      onFailed: deps.onFailed,
      changed,
    }),
    sessionEnded: false,
    consentAsks: 0,
    otherConsultation: false,
    closing: false,
    changed,
    openWithoutRecording() {
      life.goWithoutRecording()
      return model.opening.run()
    },
    async reconnect() {
      try {
        await life.reconnect()
      } catch {
        // The banner stays: it is what brought the doctor here.
      }
      changed()
    },
    async shutDown() {
      model.closing = true
      changed()
      stopListening()
      model.opening.stop()
      life.leave()
      await life.save()
      attached.stop()
      files.stop()
      filling.stop()
      said.stop()
      imported.cancel()
      life.close()
      recording.close()
      context.stop()
      news.stop()
      expiry.stop()
      frame.stop()
      place.stop()
    },
  }
  // The doctor allowed it, or took it back: what waited for that does not wait for its next turn.
  const stopListening = network.listen(() => {
    const { phase, failure } = model.opening
    const wasAway = failure?.kind === 'local_network' || failure?.kind === 'offline'
    if (phase === 'failed' && wasAway) void model.opening.run()
    if (life.channel?.status === 'offline') life.channel.reconnect()
    changed()
  })
  return model
}
