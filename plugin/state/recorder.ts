/**
 * The recorder as the doctor knows it (SPEC-GAPS 2.4): idle → requesting → recording ⇄ paused → finishing → finished. It owns
 * the microphone and the takes of this page; labels follow what really happens, not the click.
 */
import type {
  RecordingState,
  RecordingStatement,
  ServerMessage,
} from '../../core/contract/channel.ts'
import type { ChannelClient, ChannelStatus } from '../services/channel-client.ts'
import {
  type InputDevice,
  type Microphone,
  MicrophoneError,
  type MicrophoneFault,
} from '../services/microphone.ts'
import type { Outbox } from '../services/outbox.ts'
import type { Preferences } from '../services/preferences.ts'
import { newTake, restoreTake, type Take } from '../services/take.ts'
import type { WakeLock } from '../services/wake-lock.ts'
import { type CaptureWatch, captureWatch } from './capture-watch.ts'

export type RecorderPhase =
  | 'idle'
  | 'requesting'
  | 'recording'
  | 'paused'
  | 'finishing'
  | 'finished'
  | 'blocked'

export interface RecorderState {
  readonly phase: RecorderPhase
  /** Why it is `blocked`. */
  readonly fault: MicrophoneFault | undefined
  /** Recorded time of the whole consultation; frozen while paused. */
  elapsedMs(): number
  /** Not yet on the server's disk. */
  readonly pendingMs: number
  /** Sound of an earlier page that is being sent now, in ms; 0 when there is none. */
  readonly leftoverMs: number
  readonly connection: ChannelStatus
  readonly watch: CaptureWatch
  readonly devices: readonly InputDevice[]
  readonly deviceId: string | undefined
  /** The device was let go of during a long pause. */
  readonly microphoneReleased: boolean
  /** The input went away in the middle of a recording. */
  readonly deviceLost: boolean
  /** Sound the server confirmed and lost again. */
  readonly broken: boolean
  /** Local storage does not work here: unsent sound lives in memory only. */
  readonly storageFailed: boolean
  readonly statement: RecordingStatement | undefined
  /** Another tab records this consultation. */
  readonly elsewhere: boolean
  start(): Promise<void>
  pause(): Promise<void>
  finish(): Promise<void>
  /** Pauses and sets the timer to zero; what was recorded stays on the server. */
  reset(): Promise<void>
  chooseDevice(id: string): Promise<void>
  refreshDevices(): Promise<void>
  onLevel(listener: (level: number) => void): () => void
  /** Takes up what earlier pages left. */
  restore(options: { recordedMs: number; finished: boolean }): Promise<void>
  setElsewhere(elsewhere: boolean): void
  onServerMessage(message: ServerMessage): void
  onConnection(status: ChannelStatus): void
  onFrame(samples: Int16Array): void
  onMicrophoneLevel(level: { rms: number; peak: number }): void
  onMicrophoneLost(): void
  markStorageFailed(): void
  /** Stops the sound and waits for the last samples to be queued. */
  stop(): Promise<void>
}

interface Deps {
  consultationKey: string
  cancelEcho(): boolean
  microphone: Microphone
  outbox: Outbox
  channel(): ChannelClient | undefined
  preferences: Preferences
  wakeLock: WakeLock
  newId(): string
  sendAsFile(pcm: Uint8Array<ArrayBuffer>[]): Promise<boolean>
  changed(): void
  onStarted(): void
  onPaused(): void
  onFinished(statement: RecordingStatement): void
  onRefused(message: string): void
}

/** Followed by the connection's end, which says the same in a banner. */
const SAID_BY_THE_CHANNEL = new Set([
  'authentication_required',
  'invalid_token',
  'token_expired',
  'token_revoked',
  'taken_over',
])

/** The server will not take this recording: going on would only pretend. */
const STOPPING = new Set([
  'consent_refused',
  'consultation_canceled',
  'recording_conflict',
  'recording_too_long',
])

const RELEASE_AFTER_MS = 60_000

