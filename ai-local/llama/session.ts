/**
 * One loaded model with one stretch of memory (KV cache) for the visit at hand. Between two requests the memory is
 * kept: what the next prompt has in common with it from the beginning (the rules, the transcript) is not
 * evaluated again.
 *
 * The prompt is evaluated in pieces of about a third of a second, so that a cancellation frees the
 * processor at once however slow the machine is. The memory never shifts: the transcript would silently
 * lose its beginning, so what does not fit is refused.
 */
import { getLlama, type LlamaContextSequence, LlamaLogLevel, type Token } from 'node-llama-cpp'
import { AppError } from '../../core/errors.ts'
import { chatPrompt } from './chat-prompt.ts'
import type { GenerateRequest, LoadOptions, ModelFacts, Usage } from './protocol.ts'
import { grammarCache, openTokenSource, withoutControlTokens } from './token-source.ts'
import { type WriteOptions, writeJson } from './write-json.ts'

export interface Session {
  facts: ModelFacts
  generate(
    request: GenerateRequest,
    hooks: Pick<WriteOptions, 'onProperty' | 'onText'> & { signal: AbortSignal; onBeat(): void },
  ): Promise<{ json: string; usage: Usage }>
}

const PIECE_MS = 300
const SMALLEST_PIECE = 16
const LARGEST_PIECE = 512
/** Room that an answer needs at least; a prompt that leaves less is too long. */
const LEAST_ANSWER_TOKENS = 1024

/** Loads the model; the process then owns its memory until it ends. */
export async function openSession(options: LoadOptions): Promise<Session> {
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
  const tokenBias = withoutControlTokens(model)
  const grammarOf = grammarCache((grammar) => llama.createGrammar({ grammar }))

  return {
    facts: { contextTokens: context.contextSize, chatFormat: chat.format },

    async generate(request, { signal, onBeat, ...hooks }) {
      const prompt = chat.tokens(request)
      const room = context.contextSize - prompt.length
      const needed = Math.min(LEAST_ANSWER_TOKENS, request.maxTokens, context.contextSize / 4)
      if (room < needed)
        throw new AppError(
          'rejected',
          'prompt_too_long',
          'O texto não cabe na memória do modelo de linguagem.',
          {
            details: [{ tokens: prompt.length, limit: context.contextSize }],
          },
        )
      const reusedTokens = await forgetAllBut(sequence, prompt)
      await evaluateInPieces(sequence, prompt.slice(reusedTokens, -1), signal, onBeat)
      await sequence.takeCheckpoint()

      const { source, end } = openTokenSource(model, sequence, {
        start: prompt.slice(-1),
        temperature: request.temperature,
        seed: request.seed,
        tokenBias,
        grammarOf,
        beforeToken() {
          signal.throwIfAborted()
          onBeat()
        },
      })
      try {
        const written = await writeJson(request.plan, source, {
          ...hooks,
          maxTokens: Math.min(request.maxTokens, room),
        })
        const { json, sampledTokens, fixedTokens } = written
        return {
          json,
          usage: { promptTokens: prompt.length, reusedTokens, sampledTokens, fixedTokens },
        }
      } finally {
        await end()
      }
    },
  }
}

/** Keeps the common beginning of memory and prompt. @returns its length; the prompt's last token is never part of it */
async function forgetAllBut(sequence: LlamaContextSequence, prompt: Token[]): Promise<number> {
  const { firstDifferentIndex } = sequence.compareContextTokens(prompt)
  const kept = Math.min(firstDifferentIndex, prompt.length - 1)
  if (kept < sequence.nextTokenIndex)
    await sequence.eraseContextTokenRanges([{ start: kept, end: sequence.nextTokenIndex }])
  // Models with a sliding window may have had to forget more.
  return Math.min(kept, sequence.nextTokenIndex)
}

async function evaluateInPieces(
  sequence: LlamaContextSequence,
  tokens: Token[],
  signal: AbortSignal,
  onBeat: () => void,
) {
  let size = SMALLEST_PIECE * 2
  for (let from = 0; from < tokens.length; ) {
    signal.throwIfAborted()
    onBeat()
    const piece = tokens.slice(from, from + size)
    const startedAt = performance.now()
    await sequence.evaluateWithoutGeneratingNewTokens(piece)
    const perToken = (performance.now() - startedAt) / piece.length
    size = Math.max(SMALLEST_PIECE, Math.min(LARGEST_PIECE, Math.floor(PIECE_MS / perToken)))
    from += piece.length
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
