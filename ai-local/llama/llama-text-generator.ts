/**
 * The language model in the box, behind core's port: the schema is compiled before anything runs,
 * the engine computes inside the gate and lets live speech go first, and the answer is parsed and
 * validated even though it cannot be wrong.
 */
import type { TextGenerator } from '../../core/document/models/ports.ts'
import type { ComputeGate, GateJob } from '../../core/engine/compute-gate.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { answerValidator } from './answer-validator.ts'
import { type EngineState, type LlamaProcessOptions, llamaProcess } from './llama-process.ts'
import type { PromptPlace, PromptReading, Usage } from './protocol.ts'
import { stateShelf } from './state-shelf.ts'
import { compileSchema } from './value-plan.ts'

export interface LlamaTextGeneratorOptions {
  model: {
    path: string
    /** Lower-case hex; null when the file is of the administrator's own making. */
    sha256: string | null
    name: string
  }
  /** `dist/llama-child.js` */
  childPath: string
  gate: ComputeGate
  log: Log
  /** Prompt and answer together; costs memory. */
  contextTokens?: number
  /** 0: all cores. */
  threads?: number
  /** The model leaves memory, and with it the last visit's text, when nobody asked for so long. */
  idleUnloadMs?: number
  /**
   * For what it has read of several visits, beside the model itself; 0: only of the newest, until
   * another is asked for.
   */
  keptStateBytes?: number
  timing?: LlamaProcessOptions['timing']
}

export interface LlamaTextGenerator extends TextGenerator {
  state(): EngineState
  /** Process id of the engine, while there is one. */
  pid(): number | undefined
  /** Loads ahead of the first request. @throws as `generate` does */
  load(signal: AbortSignal): Promise<void>
  /** How much work the newest answer was. */
  lastUsage(): Usage | null
  readAhead: NonNullable<TextGenerator['readAhead']>
  forget: NonNullable<TextGenerator['forget']>
  /** How far the newest visit was read ahead. */
  lastReading(): PromptReading | null
}

type GenerateOptions = Parameters<TextGenerator['generate']>[1]

const DEFAULT_CONTEXT_TOKENS = 8192
const DEFAULT_IDLE_UNLOAD_MS = 10 * 60_000
const DEFAULT_KEPT_STATE_BYTES = 512 * 2 ** 20

