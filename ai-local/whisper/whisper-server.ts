/**
 * `Transcriber` over a resident `whisper-server`: the model is loaded once, requests go one at a
 * time.
 *
 * The child is watched while it works. It has failed when it is gone (crash, out of memory), when
 * it does not answer its health check (stopped, dead-locked) or when a request takes many times
 * longer than its sound. A failed child is killed and the request ends with `engine_crashed`: whose
 * sound it was decides about trying again. The next request starts another child, after a growing
 * delay when the last one did not live long.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import {
  engineCrashed,
  engineUnavailable,
  type RecognizedPiece,
  type RecognizeOptions,
  type Transcriber,
} from '../../core/transcription/ports.ts'
import { abortedWith } from './aborted-with.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { type ServerChild, saysCard, startServerChild } from './server-child.ts'
import { getStatus, postForm } from './socket-http.ts'
import type { SpeechModel } from './speech-model.ts'
import { languageCode, readVerboseJson } from './verbose-json.ts'
import { encodeWav } from './wav.ts'

export interface WhisperServerOptions {
  binary: string
  model: SpeechModel
  threads: number
  /** What is said in consultations; a program that we did not build knows no such file. */
  ngramsPath?: string | null
  /** Asked before each start: what was prepared may be gone meanwhile. Absent: as above. */
  filesNow?(signal: AbortSignal): Promise<{ modelPath: string; ngramsPath: string | null }>
  /**
   * The program was built for a graphics card: it is tried first, and the processor takes over
   * where it fails.
   */
  card?: boolean
  log: Log
  /** Limit of one request; grows with its sound. */
  limitMs?: (audioMs: number) => number
  /** How often the child must answer while it works. */
  healthEveryMs?: number
}

interface WhisperServer extends Transcriber {
  /**
   * Starts the child now rather than with the first request. @throws {AppError}
   * `engine_unavailable`
   */
  warmUp(): Promise<void>
  /** The guard's process id while a child runs, for supervision and tests. */
  pid(): number | null
  /**
   * Stands still in the middle of a request, until `resume`. @throws an Error when it has none
   * under way
   */
  pause(): void
  /** Goes on; where nothing was paused, nothing. */
  resume(): void
}

/**
 * Limit of children on the card that fail one after the other without an answer between: the next
 * one computes on the processor.
 */
const MOST_CARD_FAILURES = 2
const MISSED_HEALTH_CHECKS = 3
/** A child that lived this long was not failing at its start. */
const HEALTHY_LIFE_MS = 60_000
const MAX_BACKOFF_MS = 30_000
const REDUCED_CONTEXT_STEPS = 768

