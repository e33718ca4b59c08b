/**
 * Text becomes tokens in such a way that nobody can speak a chat template's control tokens into the
 * prompt. Plain text is tokenized without special tokens; but a model file may declare markup such
 * as `<think>` as "user defined" tokens, which the tokenizer matches in plain text all the same.
 * Those words are cut in two before tokenizing: the same characters, never the one token.
 */
import {
  type LlamaModel,
  LlamaText,
  SpecialToken,
  SpecialTokensText,
  type Token,
} from 'node-llama-cpp'

export type TokenizePrompt = (text: LlamaText) => Token[]

export function plainTokens(model: LlamaModel): TokenizePrompt {
  const markup = markupWords(model)

  function tokenizePlain(text: string, isStart: boolean): Token[] {
    return splitAt(text, markup).flatMap((part, index) =>
      model.tokenize(part, false, isStart && index === 0 ? undefined : 'trimLeadingSpace'),
    )
  }

  return (text) => {
    const tokens: Token[] = []
    for (const value of text.values) {
      if (value instanceof SpecialToken || value instanceof SpecialTokensText)
        tokens.push(...LlamaText(value).tokenize(model.tokenizer, startOption(tokens)))
      else for (const token of tokenizePlain(value, tokens.length === 0)) tokens.push(token)
    }
    return tokens
  }
}

function startOption(tokens: Token[]): 'trimLeadingSpace' | undefined {
  return tokens.length > 0 ? 'trimLeadingSpace' : undefined
}

/** Words of two and more visible characters that the vocabulary marks as special, longest first. */
function markupWords(model: LlamaModel): RegExp | null {
  const names = model.fileInfo.metadata?.tokenizer?.ggml?.tokens
  const words = new Set<string>()
  for (const token of model.iterateAllTokens()) {
    const attributes = model.getTokenAttributes(token)
    if (!attributes.userDefined && !attributes.control) continue
    const word = String(names?.[token] ?? '')
    if (word.trim().length >= 2) words.add(word)
  }
  if (words.size === 0) return null
  const alternatives = [...words].sort((a, b) => b.length - a.length).map(escapePattern)
  return new RegExp(alternatives.join('|'), 'g')
}

function splitAt(text: string, markup: RegExp | null): string[] {
  if (!markup) return [text]
  const parts: string[] = []
  let from = 0
  for (const match of text.matchAll(markup)) {
    parts.push(text.slice(from, match.index + 1))
    from = match.index + 1
  }
  parts.push(text.slice(from))
  return parts.filter((part) => part !== '')
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