export function llamaTextGenerator(options: LlamaTextGeneratorOptions): LlamaTextGenerator {
  const { model, gate, log } = options
  const idleUnloadMs = options.idleUnloadMs ?? DEFAULT_IDLE_UNLOAD_MS
  const shelf = stateShelf({ maxBytes: options.keptStateBytes ?? DEFAULT_KEPT_STATE_BYTES })
  const engine = llamaProcess({
    childPath: options.childPath,
    log,
    timing: options.timing ?? {},
    files: shelf.files,
    onNotice: shelf.onNotice,
    load: {
      modelPath: model.path,
      sha256: model.sha256,
      contextTokens: options.contextTokens ?? DEFAULT_CONTEXT_TOKENS,
      threads: options.threads ?? 0,
    },
  })
  let inUse = 0
  let isOver = false
  let idle: NodeJS.Timeout | undefined
  let lastUsage: Usage | null = null
  let lastReading: PromptReading | null = null
  const generating = new Set<Promise<unknown>>()
  /** Visits that the engine's process was told of. */
  const told = new Set<string>()
  /** What is done ahead (a visit is read, a line written) and goes on, or waits at the gate. */
  let ahead: { stop(): void; ended: Promise<unknown> } | null = null

  async function whileInUse<T>(work: () => Promise<T>): Promise<T> {
    if (isOver) throw replaced()
    inUse += 1
    clearTimeout(idle)
    try {
      return await work()
    } finally {
      inUse -= 1
      if (inUse === 0) idle = setTimeout(() => void stop(), idleUnloadMs).unref()
    }
  }

  function stop(): Promise<void> {
    told.clear()
    return engine.stop()
  }

  function placeOf(visit: string): PromptPlace {
    told.add(visit)
    return shelf.placeOf(visit)
  }

  function jobOf(priority: 'generation' | 'ahead', signal: AbortSignal): GateJob {
    return { priority, signal, pause: () => engine.pause(), resume: () => engine.resume() }
  }

  /**
   * Both are computed by the same process: standing still for the gate, it could not answer the
   * document either.
   */
  async function stopAhead() {
    while (ahead) {
      ahead.stop()
      await ahead.ended.catch(() => {})
    }
  }

  /**
   * One at a time, the newest counts; a document that is asked for from now on stops it, wherever
   * it is.
   */
  async function doAhead<T>(signal: AbortSignal, work: (either: AbortSignal) => Promise<T>) {
    await stopAhead()
    const stopping = new AbortController()
    const either = AbortSignal.any([signal, stopping.signal])
    const ended = whileInUse(async () => {
      while (generating.size > 0) await Promise.allSettled(generating)
      either.throwIfAborted()
      return work(either)
    })
    const going = { stop: () => stopping.abort(new Error('a document goes first')), ended }
    ahead = going
    try {
      return await ended
    } finally {
      if (ahead === going) ahead = null
    }
  }

  async function read(
    beginning: { system: string; user: string },
    visit: string,
    signal: AbortSignal,
  ) {
    await engine.load(signal)
    lastReading = await gate.run(jobOf('ahead', signal), () =>
      engine.ask({
        message: (id) => ({ type: 'read', id, request: beginning, place: placeOf(visit) }),
        onAnswer: (answer) => (answer.type === 'read_done' ? { value: answer.reading } : undefined),
        signal,
      }),
    )
    log.info('generation.read_ahead', { ...lastReading })
  }

  async function write(
    prompt: { system: string; user: string },
    plan: ReturnType<typeof compileSchema>,
    { signal, visit, maxTokens, temperature = 0, seed = 0, ...hooks }: GenerateOptions,
    priority: 'generation' | 'ahead',
  ): Promise<string> {
    await engine.load(signal)
    const startedAt = performance.now()
    const { json, usage } = await gate.run(jobOf(priority, signal), () =>
      engine.ask({
        message: (id) => ({
          type: 'generate',
          id,
          request: { ...prompt, plan: { object: plan.object }, maxTokens, temperature, seed },
          place: visit === undefined ? null : placeOf(visit),
        }),
        onAnswer(answer) {
          if (answer.type === 'text') hooks.onText?.(answer.text)
          if (answer.type === 'property')
            hooks.onProperty?.(answer.name, parse(answer.json), answer.cut)
          return answer.type === 'done' ? { value: answer } : undefined
        },
        signal,
      }),
    )
    lastUsage = usage
    const durationMs = Math.round(performance.now() - startedAt)
    log.info('generation.done', { ...usage, durationMs })
    return json
  }

  return {
    model: model.name,
    state: () => engine.state(),
    pid: () => engine.pid(),
    lastUsage: () => lastUsage,
    lastReading: () => lastReading,
    load: (signal) => whileInUse(async () => void (await engine.load(signal))),

    async generate(prompt, options) {
      const plan = compileSchema(options.schema)
      const validate = answerValidator(options.schema)
      if (options.ahead) {
        const json = await doAhead(options.signal, (signal) =>
          write(prompt, plan, { ...options, signal }, 'ahead'),
        )
        validate(json)
        return json
      }
      const answer = whileInUse(async () => {
        await stopAhead()
        const json = await write(prompt, plan, options, 'generation')
        validate(json)
        return json
      })
      generating.add(answer)
      try {
        return await answer
      } finally {
        generating.delete(answer)
      }
    },

    readAhead: (beginning, { visit, signal }) =>
      doAhead(signal, (either) => read(beginning, visit, either)),

    async forget(visit) {
      while (ahead || generating.size > 0) {
        await stopAhead()
        await Promise.allSettled(generating)
      }
      // Read text lies in more places of the process than could be wiped one by one: it goes with
      // the process. Other visits' files stay.
      if (told.has(visit)) await stop()
      shelf.forget(visit)
    },

    async [Symbol.asyncDispose]() {
      isOver = true
      clearTimeout(idle)
      ahead?.stop()
      await engine.stop()
      shelf.close()
    },
  }
}

/**
 * Somebody who waited asks one that another model has taken the place of: its process must not
 * begin again.
 */
function replaced(): AppError {
  return new AppError(
    'unavailable',
    'engine_unavailable',
    'O modelo de linguagem foi trocado neste momento. Tente de novo.',
  )
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new AppError('unavailable', 'generation_failed', 'A resposta do modelo não é válida.', {
      cause,
    })
  }
}
