/** Variables that name the administrator’s proxy. */
const VARIABLES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']

interface SocketError {
  hostname?: unknown
  address?: unknown
  port?: unknown
}

/**
 * The proxy, in words, where a connection failed at it rather than at the source: `the proxy
 * proxy.hospital:3128 (HTTPS_PROXY)`. Null: no proxy, or not its fault.
 */
export function proxyFault(
  error: unknown,
  target: URL,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const { hostname, address, port } = (error ?? {}) as SocketError
  for (const name of VARIABLES) {
    const value = env[name] ?? ''
    if (!URL.canParse(value)) continue
    const proxy = new URL(value)
    if (proxy.host === target.host) continue
    const isPort = port === portOf(proxy) && port !== portOf(target)
    if (hostname === proxy.hostname || address === proxy.hostname || isPort)
      return `the proxy ${proxy.host} (${name})`
  }
  return null
}

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80))
}
