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
import { batching, type EvaluateHooks, promptMemory } from './prompt-memory.ts'
import type {
  GenerateRequest,
  LoadOptions,
  ModelFacts,
  PromptPlace,
  PromptReading,
  ReadRequest,
  Usage,
} from './protocol.ts'
import { type Follow, NEXT_ITEM_GRAMMAR, type Slot, slotGrammar } from './slot-grammar.ts'
import { grammarCache, openTokenSource, tokenBiases } from './token-source.ts'
import { fixedText, type PropertyPlan, type ValuePlan } from './value-plan.ts'
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

/**
 * Every grammar that a plan can ask for is compiled before the first token of the prompt is
 * evaluated. The runtime's own parser has the last word: what it cannot read is refused with its
 * place, not found out half-way through a document.
 * @throws {AppError} `schema_not_supported`; `details[0].field` is a JSON Pointer into the answer's
 * schema
 */
async function proveGrammars(
  plan: { object: PropertyPlan[] },
  compile: (grammar: string) => Promise<unknown>,
): Promise<void> {
  const proven = new Set<string>()
  for (const { path, grammar } of grammarsOf(plan.object, '')) {
    if (proven.has(grammar)) continue
    proven.add(grammar)
    try {
      await compile(grammar)
    } catch {
      // The parser's message would quote the schema.
      throw new AppError('invalid', 'schema_not_supported', 'O formato pedido não é suportado.', {
        details: [{ field: path, issue: 'grammar_not_compilable' }],
      })
    }
  }
}

interface PlacedGrammar {
  path: string
  grammar: string
}

/** Grammars of every slot that `writeJson` could open, with its place in the schema. */
function* grammarsOf(properties: PropertyPlan[], path: string): Generator<PlacedGrammar> {
  for (const { key, value } of properties) {
    const place = `${path}/properties/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    yield* slotsOf({ plan: value, lead: ' ', mayClose: false, follow: 'any' }, place)
  }
}

function* slotsOf(slot: Slot, path: string): Generator<PlacedGrammar> {
  const { plan } = slot
  if (slot.mayClose || fixedText(plan) === null) yield { path, grammar: slotGrammar(slot) }
  if (plan.object) yield* grammarsOf(plan.object, path)
  if (plan.array) yield* itemsOf(plan.array, `${path}/items`)
}

function* itemsOf(
  { items, minItems, maxItems }: NonNullable<ValuePlan['array']>,
  path: string,
): Generator<PlacedGrammar> {
  if (maxItems === 0) return
  const follow = (count: number): Follow =>
    count >= maxItems ? 'close' : count >= minItems ? 'comma or close' : 'comma'
  const first = { plan: items, lead: '', mayClose: minItems === 0, follow: follow(1) } as const
  yield* slotsOf(first, path)
  // What lies within an item is the same for each.
  const later = new Set([2, minItems, maxItems].filter((count) => count >= 2).map(follow))
  if (maxItems >= 2 && fixedText(items) === null)
    for (const one of later)
      yield {
        path,
        grammar: slotGrammar({ plan: items, lead: ' ', mayClose: false, follow: one }),
      }
  yield { path, grammar: NEXT_ITEM_GRAMMAR }
}
