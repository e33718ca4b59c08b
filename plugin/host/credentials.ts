/**
 * The session token and its renewal, to the letter of spec §5.3. One object per `init`; it never
 * writes the token anywhere.
 *
 * - A known expiry renews before the request; a rejection renews after it. Whoever asks meanwhile
 *   shares that renewal.
 * - A failure, a timeout or an empty token ends authentication, once, with one event. `revive` is
 *   the doctor's "try again".
 * - `withdraw` (unmount) forgets the provider and makes a renewal in progress worthless.
 */
import { PluginError } from './plugin-error.ts'

export type TokenProvider = () => Promise<string>

export interface CredentialsInput {
  token?: string | undefined
  getToken?: TokenProvider | undefined
}

interface Deps {
  now(): number
  /** For one call of the provider; 10 s in the contract (spec §8). */
  timeoutMs: number
  onEnded(message: string): void
  /** For the host's developer: why there is no token. Never the token. */
  warn(text: string): void
}

export interface Credentials {
  /** Who acts by a token that names no doctor: that of the visit that is open. */
  doctorId: string | undefined
  /** A token to send now. @throws {PluginError} when authentication has ended. */
  current(): Promise<string>
  /** The token to try again with, once, after `rejected` was refused. @throws {PluginError} */
  afterRejection(rejected: string): Promise<string>
  /** Ends authentication because even the fresh token was refused. */
  end(): PluginError
  readonly ended: boolean
  /** False with `{ token }` only: then nothing can be renewed. */
  readonly renewable: boolean
  /** Starts again after the end, by asking the provider. @throws {PluginError} */
  revive(): Promise<void>
  /** New credentials from a second `init` while mounted. */
  replace(input: CredentialsInput): void
  /** No renewal from here on; the token in hand still serves what is being saved. */
  withdraw(): void
  /** Forgets everything. */
  release(): void
}

const MESSAGES = {
  rejected: 'A sessão não foi aceita ou expirou.',
  failed: 'Não foi possível renovar a sessão.',
  empty: 'A página não forneceu uma sessão válida.',
  timeout: 'A página demorou demais para fornecer uma sessão.',
  released: 'O assistente foi fechado.',
  key: 'Esta página recebeu uma chave de API, que só pode ficar no servidor do prontuário. Por segurança ela não foi usada: avise o suporte, que deve revogá-la.',
} as const

/**
 * What can stand behind `Bearer` (RFC 6750). A login page or a JSON body cannot, and the browser
 * would not even send it.
 */
const BEARER = /^[\w\-.~+/]+=*$/
/** How the credentials of backends begin (core/access/manage-accounts.ts). */
const BACKEND_KEY = /^svc_(?:key|tok)_/

export function credentials(input: CredentialsInput, deps: Deps): Credentials {
  let token: string | undefined
  let provider: TokenProvider | undefined
  let renewal: Promise<string> | undefined
  let failure: PluginError | undefined
  // Grows whenever what is under way must no longer count.
  let era = 0
  // A token that looks expired the moment it arrives means that this computer's clock is wrong: the
  // server decides then.
  let clockTrusted = true

  /**
   * @returns undefined for what is no token; the developer is told. @throws {PluginError} for a
   * key, which is sent nowhere
   */
  function read(given: unknown, from = 'token'): string | undefined {
    if (given === undefined) return undefined
    const text = typeof given === 'string' ? given.trim() : undefined
    if (text && BACKEND_KEY.test(text)) {
      deps.warn(`${from} is an API key: revoke it. Keys belong to the backend, which trades them`)
      throw new PluginError('API_KEY_IN_PAGE', MESSAGES.key)
    }
    if (text && BEARER.test(text)) return text
    deps.warn(`${from} is no token but ${kindOf(given)}`)
    return undefined
  }

  function take(given: CredentialsInput) {
    provider = given.getToken
    token = undefined
    try {
      token = read(given.token)
    } catch (error) {
      fail(error as PluginError)
    }
  }

  function fail(error: PluginError): PluginError {
    if (failure) return failure
    failure = error
    token = undefined
    deps.onEnded(error.message)
    return error
  }

  function renew(): Promise<string> {
    renewal ??= askProvider().finally(() => {
      renewal = undefined
    })
    return renewal
  }

  async function askProvider(): Promise<string> {
    const ask = provider
    if (!ask) throw fail(new PluginError('AUTH_FAILED', MESSAGES.rejected))
    const mine = era
    try {
      const given: unknown = (await withinTime(ask, deps.timeoutMs)) ?? null
      if (mine !== era) throw new PluginError('UNMOUNTED', MESSAGES.released)
      const fresh = read(given, 'what getToken gave')
      if (fresh === undefined) throw new PluginError('AUTH_FAILED', MESSAGES.empty)
      token = fresh
      clockTrusted = !hasExpired(fresh, deps.now())
      return fresh
    } catch (error) {
      if (mine !== era) throw new PluginError('UNMOUNTED', MESSAGES.released, { cause: error })
      if (error instanceof PluginError) {
        if (error.code === 'TOKEN_TIMEOUT') deps.warn('getToken took longer than 10 s')
        throw fail(error)
      }
      deps.warn(`getToken failed: ${error}`)
      throw fail(new PluginError('AUTH_FAILED', MESSAGES.failed, { cause: error }))
    }
  }

  take(input)

  return {
    doctorId: undefined,
    async current() {
      if (failure) throw failure
      const expired = token !== undefined && clockTrusted && hasExpired(token, deps.now())
      if (token !== undefined && !(expired && provider)) return token
      return renew()
    },
    async afterRejection(rejected) {
      if (failure) throw failure
      if (token !== undefined && token !== rejected) return token
      return renew()
    },
    end: () => fail(new PluginError('AUTH_FAILED', MESSAGES.rejected)),
    get ended() {
      return failure !== undefined
    },
    get renewable() {
      return provider !== undefined
    },
    async revive() {
      failure = undefined
      await renew()
    },
    replace(next) {
      era++
      renewal = undefined
      failure = undefined
      take(next)
    },
    withdraw() {
      era++
      renewal = undefined
      provider = undefined
    },
    release() {
      era++
      renewal = undefined
      provider = undefined
      token = undefined
      failure = new PluginError('UNMOUNTED', MESSAGES.released)
    },
  }
}

function kindOf(given: unknown): string {
  if (typeof given !== 'string') return given === null ? 'nothing' : `of type ${typeof given}`
  const text = given.trim()
  if (text === '') return 'an empty text'
  if (text.startsWith('<')) return 'a page of HTML'
  if (/^[{["]/.test(text)) return 'JSON: give the token in it'
  return 'a text that no token is'
}

async function withinTime(ask: TokenProvider, timeoutMs: number): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PluginError('TOKEN_TIMEOUT', MESSAGES.timeout)), timeoutMs)
  })
  try {
    return await Promise.race([ask(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Only for JSON Web Tokens with `exp`; anything else is the server's to judge. */
function hasExpired(token: string, nowMs: number): boolean {
  try {
    const payload = token.split('.')[1] ?? ''
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof exp === 'number' && exp * 1000 <= nowMs
  } catch {
    return false
  }
}
