/**
 * The recognizer of this box over its life: looks for the runtime and the model, builds the runtime
 * where it is missing and can be built, starts the engine, and says at every moment in which state
 * it is and what mends it.
 */
import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SpeechStatus } from '../../core/contract/api.ts'
import { AppError, isAppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { MOST_TWICE_BYTES } from '../../core/model-file/speech-shape.ts'
import type { SpeechEngine, Transcriber } from '../../core/transcription/ports.ts'
import type { LocatedRuntime } from './build-runtime.ts'
import type { SpeechModel } from './speech-model.ts'
import type { SpeechRuntime } from './speech-runtime.ts'
import { whisperMain } from './whisper-main.ts'
import { twoWhisperServers, whisperServer } from './whisper-server.ts'

export interface SpeechEngineOptions {
  runtime: SpeechRuntime
  /** The active model; null when none is installed. */
  model: () => Promise<SpeechModel | null>
  /** Switched off by the administrator. */
  off?: boolean
  threads?: number
  /** Compile the runtime when it is missing. */
  buildWhenMissing: boolean
  log: Log
}

export interface ManagedSpeechEngine extends SpeechEngine {
  /**
   * Returns at once; what has to be built or loaded goes on behind it. Again: looks anew (another
   * model, a compiler).
   */
  start(): void
  close(): Promise<void>
}

/** The recognizer of this box, whose model can be another one while it runs. */
export interface BoxSpeechEngine extends ManagedSpeechEngine {
  /**
   * Another model in the place of the one at work, which ends what it is hearing first. With
   * `together` it works until the new one has heard `trySound`; else it is unloaded before, and
   * sound waits on disk meanwhile.
   * @returns false, and nothing happened, where the new one hears shorter stretches than recordings
   * that go on were cut into
   * @throws {AppError} `model_probe_failed`: the old one is at work
   */
  switchModel(model: () => Promise<SpeechModel | null>, options: SwitchOptions): Promise<boolean>
}

export interface SwitchOptions {
  together: boolean
  /** The new one proves itself: rejects when it cannot hear. */
  trySound(transcriber: Transcriber): Promise<void>
}

export function speechEngine(options: SpeechEngineOptions): BoxSpeechEngine {
  const { runtime, off = false, buildWhenMissing, log } = options
  let findModel = options.model
  const { threads = availableParallelism() } = options
  const listeners = new Set<() => void>()
  let closing = new AbortController()
  let current: Retirable | null = null
  let status: SpeechStatus = preparing('O reconhecimento de fala está sendo iniciado.')
  let work: Promise<void> = Promise.resolve()

  function become(next: SpeechStatus, transcriber: Retirable | null = null) {
    current = transcriber
    status = next
    for (const listener of [...listeners]) listener()
  }

  async function prepare(signal: AbortSignal) {
    const previous = current
    if (previous) become(preparing('O reconhecimento de fala está sendo reiniciado.'))
    await previous?.[Symbol.asyncDispose]()
    if (off)
      return become(unavailable('O reconhecimento de fala foi desativado pelo administrador.'))

    const model = await findModel()
    if (!model) return become(unavailable('Nenhum modelo de fala está instalado.'))
    const located = (await runtime.locate()) ?? (await build(signal))
    if (!located) return
    become(preparing('O reconhecimento de fala está carregando o modelo.', model))
    const transcriber = await open(located, model, signal)
    if (signal.aborted) return void (await transcriber[Symbol.asyncDispose]())
    log.info('speech.ready', { engine: transcriber.name, model: model.name, key: located.key })
    ready(retirable(transcriber), model)
  }

  function ready(transcriber: Retirable, model: SpeechModel) {
    const { name: engine } = transcriber
    become({ state: 'ready', engine, model: model.name, message: null }, transcriber)
  }

  async function change(
    wanted: SpeechEngineOptions['model'],
    { together, trySound }: SwitchOptions,
    signal: AbortSignal,
  ): Promise<boolean> {
    const model = await wanted()
    const located = await runtime.locate()
    if (!model || !located || off) throw notHearing(null)
    if (current && model.maxUtteranceMs < current.maxUtteranceMs) return false
    const old = current
    if (!together && old) {
      become(preparing('O reconhecimento de fala está trocando de modelo.', model))
      await old.retire()
    }
    let next: Retirable | null = null
    try {
      next = retirable(await open(located, model, signal))
      await trySound(next)
      signal.throwIfAborted()
    } catch (error) {
      await next?.[Symbol.asyncDispose]()
      if (!together && old && !signal.aborted) await prepare(signal)
      throw notHearing(error)
    }
    findModel = wanted
    log.info('speech.switched', { engine: next.name, model: model.name, together })
    ready(next, model)
    // Behind everybody's back: what it hears now is waited for.
    if (together) await old?.retire()
    return true
  }

  async function build(signal: AbortSignal): Promise<LocatedRuntime | null> {
    if (!buildWhenMissing) {
      become(
        unavailable(
          'O reconhecimento de fala ainda não foi compilado neste servidor (svcctl doctor --fix).',
        ),
      )
      return null
    }
    become(preparing('O reconhecimento de fala está sendo preparado.'))
    let told = -1
    return runtime.build({
      signal,
      onProgress({ fraction }) {
        const percent = Math.floor(fraction * 10) * 10
        if (percent === told) return
        told = percent
        become(preparing(`O reconhecimento de fala está sendo preparado (${percent} %).`))
      },
    })
  }

  async function open(
    located: LocatedRuntime,
    model: SpeechModel,
    signal: AbortSignal,
  ): Promise<Transcriber> {
    const { kind, path: binary, card } = located
    // Its threads spin at every barrier: with one for each core, a busy neighbour makes it ten
    // times slower.
    if (kind === 'main') return whisperMain({ binary, model, threads: Math.max(1, threads - 1) })
    const shared = Math.min(threads, model.mostThreads)
    const filesNow = async (until: AbortSignal) => ({
      modelPath: await runtime.weightsFor(located, model.path, until),
      ngramsPath: await runtime.ngramsFor(located, model.path, until),
    })
    const { modelPath: path } = await filesNow(signal)
    const about = { binary, model, filesNow, threads: shared, card: card !== null, log }
    const server = () => whisperServer(about)
    const live = server()
    try {
      await live.warmUp()
      const { size } = await stat(path)
      // A window is a moment's work for a card.
      return card || size > MOST_TWICE_BYTES ? live : twoWhisperServers(live, server())
    } catch (error) {
      await live[Symbol.asyncDispose]()
      throw error
    }
  }

  return {
    status: () => status,
    transcriber: () => current,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      const { signal } = closing
      work = work
        .then(() => prepare(signal))
        .catch((error: unknown) => {
          if (signal.aborted) return
          log.error('speech.not_ready', { err: error })
          const known = isAppError(error)
            ? error.message
            : 'O reconhecimento de fala não pôde ser iniciado.'
          become(unavailable(known))
        })
    },
    switchModel(wanted, how) {
      const { signal } = closing
      const done = work.then(() => change(wanted, how, signal))
      work = done.then(
        () => {},
        () => {},
      )
      return done
    },
    async close() {
      closing.abort(new Error('the service is closing'))
      await work
      closing = new AbortController()
      const last = current
      current = null
      await last?.[Symbol.asyncDispose]()
    },
  }
}

