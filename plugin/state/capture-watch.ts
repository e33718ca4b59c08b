/**
 * Watches a running recording for what nobody notices in a consultation: a microphone that hears nothing, and sound that stopped
 * coming (a closed lid, a frozen tab, a phone call).
 */
export interface CaptureWatch {
  /** Nothing but silence for 20 s. */
  readonly silent: boolean
  /** Length of the last interruption, in ms; 0 when there was none. */
  readonly interruptedMs: number
  begin(): void
  end(): void
  frame(samples: number): void
  level(peak: number): void
  dismissInterruption(): void
}

const SILENCE_MS = 20_000
/** About -46 dB of full scale: below a quiet room with a live microphone. */
const SILENT_PEAK = 0.005
const INTERRUPTION_MS = 3000
const TICK_MS = 1000

export function captureWatch(changed: () => void): CaptureWatch {
  let timer: ReturnType<typeof setInterval> | undefined
  let heardAt = 0
  let silent = false
  let interruptedMs = 0
  let beganAt = 0
  let samples = 0
  // Sound missing at the last tick; it counts only if the next tick agrees, as late frames may still arrive.
  let missingMs = 0

  function restart() {
    beganAt = Date.now()
    samples = 0
    missingMs = 0
  }

  function tick() {
    const now = Date.now()
    const nowSilent = now - heardAt > SILENCE_MS
    const missing = now - beganAt - samples / 16
    const interrupted = missing > INTERRUPTION_MS && missing <= missingMs + TICK_MS / 2
    missingMs = missing
    if (interrupted) {
      interruptedMs = missing
      restart()
    }
    if (nowSilent === silent && !interrupted) return
    silent = nowSilent
    changed()
  }

  return {
    get silent() {
      return silent
    },
    get interruptedMs() {
      return interruptedMs
    },
    begin() {
      clearInterval(timer)
      silent = false
      interruptedMs = 0
      heardAt = Date.now()
      restart()
      timer = setInterval(tick, TICK_MS)
    },
    end() {
      clearInterval(timer)
      silent = false
    },
    frame(count) {
      samples += count
    },
    level(peak) {
      if (peak < SILENT_PEAK) return
      heardAt = Date.now()
      if (silent) tick()
    },
    dismissInterruption() {
      interruptedMs = 0
      changed()
    },
  }
}
