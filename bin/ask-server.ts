import type { Config } from '../config/settings.ts'

const TIMEOUT_MS = 3000

/** Asks the server of this installation how it is. `answer` is null when nobody, or something else, answers. */
export async function askServer({ host, port, metricsToken }: Config) {
  const url = `http://${localName(host)}:${port}`
  try {
    const response = await fetch(`${url}/readyz`, {
      headers: metricsToken ? { authorization: `Bearer ${metricsToken}` } : {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
    return { url, answer: (await response.json()) as unknown }
  } catch {
    return { url, answer: null }
  }
}

/** A server that listens on every network card is asked on this machine. */
function localName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
