/**
 * Supervises the engine's process (engine-child.ts): started by the first request, one model loaded
 * once, started again after a crash with growing pauses, ended when it hangs, stopped when nobody
 * needs it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../core/log.ts'
import { crashed, type Engine, fromWire, onceGone, startEngine } from './engine-child.ts'
import type { FromEngine, LoadOptions, ModelFacts, ToEngine } from './protocol.ts'
import type { VisitNotice } from './visit-memory.ts'

export interface LlamaProcessOptions {
  /** The built entry (`dist/llama-child.js`): the process is started without loaders. */
  childPath: string
  load: LoadOptions
  log: Log
  timing?: Partial<Timing>
  /** Open files that the process inherits, from descriptor 4 on. */
  files?: readonly number[]
  onNotice?: (notice: VisitNotice) => void
}

interface Timing {
  /** Includes the check of the file's digest. */
  loadMs: number
  /** No sign of life for so long while it should compute: it hangs. */
  hangMs: number
  /** How long it may take to let go of the processor after a cancellation, before it is ended. */
  cancelMs: number
  /** The first pause after a crash; doubles each time. */
  restartMs: number
  longestRestartMs: number
}

export type EngineState = 'idle' | 'loading' | 'ready' | 'failed'

/** A question to the engine: what to send, and its answers until `done` settles. */
export interface Exchange<T> {
  message: (id: number) => ToEngine
  /**
   * @returns a value to end the exchange with, or undefined to go on. What it throws ends the
   * exchange, and the engine
   */
  onAnswer(answer: FromEngine): { value: T } | undefined
  signal: AbortSignal
}

export interface LlamaProcess {
  state(): EngineState
  /** Process id of the running child, for tests and metrics. */
  pid(): number | undefined
  /**
   * @throws {AppError} `model_missing`, `model_not_gguf`, `model_corrupt`, `engine_load_failed`,
   * `engine_crashed`
   */
  load(signal: AbortSignal): Promise<ModelFacts>
  /**
   * @throws {AppError} what `load` throws, or what the engine answered; `signal.reason` once the
   * processor is free
   */
  ask<T>(exchange: Exchange<T>): Promise<T>
  /** Stops computing at once, in the middle of a step, until `resume`. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

interface Waiting {
  engine: Engine
  onAnswer(answer: FromEngine): void
  fail(error: unknown): void
}

const DEFAULT_TIMING: Timing = {
  loadMs: 10 * 60_000,
  hangMs: 90_000,
  cancelMs: 900,
  restartMs: 500,
  longestRestartMs: 60_000,
}
const WATCH_EVERY_MS = 1000

export function llamaProcess(options: LlamaProcessOptions): LlamaProcess {
  const { childPath, load, log, files = [], onNotice } = options
  const times = { ...DEFAULT_TIMING, ...options.timing }
  const waiting = new Map<number, Waiting>()
  let engine: Engine | null = null
  let lastId = 0
  let crashes = 0
  // By a clock that cannot be set: a calendar that leaps is no sign of a hung engine, nor a reason
  // to wait for one.
  let mayStartAt = 0
  let lastSignOfLifeAt = 0
  let isPaused = false
  let hasFailed = false

  function start(): Engine {
    const started = startEngine({ childPath, files, load, loadMs: times.loadMs })
    const { child } = started
    child.on('message', (answer: FromEngine) => {
      lastSignOfLifeAt = performance.now()
      if (answer.type === 'keeping' || answer.type === 'kept') onNotice?.(answer)
      if ('id' in answer) waiting.get(answer.id)?.onAnswer(answer)
    })
    child.on('error', (error) => log.error('engine.process_error', { err: error }))
    onceGone(child, (code, signal) => onExit(started, code, signal))
    return started
  }

  /** The next one begins as one that nobody has stopped. */
  function forget(gone: Engine) {
    if (engine !== gone) return
    engine = null
    isPaused = false
  }

