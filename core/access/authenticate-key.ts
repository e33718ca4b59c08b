import { AppError } from '../errors.ts'
import type { Credential } from './access.ts'
import type { Directory } from './directory.ts'
import type { LastUsed } from './last-used.ts'
import type { Secrets } from './ports.ts'

interface Deps {
  directory: Directory
  secrets: Secrets
  lastUsed: LastUsed
  now: () => Date
}

/** Checks the secret of header `x-svc-token` (spec §5.1). */
export type AuthenticateKey = ReturnType<typeof authenticateKey>

/**
 * @returns the credential, with its organization and user, all of them active
 * @throws {AppError} `authentication_required`, `invalid_api_key` (unknown, revoked, user
 * deactivated), `forbidden` (organization suspended)
 */
export function authenticateKey({ directory, secrets, lastUsed, now }: Deps) {
  return async (secret: string | undefined): Promise<Credential> => {
    if (!secret) {
      const message = 'Envie a chave de API no cabeçalho x-svc-token.'
      throw new AppError('unauthenticated', 'authentication_required', message)
    }
    const view = await directory.look()
    const credential = await view.credentialByDigest(secrets.digest(secret))
    if (!credential || credential.key.revokedAt || credential.user?.status === 'deactivated') {
      const message = 'A chave de API não é válida ou foi revogada.'
      throw new AppError('unauthenticated', 'invalid_api_key', message)
    }
    refuseSuspended(credential)
    lastUsed.note(credential.key.id, now())
    return credential
  }
}

/** @throws {AppError} `forbidden` */
export function refuseSuspended({ organization }: Credential): void {
  if (organization.status === 'active') return
  throw new AppError('forbidden', 'forbidden', 'O acesso desta organização está suspenso.')
}
