/**
 * What the frame tells its host of its own accord (SPEC-GAPS 1.9): the recorder on each change and
 * every five seconds while it runs, each stretch of speech as it comes and when it changes, and the
 * notifications.
 */
import type { EmbedNotification, RecorderReport } from '../../core/contract/embed.ts'
import type { Remote } from '../host/remote.ts'
import { elapsedText } from '../text/figures.ts'
import type { Send } from './host-link.ts'

interface Deps {
  remote: Remote
  consultationId: string
  send: Send
  now(): number
}

export interface Reports {
  /** Looks for what is new. Cheap: called after every change of the app. */
  refresh(): void
  /** While recording, every 5 s. */
  tick(): void
  onDocument(documentId: string): void
}

type Status = RecorderReport['status']
type Phase = ReturnType<Remote['recorder']>['phase']

const STATUS: Record<Phase, Status> = {
  idle: 'idle',
  // Asking for the microphone: nothing is recorded yet.
  requesting: 'idle',
  recording: 'recording',
  paused: 'paused',
  finishing: 'paused',
  finished: 'idle',
  blocked: 'error',
}

// Without it in a name: the same distributes over the union.
type WithoutConsultation<Notification> = Notification extends unknown
  ? Omit<Notification, 'consultationId'>
  : never

export function reports({ remote, consultationId, send, now }: Deps): Reports {
  let lastStatus = ''
  let lastPhase: Phase | undefined
  let started = false
  /** By segment: its words as they were last told. */
  const told = new Map<string, string>()

  function recorderReport(): RecorderReport {
    const { phase, elapsedMs, fault } = remote.recorder()
    return {
      status: statusOf(phase, elapsedMs),
      elapsedSeconds: Math.floor(elapsedMs / 1000),
      timer: elapsedText(elapsedMs),
      consultationId,
      error: fault,
    }
  }

  function statusOf(phase: Phase, elapsedMs: number): Status {
    // A restart after a pause asks for the microphone again.
    if (phase === 'requesting' && elapsedMs > 0) return 'paused'
    return STATUS[phase]
  }

  function notify(notification: WithoutConsultation<EmbedNotification>) {
    const told = { ...notification, consultationId } as EmbedNotification
    send('svc.plugin.notification', told)
    // By its own name too, as the contract lists it: hosts listen for one or the other.
    send(told.type, told)
  }

  function reportRecorder() {
    const report = recorderReport()
    const key = `${report.status} ${report.error?.code ?? ''} ${report.elapsedSeconds === 0}`
    if (key === lastStatus) return
    lastStatus = key
    send('svc.plugin.recorder', report)
  }

  function reportCourse() {
    const { phase, elapsedMs } = remote.recorder()
    if (phase === lastPhase) return
    const before = lastPhase
    lastPhase = phase
    const at = new Date(now()).toISOString()
    if (phase === 'recording' && !started) {
      started = true
      const consultation_type = remote.consultationType
      notify({ type: 'CONSULTATION_STARTED', started_at: at, consultation_type })
    }
    // Not when an old consultation is opened again: that one ended long ago.
    if (phase === 'finished' && before === 'finishing') {
      const documents = remote.documents()
      notify({
        type: 'CONSULTATION_COMPLETED',
        finished_at: at,
        duration_seconds: Math.floor(elapsedMs / 1000),
        document_ids: documents.map(({ id }) => id),
        summary: documents[0]?.markdown ?? null,
      })
    }
  }

  function reportWords() {
    for (const { id, sequence, start_time, text, final } of remote.transcript().segments) {
      const words = `${final} ${text}`
      if (text.trim() === '' || told.get(id) === words) continue
      told.set(id, words)
      send('svc.plugin.sequenceUpload', { sequence, start_time, text, final })
      notify({ type: 'TRANSCRIPTION_UPDATE', start_time, text, final })
    }
  }

  return {
    refresh() {
      if (!remote.isReady) return
      reportRecorder()
      reportCourse()
      reportWords()
    },
    tick() {
      if (remote.isReady && remote.recorder().phase === 'recording')
        send('svc.plugin.recorder', recorderReport())
    },
    onDocument(documentId) {
      const document = remote.documents().find(({ id }) => id === documentId)
      if (!document) return
      notify({
        type: 'DOCUMENT_GENERATED',
        document_id: document.id,
        clinicalType: document.template.id,
        created_at: document.created_at,
      })
    },
  }
}
