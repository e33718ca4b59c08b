import { AppError } from '../errors.ts'
import type { Credential, CredentialScope } from './access.ts'
import type { Reach } from './principal.ts'

/** @throws {AppError} `forbidden` */
export function requireScope({ key }: Credential, scope: CredentialScope): void {
  if (key.scopes.includes(scope)) return
  throw new AppError('forbidden', 'forbidden', `Esta chave não tem a permissão ${scope}.`)
}

/**
 * A host's backend reaches its whole organization: whoever may make a token for all of it may open
 * all of it.
 * @throws {AppError} `forbidden` without scope `session:create`, as an auth token that a browser
 * holds may be
 */
export function reachOf(credential: Credential): Reach {
  requireScope(credential, 'session:create')
  return { organizationId: credential.key.organizationId, boundTo: null, doctorId: null }
}