  function onExit(ended: Engine, code: number | null, signal: string | null) {
    forget(ended)
    if (!ended.isStopping) {
      crashes += 1
      const pauseMs = Math.min(times.longestRestartMs, times.restartMs * 2 ** (crashes - 1))
      mayStartAt = performance.now() + pauseMs
      log.error('engine.crashed', { engine: 'llama', exitCode: code, signal, restartInMs: pauseMs })
    }
    for (const one of [...waiting.values()]) if (one.engine === ended) one.fail(crashed())
  }

  async function running(signal: AbortSignal): Promise<Engine> {
    signal.throwIfAborted()
    if (!engine) {
      const pauseMs = mayStartAt - performance.now()
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal })
    }
    engine ??= start()
    const current = engine
    try {
      const facts = await abortable(current.facts, signal)
      if (!current.isReady) log.info('engine.loaded', { engine: 'llama', ...facts })
      current.isReady = true
      hasFailed = false
      return current
    } catch (error) {
      if (signal.aborted) throw error
      hasFailed = true
      await end(current)
      throw error
    }
  }

  async function end(ending: Engine) {
    ending.isStopping = true
    forget(ending)
    ending.child.kill('SIGKILL')
    await ending.exited
  }

  function continueNow() {
    isPaused = false
    lastSignOfLifeAt = performance.now()
    engine?.child.kill('SIGCONT')
  }

  return {
    state: () => (engine ? (engine.isReady ? 'ready' : 'loading') : hasFailed ? 'failed' : 'idle'),
    pid: () => engine?.child.pid,

    async load(signal) {
      return (await running(signal)).facts
    },

    async ask<T>({ message, onAnswer, signal }: Exchange<T>): Promise<T> {
      const current = await running(signal)
      lastId += 1
      const id = lastId
      lastSignOfLifeAt = performance.now()
      const watch = setInterval(() => {
        if (isPaused || performance.now() - lastSignOfLifeAt < times.hangMs) return
        log.error('engine.hangs', { engine: 'llama' })
        current.child.kill('SIGKILL')
      }, WATCH_EVERY_MS)
      let impatience: NodeJS.Timeout | undefined
      function cancel() {
        // A stopped process could not obey.
        if (isPaused) continueNow()
        if (current.child.connected) current.child.send({ type: 'cancel', id } satisfies ToEngine)
        impatience = setTimeout(() => {
          log.warn('engine.ended_for_cancel', { engine: 'llama' })
          void end(current)
        }, times.cancelMs)
      }
      try {
        return await new Promise<T>((resolve, reject) => {
          waiting.set(id, {
            engine: current,
            onAnswer(answer) {
              if (answer.type === 'canceled') return reject(signal.reason)
              if (answer.type === 'failed') return reject(fromWire(answer.error))
              try {
                const end = onAnswer(answer)
                if (!end) return
                crashes = 0
                resolve(end.value)
              } catch (error) {
                // Nobody wants the rest of this answer, and the next question must not meet an
                // engine that still writes it.
                reject(error)
                void end(current)
              }
            },
            fail: (error) => reject(signal.aborted ? signal.reason : error),
          })
          current.child.send(message(id), (error) => {
            if (error) reject(crashed())
          })
          signal.addEventListener('abort', cancel, { once: true })
          if (signal.aborted) cancel()
        })
      } finally {
        signal.removeEventListener('abort', cancel)
        clearTimeout(impatience)
        clearInterval(watch)
        waiting.delete(id)
      }
    },

    pause() {
      if (!engine || isPaused) return
      isPaused = true
      engine.child.kill('SIGSTOP')
    },
    resume() {
      if (isPaused) continueNow()
    },

    async stop() {
      if (engine) await end(engine)
    },
  }
}

async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopWaiting = () => {}
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    stopWaiting = () => signal.removeEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    stopWaiting()
  }
}
