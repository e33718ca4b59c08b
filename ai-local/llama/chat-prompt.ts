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
  /** What every prompt begins with whose `user` begins with this one, as far as the tokenizer's joints allow. */
  beginning(prompt: { system: string; user: string }): Token[]
}

/** Wraps a prompt in the model's own chat format; only the format's control tokens are control tokens. */
export function chatPrompt(model: LlamaModel): ChatPrompt {
  const chat = resolveChatWrapper(model, { warningLogs: false })
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
