/**
 * The language model in the box, behind core's port: the schema is compiled before anything runs, the engine
 * computes inside the gate and lets live speech go first, and the answer is parsed and validated even
 * though it cannot be wrong.
 */
import type { TextGenerator } from '../../core/document/ports.ts'
import type { ComputeGate } from '../../core/engine/compute-gate.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { answerValidator } from './answer-validator.ts'
import { type EngineState, type LlamaProcessOptions, llamaProcess } from './llama-process.ts'
import type { Usage } from './protocol.ts'
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
  timing?: LlamaProcessOptions['timing']
}

export interface LlamaTextGenerator extends TextGenerator {
  state(): EngineState
  /** Of the engine's process while there is one. */
  pid(): number | undefined
  /** Loads ahead of the first request. @throws as `generate` does */
  load(signal: AbortSignal): Promise<void>
  /** How much work the newest answer was. */
  lastUsage(): Usage | null
}

const DEFAULT_CONTEXT_TOKENS = 8192
const DEFAULT_IDLE_UNLOAD_MS = 10 * 60_000

export function llamaTextGenerator(options: LlamaTextGeneratorOptions): LlamaTextGenerator {
  const { model, gate, log } = options
  const idleUnloadMs = options.idleUnloadMs ?? DEFAULT_IDLE_UNLOAD_MS
  const engine = llamaProcess({
    childPath: options.childPath,
    log,
    timing: options.timing ?? {},
    load: {
      modelPath: model.path,
      sha256: model.sha256,
      contextTokens: options.contextTokens ?? DEFAULT_CONTEXT_TOKENS,
      threads: options.threads ?? 0,
    },
  })
  let inUse = 0
  let idle: NodeJS.Timeout | undefined
  let lastUsage: Usage | null = null

  async function whileInUse<T>(work: () => Promise<T>): Promise<T> {
    inUse += 1
    clearTimeout(idle)
    try {
      return await work()
    } finally {
      inUse -= 1
      if (inUse === 0) idle = setTimeout(() => void engine.stop(), idleUnloadMs).unref()
    }
  }

  return {
    model: model.name,
    state: () => engine.state(),
    pid: () => engine.pid(),
    lastUsage: () => lastUsage,
    load: (signal) => whileInUse(async () => void (await engine.load(signal))),

    async generate(prompt, { schema, maxTokens, temperature = 0, seed = 0, signal, ...hooks }) {
      const plan = compileSchema(schema)
      const validate = answerValidator(schema)
      return whileInUse(async () => {
        await engine.load(signal)
        const job = {
          priority: 'generation' as const,
          signal,
          pause: () => engine.pause(),
          resume: () => engine.resume(),
        }
        const startedAt = Date.now()
        const { json, usage } = await gate.run(job, () =>
          engine.ask({
            message: (id) => ({
              type: 'generate',
              id,
              request: { ...prompt, plan: { object: plan.object }, maxTokens, temperature, seed },
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
        log.info('generation.done', { ...usage, durationMs: Date.now() - startedAt })
        validate(json)
        return json
      })
    },

    async [Symbol.asyncDispose]() {
      clearTimeout(idle)
      await engine.stop()
    },
  }
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
