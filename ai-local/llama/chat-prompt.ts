import {
  type ChatHistoryItem,
  type LlamaModel,
  resolveChatWrapper,
  type Token,
} from 'node-llama-cpp'
import { plainTokens } from './plain-tokens.ts'

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
