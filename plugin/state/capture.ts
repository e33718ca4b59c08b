/**
 * The microphone's life within a consultation: opened when recording starts, listening while it is
 * paused for a moment, let go of in a longer pause; watched while it records.
 */

import type { CapturedFrame, InputDevice, Microphone } from '../services/microphone.ts'
import { MicrophoneError, type MicrophoneFault } from '../services/open-input.ts'
import type { InputChange } from '../services/outbox.ts'
import type { Preferences } from '../services/preferences.ts'
import type { Loss } from '../services/take.ts'
import type { WakeLock } from '../services/wake-lock.ts'
import type { Loudness } from '../worklet/messages.ts'
import { type CaptureWatch, captureWatch } from './capture-watch.ts'
import { type MicrophoneHealth, microphoneHealth } from './microphone-health.ts'

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
  /** The input is there, and gives nothing. */
  readonly trouble: MicrophoneHealth['trouble']
  /** Inputs that gave nothing any more, and what went on in their place. */
  readonly changes: readonly InputChange[]
  /** Those of a page before this one. */
  recall(changes: readonly InputChange[]): void
  /** When an input stops, the recording goes on with another one; remembered in this browser. */
  goesOn: boolean
  /** Goes on with another input, where there is one and the doctor wants that. */
  goOn(): Promise<InputChange | undefined>
  /** @returns why not; `released` when it was let go of while the browser asked. */
  open(): Promise<MicrophoneFault | 'released' | undefined>
  /** With 2 channels, room for the remote side. */
  start(channels: number): void
  /** Resolves when the last samples have been handed over. */
  stop(): Promise<void>
  /** At once: the browser's recording light goes out. */
  release(): void
  releaseLater(): void
  markLost(): void
  /** Remembered in this browser; a running recording goes on with it. */
  chooseDevice(id: string): Promise<void>
  refreshDevices(): Promise<void>
  /** What is heard beside the microphone from now on. */
  setRemote(tracks: readonly MediaStreamTrack[]): void
  onLevel(side: SoundSide, listener: (level: number) => void): () => void
  onMicrophoneFrame(frame: CapturedFrame): void
  onMicrophoneMuted(isMuted: boolean): void
  onMicrophoneLevel(level: Loudness, remote: Loudness | undefined): void
  /** Releases everything for good. */
  close(): void
}

export type SoundSide = 'microphone' | 'remote'

interface Deps {
  microphone: Microphone
  preferences: Preferences
  wakeLock: WakeLock
  /** The other side comes out of this computer's loudspeaker. */
  cancelEcho(): boolean
  changed(): void
  onSamples(samples: Int16Array, remote: Int16Array | undefined): void
  /** The browser lost sound of the running recording. */
  onLoss(loss: Loss): void
  onSwitchFailed(fault: MicrophoneFault): void
  /** The input of the running recording gives nothing, and it lasts. */
  onDead(): void
  onHeard(): void
}

const RELEASE_AFTER_MS = 60_000
/** A browser that asks first is not waited for: nobody looks. */
const GO_ON_WITHIN_MS = 4000
/** Names of the browser's for one of the others. */
const ALIASES = ['default', 'communications']

