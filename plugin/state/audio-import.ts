/**
 * A recorded sound file as a second source of the transcript (SPEC-GAPS 2.5): under the same
 * consent as a recording, one at a time.
 */
import { frontRefusal } from '../services/api-client.ts'
import type { SendAudio } from '../services/send-audio.ts'

export interface AudioImport {
  readonly file: { name: string } | undefined
  /** `reading`: all bytes are there, and the box decodes them. */
  readonly phase: 'none' | 'sending' | 'reading' | 'failed'
  /** 0 to 1, of the bytes. */
  readonly share: number
  /** Reason of `failed`, in words for the doctor; empty where there is none. */
  readonly reason: string
  start(file: File): Promise<void>
  retry(): void
  /** Also takes a failure off the screen. */
  cancel(): void
}

interface Deps {
  newId(): string
  send: SendAudio
  ehrId(): string
  /** A small request to the server. */
  ask(): Promise<unknown>
  /** In words for the doctor. */
  refusedInFront(bytes: number): string
  changed(): void
  /** In ms, and what is wrong with the file although it was taken. */
  onDone(durationMs: number, warnings: readonly string[]): void
}

export function audioImport(deps: Deps): AudioImport {
  const { newId, send: deliver, ehrId, ask, refusedInFront, changed, onDone } = deps
  let refusal = frontRefusal(0)

  let file: File | undefined
  let phase: AudioImport['phase'] = 'none'
  let share = 0
  let reason = ''
  let recordingId = ''
  let running = new AbortController()

  function become(next: AudioImport['phase']) {
    phase = next
    changed()
  }

  async function send(next: File): Promise<void> {
    running.abort()
    running = new AbortController()
    const { signal } = running
    file = next
    share = 0
    become('sending')
    const onProgress = (done: number) => {
      if (signal.aborted) return
      share = done
      become(done < 1 ? 'sending' : 'reading')
    }
    try {
      const { duration_ms, warnings } = await deliver(ehrId(), next, {
        recordingId,
        signal,
        onProgress,
      })
      if (signal.aborted) return
      file = undefined
      become('none')
      onDone(
        duration_ms,
        warnings.map(({ message }) => message),
      )
    } catch (error) {
      if (signal.aborted) return
      const judged = await refusal.judge(error, ask)
      if (signal.aborted) return
      if (judged === 'maybe') return send(next)
      reason = error instanceof Error ? error.message : ''
      if (judged === 'yes') reason = refusedInFront(next.size)
      become('failed')
    }
  }

  return {
    get file() {
      return file
    },
    get phase() {
      return phase
    },
    get share() {
      return share
    },
    get reason() {
      return reason
    },
    start(next) {
      recordingId = newId()
      refusal = frontRefusal(next.size)
      return send(next)
    },
    retry() {
      if (!file) return
      refusal = frontRefusal(file.size)
      void send(file)
    },
    cancel() {
      running.abort()
      file = undefined
      become('none')
    },
  }
}
