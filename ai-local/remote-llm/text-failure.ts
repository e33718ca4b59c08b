import { AppError } from '../../core/errors.ts'
import { RemoteFailure, type RemoteIssue } from '../remote/remote-failure.ts'

/**
 * Why the text server gave no answer, in our words; the issue is in the details, for logs and
 * `doctor`.
 */
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
}