export function capture(deps: Deps): Capture {
  const { microphone, preferences, wakeLock, changed } = deps
  const listeners = {
    microphone: new Set<(level: number) => void>(),
    remote: new Set<(level: number) => void>(),
  }
  const watch = captureWatch({ changed, onLost: deps.onLoss })
  const health = microphoneHealth({ changed, onDead: deps.onDead, onHeard: deps.onHeard })
  let changes: readonly InputChange[] = []
  let devices: InputDevice[] = []
  let running = false
  let released = false
  // The browser opens it at its leisure; until then the choice must not jump back on the screen.
  let choosing: string | undefined
  let lost = false
  let releaseTimer: ReturnType<typeof setTimeout> | undefined
  navigator.mediaDevices?.addEventListener?.('devicechange', refreshDevices)

  function release() {
    clearTimeout(releaseTimer)
    microphone.release()
  }

  async function refreshDevices() {
    devices = await microphone.devices().catch(() => [])
    changed()
  }

  /** In a running capture too. @returns whether it is done */
  async function switchTo(deviceId: string | undefined): Promise<boolean> {
    try {
      if (microphone.isOpen) await microphone.switchTo({ deviceId, cancelEcho: deps.cancelEcho() })
      return true
    } catch (error) {
      deps.onSwitchFailed(faultOf(error))
      return false
    }
  }

  /** One of other hardware than what stopped, the computer's choice first. */
  async function others(stopped: InputDevice | undefined): Promise<InputDevice[]> {
    const all = await microphone.devices()
    const isOther = ({ id, group }: InputDevice) =>
      id !== stopped?.id && (group === '' || group !== stopped?.group)
    const usual = all.find(({ id }) => id === 'default')
    const found = all.filter((one) => isOther(one) && !ALIASES.includes(one.id))
    return [
      ...found.filter(({ group }) => group === usual?.group),
      ...found.filter(({ group }) => group !== usual?.group),
    ]
  }

  async function goOn(): Promise<InputChange | undefined> {
    const stopped = microphone.input
    for (const { id, label } of await others(stopped)) {
      try {
        await microphone.switchTo({ deviceId: id, exactly: true, cancelEcho: deps.cancelEcho() })
      } catch {
        continue // Another one may do.
      }
      if (microphone.deviceId !== id) return undefined
      lost = false
      health.begin(microphone.isMuted)
      const change = { at: Date.now(), from: stopped?.label ?? '', to: label }
      changes = [...changes, change]
      return change
    }
    return undefined
  }

  return {
    watch,
    get devices() {
      return devices
    },
    get deviceId() {
      return choosing ?? microphone.deviceId ?? preferences.get<string>('microphone')
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
    get trouble() {
      return running && !lost ? health.trouble : undefined
    },
    get changes() {
      return changes
    },
    recall(earlier) {
      changes = earlier
    },
    get goesOn() {
      return preferences.get<boolean>('microphoneGoesOn') ?? true
    },
    set goesOn(goesOn) {
      preferences.set('microphoneGoesOn', goesOn)
      changed()
    },
    async goOn() {
      if (!this.goesOn) return undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), GO_ON_WITHIN_MS)
      })
      try {
        return await Promise.race([goOn().catch(() => undefined), late])
      } finally {
        clearTimeout(timer)
        changed()
      }
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
    start(channels) {
      clearTimeout(releaseTimer)
      running = true
      lost = released = false
      microphone.start(channels)
      health.begin(microphone.isMuted)
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
      choosing = id
      if (await switchTo(id)) {
        lost = false
        health.begin(microphone.isMuted)
      }
      if (choosing === id) choosing = undefined
      changed()
    },
    refreshDevices,
    setRemote(tracks) {
      microphone.setRemote(tracks)
      if (tracks.length > 0 && !microphone.cancelsEcho) void switchTo(microphone.deviceId)
    },
    onLevel(side, listener) {
      listeners[side].add(listener)
      return () => listeners[side].delete(listener)
    },
    onMicrophoneFrame(frame) {
      const { samples, remote } = frame
      deps.onSamples(samples, remote)
      watch.frame(samples.length, frame.replacedMs, frame.remoteReplacedMs)
      const missingMs = lost || frame.missingMs > 0 ? frame.missingMs : health.frame(samples)
      if (missingMs > 0) deps.onLoss({ both: 0, microphone: missingMs, remote: 0 })
      changed()
    },
    onMicrophoneMuted: health.muted,
    onMicrophoneLevel(level, remote) {
      if (running) watch.level(level.peak)
      for (const listener of listeners.microphone) listener(loudness(level.rms))
      for (const listener of listeners.remote) listener(remote ? loudness(remote.rms) : 0)
    },
    close() {
      navigator.mediaDevices?.removeEventListener?.('devicechange', refreshDevices)
      release()
      watch.end(performance.now())
      wakeLock.release()
      for (const set of Object.values(listeners)) set.clear()
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
