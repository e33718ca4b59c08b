import { hasDirectionMark } from '../direction-marks.ts'
import { notFound, validationError } from '../errors.ts'
import {
  type ApiKey,
  type CredentialKind,
  type CredentialScope,
  credentialScopes,
  type ExtensionSwitches,
  type IframeConsent,
  type Organization,
  shippedExtension,
  type User,
} from './access.ts'
import { readLogin } from './login-name.ts'
import { readOrigins } from './origins.ts'
import type { KeyStore, OrganizationStore, Secrets, UserStore } from './ports.ts'

interface Deps {
  store: OrganizationStore
  now: () => Date
  newId: () => string
}

export interface OrganizationSettings {
  name?: string | undefined
  allowedOrigins?: readonly string[] | undefined
  enforceDoctorScope?: boolean | undefined
  language?: string | undefined
  iframeConsent?: IframeConsent | undefined
  extension?: ExtensionSwitches | undefined
}

/**
 * Organizations, for the administrator. Unknown ids throw `not_found`, bad values
 * `validation_error`.
 */
export interface ManageOrganizations {
  createOrganization(input: OrganizationSettings & { name: string }): Promise<Organization>
  updateOrganization(id: string, changes: OrganizationSettings): Promise<Organization>
  /** Its tokens are refused from the next request on, and it gets no new ones. */
  suspendOrganization(id: string): Promise<Organization>
  resumeOrganization(id: string): Promise<Organization>
  getOrganization(id: string): Promise<Organization>
  listOrganizations(): Promise<Organization[]>
}

/** Neither control characters nor halves of a surrogate pair. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u

export function manageOrganizations({ store, now, newId }: Deps): ManageOrganizations {
  const update = async (id: string, changes: Partial<Organization>) => {
    const organization = await store.updateOrganization(id, changes)
    if (!organization) throw notFound('Organização não encontrada.')
    return organization
  }

  return {
    async createOrganization({ name, ...settings }) {
      const organization: Organization = {
        id: newId(),
        name: readName(name),
        status: 'active',
        allowedOrigins: readOrigins(settings.allowedOrigins ?? []),
        enforceDoctorScope: settings.enforceDoctorScope ?? false,
        language: settings.language ?? 'pt-BR',
        iframeConsent: settings.iframeConsent ?? 'host',
        extension: settings.extension ?? shippedExtension,
        createdAt: now(),
      }
      await store.createOrganization(organization)
      return organization
    },
    updateOrganization: (
      id,
      { name, allowedOrigins, enforceDoctorScope, language, iframeConsent, extension },
    ) =>
      update(id, {
        ...(name !== undefined && { name: readName(name) }),
        ...(allowedOrigins && { allowedOrigins: readOrigins(allowedOrigins) }),
        ...(enforceDoctorScope !== undefined && { enforceDoctorScope }),
        ...(language !== undefined && { language }),
        ...(iframeConsent !== undefined && { iframeConsent }),
        ...(extension !== undefined && { extension }),
      }),
    suspendOrganization: (id) => update(id, { status: 'suspended' }),
    resumeOrganization: (id) => update(id, { status: 'active' }),
    async getOrganization(id) {
      const organization = await store.findOrganization(id)
      if (!organization) throw notFound('Organização não encontrada.')
      return organization
    },
    listOrganizations: () => store.listOrganizations(),
  }
}

/** A name for people: 1 to 255 characters once trimmed. @throws {AppError} `validation_error` */
export function readName(text: string): string {
  const name = text.trim()
  if (name === '') throw validationError([{ field: 'name', issue: 'required' }])
  if (!PRINTABLE.test(name) || hasDirectionMark(name))
    throw validationError([{ field: 'name', issue: 'invalid' }])
  if (name.length > 255) throw validationError([{ field: 'name', issue: 'too_long' }])
  return name
}

interface UserDeps {
  store: UserStore & OrganizationStore
  now: () => Date
  newId: () => string
}

/** Users, for the administrator. Unknown ids throw `not_found`. */
export interface ManageUsers {
  addUser(input: { organizationId: string; name: string }): Promise<User>
  /**
   * By which name the hospital's identity provider knows the user; null: by none.
   * @throws {AppError} `validation_error` also where it is another user's
   */
  setLogin(id: string, login: string | null): Promise<User>
  /**
   * Ends every token issued through the user's keys, for good, from the next request on (spec
   * §5.4).
   */
  deactivateUser(id: string): Promise<User>
  /** The user's keys work again; tokens from before stay dead. */
  reactivateUser(id: string): Promise<User>
  getUser(id: string): Promise<User>
  listUsers(organizationId: string): Promise<User[]>
}

export function manageUsers({ store, now, newId }: UserDeps): ManageUsers {
  async function getUser(id: string) {
    const user = await store.findUser(id)
    if (!user) throw notFound('Usuário não encontrado.')
    return user
  }

  return {
    getUser,
    async addUser({ organizationId, name }) {
      if (!(await store.findOrganization(organizationId)))
        throw notFound('Organização não encontrada.')
      const user: User = {
        id: newId(),
        organizationId,
        name: readName(name),
        login: null,
        status: 'active',
        sessionGeneration: 0,
        createdAt: now(),
      }
      await store.createUser(user)
      return user
    },
    async setLogin(id, login) {
      const plain = login === null ? null : readLogin(login)
      const holder = plain === null ? undefined : await store.findUserByLogin(plain)
      if (holder && holder.id !== id) throw validationError([{ field: 'login', issue: 'taken' }])
      return (await store.updateUser(id, { login: plain })) ?? getUser(id)
    },
    async deactivateUser(id) {
      const { status, sessionGeneration } = await getUser(id)
      if (status === 'deactivated') return getUser(id)
      const changes = { status: 'deactivated' as const, sessionGeneration: sessionGeneration + 1 }
      return (await store.updateUser(id, changes)) ?? getUser(id)
    },
    async reactivateUser(id) {
      return (await store.updateUser(id, { status: 'active' })) ?? getUser(id)
    },
    listUsers: (organizationId) => store.listUsers(organizationId),
  }
}

interface KeyDeps {
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

/**
 * Credentials of host systems. A secret is 32 random bytes (256 bits), shown once and kept as
 * SHA-256. No slow hash (argon2, bcrypt): those protect what people can guess, and 2^256 random
 * values cannot be guessed at any speed; a slow one would only make every token exchange slow.
 *
 * Keys, for the administrator. Unknown ids throw `not_found`.
 */
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

export function manageKeys({ store, secrets, now, newId }: KeyDeps): ManageKeys {
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