export function recorderState(deps: Deps): RecorderState {
  const { microphone, outbox, preferences, wakeLock, changed } = deps
  const levelListeners = new Set<(level: number) => void>()
  const watch = captureWatch(changed)
  // The takes of this consultation that the server has not stated yet. Only the first one is on the wire: frames carry no
  // recording of their own, so the next one waits (in the outbox) until the one before has its statement.
  let takes: Take[] = []
  // What the server knew when the connection opened.
  let known: readonly RecordingState[] = []
  let current: Take | undefined
  let phase: RecorderPhase = 'idle'
  let fault: MicrophoneFault | undefined
  let connection: ChannelStatus = 'connecting'
  let recordedBeforeMs = 0
  let leftover: Take[] = []
  let statement: RecordingStatement | undefined
  let devices: InputDevice[] = []
  let deviceLost = false
  let storageFailed = false
  let elsewhere = false
  let released = false
  let releaseTimer: ReturnType<typeof setTimeout> | undefined

  const takeDeps = {
    send: (message: Parameters<ChannelClient['send']>[0]) => deps.channel()?.send(message) ?? false,
    sendFrame: (bytes: Uint8Array<ArrayBuffer>) => deps.channel()?.sendFrame(bytes) ?? false,
    outbox,
    sendAsFile: deps.sendAsFile,
    onProgress: changed,
    onStatement,
    onEndedElsewhere: () => forget(takes[0]?.id),
  }

  function setPhase(next: RecorderPhase) {
    phase = next
    changed()
  }

  async function start() {
    if (phase === 'requesting' || phase === 'recording' || phase === 'finishing') return
    if (phase === 'finished' || elsewhere) return
    clearTimeout(releaseTimer)
    if (!(await openMicrophone())) return
    if (!current) {
      for (const take of takes) take.want('finished')
      current = newTake(deps.newId(), deps.consultationKey, takeDeps, Date.now())
      takes.push(current)
      if (takes.length === 1) connect()
    }
    deviceLost = released = false
    current.want('recording')
    microphone.start()
    watch.begin()
    wakeLock.hold()
    setPhase('recording')
    deps.onStarted()
    void refreshDevices()
  }

  /** Brings the first take onto an open connection. */
  function connect() {
    if (connection === 'open') takes[0]?.onConnected(known)
  }

  function forget(id: string | undefined) {
    takes = takes.filter((take) => take.id !== id)
    leftover = leftover.filter((take) => take.id !== id)
    if (current?.id === id) current = undefined
    connect()
    changed()
  }

  async function openMicrophone(): Promise<boolean> {
    if (microphone.isOpen && !deviceLost) return true
    const before = phase === 'blocked' ? resting() : phase
    setPhase('requesting')
    try {
      const deviceId = preferences.get<string>('microphone')
      await microphone.open({ deviceId, cancelEcho: deps.cancelEcho() })
      fault = undefined
      phase = before
      return true
    } catch (error) {
      fault = error instanceof MicrophoneError ? error.fault : 'worklet'
      setPhase('blocked')
      return false
    }
  }

  async function pause() {
    if (phase !== 'recording') return
    await stopCapture()
    current?.want('paused')
    setPhase('paused')
    deps.onPaused()
    releaseTimer = setTimeout(() => {
      microphone.release()
      released = true
      changed()
    }, RELEASE_AFTER_MS)
  }

  async function stopCapture() {
    watch.end()
    wakeLock.release()
    await microphone.stop()
  }

  async function finish() {
    const wasRecording = phase === 'recording'
    if (!wasRecording && phase !== 'paused' && phase !== 'blocked') return
    clearTimeout(releaseTimer)
    if (wasRecording) {
      await stopCapture()
      deps.onPaused()
    }
    microphone.release()
    setPhase('finishing')
    for (const take of takes) take.want('finished')
    if (takes.length === 0) setPhase('finished')
  }

  async function reset() {
    await pause()
    if (!current) return
    recordedBeforeMs = 0
    // The next start opens another take, and closes this one; until then a reload still finds it.
    current = undefined
    changed()
  }

  function onStatement(told: RecordingStatement) {
    statement = statement ? mergeStatements(statement, told) : told
    forget(told.recording_id)
    if (phase !== 'finishing' || takes.length > 0) return changed()
    setPhase('finished')
    deps.onFinished(statement)
  }

  function onError(code: string, message: string) {
    if (code === 'recording_finished') return takes[0]?.onEnded()
    if (SAID_BY_THE_CHANNEL.has(code)) return
    if (STOPPING.has(code)) void pause()
    deps.onRefused(message)
  }

  function resting(): RecorderPhase {
    return elapsedMs() > 0 ? 'paused' : 'idle'
  }

  function elapsedMs(): number {
    return recordedBeforeMs + (current?.recordedMs ?? 0)
  }

  async function refreshDevices() {
    devices = await microphone.devices()
    changed()
  }

  return {
    get phase() {
      return phase
    },
    get fault() {
      return fault
    },
    elapsedMs,
    get pendingMs() {
      return takes.reduce((sum, take) => sum + take.pendingMs, 0)
    },
    get leftoverMs() {
      return leftover.reduce((sum, take) => sum + take.pendingMs, 0)
    },
    get connection() {
      return connection
    },
    watch,
    get devices() {
      return devices
    },
    get deviceId() {
      return microphone.deviceId
    },
    get microphoneReleased() {
      return released
    },
    get deviceLost() {
      return deviceLost
    },
    get broken() {
      return takes.some(({ broken }) => broken)
    },
    get storageFailed() {
      return storageFailed
    },
    get statement() {
      return statement
    },
    get elsewhere() {
      return elsewhere
    },
    start,
    pause,
    finish,
    reset,
    async chooseDevice(id) {
      preferences.set('microphone', id)
      try {
        if (microphone.isOpen) await microphone.switchTo(id)
        deviceLost = false
      } catch (error) {
        deps.onRefused(error instanceof MicrophoneError ? error.fault : 'worklet')
      }
      changed()
    },
    refreshDevices,
    onLevel(listener) {
      levelListeners.add(listener)
      return () => levelListeners.delete(listener)
    },
    async restore({ recordedMs, finished }) {
      const stored = await outbox.takes(deps.consultationKey)
      takes = await Promise.all(stored.map((take) => restoreTake(take, takeDeps)))
      leftover = takes.filter(({ pendingMs }) => pendingMs > 0)
      current = takes.findLast(({ wish }) => wish !== 'finished')
      // The server counts what it holds of the open take too.
      const heldOfCurrent = current ? current.recordedMs - current.pendingMs : 0
      recordedBeforeMs = Math.max(0, recordedMs - heldOfCurrent)
      if (takes.some(({ wish }) => wish === 'finished')) phase = 'finishing'
      else phase = finished ? 'finished' : resting()
    },
    setElsewhere(next) {
      elsewhere = next
      changed()
    },
    onServerMessage(message) {
      if (message.type === 'welcome') {
        known = message.recordings
        connect()
      } else if (message.type === 'error') onError(message.error, message.message)
      else takes[0]?.onServerMessage(message)
      leftover = leftover.filter(({ pendingMs }) => pendingMs > 0)
    },
    onConnection(next) {
      connection = next
      if (next !== 'open') for (const take of takes) take.onDisconnected()
      changed()
    },
    onFrame(samples) {
      if (!current) return
      current.add(samples)
      watch.frame(samples.length)
      changed()
    },
    onMicrophoneLevel({ rms, peak }) {
      if (phase === 'recording') watch.level(peak)
      for (const listener of levelListeners) listener(loudness(rms))
    },
    onMicrophoneLost() {
      deviceLost = true
      void pause()
    },
    markStorageFailed() {
      storageFailed = true
      changed()
    },
    async stop() {
      clearTimeout(releaseTimer)
      if (phase === 'recording') {
        await stopCapture()
        current?.want('paused')
        deps.onPaused()
      }
      watch.end()
      wakeLock.release()
      microphone.release()
      levelListeners.clear()
    },
  }
}

/** From -60 dB of full scale (0) to -10 dB (1): what a meter shows. */
function loudness(rms: number): number {
  const decibels = 20 * Math.log10(Math.max(rms, 1e-6))
  return Math.max(0, Math.min(1, (decibels + 60) / 50))
}

/** What is held of several takes of one consultation. */
function mergeStatements(a: RecordingStatement, b: RecordingStatement): RecordingStatement {
  return { ...b, complete: a.complete && b.complete, channels: [...a.channels, ...b.channels] }
}
