/** What the page does: on a click, and when the plugin reports something. */

import type { PluginEvents, PluginMessage } from '../../../../core/contract/events.ts'
import { isNotUnderstood } from '../../../../core/transcription/ports.ts'
import { address } from './address.ts'
import { type Assistant, assistant } from './assistant.ts'
import { parseDocument, recordFrom } from './record.ts'
import type { RecordPanel } from './rnds/record-panel.ts'
import type { SampleMicrophone } from './sample-microphone.ts'
import { type DemoSample, type DemoState, emptyRecord, newProgress } from './state.ts'

export interface Controller {
  choose(sample: DemoSample): void
  newVisit(): void
  playSample(): void
  useMicrophone(): void
  place(embedded: boolean): void
  theme(dark: boolean): void
  reopen(): void
  clearEvents(): void
  /** The element for the embedded plugin, once it is on the page. */
  attach(element: HTMLElement): void
}

interface Deps {
  state: DemoState
  microphone: SampleMicrophone
  /** Of the national network. */
  network: RecordPanel
  redraw(): void
}

const EVENTS_KEPT = 200

export function controller({ state, microphone, network, redraw }: Deps): Controller {
  const plugin: Assistant = assistant((message) => {
    state.events.push({ id: ++received, at: new Date(), message })
    // Every list of the transcript holds the ones before it: a long day would fill the page's
    // memory.
    state.events.splice(0, state.events.length - EVENTS_KEPT)
    receive(message)
    redraw()
  })
  let element: HTMLElement | null = null
  let received = 0

  function open(sample: DemoSample, consultationId: string) {
    microphone.disarm()
    remember(sample.slug, consultationId)
    Object.assign(state, {
      chosen: sample,
      consultationId,
      progress: newProgress(),
      record: emptyRecord(),
    })
    openNetwork(rememberedEhr(consultationId))
    show()
  }

  /**
   * The product's own id of this visit, which its endpoints for the national network ask for (spec
   * §4.2).
   */
  function openNetwork(ehrId: string | null) {
    const { chosen, consultationId: consultation } = state
    network.open(ehrId && chosen ? { ehrId, patient: chosen.slug, consultation } : null)
  }

  function show() {
    const { chosen, consultationId, embedded, dark } = state
    if (!chosen) return
    Object.assign(state, { trouble: null, closed: false })
    const { slug, templateId } = chosen
    const place = { element: embedded ? element : null, dark }
    plugin
      .show({ patientId: `paciente-${slug}`, consultationId, templateId }, place)
      .then(() => {
        state.closed = false
      })
      .catch((error: unknown) => {
        // Closed by the doctor while it was still opening.
        if (error instanceof Error && 'code' in error && error.code === 'UNMOUNTED') return
        reportError(error)
        // Another visit was chosen meanwhile: its page says nothing of this one.
        if (state.consultationId !== consultationId) return
        state.trouble = 'O assistente não abriu. Recarregue a página ou veja os eventos recebidos.'
      })
      .finally(redraw)
  }

  function receive({ eventName, eventData }: PluginMessage) {
    const { progress } = state
    switch (eventName) {
      case 'svc.plugin.closed':
        state.closed = true
        break
      case 'svc.plugin.ehr.created':
        rememberEhr(state.consultationId, eventData.id)
        openNetwork(eventData.id)
        break
      case 'svc.plugin.error.auth':
        state.trouble = eventData.message
        break
      case 'svc.plugin.recorder.started':
        progress.source ??= 'microphone'
        progress.recording = true
        progress.recorded = true
        if (microphone.state === 'armed' || microphone.state === 'paused') microphone.play()
        break
      case 'svc.plugin.recorder.paused':
        progress.recording = false
        microphone.pause()
        break
      case 'svc.plugin.ehr.transcriptions':
        progress.transcribed = isTranscribed(eventData)
        break
      case 'svc.plugin.ehr.document.created':
        progress.generated = true
        break
      case 'svc.plugin.ehr.fill':
        state.record = recordFrom(parseDocument(eventData.document))
        progress.filledAt = new Date()
    }
  }

  return {
    choose(sample) {
      if (state.chosen?.slug === sample.slug) return
      open(sample, remembered(sample.slug) ?? newConsultationId(sample.slug))
    },
    newVisit() {
      const { chosen } = state
      if (chosen) open(chosen, newConsultationId(chosen.slug))
    },
    playSample() {
      const { chosen } = state
      if (!chosen) return
      state.trouble = null
      state.progress.source = 'sample'
      microphone
        .arm(address(`/demo/samples/${chosen.slug}.ogg`))
        .catch((error: unknown) => {
          reportError(error)
          state.progress.source = null
          state.trouble = 'Este navegador não conseguiu tocar a consulta de exemplo (Ogg Opus).'
        })
        .finally(redraw)
    },
    useMicrophone() {
      microphone.disarm()
      state.progress.source = 'microphone'
    },
    place(embedded) {
      if (state.embedded === embedded) return
      state.embedded = embedded
      show()
    },
    theme(dark) {
      if (state.dark === dark) return
      state.dark = dark
      document.documentElement.dataset.theme = dark ? 'dark' : 'light'
      show()
    },
    reopen: show,
    clearEvents() {
      state.events.length = 0
    },
    attach(created) {
      element = created
    },
  }
}

/** A reload finds the same visit again, as a real EHR's record would. */
function remember(slug: string, consultationId: string) {
  sessionStorage.setItem(`consulta-${slug}`, consultationId)
}

function remembered(slug: string): string | null {
  return sessionStorage.getItem(`consulta-${slug}`)
}

/** A host keeps the id: the event comes once, when the consultation is new (spec §6). */
function rememberEhr(consultationId: string, ehrId: string) {
  sessionStorage.setItem(`ehr-${consultationId}`, ehrId)
}

function rememberedEhr(consultationId: string): string | null {
  return sessionStorage.getItem(`ehr-${consultationId}`)
}

function newConsultationId(slug: string): string {
  return `consulta-${slug}-${new Date().toISOString().slice(0, 19)}`
}

/**
 * The end of the work: all of it was understood, or marks stand where it was not, which the final
 * pass alone sets.
 */
function isTranscribed({
  transcriptions,
  complete,
}: PluginEvents['svc.plugin.ehr.transcriptions']): boolean {
  return transcriptions.length > 0 && (complete === true || transcriptions.some(isNotUnderstood))
}
