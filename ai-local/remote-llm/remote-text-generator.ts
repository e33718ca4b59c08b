/**
 * A language model elsewhere in the hospital's network, behind the chat interface that
 * llama-server, vLLM and others share, or Ollama's own. It is asked for the schema, but nothing it
 * says is believed: llama-server answers unconstrained, with status 200, when it cannot read a
 * grammar (AI-RUNTIME §4). What does not validate is refused, never mended; neither is what was
 * written from a part of the prompt.
 */

import type { TextGenerator } from '../../core/document/models/ports.ts'
import { isAppError } from '../../core/errors.ts'
import { answerValidator } from '../llama/answer-validator.ts'
import { compileSchema } from '../llama/value-plan.ts'
import { RemoteFailure, remoteConnection } from '../remote/remote-connection.ts'
import { failed } from './answer-stream.ts'
import { textServerAsker } from './ask-text-server.ts'
import { textFailure } from './refusals.ts'

export interface RemoteTextGeneratorOptions {
  /** As configured, with `/v1` at its end or without; several have commas between them. */
  baseUrl: string
  apiKey: string | null
  model: string
  /** PEM of the only authority believed; null: the public ones. */
  caPem?: string | null
  contextTokens?: number
  connectTimeoutMs?: number
  /**
   * From the request to the first piece of the answer: the server reads the prompt meanwhile, after
   * others.
   */
  firstTokenMs?: number
  /** Time for the whole answer. */
  timeoutMs?: number
}

const DEFAULT_CONTEXT_TOKENS = 16_384
const DEFAULT_FIRST_TOKEN_MS = 2 * 60_000
const DEFAULT_TIMEOUT_MS = 10 * 60_000
export function remoteTextGenerator(options: RemoteTextGeneratorOptions): TextGenerator {
  const { model, contextTokens = DEFAULT_CONTEXT_TOKENS } = options
  const connection = remoteConnection({ ...options, baseUrl: withoutVersion(options.baseUrl) })
  const asker = textServerAsker({ model, contextTokens })

  /** Ends in time, with the caller's reason or one of ours. */
  async function inTime(
    signal: AbortSignal,
    work: (signal: AbortSignal, isAnswering: () => void) => Promise<string>,
  ): Promise<string> {
    const { firstTokenMs = DEFAULT_FIRST_TOKEN_MS, timeoutMs = DEFAULT_TIMEOUT_MS } = options
    const ending = new AbortController()
    const leave = () => ending.abort(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    const first = setTimeout(
      () => ending.abort(new RemoteFailure('first_token_timeout')),
      firstTokenMs,
    )
    const whole = setTimeout(() => ending.abort(new RemoteFailure('timeout')), timeoutMs)
    try {
      signal.throwIfAborted()
      return await work(ending.signal, () => clearTimeout(first))
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw isAppError(error)
        ? error
        : textFailure(ending.signal.aborted ? ending.signal.reason : error)
    } finally {
      clearTimeout(first)
      clearTimeout(whole)
      signal.removeEventListener('abort', leave)
    }
  }

  return {
    model,

    async generate(prompt, { schema, maxTokens, temperature = 0, seed = 0, signal, ...hooks }) {
      const plan = compileSchema(schema)
      const validate = answerValidator(schema)
      const json = await inTime(signal, (ending, isAnswering) => {
        const onText = (text: string) => {
          isAnswering()
          hooks.onText?.(text)
        }
        const question = { prompt, schema, maxTokens, temperature, seed, signal: ending, onText }
        return connection.withOne(ending, (server) => asker.ask(server, question))
      })
      const answer = validate(json) as Record<string, unknown>
      if (hasUnwritable(answer)) throw failed('control_characters')
      for (const { key } of plan.object) hooks.onProperty?.(key, answer[key], [])
      return JSON.stringify(answer)
    },

    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}

/**
 * The local grammar cannot write them; a remote answer with them would break Markdown and records
 * alike, or show something else than it says (slot-grammar.ts).
 */
const UNWRITABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff\ud800-\udfff\u{e0000}-\u{10ffff}]/u

function hasUnwritable(value: unknown): boolean {
  if (typeof value === 'string') return UNWRITABLE.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasUnwritable)
}

/** Instructions of servers name the address with `/v1` and without it. */
function withoutVersion(addresses: string): string {
  return addresses.replace(/\/v1\/?(?=,|$)/g, '')
}
