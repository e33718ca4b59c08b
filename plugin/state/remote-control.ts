/**
 * The app as the legacy frame's messages see and drive it (spec §6). The plugin's own hosts have no
 * such thing: there the doctor alone starts, stops and generates.
 */
import type { Remote } from '../host/remote.ts'
import { type Actions, canGenerate, canRecord } from './actions.ts'
import type { Model } from './model.ts'

export function remoteControl(model: Model, actions: Actions): Remote {
  const { recorder, transcript, documents, consultation, t } = model
  return {
    get isReady() {
      return model.opening.phase === 'ready'
    },
    recorder() {
      const { phase, fault } = recorder
      return {
        phase,
        elapsedMs: recorder.elapsedMs(),
        fault: fault ? { code: fault, message: t.microphone[fault].title } : null,
      }
    },
    get consent() {
      return consultation.ehr.consent.status
    },
    get hostTakesConsent() {
      return model.info?.iframe_consent === 'host'
    },
    async recordConsentOfHost() {
      await actions.setConsent('given', 'host')
      return consultation.ehr.consent.status === 'given'
    },
    get consultationType() {
      return consultation.ehr.type
    },
    canRecord: () => canRecord(model),
    awaitConsent(isAwaited) {
      model.consentAsks = isAwaited ? model.consentAsks + 1 : 0
      if (isAwaited) {
        model.nav.go('recording')
        model.notices.announce(t.start.consentAwaited)
      }
      model.changed()
    },
    start: () => recorder.start(),
    pause: () => recorder.pause(),
    reset: () => recorder.reset(),
    transcript: () => ({ segments: transcript.segments, complete: transcript.complete }),
    documents: () => documents.list,
    generate(clinicalType) {
      const { generating, templates } = documents
      if (generating && generating.phase !== 'failed') return 'busy'
      if (!canGenerate(model)) return 'no_content'
      const template = templates.find(({ id }) => id === clinicalType)
      if (!template) return 'unknown_template'
      // What is being typed belongs to what the document is written from.
      void model.context.flush().then(() => actions.generate(template))
      return 'started'
    },
    generation() {
      const { generating } = documents
      if (!generating) return { phase: 'none', failure: null }
      const { phase, failure } = generating
      return phase === 'failed'
        ? { phase: 'failed', failure: failure ?? null }
        : { phase: 'running', failure: null }
    },
  }
}
