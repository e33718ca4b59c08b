import type { SessionInfo } from '../../core/contract/api.ts'
import { type ApiClient, apiClient } from '../services/api-client.ts'
import type { LocalNetwork } from '../services/local-network.ts'
import { type Credentials, type CredentialsInput, credentials } from './credentials.ts'

/** Authentication from one `init` to the end of the mount that uses it. */
export interface Session {
  credentials: Credentials
  api: ApiClient
  /** Takes the host's credentials and validates them with the server. @throws {PluginError} */
  begin(input: CredentialsInput): Promise<SessionInfo>
  /** What the server said of this session; asked for once, again after a failure. @throws {PluginError} */
  info(): Promise<SessionInfo>
}

interface Deps {
  origin: string
  network: LocalNetwork
  onAuthenticationEnded(message: string): void
}

const TOKEN_TIMEOUT_MS = 10_000
/** Longer than a mount waits to be ready: a server that is only slow still opens. */
const REQUEST_TIMEOUT_MS = 25_000

export function newSession({ origin, network, onAuthenticationEnded }: Deps): Session {
  const held = credentials(
    {},
    { now: Date.now, timeoutMs: TOKEN_TIMEOUT_MS, onEnded: onAuthenticationEnded },
  )
  const fetch = globalThis.fetch.bind(globalThis)
  const timeoutMs = REQUEST_TIMEOUT_MS
  const api = apiClient({ origin, credentials: held, network, fetch, timeoutMs })
  let asked: Promise<SessionInfo> | undefined

  function info() {
    asked ??= validate().catch((error) => {
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