export function whisperServer(options: WhisperServerOptions): WhisperServer {
  const { binary, model, threads, ngramsPath = null, card = false, log } = options
  const { limitMs = (audioMs: number) => 60_000 + 20 * audioMs, healthEveryMs = 3000 } = options
  const line = oneAtATime()
  const disposed = new AbortController()
  let child: ServerChild | null = null
  /** The request under way, which ends with its child. */
  let working: Working | null = null
  let failures = 0
  /** By a clock that cannot be set: a pause must not last as long as the calendar was set back. */
  let notBefore = 0

  async function ensureChild(signal: AbortSignal): Promise<ServerChild> {
    if (child?.isRunning()) return child
    await sleep(Math.max(0, notBefore - performance.now()), undefined, { signal })
    const startedAtMs = performance.now()
    const livedMs = () => Math.round(performance.now() - startedAtMs)
    try {
      const { next, onCard } = await startSomewhere(signal)
      child = next
      log.info('speech.engine_started', { pid: next.pid, durationMs: livedMs(), onCard })
      void next.exited.then((how) => ended(next, how, livedMs()))
      return next
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      backOff()
      log.warn('speech.engine_not_started', { err: cause })
      throw engineUnavailable(cause)
    }
  }

  /**
   * On the card where there is one, unless that failed: its memory may be full, or its driver gone.
   */
  async function startSomewhere(signal: AbortSignal) {
    const given = { modelPath: model.path, ngramsPath }
    const files = (await options.filesNow?.(signal)) ?? given
    const about = { binary, ...files, threads, language: 'pt', log, signal }
    if (card && failures < MOST_CARD_FAILURES) {
      let output = ''
      let isUp = false
      try {
        const next = await startServerChild({
          ...about,
          onOutput(text) {
            if (!isUp) output += text
          },
        })
        isUp = true
        const onCard = saysCard(output)
        if (!onCard) log.warn('speech.card_not_used', { how: 'the program sees no card' })
        return { next, onCard }
      } catch (cause) {
        if (signal.aborted) throw cause
        log.warn('speech.card_not_used', { err: cause })
      }
    }
    return { next: await startServerChild({ ...about, withoutCard: card }), onCard: false }
  }

  function ended(which: ServerChild, how: string, livedMs: number) {
    if (child === which) child = null
    if (working?.child === which) working.over.abort(engineCrashed(how))
    if (disposed.signal.aborted) return
    if (livedMs > HEALTHY_LIFE_MS) failures = 0
    backOff()
    log.warn('speech.engine_ended', { pid: which.pid, how, livedMs })
  }

  /** The first restart is immediate: a lone crash costs no time. */
  function backOff() {
    notBefore =
      performance.now() + (failures === 0 ? 0 : Math.min(500 * 2 ** (failures - 1), MAX_BACKOFF_MS))
    failures++
  }

  async function request(
    samples: Int16Array,
    { language: spoken, priority, temperature = 0, prompt }: RecognizeOptions,
    signal: AbortSignal,
  ): Promise<RecognizedPiece[]> {
    const reduces = priority === 'live' && model.windowMs >= 20_000
    const current = await ensureChild(signal)
    using over = abortedWith(signal)
    const audioMs = samples.length / 16
    const watch = watchChild(current, over, { limitMs: limitMs(audioMs), healthEveryMs })
    working = { child: current, over, watch }
    try {
      const fields = {
        response_format: 'verbose_json',
        temperature: String(temperature),
        // A doubtful text is looked at again by the caller, one utterance at a time; the engine's
        // own retry computes the whole window at random temperatures.
        temperature_inc: '0',
        language: languageCode(spoken),
        ...(prompt === undefined ? {} : { prompt }),
        ...(reduces ? { audio_ctx: String(reducedContext(audioMs)) } : {}),
      }
      const { status, body } = await postForm({
        socketPath: current.socketPath,
        path: '/inference',
        agent: current.agent,
        fields,
        wav: encodeWav(samples),
        signal: over.signal,
      })
      if (status !== 200) throw engineCrashed(`status ${status}`)
      const pieces = readVerboseJson(JSON.parse(body), audioMs)
      failures = 0
      return pieces
    } catch (error) {
      if (signal.aborted) throw signal.reason
      // Whatever it was, a child that failed once is not trusted with the next utterance.
      await current.kill()
      throw over.signal.reason instanceof AppError ? over.signal.reason : engineCrashed(error)
    } finally {
      working = null
      watch.end()
    }
  }

  return {
    name: 'whisper-server',
    model: model.name,
    maxUtteranceMs: model.maxUtteranceMs,
    pid: () => (child?.isRunning() ? child.pid : null),
    async warmUp() {
      await line(disposed.signal, () => ensureChild(disposed.signal))
    },
    async recognize(samples, wishes) {
      const { signal: wanted } = wishes
      if (disposed.signal.aborted) throw engineUnavailable()
      using ending = abortedWith(wanted, disposed.signal)
      const { signal } = ending
      try {
        return await line(signal, () => request(samples, wishes, signal))
      } catch (error) {
        if (!wanted.aborted && disposed.signal.aborted) throw engineUnavailable(error)
        throw error
      }
    },
    pause() {
      if (!working) throw new Error('nothing to pause')
      working.child.pause()
      working.watch.end()
    },
    resume() {
      if (!working) return
      working.child.resume()
      working.watch.begin()
    },
    async [Symbol.asyncDispose]() {
      disposed.abort(engineUnavailable())
      await child?.kill()
    },
  }
}

/** Half the encoder's work for a short live utterance; the final pass computes the whole window. */
function reducedContext(audioMs: number): number {
  const needed = Math.ceil(audioMs / 20) + 64
  return needed >= 1400 ? 0 : Math.max(REDUCED_CONTEXT_STEPS, needed)
}

interface Working {
  child: ServerChild
  over: AbortController
  watch: Watch
}

interface Watch {
  begin(): void
  end(): void
}

/**
 * Aborts `over` when the child does not answer, or takes too long; begun, ended and begun anew
 * while it is paused.
 */
function watchChild(
  child: ServerChild,
  over: AbortController,
  { limitMs, healthEveryMs }: { limitMs: number; healthEveryMs: number },
): Watch {
  let stop = () => {}
  function begin() {
    stop()
    const limit = setTimeout(() => over.abort(engineCrashed('time limit')), limitMs)
    const health = watchHealth(child, over, healthEveryMs)
    stop = () => {
      clearTimeout(limit)
      clearInterval(health)
    }
  }
  begin()
  return { begin, end: () => stop() }
}

function watchHealth(child: ServerChild, over: AbortController, everyMs: number) {
  let missed = 0
  let asking = false
  return setInterval(async () => {
    if (asking) return
    asking = true
    const status = await getStatus(child.socketPath, '/health', everyMs).catch(() => 0)
    asking = false
    missed = status === 200 ? 0 : missed + 1
    if (missed >= MISSED_HEALTH_CHECKS) over.abort(engineCrashed('does not answer'))
  }, everyMs)
}

/**
 * Two children of one model: one hears what is said now, the other whole windows of what was said
 * before, and stands still while the first one hears. A window takes seconds of every core; live
 * words would wait for its end.
 */
export function twoWhisperServers(live: WhisperServer, final: WhisperServer): Transcriber {
  const { name, model, maxUtteranceMs } = live
  return {
    name,
    model,
    maxUtteranceMs,
    recognize(samples, wishes) {
      return (wishes.priority === 'live' ? live : final).recognize(samples, wishes)
    },
    pauseFinal: () => final.pause(),
    resumeFinal: () => final.resume(),
    async [Symbol.asyncDispose]() {
      await Promise.all([live, final].map((server) => server[Symbol.asyncDispose]()))
    },
  }
}
