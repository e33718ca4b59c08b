/**
 * Everything that records in one mount, put together: microphone, remote side, takes, and which tab
 * speaks for them.
 */
import type { SessionInfo } from '../../core/contract/api.ts'
import type { ServerMessage } from '../../core/contract/channel.ts'
import type { AppDeps } from '../host/app-contract.ts'
import type { Catalogue } from '../locales/pt-BR.ts'
import { alarm } from '../services/alarm.ts'
import { hasCode } from '../services/api-client.ts'
import type { ChannelClient, ChannelStatus } from '../services/channel-client.ts'
import { indexedOutbox } from '../services/indexed-outbox.ts'
import { microphone } from '../services/microphone.ts'
import { consultationKey } from '../services/outbox.ts'
import type { Preferences } from '../services/preferences.ts'
import { soundFile } from '../services/sound-file.ts'
import { browserPause } from '../services/upload-retries.ts'
import { wakeLock } from '../services/wake-lock.ts'
import { sizeText } from '../text/figures.ts'
import { capture } from './capture.ts'
import { consentBar } from './consent.ts'
import type { ConsultationState } from './consultation.ts'
import { type MicrophoneTest, microphoneTest } from './microphone-test.ts'
import type { Notices } from './notices.ts'
import { type Ownership, ownership } from './ownership.ts'
import type { PanelPlace } from './panel-place.ts'
import { type RecorderState, recorderState } from './recorder.ts'
import { recordingQueue } from './recording-queue.ts'
import { type RemoteSound, remoteSound } from './remote-sound.ts'

/** What screens show of a recorder, and what a doctor asks of it. */
export type ShownRecorder = Pick<
  RecorderState,
  | 'phase'
  | 'fault'
  | 'elapsedMs'
  | 'connection'
  | 'storageFailed'
  | 'statements'
  | 'erasing'
  | 'start'
  | 'pause'
  | 'silence'
  | 'finish'
  | 'reset'
  | 'forgetErased'
> & {
  /** What to do after a no, where the page with the panel is not the one that asks. */
  readonly deniedSteps?: readonly string[]
  readonly length: Pick<RecorderState['length'], 'isLong' | 'hasStopped'>
  readonly capture: Pick<
    RecorderState['capture'],
    | 'devices'
    | 'deviceId'
    | 'released'
    | 'lost'
    | 'trouble'
    | 'changes'
    | 'chooseDevice'
    | 'refreshDevices'
    | 'onLevel'
  > & {
    goesOn: boolean
    readonly watch: Pick<
      RecorderState['capture']['watch'],
      'silent' | 'interruptedMs' | 'overloaded' | 'dismissInterruption'
    >
  }
  readonly takes: Pick<
    RecorderState['takes'],
    'pendingMs' | 'lostMs' | 'leftoverMs' | 'broken' | 'displaced' | 'discard' | 'goOnHere'
  >
}

export interface OpenRecording {
  readonly recorder: ShownRecorder
  readonly ownership: Ownership
  readonly remoteSound: RemoteSound
  readonly microphoneTest: MicrophoneTest
  /** Takes up what earlier pages left. */
  restore(): Promise<void>
  onMessage(message: ServerMessage): void
  onConnection(status: ChannelStatus): void
  /** A microphone is live, or asked for. */
  readonly isRecording: boolean
  /** Nobody sees the panel any more. @returns whether there was a recording to pause */
  pauseUnseen(): boolean
  /** Nothing is recorded any more; what can be sent in time is. */
  stop(limit: AbortSignal): Promise<void>
  close(): void
}

export interface RecordingDeps {
  t: Catalogue
  deps: Pick<AppDeps, 'base' | 'ids' | 'session' | 'publish' | 'workletUrl'>
  news: Pick<Notices, 'show' | 'announce'>
  preferences: Preferences
  consultation: Pick<ConsultationState, 'ehr' | 'refresh'>
  place: Pick<PanelPlace, 'pass' | 'forbidsRecording' | 'dismiss'>
  info(): SessionInfo | undefined
  channel(): ChannelClient | undefined
  changed(): void
  /** As of `remoteSound`. */
  shareTab?: Parameters<typeof remoteSound>[0]['ask']
}

const LOOK_AGAIN_MS = 50

