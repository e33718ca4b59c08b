import { isAppError } from '../errors.ts'
import type { Job } from '../job/ports.ts'
import type { AudioReader, RecordingInfo } from '../recording/ports.ts'
import { channelScan } from './channel-scan.ts'
import { hearWindow } from './hear-window.ts'
import type { LivePass, Utterances } from './live-pass.ts'
import { windowPacker } from './pack-utterances.ts'
import {
  engineUnavailable,
  type PlacedPiece,
  type SpeechEngine,
  type Transcriber,
  type TranscriptSegment,
  type TranscriptStore,
  type Utterance,
  type VoiceActivityDetector,
} from './ports.ts'
import { packsUtterances, type RecallLive, type RecognizeUnit } from './recognize-unit.ts'
import { finalPieces } from './second-look.ts'

export interface FinalPassDeps {
  audio: AudioReader
  openVad: () => VoiceActivityDetector
  engine: Pick<SpeechEngine, 'transcriber'>
  recognize: RecognizeUnit
  recallLive: RecallLive
  store: Pick<TranscriptStore, 'putLive' | 'replaceWithFinal' | 'listSegments'>
  owner: string
  /**
   * The live pass of this recording in this process, if there was one: it knows the utterances
   * already.
   */
  livePassOf(recordingId: string): LivePass | undefined
  /** 0 to 1. */
  onProgress(recording: RecordingInfo, progress: number): void
  onSegments(consultationId: string, segments: TranscriptSegment[]): void
}

interface Window {
  channel: number
  utterances: Utterance[]
}

/**
 * The job `transcription.final`: every window of the whole recording, those known already from the
 * live pass included, then the final text in place of the live one, in the same transaction as the
 * job's end.
 * @throws {AppError} `engine_unavailable`, `engine_crashed`; `signal.reason` when aborted
 */
export function finalPass(deps: FinalPassDeps): (job: Job, signal: AbortSignal) => Promise<void> {
  const { audio, openVad, engine, recognize, recallLive, store, owner, livePassOf } = deps
  const { onProgress, onSegments } = deps

  /**
   * In order of time, as they are found: the detector works on the next while one is recognized.
   */
  async function* findWindows(
    recording: RecordingInfo,
    transcriber: Transcriber,
    signal: AbortSignal,
  ) {
    const { maxUtteranceMs } = transcriber
    // Asked for each window: an engine may turn out to give no times.
    const maxMs = () => (packsUtterances(transcriber) ? maxUtteranceMs : 0)
    const positions = await audio.positions(recording.id)
    const totals = new Map(positions.map(({ channel, next_offset }) => [channel, next_offset]))
    const heard = await livePassOf(recording.id)?.complete(totals, maxUtteranceMs, signal)
    if (heard) {
      yield* packed(heard, maxMs)
      return
    }
    const scans = [...totals].map(([channel, total]) => ({
      channel,
      total,
      packer: windowPacker(maxMs),
      isOver: false,
      scan: channelScan({ audio, openVad, recordingId: recording.id, channel, maxUtteranceMs }),
    }))
    try {
      for (let upTo = STEP_SAMPLES; scans.some(({ isOver }) => !isOver); upTo += STEP_SAMPLES) {
        for (const one of scans.filter(({ isOver }) => !isOver)) {
          const { channel, total, packer, scan } = one
          const found = await scan.advance(Math.min(upTo, total), signal)
          one.isOver = upTo >= total
          if (one.isOver) found.push(...scan.end(total))
          const full = found.map((utterance) => packer.add(utterance))
          if (one.isOver) full.push(packer.end())
          for (const utterances of full) if (utterances) yield { channel, utterances }
        }
      }
    } finally {
      for (const { scan } of scans) scan.dispose()
    }
  }

  return async (job, signal) => {
    const recording = await audio.getRecording(job.recordingId)
    const { id: recordingId, consultationId, startMs } = recording
    const transcriber = engine.transcriber()
    if (!transcriber) throw engineUnavailable()
    // A recording that was uploaded has no live text yet: it is shown as it comes.
    const earlier = await store.listSegments(consultationId)
    const isFresh = earlier.every((segment) => segment.recordingId !== recordingId)
    const totalSamples = await longestChannel(recordingId)

    const pieces: PlacedPiece[] = []
    const windows = findWindows(recording, transcriber, signal)
    for await (const window of oneAhead(begin(windows, recording, signal))) {
      const { channel, utterances, texts } = window
      const placed = (await texts).flatMap((text) => finalPieces(text, startMs, channel))
      pieces.push(...placed)
      if (isFresh && placed.length > 0) {
        const fromSample = utterances[0]?.from ?? 0
        const at = { consultationId, recordingId, channel, fromSample, job: { id: job.id, owner } }
        onSegments(consultationId, (await store.putLive(at, placed)).segments)
      }
      onProgress(recording, Math.min(1, (utterances.at(-1)?.to ?? 0) / totalSamples))
    }
    signal.throwIfAborted()
    await store.replaceWithFinal({ id: job.id, owner }, { id: recordingId, consultationId }, pieces)
  }

  /**
   * Each window with its recognition under way, so that the engine has work while an earlier answer
   * is written down.
   */
  async function* begin(
    windows: AsyncIterable<Window>,
    { id: recordingId, consultationId }: RecordingInfo,
    signal: AbortSignal,
  ) {
    const hear = hearWindow({
      recognize: (unit, how) => insist(() => recognize(unit, how)),
      recallLive,
    })
    // One after the other: what is spent on second looks is counted over the whole recording.
    let before: Promise<unknown> = Promise.resolve()
    for await (const window of windows) {
      const texts = before.then(() => hear({ recordingId, consultationId, ...window }, signal))
      before = texts.catch(() => {})
      yield { ...window, texts }
    }
  }

  async function longestChannel(recordingId: string): Promise<number> {
    const positions = await audio.positions(recordingId)
    return Math.max(1, ...positions.map(({ next_offset }) => next_offset))
  }
}

/** Twenty seconds of sound between two looks for full windows. */
const STEP_SAMPLES = 320_000

/** Asks for the next item before the one at hand is worked on. */
async function* oneAhead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let upcoming = items.next()
  try {
    for (;;) {
      const { done, value } = await upcoming
      if (done) return
      upcoming = items.next()
      // Its failure is told when its turn comes.
      upcoming.catch(() => {})
      yield value
    }
  } finally {
    await items.return(undefined)
  }
}

/**
 * A crash takes the engine a moment to mend, not the whole job back to the queue; a sound that
 * always crashes it does.
 */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let crashes = 1; ; crashes++) {
    try {
      return await work()
    } catch (error) {
      const crashed = isAppError(error) && error.code === 'engine_crashed'
      if (!crashed || crashes >= MAX_CRASHES) throw error
    }
  }
}

const MAX_CRASHES = 3

/** In order of time over all channels, so that what is shown grows from the beginning. */
function packed(utterances: Utterances, maxMs: () => number): Window[] {
  const windows: Window[] = []
  for (const [channel, ranges] of utterances) {
    const packer = windowPacker(maxMs)
    const full = [...ranges.map((range) => packer.add(range)), packer.end()]
    for (const window of full) if (window) windows.push({ channel, utterances: window })
  }
  return windows.sort((a, b) => (a.utterances[0]?.from ?? 0) - (b.utterances[0]?.from ?? 0))
}
