/**
 * Why a text server gave no answer, in our words: its own are never shown, they may quote the
 * prompt.
 */
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../core/errors.ts'
import { readLimited } from '../read-limited.ts'
import { RemoteFailure, type RemoteIssue } from '../remote/remote-connection.ts'

const LARGEST_REFUSAL_BYTES = 64 * 1024

/** The issue is in the details, for logs and `doctor`. */
export function textFailure(error: unknown): AppError {
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
  key_refused: 'O servidor de texto recusou a chave configurada. Avise o administrador.',
  no_such_model: 'O servidor de texto não tem o modelo configurado. Avise o administrador.',
  computed_elsewhere:
    'O modelo configurado é calculado fora da rede da instituição: nada foi enviado. Avise o administrador.',
}

/**
 * What an answer other than 200 is about.
 * @throws {AppError} `prompt_too_long`
 * @throws {RemoteFailure} where another server of several may be better off
 */
export async function readRefusal(response: IncomingMessage): Promise<void> {
  const { statusCode } = response
  if (statusCode === 401 || statusCode === 403) throw new RemoteFailure('key_refused')
  const text = (await readLimited(response, LARGEST_REFUSAL_BYTES)) ?? ''
  if (statusCode === 404 && NO_MODEL.test(text)) throw new RemoteFailure('no_such_model')
  if (!TOO_LONG.test(text)) return
  const limit = figure(text, /"n_ctx": ?(\d+)|context length is (?:only )?(\d+)/)
  const tokens = figure(
    text,
    /"n_prompt_tokens": ?(\d+)|(?:requested|resulted in|contains|contains at least) (\d+) (?:input )?tokens/,
  )
  throw promptTooLong(limit > 0 && tokens > 0 ? { tokens, limit } : undefined)
}

/** Of vLLM and Ollama: a wrong address is 404 too, without these words. */
const NO_MODEL = /\bmodel\b(?:(?!\bmodel\b)[^{}])*(?:does not exist|not found)/i
/** llama-server's type, and sentences of vLLM and Ollama. */
const TOO_LONG =
  /exceed_context_size_error|maximum context length|context_length_exceeded|exceeds? the (?:available |maximum )?context/

function figure(text: string, where: RegExp): number {
  return Number(where.exec(text)?.slice(1).find(Boolean))
}

export function promptTooLong(size?: { tokens: number; limit: number }): AppError {
  return new AppError(
    'rejected',
    'prompt_too_long',
    'O texto não cabe na memória do modelo de linguagem.',
    size ? { details: [size] } : {},
  )
}
