import type { SessionInfo } from '../../core/contract/api.ts'
import { type ApiClient, apiClient } from '../services/api-client.ts'
import type { LocalNetwork } from '../services/local-network.ts'
import { type Credentials, type CredentialsInput, credentials } from './credentials.ts'
import { PluginError } from './plugin-error.ts'

/** Authentication from one `init` to the end of the mount that uses it. */
export interface Session {
  credentials: Credentials
  api: ApiClient
  /** Takes the host's credentials and validates them with the server. @throws {PluginError} */
  begin(input: CredentialsInput): Promise<SessionInfo>
  /**
   * What the server said of this session; asked for once, again after a failure. @throws
   * {PluginError}
   */
  info(): Promise<SessionInfo>
}

interface Deps {
  base: string
  network: LocalNetwork
  /** For the host's developer. */
  warn(text: string): void
  onAuthenticationEnded(message: string): void
}

/** As it was when the plugin was loaded: what the page makes of it later is the page's. */
const fetch = globalThis.fetch.bind(globalThis)
const TOKEN_TIMEOUT_MS = 10_000
/** Longer than a mount waits to be ready: a server that is only slow still opens. */
const REQUEST_TIMEOUT_MS = 25_000
const FILES_TIMEOUT_MS = 5_000

export function newSession({ base, network, warn, onAuthenticationEnded }: Deps): Session {
  const held = credentials(
    {},
    { now: Date.now, timeoutMs: TOKEN_TIMEOUT_MS, onEnded: onAuthenticationEnded, warn },
  )
  const timeoutMs = REQUEST_TIMEOUT_MS
  const api = apiClient({ base, credentials: held, network, fetch, timeoutMs })
  let asked: Promise<SessionInfo> | undefined

  function info() {
    asked ??= validateOrSayWhy().catch((error) => {
      asked = undefined
      throw error
    })
    return asked
  }

  async function validate() {
    const { body } = await api.request<SessionInfo>({
      method: 'POST',
      path: '/session/validate',
      body: {},
    })
    return body
  }

  /**
   * A page that is not listed is told nothing by the browser, as if there were no network; the
   * plugin's own files it gets.
   */
  async function validateOrSayWhy() {
    try {
      return await validate()
    } catch (error) {
      const isForeign = globalThis.origin !== new URL(base).origin
      if (!isUnreachable(error) || !isForeign || !(await servesItsFiles())) throw error
    }
    try {
      return await validate()
    } catch (error) {
      if (!isUnreachable(error)) throw error
      warn(
        `the appliance does not answer pages of this origin: svcctl org origins add ${globalThis.origin}`,
      )
      const text = 'O servidor não aceita pedidos desta página.'
      throw new PluginError('origin_not_allowed', text, { cause: error })
    }
  }

  async function servesItsFiles(): Promise<boolean> {
    const signal = AbortSignal.timeout(FILES_TIMEOUT_MS)
    const own = { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' } as const
    return fetch(`${base}/plugin.json`, { ...own, signal }).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  return {
    credentials: held,
    api,
    begin(input) {
      held.replace(input)
      asked = undefined
      return info()
    },
    info,
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof PluginError && error.code === 'network'
}
