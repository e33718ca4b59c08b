import type { Segment, SpeechStatus } from '../../core/contract/api.ts'
import type { ServerMessage, TranscriptionStatus } from '../../core/contract/channel.ts'
import type { TranscriptionEntry } from '../../core/contract/events.ts'
import { jsonOf } from '../services/json.ts'

/** What was heard so far, in the order it was said. */
export interface Transcript {
  readonly segments: readonly Segment[]
  readonly status: TranscriptionStatus
  readonly speech: SpeechStatus | undefined
  /** All work on it is done. */
  readonly finished: boolean
  /** Finished, with words for every voice that was heard and in every recording. */
  readonly complete: boolean
  /** Where a voice was heard whose words could not be recognized. */
  readonly notUnderstood: readonly Segment[]
  find(segmentId: string): Segment | undefined
  restore(segments: readonly Segment[], finished: boolean): void
  /** The whole of it, as the server holds it now. */
  refresh(segments: readonly Segment[]): void
  /** One line as it is now. */
  put(segment: Segment): void
  setSpeech(speech: SpeechStatus): void
  onServerMessage(message: ServerMessage): void
  entries(): TranscriptionEntry[]
}

const QUIET: TranscriptionStatus = { state: 'idle', progress: null, behind_ms: 0, reason: null }

/**
 * `onText` is told whenever the words or their completeness changed (event
 * `svc.plugin.ehr.transcriptions`).
 */
export function transcript(onText: () => void): Transcript {
  let segments: Segment[] = []
  let status = QUIET
  let speech: SpeechStatus | undefined
  let finished = false

  function replace(next: readonly Segment[]) {
    segments = [...next].sort((a, b) => a.start_ms - b.start_ms || a.sequence - b.sequence)
  }

  function merge(news: readonly Segment[]) {
    const byId = new Map(segments.map((segment) => [segment.id, segment]))
    for (const segment of news) byId.set(segment.id, segment)
    replace([...byId.values()])
  }

  /** The same words twice are no news: a correction comes as an answer and from the feed. */
  function telling(change: () => void) {
    const known = jsonOf(entries())
    change()
    if (jsonOf(entries()) !== known) onText()
  }

  function entries(): TranscriptionEntry[] {
    return segments
      .filter(({ text }) => text.trim() !== '')
      .map(({ start_time, text }) => ({ start_time, text }))
  }

  function notUnderstood() {
    return segments.filter((segment) => segment.not_understood)
  }

  function isComplete() {
    return finished && notUnderstood().length === 0 && !status.without_speech
  }

  function setStatus(next: TranscriptionStatus) {
    const wasComplete = isComplete()
    status = next
    finished = next.state === 'complete' || next.state === 'incomplete'
    if (isComplete() !== wasComplete && segments.length > 0) onText()
  }

  return {
    get segments() {
      return segments
    },
    get status() {
      return status
    },
    get speech() {
      return speech
    },
    get finished() {
      return finished
    },
    get complete() {
      return isComplete()
    },
    get notUnderstood() {
      return notUnderstood()
    },
    find: (segmentId) => segments.find(({ id }) => id === segmentId),
    restore(restored, isFinished) {
      replace(restored)
      finished = isFinished
    },
    refresh: (restored) => telling(() => replace(restored)),
    put: (segment) => telling(() => merge([segment])),
    setSpeech(next) {
      speech = next
    },
    onServerMessage(message) {
      if (message.type === 'welcome') {
        telling(() => replace(message.segments))
        speech = message.speech
        setStatus(message.transcription)
      } else if (message.type === 'transcription.segments') {
        telling(() => merge(message.segments))
      } else if (message.type === 'transcription.replaced') {
        telling(() => replace(message.segments))
      } else if (message.type === 'transcription.status') setStatus(message)
      else if (message.type === 'speech.status') speech = message
    },
    entries,
  }
}
