/**
 * The recognizer of this box over its life: looks for the runtime and the model, builds the runtime where it is
 * missing and can be built, starts the engine, and says at every moment in which state it is and what mends it.
 */
import { availableParallelism } from 'node:os'
import type { SpeechStatus } from '../../core/contract/api.ts'
import { isAppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { SpeechEngine, Transcriber } from '../../core/transcription/ports.ts'
import type { LocatedRuntime } from './located-runtime.ts'
import type { SpeechModel } from './speech-model.ts'
import type { SpeechRuntime } from './speech-runtime.ts'
import { whisperMain } from './whisper-main.ts'
import { whisperServer } from './whisper-server.ts'

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
  /** Returns at once; what has to be built or loaded goes on behind it. Again: looks anew (another model, a compiler). */
  start(): void
  close(): Promise<void>
}

export function speechEngine(options: SpeechEngineOptions): ManagedSpeechEngine {
  const { runtime, model: findModel, off = false, buildWhenMissing, log } = options
  const { threads = availableParallelism() } = options
  const listeners = new Set<() => void>()
  let closing = new AbortController()
  let current: Transcriber | null = null
  let status: SpeechStatus = preparing('O reconhecimento de fala está sendo iniciado.')
  let work: Promise<void> = Promise.resolve()

  function become(next: SpeechStatus, transcriber: Transcriber | null = null) {
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
    const transcriber = await open(located, model)
    if (signal.aborted) return void (await transcriber[Symbol.asyncDispose]())
    log.info('speech.ready', { engine: transcriber.name, model: model.name, key: located.key })
    const { name: engine } = transcriber
    become(
      { state: 'ready', engine, model: model.name, demo: model.demo, message: demoWarning(model) },
      transcriber,
    )
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
    { kind, path: binary }: LocatedRuntime,
    model: SpeechModel,
  ): Promise<Transcriber> {
    // Its threads spin at every barrier: with one for each core, a busy neighbour makes it ten times slower.
    if (kind === 'main') return whisperMain({ binary, model, threads: Math.max(1, threads - 1) })
    // The demonstration model is too small to share out: a second thread costs more than it brings.
    const server = whisperServer({ binary, model, threads: model.demo ? 1 : threads, log })
    try {
      await server.warmUp()
      return server
    } catch (error) {
      await server[Symbol.asyncDispose]()
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

function unavailable(message: string): SpeechStatus {
  return { state: 'unavailable', engine: null, model: null, demo: false, message }
}

function preparing(message: string, model?: SpeechModel): SpeechStatus {
  return {
    state: 'preparing',
    engine: null,
    model: model?.name ?? null,
    demo: model?.demo ?? false,
    message,
  }
}

function demoWarning({ demo }: SpeechModel): string | null {
  if (!demo) return null
  return 'Modelo de fala de demonstração: entende apenas vozes sintéticas. Não use com pacientes.'
}
