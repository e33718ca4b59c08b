/**
 * Transcription as the rest of the product sees it: it is told of sound by the recorder, answers
 * with the transcript and its state, and tells the consultation's watchers what changes.
 *
 * Each recording has a row in the job queue from its first sample on (`open`), which is queued when
 * it ends; the job writes the final text once, whatever happens to this process in between (DESIGN
 * §5.2).
 */

import type { ConsultationFeed } from '../consultation/feed.ts'
import type { SpeechStatus } from '../contract/api.ts'
import type { TranscriptionStatus } from '../contract/channel.ts'
import type { ComputeGate } from '../engine/compute-gate.ts'
import type { ShareOf } from '../engine/fair-shares.ts'
import { isAppError } from '../errors.ts'
import { jobRunner } from '../job/job-runner.ts'
import type { JobStore } from '../job/ports.ts'
import type { Log } from '../log.ts'
import { keyedQueue } from '../recording/keyed-queue.ts'
import type { AudioReader, RecordingInfo, RecordingListener } from '../recording/ports.ts'
import { type CorrectSegment, correctSegment } from './correct-segment.ts'
import { finalPass } from './final-pass.ts'
import { type LivePass, livePass } from './live-pass.ts'
import type { NamePieces } from './misheard/name-pieces.ts'
import type {
  SpeechEngine,
  SpeechService,
  TranscriptSegment,
  TranscriptStore,
  VoiceActivityDetector,
} from './ports.ts'
import { type PresentWhole, presentTranscript } from './present-segment.ts'
import { recallLive, recognizeUnit } from './recognize-unit.ts'
import { settledText } from './settled-text.ts'
import { speakersByChannel } from './speakers.ts'
import { withoutSpeechCounter } from './speech-use.ts'
import { throttleById } from './throttle-by-id.ts'
import { transcriptionState } from './transcription-state.ts'
import { countNotUnderstood } from './understood-segments.ts'

export interface TranscriptionServiceDeps {
  engine: SpeechEngine
  openVad: () => VoiceActivityDetector
  audio: AudioReader
  store: TranscriptStore
  jobs: JobStore
  feed: ConsultationFeed
  gate: ComputeGate
  /** Under which leases are held; unique per process. */
  owner: string
  /** Whether a lease's holder is known to be dead. */
  isOwnerGone: (owner: string) => boolean
  /** Whether this server writes it; every recording unless given. */
  isOurs?: (recordingId: string) => boolean
  /** pt-BR unless the organization says otherwise. */
  languageOf?: (consultationId: string) => Promise<string>
  /** Whose turn it is: the recognizer's are shared over doctors and visits. */
  shareOf?: ShareOf | undefined
  /** Writes names and words where they were misheard (`misheard`); as heard unless given. */
  namePieces?: NamePieces
  /** In this thread unless given. */
  present?: PresentWhole
  now?: () => Date
  log: Log
}

export interface TranscriptionService extends RecordingListener, SpeechService {
  /**
   * Takes up what an earlier process left: leases of the dead, recordings that go on, finished ones
   * without a text.
   */
  start(): Promise<void>
  close(): Promise<void>
  transcript(consultationId: string): Promise<WholeTranscript>
  /**
   * What stands for good of it, in order: the final text, and of a recording that goes on what is
   * heard of it already.
   * @returns `goesOn`: more will come. Ids of segments that are not stored yet are not those they
   * will have
   */
  settled(consultationId: string): Promise<{ segments: TranscriptSegment[]; goesOn: boolean }>
  transcriptionStatus(consultationId: string): Promise<TranscriptionStatus>
  correctSegment: CorrectSegment
  /** Another server changed its text: reports it to those who watch here. */
  changedElsewhere(consultationId: string, watchers: Pick<ConsultationFeed, 'publish'>): void
  /** Jobs may have been set free by the end of another server. */
  wake(): void
  /** Final texts go back to the queue, for another server; what is heard live goes on. */
  giveUpJobs(): Promise<void>
}

interface WholeTranscript {
  segments: TranscriptSegment[]
  /** All work on it is done. */
  finished: boolean
  /** Recordings that have sound and gave no word, once it is finished. */
  withoutSpeech: number
}

const KIND = 'transcription.final'
/** They take turns at the recognizer; each holds a window of sound and its neighbour. */
const AT_ONCE = 12
/** How often a consultation's status goes out while work goes on. */
const STATUS_EVERY_MS = 1000

