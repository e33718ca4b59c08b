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
  TokenBias,
} from 'node-llama-cpp'
import type { TextState } from './text-states.ts'
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

/** Logits lie within some fifty of each other; a larger number would cost their last digits. */
const PREFERRED = { logit: 200 }

export type BiasOf = (bound: TextState | null) => TokenBias

/**
 * What is never sampled, and what is while a text is bound (`words` of a schema).
 *
 * To a grammar a control token is its name (`<s>`: three characters), to a reader it is nothing.
 * Inside a value it would make both count differently, so none is ever sampled; the end of the
 * answer is the grammar's own matter.
 *
 * A bound text is held by preferring what it allows beyond anything a model could say otherwise. To
 * name all the others instead would cost a hundred thousand entries for every token.
 */
export function tokenBiases(model: LlamaModel): BiasOf {
  const never = controlTokens(model)
  const open = TokenBias.for(model).set(never, 'never')
  /** Made when a text is first bound: it costs some tenths of a second. */
  let words: Vocabulary | null = null
  const known = new WeakMap<TextState, TokenBias>()
  return (bound) => {
    if (!bound) return open
    const made = known.get(bound)
    if (made) return made
    words ??= modelVocabulary(model)
    const allowed = words.tokensFrom(bound)
    const bias = TokenBias.for(model).set(never, 'never').set(allowed, PREFERRED)
    known.set(bound, bias)
    return bias
  }
}

function controlTokens(model: LlamaModel): Token[] {
  return [...model.iterateAllTokens()].filter((token) => {
    const { control, unknown } = model.getTokenAttributes(token)
    return (control || unknown) && !model.isEogToken(token)
  })
}

/**
 * Which tokens of a model go on with a text that is bound, found without looking at every token for
 * every step.
 */
interface Vocabulary {
  /** Every token whose text may come next. */
  tokensFrom(state: TextState): Token[]
}

/** Texts of tokens in order, so that those with the same beginning lie side by side. */
export function vocabulary(entries: { text: string; token: Token }[]): Vocabulary {
  const sorted = entries
    .filter(({ text }) => text !== '')
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  const unitAt = (index: number, depth: number) => sorted[index]?.text.charCodeAt(depth) ?? -1

  /**
   * The first of `from` to `to` whose unit at this depth is at least `unit`; a text that ended
   * before has none.
   */
  function firstWith(unit: number, depth: number, from: number, to: number): number {
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >> 1
      if (unitAt(middle, depth) >= unit) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    tokensFrom(first) {
      const found: Token[] = []
      function collect(state: TextState, depth: number, from: number, to: number) {
        let next = from
        for (; next < to && sorted[next]?.text.length === depth; next += 1)
          found.push((sorted[next] as { token: Token }).token)
        if (next === to) return
        for (const character of state.characters) {
          const unit = character.charCodeAt(0)
          const begin = firstWith(unit, depth, next, to)
          const end = firstWith(unit + 1, depth, begin, to)
          const after = end > begin ? state.step(character) : null
          if (after) collect(after, depth + 1, begin, end)
        }
      }
      collect(first, 0, 0, sorted.length)
      return found
    },
  }
}

/** Tokens that are text by themselves: no control tokens, no parts of a character. */
function modelVocabulary(model: LlamaModel): Vocabulary {
  const textOf = tokenTexts(model)
  const entries: { text: string; token: Token }[] = []
  for (const token of model.iterateAllTokens()) {
    const { control, unknown } = model.getTokenAttributes(token)
    if (control || unknown) continue
    const text = textOf(token)
    if (!text.includes('\uFFFD')) entries.push({ text, token })
  }
  return vocabulary(entries)
}

/**
 * The engine tells each text as it continues another one; a table of bytes tells them tenfold as
 * fast.
 */
function tokenTexts(model: LlamaModel): (token: Token) => string {
  const { model: kind, tokens } = model.fileInfo.metadata?.tokenizer?.ggml ?? {}
  if (kind !== 'gpt2' || !tokens) {
    const before = model.tokenize('"', false)
    return (token) => model.detokenize([token], false, before)
  }
  return (token) => {
    const bytes = Array.from(tokens[token] ?? '', (character) => BYTES.get(character) ?? -1)
    return bytes.includes(-1) ? '' : Buffer.from(bytes).toString('utf8')
  }
}

/**
 * How GPT-2 and its kin write bytes as letters: those that print stand for themselves, the others
 * from U+0100 on.
 */
const BYTES = new Map<string, number>()
let others = 0x100
for (let byte = 0; byte < 256; byte += 1) {
  const prints = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte !== 0xad)
  BYTES.set(String.fromCharCode(prints ? byte : others++), byte)
}
