/**
 * Which tokens of a model go on with a text that is bound, found without looking at every token for
 * every step.
 */
import type { LlamaModel, Token } from 'node-llama-cpp'
import type { TextState } from './text-states.ts'

export interface Vocabulary {
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
export function modelVocabulary(model: LlamaModel): Vocabulary {
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
