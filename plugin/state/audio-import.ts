/**
 * A recorded sound file as a second source of the transcript (SPEC-GAPS 2.5): under the same
 * consent as a recording, one at a time.
 */
import type { SendAudio } from '../services/send-audio.ts'

export interface AudioImport {
  readonly file: { name: string } | undefined
  /** `reading`: all bytes are there, and the box decodes them. */
  readonly phase: 'none' | 'sending' | 'reading' | 'failed'
  /** 0 to 1, of the bytes. */
  readonly share: number
  /** Of `failed`, in words for the doctor; empty where there are none. */
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
  changed(): void
  /** In ms, and what is wrong with the file although it was taken. */
  onDone(durationMs: number, warnings: readonly string[]): void
}

export function audioImport({ newId, send: deliver, ehrId, changed, onDone }: Deps): AudioImport {
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

  async function send(next: File) {
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
      reason = error instanceof Error ? error.message : ''
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
      return send(next)
    },
    retry() {
      if (file) void send(file)
    },
    cancel() {
      running.abort()
      file = undefined
      become('none')
    },
  }
}
