/**
 * A recording that nobody ended: said after hours, paused after more (SPEC-GAPS 2.4). The times are
 * the server's.
 */
export interface LongRecording {
  /** It runs, and has become long. */
  readonly isLong: boolean
  /** It paused by itself; resuming begins another recording. */
  readonly hasStopped: boolean
  /** With every frame, the length of the running recording; @returns whether it has to pause now */
  note(recordedMs: number): boolean
  /** The doctor goes on. */
  begin(): void
}

interface Deps {
  /** In ms; undefined where the server says nothing. */
  limits(): { warn_after_ms: number; pause_after_ms: number } | undefined
  onLong(): void
}

export function longRecording({ limits, onLong }: Deps): LongRecording {
  let isLong = false
  let hasStopped = false

  return {
    get isLong() {
      return isLong
    },
    get hasStopped() {
      return hasStopped
    },
    note(recordedMs) {
      const times = limits()
      if (!times || hasStopped) return false
      if (!isLong && recordedMs >= times.warn_after_ms) {
        isLong = true
        onLong()
      }
      hasStopped = recordedMs >= times.pause_after_ms
      if (hasStopped) isLong = false
      return hasStopped
    },
    begin() {
      hasStopped = isLong = false
    },
  }
}
