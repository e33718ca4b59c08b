/**
 * Credentials of host systems. A secret is 32 random bytes (256 bits), shown once and kept as
 * SHA-256. No slow hash (argon2, bcrypt): those protect what people can guess, and 2^256 random
 * values cannot be guessed at any speed; a slow one would only make every token exchange slow.
 */
import { notFound, validationError } from '../errors.ts'
import {
  type ApiKey,
  type CredentialKind,
  type CredentialScope,
  credentialScopes,
} from './access.ts'
import { readName } from './manage-organizations.ts'
import type { KeyStore, OrganizationStore, Secrets, UserStore } from './ports.ts'

interface Deps {
  store: KeyStore & UserStore & OrganizationStore
  secrets: Secrets
  now: () => Date
  newId: () => string
}

export interface CreateKeyInput {
  organizationId: string
  /** Deactivating this user ends the tokens of the key. */
  userId?: string | null | undefined
  kind: CredentialKind
  name: string
  /** Both by default: either kind works at both exchange endpoints (SPEC-GAPS 1.8). */
  scopes?: readonly CredentialScope[] | undefined
}

/** Keys, for the administrator. Unknown ids throw `not_found`. */
export interface ManageKeys {
  /** @returns the only copy of the secret there will ever be */
  createKey(input: CreateKeyInput): Promise<{ key: ApiKey; secret: string }>
  /**
   * Stops new tokens at once. Those already issued live to their expiry, or end now with
   * `endSessions`, which also works on a key that was revoked before (spec §5.4, SPEC-GAPS C5).
   */
  revokeKey(id: string, options: { endSessions: boolean }): Promise<ApiKey>
  getKey(id: string): Promise<ApiKey>
  listKeys(organizationId: string): Promise<ApiKey[]>
}

const secretBytes = 32
const prefixOfKind = { api_key: 'svc_key_', auth_token: 'svc_tok_' } as const
/** Of the random part; 4 of 43 characters name a key and say nothing about the rest. */
const shownCharacters = 4

export function manageKeys({ store, secrets, now, newId }: Deps): ManageKeys {
  async function getKey(id: string) {
    const key = await store.findKey(id)
    if (!key) throw notFound('Chave não encontrada.')
    return key
  }

  async function checkOwner({ organizationId, userId }: CreateKeyInput) {
    if (!(await store.findOrganization(organizationId)))
      throw notFound('Organização não encontrada.')
    if (userId && (await store.findUser(userId))?.organizationId !== organizationId)
      throw notFound('Usuário não encontrado nesta organização.')
  }

  return {
    getKey,
    async createKey(input) {
      await checkOwner(input)
      const scopes = [...new Set(input.scopes ?? credentialScopes)]
      if (scopes.length === 0) throw validationError([{ field: 'scopes', issue: 'required' }])
      const start = prefixOfKind[input.kind]
      const secret = start + secrets.randomText(secretBytes)
      const key: ApiKey = {
        id: newId(),
        organizationId: input.organizationId,
        userId: input.userId ?? null,
        kind: input.kind,
        name: readName(input.name),
        prefix: secret.slice(0, start.length + shownCharacters),
        scopes,
        sessionGeneration: 0,
        createdAt: now(),
        lastUsedAt: null,
        revokedAt: null,
      }
      await store.createKey(key, secrets.digest(secret))
      return { key, secret }
    },
    async revokeKey(id, { endSessions }) {
      const { revokedAt, sessionGeneration } = await getKey(id)
      const changes = {
        revokedAt: revokedAt ?? now(),
        ...(endSessions && { sessionGeneration: sessionGeneration + 1 }),
      }
      return (await store.updateKey(id, changes)) ?? getKey(id)
    },
    listKeys: (organizationId) => store.listKeys(organizationId),
  }
}
