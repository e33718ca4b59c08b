/**
 * Whether it is the browser that keeps this page from the appliance. Since Chromium 142 (sockets:
 * 147) a page of a public address needs the doctor's permission to reach a private one; without it
 * everything fails as if the network were down. A page cannot see addresses, so the browser is
 * named only while the permission is denied and nothing of the kind got through since it is.
 */
import { PluginError } from '../host/plugin-error.ts'

export type Way = 'request' | 'channel'

export interface LocalNetwork {
  /** The browser has yet to ask the doctor, or is asking now. */
  readonly mayAsk: boolean
  /** For what failed just now. */
  blocks(way: Way): Promise<boolean>
  /** Before something is tried; what it gives is called when that got through. */
  attempt(way: Way): () => void
  /** After the doctor or the administrator decided anew. @returns what ends it */
  listen(listener: () => void): () => void
}

/** As much of the browser's own as is used. */
interface PermissionStatus {
  readonly state: string
  addEventListener(type: 'change', listener: () => void): void
}

export interface Permissions {
  /** Rejects for a name it does not know. */
  query(permission: { name: string }): Promise<PermissionStatus>
}

interface Deps {
  /** The appliance's, and the page's own. */
  origin: string
  pageOrigin: string
  /** Undefined where the browser has none. */
  permissions: Permissions | undefined
}

export const LOCAL_NETWORK_BLOCKED = {
  error: 'LOCAL_NETWORK_BLOCKED',
  message:
    'O navegador não deixa esta página acessar a rede do hospital. Ao lado do endereço, em “Rede local”, escolha “Permitir” e recarregue a página.',
} as const

export function localNetworkError(cause: unknown): PluginError {
  return new PluginError(LOCAL_NETWORK_BLOCKED.error, LOCAL_NETWORK_BLOCKED.message, { cause })
}

export function localNetwork({ origin, pageOrigin, permissions }: Deps): LocalNetwork {
  const listeners = new Set<() => void>()
  const gotThrough = new Set<Way>()
  let changes = 0
  let seen: string | undefined
  let permission: { name: string } | undefined
  let status: PermissionStatus | undefined
  const watched = watch()

  async function watch() {
    // The appliance's own pages are where it is, and no permission is theirs to be asked for.
    if (!permissions || pageOrigin === origin) return
    for (const name of permissionNames(origin)) {
      try {
        status = await permissions.query({ name })
      } catch {
        continue // Older browsers know the older name; most know none.
      }
      permission = { name }
      seen = status.state
      // The script that runs here came from the appliance: what was denied by then does not keep us
      // from it.
      if (status.state === 'denied') gotThrough.add('request')
      status.addEventListener('change', onChange)
      return
    }
  }

  function onChange() {
    notice(status!.state)
    for (const listener of listeners) listener()
  }

  function notice(state: string) {
    if (state === seen) return
    seen = state
    changes++
    gotThrough.clear()
  }

  return {
    get mayAsk() {
      return status?.state === 'prompt'
    },
    async blocks(way) {
      await watched
      if (!permission || !permissions) return false
      // Asked again: the request fails before the news of the doctor's answer is here.
      const { state } = await permissions.query(permission)
      notice(state)
      return state === 'denied' && !gotThrough.has(way)
    },
    attempt(way) {
      const from = changes
      return () => {
        if (from === changes) gotThrough.add(way)
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What the permission is called for an address: in Chromium 142 to 144 one name for both kinds. */
export function permissionNames(origin: string): readonly string[] {
  const { hostname } = new URL(origin)
  const isLoopback = /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(hostname)
  return [isLoopback ? 'loopback-network' : 'local-network', 'local-network-access']
}
