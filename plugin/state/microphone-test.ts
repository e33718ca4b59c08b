/** The doctor's try of the microphone, while nothing is recorded. */
import { MicrophoneError, type MicrophoneFault } from '../services/open-input.ts'
import { soundCheck } from '../services/sound-check.ts'

export interface MicrophoneTest {
  readonly phase: 'idle' | 'listening' | 'playing'
  /** 0 to 1, of what is heard right now. */
  readonly level: number
  /** Verdict on the last try: nothing, hardly anything, or a voice. */
  readonly verdict: 'nothing' | 'quiet' | 'good' | undefined
  readonly fault: MicrophoneFault | undefined
  start(): Promise<void>
  stop(): void
}

interface Deps {
  deviceId(): string | undefined
  cancelEcho(): boolean
  /** The browser tells devices by name only after it was allowed to listen. */
  onAllowed(): void
  changed(): void
}

/** Shares of full scale: about -46 dB and -26 dB. */
const NOTHING = 0.005
const QUIET = 0.05

export function microphoneTest({ deviceId, cancelEcho, onAllowed, changed }: Deps): MicrophoneTest {
  let phase: MicrophoneTest['phase'] = 'idle'
  let level = 0
  let highest = 0
  let verdict: MicrophoneTest['verdict']
  let fault: MicrophoneFault | undefined
  const check = soundCheck({
    onPeak(peak) {
      level = Math.min(1, peak * 3)
      highest = Math.max(highest, peak)
      changed()
    },
    onPlaying() {
      phase = 'playing'
      verdict = highest < NOTHING ? 'nothing' : highest < QUIET ? 'quiet' : 'good'
      onAllowed()
      changed()
    },
  })

  return {
    get phase() {
      return phase
    },
    get level() {
      return level
    },
    get verdict() {
      return verdict
    },
    get fault() {
      return fault
    },
    async start() {
      if (phase !== 'idle') return
      phase = 'listening'
      level = highest = 0
      fault = verdict = undefined
      changed()
      try {
        await check.run({ deviceId: deviceId(), cancelEcho: cancelEcho() })
      } catch (error) {
        fault = error instanceof MicrophoneError ? error.fault : 'worklet'
      }
      phase = 'idle'
      changed()
    },
    stop: check.stop,
  }
}
