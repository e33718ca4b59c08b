/**
 * The recorder as the doctor knows it (SPEC-GAPS 2.4); which phase follows which is one table
 * (recorder-phases.ts). Labels follow what really happens, not the click. The microphone is
 * capture.ts, the sound's way to the server recording-queue.ts.
 */
import type { RecordingStatement, ServerMessage } from '../../core/contract/channel.ts'
import type { ChannelStatus } from '../services/channel-client.ts'
import type { MicrophoneFault } from '../services/open-input.ts'
import type { InputChange } from '../services/outbox.ts'
import type { Loss } from '../services/take.ts'
import type { Capture } from './capture.ts'
import { erasure } from './erasure.ts'
import { type LongRecording, longRecording } from './long-recording.ts'
import { type RecorderPhase, recorderPhases } from './recorder-phases.ts'
import type { RecordingQueue } from './recording-queue.ts'
import { startAttempts } from './start-attempts.ts'

export interface RecorderState {
  readonly phase: RecorderPhase
  /** Why it is `blocked`. */
  readonly fault: MicrophoneFault | undefined
  /** Recorded time of the whole consultation; frozen while paused. */
  elapsedMs(): number
  readonly connection: ChannelStatus
  /** Local storage does not work here: unsent sound lives in memory only. */
  readonly storageFailed: boolean
  /** Statements of everything this page finished. */
  readonly statements: readonly RecordingStatement[]
  readonly length: LongRecording
  /** The server is being asked to erase what was recorded. */
  readonly erasing: boolean
  readonly capture: Capture
  readonly takes: RecordingQueue
  start(): Promise<void>
  pause(): Promise<void>
  /** Pauses and lets go of the microphone at once: the patient said no. */
  silence(): Promise<void>
  finish(): Promise<void>
  /**
   * Pauses and sets the timer to zero; what was recorded stays on the server, unless it is to be
   * erased with its text.
   */
  reset(options?: { erase: boolean }): Promise<void>
  /** Another tab takes the recorder over: everything is in the outbox when this resolves. */
  handOver(): Promise<void>
  /** Takes up what earlier pages left. */
  restore(options: { recordedMs: number; finished: boolean }): Promise<void>
  onServerMessage(message: ServerMessage): void
  onConnection(status: ChannelStatus): void
  onSamples(samples: Int16Array, remote: Int16Array | undefined): void
  onLoss(loss: Loss): void
  onMicrophoneLost(): Promise<void>
  /** It is there, and gives nothing. */
  onMicrophoneDead(): Promise<void>
  /** Every take has its statement. */
  onTakesEmptied(): void
  /**
   * The consultation was erased: nothing starts after it, and nothing of it stays in this browser.
   */
  forgetErased(): Promise<void>
  markStorageFailed(): void
  /** Stops the sound and waits for the last samples to be queued; nothing starts after it. */
  stop(): Promise<void>
}

interface Deps {
  capture: Capture
  takes: RecordingQueue
  /** Whether this tab may record here, as soon as that is known. */
  mayRecord(): Promise<boolean>
  /**
   * Whether this tab speaks for what was recorded, as soon as that is known: what another tab has
   * is not this one's to end.
   */
  isOurs(): Promise<boolean>
  changed(): void
  onStarted(): void
  onPaused(): void
  onFinished(): void
  onRefused(message: string): void
  /** Remote sound may come: the recording gets a channel for it. */
  expectsRemote(): boolean
  limits: Parameters<typeof longRecording>[0]['limits']
  onLong(): void
  onStoppedByLimit(): void
  /** Another microphone goes on. */
  onMicrophoneChanged(change: InputChange): void
  /** Nothing is heard, and no other microphone is to be had; `paused` when that ended the sound. */
  onUnheard(paused: boolean): void
  /** Erases one recording on the server, with its text. @throws when it could not */
  erase(recordingId: string): Promise<void>
  onEraseFailed(error: unknown): void
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
  'draining',
  'recording_conflict',
  'recording_too_long',
  'sound_quota_exceeded',
])

