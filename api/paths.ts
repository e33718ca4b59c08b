/**
 * The path of `publicUrl`, taken off what arrives with it: some proxies pass it on, some do not.
 * Before anything reads the address, HTTP and channel alike.
 */
import type { IncomingMessage, Server } from 'node:http'

/** @param publicUrl `https://ehr.example/assistente` */
export function takeOffPath(server: Server, publicUrl: string): void {
  const path = new URL(publicUrl).pathname.replace(/\/$/, '')
  if (path === '') return
  const takeOff = (request: IncomingMessage) => {
    request.url = withoutPath(request.url ?? '', path)
  }
  server.prependListener('request', takeOff)
  server.prependListener('upgrade', takeOff)
}

function withoutPath(url: string, path: string): string {
  if (!url.startsWith(path)) return url
  const rest = url.slice(path.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}

/**
 * From a page's address to the root of the appliance, relative: a proxy may serve it under a path
 * that it takes off before we see it.
 */
export function wayUp(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './'
}
