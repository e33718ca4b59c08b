/**
 * One loaded model with one stretch of memory (KV cache) for the visit at hand. Between two
 * requests the memory is kept: what the next prompt has in common with it from the beginning (the
 * rules, the transcript) is not evaluated again. What it has read of a visit can be put aside in a
 * file in memory, so that another visit, or the end of this process, does not make it read the same
 * again.
 */
import { getLlama, LlamaLogLevel, type Token } from 'node-llama-cpp'
import { AppError } from '../../core/errors.ts'
import { chatPrompt } from './chat-prompt.ts'
import { batching } from './pieces.ts'
import { type EvaluateHooks, promptMemory } from './prompt-memory.ts'
import type {
  GenerateRequest,
  LoadOptions,
  ModelFacts,
  PromptPlace,
  PromptReading,
  ReadRequest,
  Usage,
} from './protocol.ts'
import { proveGrammars } from './prove-grammars.ts'
import { tokenBiases } from './token-bias.ts'
import { grammarCache, openTokenSource } from './token-source.ts'
import { type VisitNotice, visitMemory } from './visit-memory.ts'
import { type WriteOptions, writeJson } from './write-json.ts'

export interface Session {
  facts: ModelFacts
  generate(
    request: GenerateRequest,
    place: PromptPlace | null,
    hooks: Pick<WriteOptions, 'onProperty' | 'onText'> & EvaluateHooks,
  ): Promise<{ json: string; usage: Usage }>
  /** Reads the beginning of a visit's prompts ahead of time. What does not fit is left alone. */
  read(request: ReadRequest, place: PromptPlace, hooks: EvaluateHooks): Promise<PromptReading>
}

/** Room that an answer needs at least; a prompt that leaves less is too long. */
const LEAST_ANSWER_TOKENS = 1024

/** Loads the model; the process then owns its memory until it ends. */
export async function openSession(
  options: LoadOptions,
  onNotice: (notice: VisitNotice) => void,
): Promise<Session> {
  const llama = await getLlama({
    gpu: false,
    build: 'never', // never compile on a user's machine
    skipDownload: true,
    progressLogs: false,
    logLevel: LlamaLogLevel.disabled,
    maxThreads: options.threads,
  })
  const threads = options.threads || llama.cpuMathCores
  const model = await llama.loadModel({ modelPath: options.modelPath, gpuLayers: 0 })
  const contextTokens = Math.min(options.contextTokens, model.trainContextSize)
  const context = await model.createContext({
    contextSize: contextTokens,
    sequences: 1,
    threads: { ideal: threads, min: 1 },
    failedCreationRemedy: false,
  })
  const sequence = context.getSequence({ contextShift: { strategy: refuseToShift } })
  const chat = chatPrompt(model)
  const biasOf = tokenBiases(model)
  const grammarOf = grammarCache((grammar) => llama.createGrammar({ grammar }))
  const memory = promptMemory(sequence, batching(model, context.batchSize))
  const visits = visitMemory(memory, onNotice)

  /** Tokens that an answer may have. */
  function roomBehind(prompt: Token[], maxTokens: number): number {
    const room = context.contextSize - prompt.length
    const needed = Math.min(LEAST_ANSWER_TOKENS, maxTokens, context.contextSize / 4)
    if (room >= needed) return room
    throw new AppError(
      'rejected',
      'prompt_too_long',
      'O texto não cabe na memória do modelo de linguagem.',
      { details: [{ tokens: prompt.length, limit: context.contextSize }] },
    )
  }

  return {
    facts: { contextTokens: context.contextSize, chatFormat: chat.format },

    async generate(request, place, { signal, onBeat, ...hooks }) {
      const startedAt = performance.now()
      await proveGrammars(request.plan, grammarOf)
      const prompt = chat.tokens(request)
      const room = roomBehind(prompt, request.maxTokens)
      await visits.enter(place)
      const reusedTokens = await memory.evaluate(prompt, { signal, onBeat }, visits.keepIfGrown)
      const repeatedTokens = visits.repeated(prompt, reusedTokens)

      let firstTokenMs = 0
      const { source, end } = openTokenSource(model, sequence, {
        start: prompt.slice(-1),
        temperature: request.temperature,
        seed: request.seed,
        biasOf,
        grammarOf,
        beforeToken() {
          signal.throwIfAborted()
          onBeat()
        },
        afterToken() {
          firstTokenMs ||= Math.round(performance.now() - startedAt)
        },
      })
      try {
        const written = await writeJson(request.plan, source, {
          ...hooks,
          maxTokens: Math.min(request.maxTokens, room),
        })
        const { json, sampledTokens, fixedTokens } = written
        const work = { promptTokens: prompt.length, reusedTokens, repeatedTokens }
        return { json, usage: { ...work, firstTokenMs, sampledTokens, fixedTokens } }
      } finally {
        await end()
      }
    },

    async read(request, place, hooks) {
      const prompt = chat.beginning(request)
      const promptTokens = prompt.length
      // It will be read in parts (core/document/generation/long-visit.ts), and those begin
      // otherwise.
      if (
        promptTokens >
        context.contextSize - Math.min(LEAST_ANSWER_TOKENS, context.contextSize / 4)
      )
        return { promptTokens, reusedTokens: 0 }
      await visits.enter(place)
      const reusedTokens = await memory.evaluateWhole(prompt, hooks)
      visits.repeated(prompt, reusedTokens)
      await visits.keepIfGrown(reusedTokens)
      return { promptTokens, reusedTokens }
    },
  }
}

function refuseToShift(): never {
  throw new AppError(
    'unavailable',
    'generation_failed',
    'O documento não coube na memória do modelo.',
    {
      details: [{ issue: 'context_full' }],
    },
  )
}
