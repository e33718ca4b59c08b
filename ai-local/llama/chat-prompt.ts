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
}

/** Wraps a prompt in the model's own chat format; only the format's control tokens are control tokens. */
export function chatPrompt(model: LlamaModel): ChatPrompt {
  const chat = resolveChatWrapper(model, { warningLogs: false })
  const tokenize = plainTokens(model)
  return {
    format: chat.wrapperName,
    tokens({ system, user }) {
      const chatHistory: ChatHistoryItem[] = [
        ...chat.generateInitialChatHistory({ systemPrompt: system }),
        { type: 'user', text: user },
        { type: 'model', response: [] },
      ]
      return tokenize(chat.generateContextState({ chatHistory }).contextText)
    },
  }
}
