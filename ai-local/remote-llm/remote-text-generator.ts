/**
 * A language model elsewhere in the hospital's network, behind the chat interface that llama-server, vLLM and others
 * share. It is asked for the schema, but nothing it says is believed: llama-server answers unconstrained,
 * with status 200, when it cannot read a grammar (AI-RUNTIME §4). What does not validate is refused, never mended.
 */
import type { JsonSchema, TextGenerator } from '../../core/document/ports.ts'
import { AppError, isAppError } from '../../core/errors.ts'
import { answerValidator } from '../llama/answer-validator.ts'
import { compileSchema } from '../llama/value-plan.ts'
import { readChatAnswer } from './read-chat-answer.ts'

export interface RemoteTextGeneratorOptions {
  /** Up to and without `/v1`, as configured: the only address ever asked. */
  baseUrl: string
  apiKey: string | null
  model: string
  contextTokens?: number
  timeoutMs?: number
}

const DEFAULT_CONTEXT_TOKENS = 16_384
const DEFAULT_TIMEOUT_MS = 10 * 60_000
/** Portuguese needs about so many characters a token with today's vocabularies; erring low refuses early. */
const CHARACTERS_PER_TOKEN = 3

export function remoteTextGenerator(options: RemoteTextGeneratorOptions): TextGenerator {
  const { baseUrl, apiKey, model, contextTokens = DEFAULT_CONTEXT_TOKENS } = options
  const address = new URL('v1/chat/completions', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`)
  const countTokens = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

  async function ask(body: object, signal: AbortSignal): Promise<string> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}),
        },
        body: JSON.stringify(body),
        // Another address would be one that nobody configured.
        redirect: 'error',
        signal: AbortSignal.any([signal, timeout]),
      })
      return await readChatAnswer(response)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (isAppError(error)) throw error
      if (timeout.aborted)
        throw new AppError(
          'unavailable',
          'generation_timeout',
          'O servidor de texto não respondeu a tempo.',
        )
      // The cause may name addresses, never the prompt.
      throw new AppError(
        'unavailable',
        'engine_unavailable',
        'O servidor de texto da rede não está acessível.',
        { cause: error },
      )
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
        throw new AppError(
          'rejected',
          'prompt_too_long',
          'O texto não cabe na memória do modelo de linguagem.',
          {
            details: [{ tokens: promptTokens, limit: contextTokens }],
          },
        )
      const json = await ask(
        {
          model,
          messages: [
            { role: 'system', content: prompt.system },
            { role: 'user', content: prompt.user },
          ],
          temperature,
          seed,
          max_tokens: Math.min(maxTokens, room),
          stream: false,
          response_format: responseFormat(schema),
        },
        signal,
      )
      const answer = validate(json) as Record<string, unknown>
      if (hasControlCharacters(answer)) throw invalidAnswer('control_characters')
      const canonical = JSON.stringify(answer)
      hooks.onText?.(canonical)
      for (const { key } of plan.object) hooks.onProperty?.(key, answer[key], [])
      return canonical
    },

    async [Symbol.asyncDispose]() {},
  }
}

function responseFormat(schema: JsonSchema) {
  return { type: 'json_schema', json_schema: { name: 'document', strict: true, schema } }
}

/** The local grammar cannot write them; a remote answer with them would break Markdown and records alike. */
function hasControlCharacters(value: unknown): boolean {
  if (typeof value === 'string')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasControlCharacters)
}

function invalidAnswer(issue: string): AppError {
  return new AppError('unavailable', 'generation_failed', 'A resposta do modelo não é válida.', {
    details: [{ issue }],
  })
}