/** A transcriber that can be let go once it has said what it is hearing. */
interface Retirable extends Transcriber {
  retire(): Promise<void>
}

function retirable(own: Transcriber): Retirable {
  const { name, model, maxUtteranceMs, pauseFinal, resumeFinal } = own
  const hearing = new Set<Promise<unknown>>()
  return {
    name,
    model,
    maxUtteranceMs,
    ...(pauseFinal && resumeFinal ? { pauseFinal, resumeFinal } : {}),
    async recognize(...request) {
      const heard = own.recognize(...request)
      hearing.add(heard)
      try {
        return await heard
      } finally {
        hearing.delete(heard)
      }
    },
    async retire() {
      // Whoever fetched it a moment ago asks in this turn of the loop or the next.
      do {
        await Promise.allSettled([...hearing])
        await sleep(LAST_WORD_MS)
      } while (hearing.size > 0)
      await own[Symbol.asyncDispose]()
    },
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  }
}

/**
 * Between fetching the engine and asking it lies a look into the database, and a turn at the gate.
 */
const LAST_WORD_MS = 2000

function notHearing(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'model_probe_failed',
    'The model could not be loaded, or did not hear a short sound. The one before stays.',
    { cause },
  )
}

function unavailable(message: string): SpeechStatus {
  return { state: 'unavailable', engine: null, model: null, message }
}

function preparing(message: string, model?: SpeechModel): SpeechStatus {
  return { state: 'preparing', engine: null, model: model?.name ?? null, message }
}
