/**
 * The live transcript of one recording: reads what is on disk, cuts it into utterances and has each recognized
 * as soon as it closes. Everything it produces is durable at once; nothing is lost with the process, because
 * a second pass over the same sound finds the same utterances and their recognitions in the store.
 *
 * What the final pass will ask for is asked ahead, behind all live work, so that little is left to do when the visit ends: full
 * windows of models that pack utterances, and second looks at what was understood badly.
 */
import { isAppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { AudioReader, RecordingInfo } from '../recording/ports.ts'
import { type ChannelScan, channelScan } from './channel-scan.ts'
import { placePieces, type WindowPacker, windowPacker } from './pack-utterances.ts'
import type {
  SampleRange,
  SpeechEngine,
  TranscriptSegment,
  TranscriptStore,
  VoiceActivityDetector,
} from './ports.ts'
import { contextOf, kept, packsUtterances, type RecognizeUnit } from './recognize-unit.ts'
import { secondLook } from './second-look.ts'

export interface LivePass {
  readonly recording: RecordingInfo
  heard(channel: number, heldSamples: number): void
  /** The doctor paused: what was begun is shown as it stands. */
  paused(): void
  /** There is news of the engine. */
  wake(): void
  /** Speech heard but not yet transcribed, in ms. */
  behindMs(): number
  /** Utterances waiting for the recognizer. */
  pending(): number
  /**
   * Reads to the end. @returns all utterances per channel for the final pass, or null when they were not cut, or for
   * another recognizer, and must be found again. @throws `signal.reason` when aborted
   */
  complete(
    totals: ReadonlyMap<number, number>,
    maxUtteranceMs: number,
    signal: AbortSignal,
  ): Promise<Utterances | null>
  /** Ends it; nothing more is stored or told. */
  stop(): Promise<void>
}

/** Utterances of each channel, in order. */
export type Utterances = ReadonlyMap<number, readonly SampleRange[]>

export interface LivePassDeps {
  audio: Pick<AudioReader, 'read'>
  openVad: () => VoiceActivityDetector
  engine: Pick<SpeechEngine, 'transcriber'>
  recognize: RecognizeUnit
  store: Pick<TranscriptStore, 'putLive'>
  log: Log
  onSegments(segments: TranscriptSegment[], removed: boolean): void
  onProgress(): void
}

interface Channel {
  held: number
  scan: ChannelScan
  packer: WindowPacker
  utterances: SampleRange[]
}

interface Unit {
  channel: number
  range: SampleRange
  crashes: number
}

const RETRY_MS = 2000
const MAX_CRASHES = 3

export function livePass(recording: RecordingInfo, deps: LivePassDeps): LivePass {
  const { audio, openVad, engine, recognize, store, log, onSegments, onProgress } = deps
  const stopped = new AbortController()
  const { signal } = stopped
  const { improve } = secondLook({ recognize })
  /** Known before there is an engine: how much each channel holds. */
  const held = new Map<number, number>()
  const channels = new Map<number, Channel>()
  const waiting: Unit[] = []
  let maxMs: number | null = null
  let packing = false
  let ended = false
  let pauseAsked = false
  let running: Promise<void> | null = null
  let again = false
  /** Set while a failure cools down: new sound does not bring the next try forward. */
  let retry: ReturnType<typeof setTimeout> | null = null
  /** What the final pass will ask for, worked on while nothing live waits. */
  const due: { channel: number; ranges: SampleRange[] }[] = []
  let preparing: Promise<void> | null = null
  /** What was said last, live and in the windows for the final pass: the next is understood by it. */
  let lastShown = ''
  let lastPrepared = ''

  function wake() {
    if (signal.aborted || ended) return
    if (running) {
      again = true
      return
    }
    if (retry) return
    running = pump()
      .catch((error: unknown) => {
        if (signal.aborted) return
        if (!isAppError(error))
          log.error('speech.live_failed', { recordingId: recording.id, err: error })
        retry = setTimeout(coolAndWake, RETRY_MS)
        retry.unref?.()
      })
      .finally(() => {
        running = null
        if (!again) return
        again = false
        wake()
      })
  }

  function coolAndWake() {
    if (retry) clearTimeout(retry)
    retry = null
    wake()
  }

  async function pump() {
    while (!signal.aborted) {
      await scanAll(signal)
      onProgress()
      const unit = waiting[0]
      // Once it ended, only what the final pass will not ask for again anyway is still worth its time.
      if (!unit || !engine.transcriber() || (ended && packing)) break
      await transcribe(unit)
    }
    if (pauseAsked) await showOpen()
    prepareWindows()
    onProgress()
  }

  /** Cuts what is on disk, as soon as it is known for which recognizer. */
  async function scanAll(stop: AbortSignal) {
    const transcriber = engine.transcriber()
    if (maxMs === null) {
      if (!transcriber) return
      maxMs = transcriber.maxUtteranceMs
      packing = packsUtterances(transcriber)
    }
    for (const [number, samples] of [...held].sort(([a], [b]) => a - b)) {
      const channel = channels.get(number) ?? openChannel(number, maxMs)
      channel.held = samples
      take(number, await channel.scan.advance(samples, stop))
    }
  }

  function openChannel(number: number, maxUtteranceMs: number): Channel {
    const scan = channelScan({
      audio,
      openVad,
      recordingId: recording.id,
      channel: number,
      maxUtteranceMs,
    })
    const packer = windowPacker(maxUtteranceMs)
    const channel = { held: 0, scan, packer, utterances: [] }
    channels.set(number, channel)
    return channel
  }

  function take(number: number, closed: readonly SampleRange[]) {
    const channel = channels.get(number)!
    for (const range of closed) {
      channel.utterances.push(range)
      waiting.push({ channel: number, range, crashes: 0 })
      const full = packing ? channel.packer.add(range) : [range]
      if (full) due.push({ channel: number, ranges: full })
    }
    waiting.sort((a, b) => a.range.from - b.range.from)
  }

  function prepareWindows() {
    if (preparing || due.length === 0) return
    preparing = prepareNext().finally(() => {
      preparing = null
    })
  }

  async function prepareNext() {
    for (let window = due[0]; window && waiting.length === 0 && !ended; window = due[0]) {
      due.shift()
      const { id: recordingId, consultationId } = recording
      const unit = { recordingId, consultationId, ...window }
      // Only spares time at the end: the final pass asks again for what failed here.
      const how = { priority: 'final' as const, signal, before: lastPrepared }
      const pieces = await recognize(unit, how).catch(() => null)
      if (!pieces) continue
      lastPrepared = contextOf(pieces)
      await improve(unit, pieces, signal).catch(() => {})
    }
  }

  async function transcribe(unit: Unit) {
    try {
      await show(unit.channel, unit.range)
    } catch (error) {
      if (signal.aborted || !isAppError(error) || error.code !== 'engine_crashed') throw error
      unit.crashes++
      if (unit.crashes < MAX_CRASHES) throw error
      log.warn('speech.live_utterance_skipped', { recordingId: recording.id })
    }
    const at = waiting.indexOf(unit)
    if (at >= 0) waiting.splice(at, 1)
  }

  async function show(channel: number, range: SampleRange) {
    const { id: recordingId, consultationId, startMs } = recording
    const unit = { recordingId, consultationId, channel, ranges: [range] }
    const heard = await recognize(unit, { priority: 'live', signal, before: lastShown })
    lastShown = contextOf(heard)
    const placed = placePieces(kept(heard), [range], startMs, channel === 0 ? 'mic' : 'remote')
    signal.throwIfAborted()
    const at = { consultationId, recordingId, channel, fromSample: range.from }
    const { segments, removed } = await store.putLive(at, placed)
    if (segments.length > 0 || removed) onSegments(segments, removed)
  }

  async function showOpen() {
    if (!engine.transcriber()) return
    for (const [number, { scan }] of channels) {
      const open = scan.open()
      if (open) await show(number, open)
    }
    pauseAsked = false
  }

  return {
    recording,
    heard(channel, heldSamples) {
      held.set(channel, Math.max(held.get(channel) ?? 0, heldSamples))
      pauseAsked = false
      wake()
    },
    paused() {
      pauseAsked = true
      wake()
    },
    wake: coolAndWake,
    behindMs() {
      const oldest = waiting[0]?.range.from
      const behind = [...held].map(([number, samples]) => {
        const scan = channels.get(number)?.scan
        const from = Math.min(oldest ?? samples, scan?.open()?.from ?? scan?.position() ?? 0)
        return samples - from
      })
      return Math.max(0, Math.round(Math.max(0, ...behind) / 16))
    },
    pending: () => waiting.length,
    async complete(totals, maxUtteranceMs, stop) {
      ended = true
      if (retry) clearTimeout(retry)
      await running
      await preparing
      stop.throwIfAborted()
      if (maxMs !== null && maxMs !== maxUtteranceMs) return null
      for (const [number, total] of totals) held.set(number, total)
      await scanAll(stop)
      // The engine may have gone or changed only now: an uncut recording is not a silent one.
      if (maxMs !== maxUtteranceMs) return null
      for (const [number, total] of totals) {
        const channel = channels.get(number)
        if (channel) channel.utterances.push(...channel.scan.end(total))
      }
      return new Map([...channels].map(([number, { utterances }]) => [number, utterances]))
    },
    async stop() {
      stopped.abort(new Error('the recording is no longer transcribed'))
      if (retry) clearTimeout(retry)
      await running
      await preparing
      for (const { scan } of channels.values()) scan.dispose()
    },
  }
}
