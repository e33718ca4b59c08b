/**
 * The microphone's life within a consultation: opened when recording starts, listening while it is paused for a moment, let go of
 * in a longer pause; watched while it records.
 */
import {
  type InputDevice,
  type Microphone,
  MicrophoneError,
  type MicrophoneFault,
} from '../services/microphone.ts'
import type { Preferences } from '../services/preferences.ts'
import type { WakeLock } from '../services/wake-lock.ts'
import { type CaptureWatch, captureWatch } from './capture-watch.ts'

export interface Capture {
  readonly watch: CaptureWatch
  readonly devices: readonly InputDevice[]
  readonly deviceId: string | undefined
  /** Sound can be recorded at once, without asking. */
  readonly isReady: boolean
  /** The device was let go of during a long pause. */
  readonly released: boolean
  /** The input went away in the middle of a recording. */
  readonly lost: boolean
  /** @returns why not; `released` when it was let go of while the browser asked. */
  open(): Promise<MicrophoneFault | 'released' | undefined>
  start(): void
  /** Resolves when the last samples have been handed over. */
  stop(): Promise<void>
  /** At once: the browser's recording light goes out. */
  release(): void
  releaseLater(): void
  markLost(): void
  chooseDevice(id: string): Promise<void>
  refreshDevices(): Promise<void>
  onLevel(listener: (level: number) => void): () => void
  onMicrophoneFrame(samples: Int16Array, replacedMs: number): void
  onMicrophoneLevel(level: { rms: number; peak: number }): void
  /** Releases everything for good. */
  close(): void
}

interface Deps {
  microphone: Microphone
  preferences: Preferences
  wakeLock: WakeLock
  cancelEcho(): boolean
  changed(): void
  onSamples(samples: Int16Array): void
  /** The browser lost sound of the running recording, in ms. */
  onLoss(ms: number): void
  onSwitchFailed(fault: MicrophoneFault): void
}

const RELEASE_AFTER_MS = 60_000

export function capture(deps: Deps): Capture {
  const { microphone, preferences, wakeLock, changed } = deps
  const levelListeners = new Set<(level: number) => void>()
  const watch = captureWatch({ changed, onLost: deps.onLoss })
  let devices: InputDevice[] = []
  let running = false
  let released = false
  let lost = false
  let releaseTimer: ReturnType<typeof setTimeout> | undefined

  function release() {
    clearTimeout(releaseTimer)
    microphone.release()
  }

  async function refreshDevices() {
    devices = await microphone.devices().catch(() => [])
    changed()
  }

  return {
    watch,
    get devices() {
      return devices
    },
    get deviceId() {
      return microphone.deviceId
    },
    get isReady() {
      return microphone.isOpen && !lost
    },
    get released() {
      return released
    },
    get lost() {
      return lost
    },
    async open() {
      clearTimeout(releaseTimer)
      const deviceId = preferences.get<string>('microphone')
      try {
        const opened = await microphone.open({ deviceId, cancelEcho: deps.cancelEcho() })
        return opened ? undefined : 'released'
      } catch (error) {
        return faultOf(error)
      }
    },
    start() {
      clearTimeout(releaseTimer)
      running = true
      lost = released = false
      microphone.start()
      watch.begin()
      wakeLock.hold()
      void refreshDevices()
    },
    async stop() {
      const askedMs = performance.now()
      await microphone.stop()
      watch.end(askedMs)
      wakeLock.release()
      running = false
    },
    release,
    releaseLater() {
      clearTimeout(releaseTimer)
      releaseTimer = setTimeout(() => {
        microphone.release()
        released = true
        changed()
      }, RELEASE_AFTER_MS)
    },
    markLost() {
      lost = true
      changed()
    },
    async chooseDevice(id) {
      preferences.set('microphone', id)
      try {
        if (microphone.isOpen) await microphone.switchTo(id)
        lost = false
      } catch (error) {
        deps.onSwitchFailed(faultOf(error))
      }
      changed()
    },
    refreshDevices,
    onLevel(listener) {
      levelListeners.add(listener)
      return () => levelListeners.delete(listener)
    },
    onMicrophoneFrame(samples, replacedMs) {
      deps.onSamples(samples)
      watch.frame(samples.length, replacedMs)
      changed()
    },
    onMicrophoneLevel({ rms, peak }) {
      if (running) watch.level(peak)
      for (const listener of levelListeners) listener(loudness(rms))
    },
    close() {
      release()
      watch.end(performance.now())
      wakeLock.release()
      levelListeners.clear()
    },
  }
}

function faultOf(error: unknown): MicrophoneFault {
  return error instanceof MicrophoneError ? error.fault : 'worklet'
}

/** From -60 dB of full scale (0) to -10 dB (1): what a meter shows. */
function loudness(rms: number): number {
  const decibels = 20 * Math.log10(Math.max(rms, 1e-6))
  return Math.max(0, Math.min(1, (decibels + 60) / 50))
}