export function openRecording(options: RecordingDeps): OpenRecording {
  const { t, deps, news, preferences, consultation, place, info, channel, changed } = options
  const { base, ids, session, publish, workletUrl } = deps
  const key = consultationKey(base, ids.doctorId, ids.patientId, ids.consultationId)
  const outbox = indexedOutbox(() => recorder.markStorageFailed())
  // Of the newest connection, until this tab speaks for the recordings.
  let unheard: ServerMessage[] = []

  const bell = alarm()
  const isRemote = () => consultation.ehr.type === 'TELEMEDICINE' || remote.source !== undefined
  const remote = remoteSound({
    changed,
    ask: options.shareTab,
    onTracks: (tracks) => sound.setRemote(tracks),
    onSharingEnded() {
      void recorder.pause()
      news.show(t.remoteSound.notices.sharing_ended.title, 'warning')
    },
  })
  const sound = capture({
    microphone: microphone({
      workletUrl,
      onFrame: (frame) => sound.onMicrophoneFrame(frame),
      onLevel: (level, remoteLevel) => sound.onMicrophoneLevel(level, remoteLevel),
      onLost: () => void recorder.onMicrophoneLost(),
      onMuted: (isMuted) => sound.onMicrophoneMuted(isMuted),
    }),
    preferences,
    wakeLock: wakeLock(),
    cancelEcho: isRemote,
    changed,
    onSamples: (samples, remoteSamples) =>
      place.pass(samples, () => recorder.onSamples(samples, remoteSamples)),
    onLoss: (loss) => recorder.onLoss(loss),
    onSwitchFailed: (fault) => news.show(t.microphone[fault].title, 'error'),
    onDead: () => void recorder.onMicrophoneDead(),
    onHeard: bell.end,
  })
  const takes = recordingQueue({
    consultationKey: key,
    outbox,
    channel,
    newId: () => crypto.randomUUID(),
    sendAsFile: soundFile({
      api: session.api,
      ehrId: () => consultation.ehr.id,
      retries: { now: Date.now, pause: browserPause },
      onErased: () => void recorder.forgetErased(),
      onRefusedInFront: (bytes) =>
        news.show(t.files.refusedInFront(sizeText(bytes, t.language)), 'error'),
    }),
    isCapturing: () => recorder.phase === 'recording',
    changed,
    onEmptied: () => recorder.onTakesEmptied(),
  })
  const recorder = recorderState({
    capture: sound,
    takes,
    isOurs: () => tab.known(),
    mayRecord: async () =>
      (await tab.known()) &&
      !place.forbidsRecording &&
      consentBar(consultation.ehr.consent.status, info()) === undefined,
    changed,
    onStarted() {
      test.stop()
      place.dismiss()
      bell.end()
      publish('svc.plugin.recorder.started')
      news.announce(t.recorder.announceStarted)
    },
    onPaused() {
      publish('svc.plugin.recorder.paused')
      news.announce(t.recorder.announcePaused)
    },
    onFinished() {
      bell.end()
      remote.stopSharing()
      news.announce(t.recorder.announceFinished)
    },
    onMicrophoneChanged({ to }) {
      bell.end()
      news.show(t.recording.goesOnWith(to), 'warning')
    },
    onUnheard: (paused) => bell.ring(paused ? t.recording.stoppedTitle : t.recording.unheardTitle),
    onRefused: (message) => news.show(message, 'error'),
    expectsRemote: isRemote,
    limits: () => info()?.recording,
    onLong: () => news.announce(t.recording.long),
    onStoppedByLimit: () => news.show(t.recording.stopped, 'warning'),
    erase,
    onEraseFailed: (error) =>
      news.show(
        hasCode(error, 'legal_hold') ? t.recording.eraseHeld : t.recording.eraseFailed,
        'error',
      ),
  })
  const test = microphoneTest({
    deviceId: () => sound.deviceId,
    cancelEcho: isRemote,
    onAllowed: () => void sound.refreshDevices(),
    changed,
  })
  const tab = ownership({
    name: `svc ${key}`,
    async takeUp(waited) {
      if (waited) await consultation.refresh().catch(() => {})
      await restore()
    },
    giveAway: recorder.handOver,
    changed,
    onOurs() {
      for (const message of unheard) recorder.onServerMessage(message)
      unheard = []
    },
  })

  async function erase(recordingId: string) {
    try {
      await session.api.request({ method: 'DELETE', path: `/recordings/${recordingId}` })
    } catch (error) {
      // It never reached the server, or is gone already.
      if (!hasCode(error, 'not_found')) throw error
    }
  }

  /** The tab that took over took the connection too; this one goes on reading. */
  async function readOn() {
    const isOurs = await tab.known()
    if (!isOurs && channel()?.status === 'taken_over') channel()?.reconnect()
  }

  function isLive(): boolean {
    return recorder.phase === 'recording' || recorder.phase === 'requesting'
  }

  async function restore() {
    const { recorded_ms, status } = consultation.ehr
    await recorder.restore({ recordedMs: recorded_ms, finished: status === 'finished' })
  }

  return {
    recorder,
    ownership: tab,
    remoteSound: remote,
    microphoneTest: test,
    restore,
    onMessage(message) {
      // Until this tab owns the consultation, another one speaks for its recordings.
      if (tab.isOurs) recorder.onServerMessage(message)
      else if (message.type === 'welcome') unheard = [message]
      else if (message.type === 'error') unheard.push(message)
    },
    onConnection(status) {
      recorder.onConnection(status)
      if (status === 'taken_over') void readOn()
    },
    get isRecording() {
      return isLive()
    },
    pauseUnseen() {
      const wasLive = isLive()
      test.stop()
      remote.stopSharing()
      void recorder.silence()
      return wasLive
    },
    async stop(limit) {
      test.stop()
      await recorder.stop()
      // What is confirmed now needs no second visit; the rest waits in this browser.
      while (takes.pendingMs > 0 && channel()?.status === 'open' && !limit.aborted)
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
      await outbox.settled()
    },
    close() {
      bell.end()
      remote.close()
      takes.close()
      tab.release()
      outbox.close()
    },
  }
}
