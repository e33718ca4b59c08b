/**
 * A language model elsewhere in the hospital's network, behind the chat interface that
 * llama-server, vLLM and others share. It is asked for the schema, but nothing it says is believed:
 * llama-server answers unconstrained, with status 200, when it cannot read a grammar (AI-RUNTIME
 * §4). What does not validate is refused, never mended.
 */

import type { IncomingMessage } from 'node:http'
import type { JsonSchema, TextGenerator } from '../../core/document/models/ports.ts'
import { AppError, isAppError } from '../../core/errors.ts'
import { answerValidator } from '../llama/answer-validator.ts'
import { compileSchema } from '../llama/value-plan.ts'
import { readLimited } from '../read-limited.ts'
import { remoteConnection } from '../remote/remote-connection.ts'
import { RemoteFailure, type RemoteIssue } from '../remote/remote-failure.ts'
import { chatRequest, withoutBounds } from './chat-request.ts'
import { failed, readChatAnswer } from './read-chat-answer.ts'

/**
 * Why the text server gave no answer, in our words; the issue is in the details, for logs and
 * `doctor`.
 */
function textFailure(error: unknown): AppError {
  const issue = error instanceof RemoteFailure ? error.issue : 'connection_lost'
  const isSlow = issue === 'timeout' || issue === 'first_token_timeout'
  const code = isSlow ? 'generation_timeout' : 'engine_unavailable'
  const message =
    MESSAGES[issue] ??
    (isSlow
      ? 'O servidor de texto não respondeu a tempo.'
      : 'O servidor de texto da rede não está acessível.')
  return new AppError('unavailable', code, message, { details: [{ issue }] })
}

const UNTRUSTED = 'O certificado do servidor de texto não é confiável. Avise o administrador.'
const MESSAGES: Partial<Record<RemoteIssue, string>> = {
  tls_untrusted: UNTRUSTED,
  tls_wrong_name: UNTRUSTED,
  tls_failed: UNTRUSTED,
  tls_not_yet_valid: UNTRUSTED,
  tls_expired: 'O certificado do servidor de texto expirou. Avise o administrador.',
}

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
/**
 * Portuguese needs about so many characters a token with today's vocabularies; erring low refuses
 * early.
 */
const CHARACTERS_PER_TOKEN = 3
const LARGEST_REFUSAL_BYTES = 64 * 1024

export function remoteTextGenerator(options: RemoteTextGeneratorOptions): TextGenerator {
  const { model, contextTokens = DEFAULT_CONTEXT_TOKENS } = options
  const connection = remoteConnection({ ...options, baseUrl: withoutVersion(options.baseUrl) })
  const countTokens = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN)
  /**
   * The server refused bounds of lengths once (vLLM's grammars, by version): it is not offered them
   * again.
   */
  let refusesBounds = false

  /** @returns the answer's text, or the status of a refusal */
  function post(
    body: object,
    signal: AbortSignal,
    onText: (text: string) => void,
  ): Promise<string | number> {
    const bytes = Buffer.from(JSON.stringify(body))
    const request = {
      path: 'v1/chat/completions',
      body: { type: 'application/json', bytes },
      signal,
    }
    return connection.ask(request, async (response) => {
      if (response.statusCode === 200) return readChatAnswer(response, onText)
      if (response.statusCode === 400) await refusal(response)
      return response.statusCode ?? 0
    })
  }

  async function ask(
    body: (schema: JsonSchema) => object,
    schema: JsonSchema,
    signal: AbortSignal,
    onText: (text: string) => void,
  ): Promise<string> {
    const asked = refusesBounds ? withoutBounds(schema) : schema
    let answer = await post(body(asked), signal, onText)
    if (answer === 400 && !refusesBounds) {
      answer = await post(body(withoutBounds(schema)), signal, onText)
      refusesBounds = typeof answer === 'string'
    }
    if (typeof answer === 'number') throw failed(`status_${answer}`)
    return answer
  }

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
      const promptTokens = countTokens(prompt.system) + countTokens(prompt.user)
      const room = contextTokens - promptTokens
      if (room < Math.min(maxTokens, contextTokens / 8))
        throw promptTooLong([{ tokens: promptTokens, limit: contextTokens }])
      const limits = { maxTokens: Math.min(maxTokens, room), temperature, seed }
      const body = (asked: JsonSchema) => chatRequest(model, prompt, asked, limits)
      const json = await inTime(signal, (ending, isAnswering) =>
        ask(body, schema, ending, (text) => {
          isAnswering()
          hooks.onText?.(text)
        }),
      )
      const answer = validate(json) as Record<string, unknown>
      if (hasUnwritable(answer)) throw failed('control_characters')
      for (const { key } of plan.object) hooks.onProperty?.(key, answer[key], [])
      return JSON.stringify(answer)
    },

    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}

/**
 * What a 400 is about: its own text is never shown, it may quote the prompt. @throws when the
 * prompt is too long
 */
async function refusal(response: IncomingMessage): Promise<void> {
  const text = (await readLimited(response, LARGEST_REFUSAL_BYTES)) ?? ''
  // llama-server's type, and vLLM's sentence.
  if (!/exceed_context_size_error|maximum context length|context_length_exceeded/.test(text)) return
  const limit = Number(/"n_ctx": ?(\d+)|context length is (\d+)/.exec(text)?.slice(1).find(Boolean))
  const tokens = Number(
    /"n_prompt_tokens": ?(\d+)|(?:requested|resulted in) (\d+) tokens/
      .exec(text)
      ?.slice(1)
      .find(Boolean),
  )
  throw promptTooLong(limit > 0 && tokens > 0 ? [{ tokens, limit }] : undefined)
}

function promptTooLong(details?: { tokens: number; limit: number }[]): AppError {
  return new AppError(
    'rejected',
    'prompt_too_long',
    'O texto não cabe na memória do modelo de linguagem.',
    details ? { details } : {},
  )
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