export function transcriptionService(deps: TranscriptionServiceDeps): TranscriptionService {
  const { engine, openVad, audio, jobs, feed, gate, owner, isOwnerGone, log } = deps
  const { languageOf = async () => 'pt-BR', now = () => new Date() } = deps
  const { isOurs = () => true } = deps
  const store = deps.namePieces ? withNames(deps.store, deps.namePieces) : deps.store
  const present: PresentWhole = deps.present ?? (async (_, segments) => presentTranscript(segments))
  const nameSpeakers = speakersByChannel(audio)
  const countWithoutSpeech = withoutSpeechCounter(audio)
  const telling = keyedQueue()
  const passes = new Map<string, LivePass>()
  const progress = new Map<string, number>()
  const background = new Set<Promise<unknown>>()
  const { shareOf } = deps
  const recognize = recognizeUnit({ engine, audio, store, gate, languageOf, shareOf, log })
  const recall = recallLive({ engine, store })
  let unsubscribe = () => {}
  let closed = false

  const perform = finalPass({
    audio,
    openVad,
    engine,
    recognize,
    recallLive: recall,
    store,
    owner,
    livePassOf: (recordingId) => passes.get(recordingId),
    onProgress(recording, share) {
      progress.set(recording.id, share)
      status.changed(recording.consultationId)
    },
    onSegments: (consultationId, segments) => inBackground(tell(consultationId, segments)),
  })

  const runner = jobRunner({
    jobs,
    kind: KIND,
    owner,
    log,
    concurrency: AT_ONCE,
    perDoctor: 2,
    async perform(job, signal) {
      await perform(job, signal)
      await dropPass(job.recordingId)
      await tellReplaced(job.consultationId)
    },
    onFailed: ({ recordingId }) => dropPass(recordingId),
    onChange: ({ consultationId }) => status.flush(consultationId),
  })

  function passOf(recording: RecordingInfo): LivePass {
    const existing = passes.get(recording.id)
    if (existing) return existing
    const { id: recordingId, consultationId } = recording
    const pass = livePass(recording, {
      audio,
      openVad,
      engine,
      recognize,
      recallLive: recall,
      gate,
      store,
      log,
      onSegments(segments, removed) {
        inBackground(removed ? tellReplaced(consultationId) : tell(consultationId, segments))
      },
      onProgress: () => status.changed(consultationId),
    })
    passes.set(recordingId, pass)
    inBackground(jobs.ensure({ kind: KIND, consultationId, recordingId }, 'open'))
    return pass
  }

  async function dropPass(recordingId: string) {
    progress.delete(recordingId)
    const pass = passes.get(recordingId)
    passes.delete(recordingId)
    await pass?.stop()
  }

  /** Ends its work and removes what was written. */
  async function forget(recordingId: string) {
    runner.cancel((job) => job.recordingId === recordingId)
    await dropPass(recordingId)
    await jobs.deleteOfRecording(recordingId)
    await store.deleteRecording(recordingId)
  }

  /**
   * One after the other: older news never overtakes newer, and what is read here is told before
   * anything changes again.
   */
  function tell(consultationId: string, news: readonly TranscriptSegment[]) {
    return telling(consultationId, async () => {
      const segments = presentTranscript(await nameSpeakers(news), { isPart: true })
      feed.publish(consultationId, { type: 'transcription.segments', segments })
    })
  }

  function tellReplaced(consultationId: string, to: Pick<ConsultationFeed, 'publish'> = feed) {
    return telling(consultationId, async () => {
      const all = await nameSpeakers(await store.listSegments(consultationId))
      const segments = await present(consultationId, all)
      to.publish(consultationId, { type: 'transcription.replaced', segments })
    })
  }

  async function statusOf(consultationId: string): Promise<TranscriptionStatus> {
    const own = [...passes.values()].filter(
      ({ recording }) => recording.consultationId === consultationId,
    )
    const rows = await jobs.listOfConsultation(consultationId)
    const now = transcriptionState(rows, own, engine.status(), (id) => progress.get(id))
    if (now.state !== 'complete') return now
    const segments = await store.listSegments(consultationId)
    const not_understood = countNotUnderstood(segments)
    const without_speech = await countWithoutSpeech(rows, segments)
    if (not_understood.segments + without_speech === 0) return now
    return { ...now, state: 'incomplete', not_understood, without_speech }
  }

  const status = throttleById(STATUS_EVERY_MS, (consultationId) => {
    inBackground(
      statusOf(consultationId).then((now) =>
        feed.publish(consultationId, { type: 'transcription.status', ...now }),
      ),
    )
  })

  function onEngineChange() {
    feed.broadcast({ type: 'speech.status', ...engine.status() })
    if (!engine.transcriber()) return
    for (const pass of passes.values()) pass.wake()
    inBackground(jobs.resumeWaiting(KIND).then(() => runner.wake()))
  }

  /** Work nobody waits for: its failure is ours to log, and `close` waits for it. */
  function inBackground(work: Promise<unknown>): void {
    const ended = work
      .catch((err: unknown) => {
        if (!closed) log.error('speech.background_failed', { err })
      })
      .finally(() => background.delete(ended))
    background.add(ended)
  }

  /**
   * A recording that was going on when the process died: its sound is read from the beginning,
   * nothing is asked twice.
   */
  async function takeUp(recordingId: string) {
    try {
      const recording = await audio.getRecording(recordingId)
      if (recording.state === 'finished') return queue(recording)
      if (!isOurs(recordingId)) return
      const pass = passOf(recording)
      for (const { channel, next_offset } of await audio.positions(recordingId)) {
        if (next_offset > 0) pass.heard(channel, next_offset)
      }
    } catch (error) {
      if (isAppError(error) && error.kind === 'not-found')
        return jobs.deleteOfRecording(recordingId)
      // One that cannot be read now keeps neither the others nor the service from their start.
      log.error('speech.not_taken_up', { recordingId, err: error })
    }
  }

  async function queue({ id: recordingId, consultationId }: RecordingInfo) {
    await jobs.ensure({ kind: KIND, consultationId, recordingId }, 'queued')
    status.flush(consultationId)
    runner.wake()
  }

  /** Its client goes on with it here: what was heard elsewhere is read, nothing is asked twice. */
  async function takeOver(recordingId: string) {
    const positions = await audio.positions(recordingId)
    if (positions.some(({ next_offset }) => next_offset > 0)) await takeUp(recordingId)
  }

  async function seeElsewhere(consultationId: string, watchers: Pick<ConsultationFeed, 'publish'>) {
    for (const job of await jobs.listOfConsultation(consultationId))
      if (job.state === 'done') await dropPass(job.recordingId)
    await tellReplaced(consultationId, watchers)
    const now = await statusOf(consultationId)
    watchers.publish(consultationId, { type: 'transcription.status', ...now })
  }

  return {
    onAudio(recording, channel, heldSamples) {
      if (closed || recording.state === 'finished') return
      passOf(recording).heard(channel, heldSamples)
    },
    onPaused(recording) {
      passes.get(recording.id)?.paused()
    },
    onTaken: ({ id }) => inBackground(takeOver(id)),
    onLost: dropPass,
    changedElsewhere: (...change) => inBackground(seeElsewhere(...change)),
    wake: () => runner.wake(),
    giveUpJobs: () => runner.close(),
    async onFinished(recording) {
      if (closed) throw new Error('transcription is closed')
      await queue(recording)
    },
    async onRemoved({ id, consultationId }) {
      await forget(id)
      await tellReplaced(consultationId)
      status.flush(consultationId)
    },
    status: (): SpeechStatus => engine.status(),

    async start() {
      const released = await jobs.releaseLeasesOf(isOwnerGone)
      if (released > 0) log.info('job.leases_released', { released })
      unsubscribe = engine.onChange(onEngineChange)
      for (const { recordingId } of await jobs.listByState(KIND, 'open')) await takeUp(recordingId)
      runner.start()
    },
    async close() {
      closed = true
      unsubscribe()
      status.close()
      // At once: a job that lost its live pass before it heard of the end would count that as a
      // failure.
      await Promise.all([runner.close(), ...[...passes.keys()].map(dropPass)])
      await Promise.all(background)
    },
    async transcript(consultationId) {
      // In this order: what is finished now cannot be followed by segments from before.
      const rows = await jobs.listOfConsultation(consultationId)
      const segments = await nameSpeakers(await store.listSegments(consultationId))
      const finished = rows.length > 0 && rows.every(({ state }) => state === 'done')
      const withoutSpeech = finished ? await countWithoutSpeech(rows, segments) : 0
      return { segments, finished, withoutSpeech }
    },
    settled: settledText({
      store,
      nameSpeakers,
      namePieces: deps.namePieces,
      passes: (consultationId) =>
        [...passes.values()].filter((one) => one.recording.consultationId === consultationId),
    }),
    transcriptionStatus: statusOf,
    correctSegment: correctSegment({
      store,
      nameSpeakers,
      async tell(consultationId, segments) {
        await tell(consultationId, segments)
        // What was not understood may be complete now.
        status.flush(consultationId)
      },
      now,
    }),
  }
}

/**
 * Every text that is shown goes through it once, live and final; what the recognizer answered is
 * kept as it was.
 */
function withNames(store: TranscriptStore, namePieces: NamePieces): TranscriptStore {
  return {
    ...store,
    async putLive(at, pieces) {
      return store.putLive(at, await namePieces(at.consultationId, pieces))
    },
    async replaceWithFinal(job, recording, pieces) {
      const named = await namePieces(recording.consultationId, pieces)
      return store.replaceWithFinal(job, recording, named)
    },
  }
}
