import {
  type ChatHistoryItem,
  type LlamaModel,
  LlamaText,
  resolveChatWrapper,
  SpecialToken,
  SpecialTokensText,
  type Token,
} from 'node-llama-cpp'

export interface ChatPrompt {
  /** Which chat format the model file asks for: for the log. */
  format: string
  /** Up to where the model's answer begins. */
  tokens(prompt: { system: string; user: string }): Token[]
  /**
   * What every prompt begins with whose `user` begins with this one, as far as the tokenizer's
   * joints allow.
   */
  beginning(prompt: { system: string; user: string }): Token[]
}

/**
 * Some formats tell the model today's date, and how to use tools that it has not. A document would
 * then be another one tomorrow, all that was read would have to be read again at midnight, and a
 * date nobody said would stand among the sources. The grammar begins with the answer, so models
 * that would think aloud first are told not to.
 */
const FORMAT_SETTINGS = {
  'llama3.1': { todayDate: null, cuttingKnowledgeDate: null, noToolInstructions: true },
  'llama3.2-lightweight': { todayDate: null, cuttingKnowledgeDate: null, noToolInstructions: true },
  harmony: { todayDate: null },
  qwen: { thoughts: 'discourage' },
  // As the templates themselves have it where no clock is at hand.
  jinjaTemplate: {
    additionalRenderParameters: { date_string: '26 Jul 2024', enable_thinking: false },
  },
} as const

/**
 * Wraps a prompt in the model's own chat format; only the format's control tokens are control
 * tokens.
 */
export function chatPrompt(model: LlamaModel): ChatPrompt {
  const chat = resolveChatWrapper(model, {
    warningLogs: false,
    customWrapperSettings: FORMAT_SETTINGS,
  })
  const tokenize = plainTokens(model)

  function tokens({ system, user }: { system: string; user: string }): Token[] {
    const chatHistory: ChatHistoryItem[] = [
      ...chat.generateInitialChatHistory({ systemPrompt: system }),
      { type: 'user', text: user },
      { type: 'model', response: [] },
    ]
    return tokenize(chat.generateContextState({ chatHistory }).contextText)
  }

  return {
    format: chat.wrapperName,
    tokens,
    beginning({ system, user }) {
      const closed = tokens({ system, user })
      const goesOn = tokens({ system, user: `${user}\n\n#` })
      const end = closed.findIndex((token, index) => token !== goesOn[index])
      return end < 0 ? closed : closed.slice(0, end)
    },
  }
}

type TokenizePrompt = (text: LlamaText) => Token[]

/**
 * Text becomes tokens in such a way that nobody can speak a chat template's control tokens into the
 * prompt. Plain text is tokenized without special tokens; but a model file may declare markup such
 * as `<think>` as "user defined" tokens, which the tokenizer matches in plain text all the same.
 * Those words are cut in two before tokenizing: the same characters, never the one token.
 */
function plainTokens(model: LlamaModel): TokenizePrompt {
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
