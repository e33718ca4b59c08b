/**
 * The live transcript of one recording: reads what is on disk, cuts it into utterances and has each
 * recognized as soon as it closes. An utterance that goes on is recognized as far as it was heard,
 * whenever the engine is free, so that words are shown while a long sentence lasts; its last words,
 * which more sound may change, are held back. Everything it produces is durable at once; nothing is
 * lost with the process, because a second pass over the same sound finds the same utterances and
 * their recognitions in the store.
 *
 * What the final pass will ask for is asked ahead, behind all live work (windows-ahead.ts), and
 * shown in place of the live text as soon as it is known: whole windows are understood better than
 * single utterances.
 */
import type { ComputeGate } from '../engine/compute-gate.ts'
import { isAppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { AudioReader, RecordingInfo } from '../recording/ports.ts'
import { type ChannelScan, channelScan } from './channel-scan.ts'
import { type InterimText, liveText } from './live-text.ts'
import { type WindowPacker, windowPacker } from './pack-utterances.ts'
import type {
  PlacedPiece,
  SpeechEngine,
  TranscriptSegment,
  TranscriptStore,
  Utterance,
  VoiceActivityDetector,
} from './ports.ts'
import { packsUtterances, type RecallLive, type RecognizeUnit } from './recognize-unit.ts'
import { windowsAhead } from './windows-ahead.ts'

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
   * Final text that is known already, from the beginning without a gap, on the consultation's
   * timeline.
   */
  settled(): PlacedPiece[]
  /**
   * Reads to the end. @returns all utterances per channel for the final pass, or null when they
   * were not cut, or for another recognizer, and must be found again. @throws `signal.reason` when
   * aborted
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
export type Utterances = ReadonlyMap<number, readonly Utterance[]>

export interface LivePassDeps {
  audio: Pick<AudioReader, 'read'>
  openVad: () => VoiceActivityDetector
  engine: Pick<SpeechEngine, 'transcriber'>
  recognize: RecognizeUnit
  recallLive: RecallLive
  gate: Pick<ComputeGate, 'isFreeFor'>
  store: Pick<TranscriptStore, 'putLive'>
  log: Log
  onSegments(segments: TranscriptSegment[], removed: boolean): void
  onProgress(): void
}

interface Channel {
  held: number
  scan: ChannelScan
  packer: WindowPacker
  utterances: Utterance[]
  interim: InterimText
}

interface Unit {
  channel: number
  utterance: Utterance
  crashes: number
}

const RETRY_MS = 2000
const MAX_CRASHES = 3

export function livePass(recording: RecordingInfo, deps: LivePassDeps): LivePass {
  const { audio, openVad, engine, recognize, recallLive, gate, store, log } = deps
  const { onSegments, onProgress } = deps
  const stopped = new AbortController()
  const { signal } = stopped
  const text = liveText(recording, { recognize, store, signal, onSegments })
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
  const windows = windowsAhead(recording, {
    recognize,
    recallLive,
    signal,
    mayGoOn: () => waiting.length === 0 && !ended,
    async onHeard(...heard) {
      onProgress()
      await text.settle(...heard)
    },
  })

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
      // Once it ended, only what the final pass will not ask for again anyway is still worth its
      // time.
      if (!unit || !engine.transcriber() || (ended && packing)) break
      await transcribe(unit)
    }
    if (pauseAsked) await showOpen()
    else if (!ended) await showInterim()
    windows.prepare()
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
    const packer = windowPacker(() => maxUtteranceMs)
    const channel = { held: 0, scan, packer, utterances: [], interim: text.interim() }
    channels.set(number, channel)
    return channel
  }

  function take(number: number, closed: readonly Utterance[]) {
    const channel = channels.get(number)!
    for (const utterance of closed) {
      channel.utterances.push(utterance)
      waiting.push({ channel: number, utterance, crashes: 0 })
      const full = packing ? channel.packer.add(utterance) : [utterance]
      if (full) windows.add(number, full)
    }
    waiting.sort((a, b) => a.utterance.from - b.utterance.from)
  }

  async function transcribe(unit: Unit) {
    try {
      await text.show(unit.channel, unit.utterance)
    } catch (error) {
      if (signal.aborted || !isAppError(error) || error.code !== 'engine_crashed') throw error
      unit.crashes++
      if (unit.crashes < MAX_CRASHES) throw error
      log.warn('speech.live_utterance_skipped', { recordingId: recording.id })
    }
    const at = waiting.indexOf(unit)
    if (at >= 0) waiting.splice(at, 1)
  }

  /**
   * What is going on in each channel, as far as it was heard; only while nothing else wants the
   * engine.
   */
  async function showInterim() {
    for (const [number, channel] of channels) {
      const open = channel.scan.open()
      if (!open || !engine.transcriber() || !gate.isFreeFor('live')) continue
      // A failure is told when the utterance has closed: then it is tried again.
      await channel.interim.show(number, open, channel.scan.position()).catch(() => {})
      signal.throwIfAborted()
    }
  }

  async function showOpen() {
    if (!engine.transcriber()) return
    for (const [number, { scan }] of channels) {
      const open = scan.open()
      if (open) await text.show(number, open)
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
      const behind = [...held].map(([number, samples]) => {
        const channel = channels.get(number)
        if (!channel) return samples
        const next = waiting.find((unit) => unit.channel === number)?.utterance
        const going = next ?? channel.scan.open()
        if (!going) return samples - channel.scan.position()
        // The words of an utterance that goes on are shown already, as far as it was looked at.
        return samples - Math.max(going.from, Math.min(going.to, channel.interim.shownTo()))
      })
      return Math.max(0, Math.round(Math.max(0, ...behind) / 16))
    },
    pending: () => waiting.length,
    settled() {
      // Two channels are shown as far as the slower one is: a question comes before its answer.
      const upTo = [...channels].map(
        ([number, { utterances, scan }]) =>
          utterances[windows.covered(number)]?.from ?? scan.open()?.from ?? scan.position(),
      )
      const untilMs = recording.startMs + Math.min(...upTo) / 16
      return windows.pieces().filter(({ startMs }) => startMs < untilMs)
    },
    async complete(totals, maxUtteranceMs, stop) {
      ended = true
      if (retry) clearTimeout(retry)
      await running
      await Promise.all([windows.ended(), text.ended()])
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
      await Promise.all([windows.ended(), text.ended()])
      for (const { scan } of channels.values()) scan.dispose()
    },
  }
}
