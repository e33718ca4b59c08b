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
import { type LlamaModel, type Token, TokenBias } from 'node-llama-cpp'
import type { TextState } from './text-states.ts'
import { modelVocabulary, type Vocabulary } from './vocabulary.ts'

/** Logits lie within some fifty of each other; a larger number would cost their last digits. */
const PREFERRED = { logit: 200 }

export type BiasOf = (bound: TextState | null) => TokenBias

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
