/**
 * Signing in to the extension with the account of the hospital: the hospital's own identity
 * provider (OpenID Connect) proves who it is, and nobody is added because of it.
 *
 *     panel ──opens──> begin ──browser──> provider ──browser──> finish ──code──> panel
 *
 * The code is good for two minutes, once, and for the key alone with which the panel began. A
 * login that is under way is remembered in memory: after a restart it is begun again.
 */
import { AppError } from '../errors.ts'
import type { User } from './access.ts'
import type { Invite } from './device.ts'
import { newCode } from './invite-user.ts'
import { readLogin } from './login-name.ts'
import type { DeviceStore, OrganizationStore, Secrets, UserStore } from './ports.ts'

/** What the answer of the provider is compared with; secret until then. */
export interface LoginChecks {
  state: string
  nonce: string
  codeVerifier: string
}

/** The hospital's identity provider. Both throw {AppError} `provider_unavailable`. */
export interface IdentityProvider {
  /** How doctors know it. */
  name: string
  /** @returns where the browser goes next */
  begin(checks: LoginChecks): Promise<string>
  /**
   * @param returned the address at which the browser came back, with all that the provider added
   * @returns the login, as the provider has it
   * @throws {AppError} `login_refused` (not proven), `login_not_allowed` (not of the group)
   */
  finish(returned: URL, checks: LoginChecks): Promise<string>
}

interface Deps {
  provider: IdentityProvider
  store: DeviceStore & UserStore & OrganizationStore
  secrets: Secrets
  now: () => Date
  newId: () => string
}

interface LoginBegun {
  /** Where the browser goes. */
  url: string
  /** What this browser, and no other, brings back. */
  browser: string
}

/** Where the browser goes after the provider, and with which word for the panel. */
interface LoginFinished {
  returnTo: string
  outcome: { code: string; user: User } | { refusal: string; user: User | null }
}

export interface ProviderLogin {
  name: string
  /**
   * @param device thumbprint of the key that the code will be for (RFC 7638)
   * @param returnTo an address that leads to an extension of this browser and nowhere else
   * @throws {AppError} `validation_error`, `provider_unavailable`
   */
  begin(device: string, returnTo: string): Promise<LoginBegun>
  /** @throws {AppError} `login_refused` when no such login is under way in this browser */
  finish(returned: URL, browser: string | undefined): Promise<LoginFinished>
}

const CODE_LIFE_MS = 120_000
const LOGIN_LIFE_MS = 600_000
/** Logins under way at the same time; the oldest one makes room. */
const MOST = 10_000

interface Pending {
  checks: LoginChecks
  device: string
  returnTo: string
  browserDigest: string
  untilMs: number
}

export function providerLogin(deps: Deps): ProviderLogin {
  const { provider, store, secrets, now, newId } = deps
  const pending = new Map<string, Pending>()

  function remember(login: Pending) {
    const nowMs = now().getTime()
    for (const [state, { untilMs }] of pending)
      if (untilMs <= nowMs || pending.size >= MOST) pending.delete(state)
      else break
    pending.set(login.checks.state, login)
  }

  /** Good once, whatever comes of it. */
  function take(state: string | null, browser: string | undefined): Pending {
    const found = state === null ? undefined : pending.get(state)
    if (!found || !browser || secrets.digest(browser) !== found.browserDigest) throw loginRefused()
    pending.delete(found.checks.state)
    if (found.untilMs <= now().getTime()) throw loginRefused()
    return found
  }

  async function letIn(login: string, device: string): Promise<LoginFinished['outcome']> {
    const user = await store.findUserByLogin(readLogin(login))
    if (!user) return { refusal: 'login_unknown', user: null }
    if (user.status !== 'active') return { refusal: 'login_deactivated', user }
    const organization = await store.findOrganization(user.organizationId)
    if (!organization?.extension.enabled) return { refusal: 'extension_disabled', user }
    const code = newCode(secrets)
    const createdAt = now()
    const invite: Invite = {
      id: newId(),
      organizationId: user.organizationId,
      userId: user.id,
      thumbprint: device,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + CODE_LIFE_MS),
      spentAt: null,
    }
    await store.createInvite(invite, secrets.digest(code))
    return { code, user }
  }

  return {
    name: provider.name,
    async begin(device, returnTo) {
      const checks = {
        state: secrets.randomText(32),
        nonce: secrets.randomText(32),
        codeVerifier: secrets.randomText(48),
      }
      const url = await provider.begin(checks)
      const browser = secrets.randomText(32)
      const untilMs = now().getTime() + LOGIN_LIFE_MS
      remember({ checks, device, returnTo, browserDigest: secrets.digest(browser), untilMs })
      return { url, browser }
    },
    async finish(returned, browser) {
      const { checks, device, returnTo } = take(returned.searchParams.get('state'), browser)
      try {
        const outcome = await letIn(await provider.finish(returned, checks), device)
        return { returnTo, outcome }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { returnTo, outcome: { refusal: error.code, user: null } }
      }
    },
  }
}

export function loginRefused(cause?: unknown): AppError {
  const message = 'A entrada com a conta do hospital não foi comprovada. Comece de novo.'
  return new AppError('unauthenticated', 'login_refused', message, { cause })
}

export function loginNotAllowed(): AppError {
  const message = 'Esta conta do hospital não faz parte do grupo que pode usar o assistente.'
  return new AppError('forbidden', 'login_not_allowed', message)
}

export function providerUnavailable(cause?: unknown): AppError {
  const message = 'O serviço de contas do hospital não respondeu. Tente de novo em instantes.'
  return new AppError('unavailable', 'provider_unavailable', message, { cause })
}