export function recorderState(deps: Deps): RecorderState {
  const { capture, takes, changed } = deps
  const phases = recorderPhases({ hasSound: () => takes.recordedMs > 0, changed })
  const starts = startAttempts()
  let fault: MicrophoneFault | undefined
  let connection: ChannelStatus = 'connecting'
  let storageFailed = false
  let stopping: Promise<void> | undefined
  let halting: Promise<void> | undefined
  let forgetting: Promise<void> | undefined
  const length = longRecording(deps)
  const erased = erasure(deps)

  async function start() {
    if (starts.isOver || !phases.go('asked')) return
    const isWanted = starts.begin()
    const refusal = await prepare(isWanted)
    if (!isWanted()) return
    fault = refusal === 'released' || refusal === 'not_ours' ? undefined : refusal
    if (refusal) return void phases.go(fault ? 'refused' : 'withdrawn')
    const take = takes.open(deps.expectsRemote() ? 2 : 1)
    take.want('recording')
    capture.start(take.channels)
    length.begin()
    phases.go('granted')
    deps.onStarted()
  }

  /**
   * It may be closed meanwhile, or the patient say no: then the microphone is neither asked for nor
   * kept.
   */
  async function prepare(
    isWanted: () => boolean,
  ): Promise<MicrophoneFault | 'released' | 'not_ours' | undefined> {
    if (!(await deps.mayRecord())) return 'not_ours'
    if (!isWanted()) return 'released'
    if (!capture.isReady) {
      const refusal = await capture.open()
      if (refusal) return refusal
    }
    if (await deps.mayRecord()) return undefined
    if (isWanted()) capture.release()
    return 'not_ours'
  }

  /** A start that is under way no longer counts. */
  function withdraw() {
    starts.withdraw()
    phases.go('withdrawn')
  }

  /**
   * The end of the sound. Whoever asks for it while the last samples come shares the wait. It is
   * told when the samples are stored, and what was wanted of them: a host that hears it may leave
   * the page.
   */
  function halt(wish: 'paused' | 'finished' = 'paused'): Promise<void> {
    if (halting) return halting
    stopping = capture.stop()
    halting = stopping
      .then(() => {
        takes.current?.want(wish)
        return takes.stored()
      })
      .then(deps.onPaused)
      .finally(() => {
        halting = stopping = undefined
      })
    return halting
  }

  async function pause() {
    if (phases.now !== 'recording') return
    await halt()
    if (!phases.takes('halted')) return
    // Of one that another computer ended meanwhile, the one behind it.
    takes.current?.want('paused')
    phases.go('halted')
    capture.releaseLater()
  }

  /** Whoever stopped the sound meanwhile had the last word. */
  async function goesOn(): Promise<boolean> {
    const isSame = starts.same()
    const change = await capture.goOn()
    if (phases.now !== 'recording' || !isSame()) return true
    if (change) {
      takes.note(change)
      deps.onMicrophoneChanged(change)
    }
    return change !== undefined
  }

  async function stopUnheard() {
    await pause()
    if (phases.now !== 'paused') return
    capture.release()
    deps.onUnheard(true)
  }

  async function finish() {
    if (phases.now !== 'recording' && !(await deps.isOurs())) return
    // It may have begun meanwhile.
    if (phases.now === 'recording') await halt('finished')
    if (!phases.takes('ended')) return
    capture.release()
    phases.go('ended')
    takes.finish()
    if (takes.isEmpty) onTakesEmptied()
  }

  function onTakesEmptied() {
    if (phases.go('emptied')) deps.onFinished()
  }

  /** What is resumed is another recording: the server takes no more of this one. */
  async function stopByLimit() {
    await pause()
    takes.setAside()
    deps.onStoppedByLimit()
  }

  function onError(code: string, message: string) {
    if (code === 'recording_finished') return takes.onEnded()
    if (SAID_BY_THE_CHANNEL.has(code)) return
    // What was on its way to a recording that was erased.
    if (code === 'not_found' && erased.wasAsked) return
    if (code === 'consultation_erased') {
      // It is said for every frame that was on its way.
      if (!forgetting) deps.onRefused(message)
      return void forgetErased()
    }
    if (STOPPING.has(code)) void pause()
    deps.onRefused(message)
  }

  /**
   * An administrator erased the consultation: nothing is recorded for it any more, and what this
   * browser holds of it goes too.
   */
  function forgetErased(): Promise<void> {
    forgetting ??= (async () => {
      starts.end()
      if (phases.now === 'recording') await halt()
      capture.release()
      await takes.discardAll()
      phases.go('erased')
    })()
    return forgetting
  }

  return {
    get phase() {
      return phases.now
    },
    get fault() {
      return fault
    },
    elapsedMs: () => takes.recordedMs,
    get connection() {
      return connection
    },
    get storageFailed() {
      return storageFailed
    },
    get statements() {
      return takes.statements
    },
    length,
    get erasing() {
      return erased.isRunning
    },
    capture,
    takes,
    start,
    pause,
    async silence() {
      withdraw()
      const pausing = pause()
      // The patient's no waits for the last samples, never for a slow disk.
      await stopping
      capture.release()
      await pausing
      capture.release()
    },
    finish,
    async reset({ erase } = { erase: false }) {
      if (phases.now !== 'recording' && !(await deps.isOurs())) return
      await pause()
      if (phases.now !== 'paused') return
      if (!erase) {
        takes.zero()
        return changed()
      }
      await erased.run()
      phases.go('soundErased')
    },
    async handOver() {
      withdraw()
      await pause()
      capture.release()
      await takes.handOver()
    },
    async restore({ recordedMs, finished }) {
      await takes.restore(recordedMs)
      capture.recall(takes.changes)
      // It records, or waits for the browser: `start` goes on with what is known now.
      if (!phases.takes('foundSound')) return
      if (takes.brokeOffAt !== undefined)
        capture.watch.noteInterruption(Date.now() - takes.brokeOffAt)
      if (takes.isEnding) phases.go('foundEnding')
      else phases.go(finished && !takes.current ? 'foundFinished' : 'foundSound')
    },
    onServerMessage(message) {
      if (message.type === 'welcome') takes.onWelcome(message.recordings)
      else if (message.type === 'error') onError(message.error, message.message)
      else takes.onMessage(message)
    },
    onConnection(next) {
      connection = next
      takes.onConnection(next === 'open')
      changed()
    },
    onSamples(samples, remote) {
      takes.add(samples, remote)
      if (phases.now === 'recording' && length.note(takes.current?.recordedMs ?? 0))
        void stopByLimit()
    },
    onLoss: takes.lose,
    async onMicrophoneLost() {
      capture.markLost()
      // The doctor may have chosen one meanwhile.
      if (phases.now === 'recording' && !(await goesOn()) && capture.lost) await stopUnheard()
    },
    async onMicrophoneDead() {
      if (phases.now === 'recording' && !(await goesOn())) deps.onUnheard(false)
    },
    onTakesEmptied,
    forgetErased,
    markStorageFailed() {
      storageFailed = true
      changed()
    },
    async stop() {
      starts.end()
      phases.go('withdrawn')
      await pause()
      capture.close()
    },
  }
}
