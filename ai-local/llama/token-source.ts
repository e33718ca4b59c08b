/**
 * The model one token at a time, under the grammar of the slot at hand, over one sequence of
 * memory.
 */
import {
  type LlamaContextSequence,
  type LlamaGrammar,
  LlamaGrammarEvaluationState,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp'
import type { TextState } from './text-states.ts'
import type { BiasOf } from './token-bias.ts'
import type { TokenSource } from './write-json.ts'

const KEPT_GRAMMARS = 200
/** So many tokens before a piece of text decide how the tokenizer joins them. */
const JOINING_TOKENS = 3

export interface TokenSourceOptions {
  /** The prompt's last token: its evaluation yields the first sample. */
  start: Token[]
  temperature: number
  seed: number
  biasOf: BiasOf
  grammarOf: (grammar: string) => Promise<LlamaGrammar>
  beforeToken(): void
  afterToken?(): void
}

export function openTokenSource(
  model: LlamaModel,
  sequence: LlamaContextSequence,
  { start, temperature, seed, biasOf, grammarOf, beforeToken, afterToken }: TokenSourceOptions,
): { source: TokenSource; end(): Promise<void> } {
  let grammar: LlamaGrammarEvaluationState | undefined
  let steps: ReturnType<LlamaContextSequence['evaluate']> | null = null
  let unevaluated: Token[] = start
  /** The newest tokens before the slot, and whether the slot's first sample is still to come. */
  let joining: Token[] = start
  let isSlotStart = true
  let bound: TextState | null = null

  function begin(tokens: Token[]) {
    // Both are asked for before every sample, so they are those of the text at hand.
    steps = sequence.evaluate(tokens, {
      temperature,
      seed,
      tokenBias: () => biasOf(bound),
      grammarEvaluationState: () => grammar,
    })
    return steps
  }

  const source: TokenSource = {
    async startSlot(grammarText) {
      grammar = new LlamaGrammarEvaluationState({ model, grammar: await grammarOf(grammarText) })
      isSlotStart = true
    },
    async next(certain, nextBound) {
      beforeToken()
      bound = nextBound
      const tokens = [...unevaluated, ...(certain as Token[])]
      unevaluated = []
      if (isSlotStart) joining = [...joining, ...tokens].slice(-JOINING_TOKENS)
      isSlotStart = false
      const step = await (steps ? steps.next(tokens) : begin(tokens).next())
      afterToken?.()
      if (!step.done) return step.value
      steps = null
      return null
    },
    tokenize: (text) => (text === '' ? [] : model.tokenize(text, false, 'trimLeadingSpace')),
    text: (tokens) => model.detokenize(tokens as Token[], false, joining),
  }
  return {
    source,
    end: async () => {
      await steps?.return()
    },
  }
}

/** Grammars by their text: a document asks for the same few again and again. */
export function grammarCache(create: (grammar: string) => Promise<LlamaGrammar>) {
  const kept = new Map<string, LlamaGrammar>()
  return async (text: string) => {
    const known = kept.get(text)
    if (known) return known
    const grammar = await create(text)
    if (kept.size >= KEPT_GRAMMARS) kept.delete(kept.keys().next().value as string)
    kept.set(text, grammar)
    return grammar
  }
}
