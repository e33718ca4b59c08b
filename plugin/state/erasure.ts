import type { RecordingQueue } from './recording-queue.ts'

interface Deps {
  takes: Pick<RecordingQueue, 'onClock' | 'discard'>
  /** Erases one recording on the server, with its text. @throws when it could not */
  erase(recordingId: string): Promise<void>
  onEraseFailed(error: unknown): void
  changed(): void
}

/** What the clock counts is taken from the server, and then from this browser. */
export function erasure({ takes, erase, onEraseFailed, changed }: Deps) {
  let isRunning = false
  let wasAsked = false

  async function eraseOnServer(): Promise<boolean> {
    isRunning = wasAsked = true
    changed()
    try {
      await Promise.all(takes.onClock().map(erase))
      return true
    } catch (error) {
      onEraseFailed(error)
      return false
    } finally {
      isRunning = false
      changed()
    }
  }

  return {
    get isRunning() {
      return isRunning
    },
    /** Messages to a recording that is gone may still be on their way. */
    get wasAsked() {
      return wasAsked
    },
    /** Nothing is forgotten here that the server still has. */
    async run(): Promise<void> {
      if (await eraseOnServer()) await takes.discard()
    },
  }
}
