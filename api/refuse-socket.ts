/**
 * An answer where there is no response to write one with: bytes that are no request, CONNECT, an
 * upgrade that is refused. In the one envelope there is (SPEC-GAPS 1.11), with the headers that
 * every answer has; then the connection ends.
 */
import { randomUUID } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorBody } from '../core/contract/api.ts'
import { securityHeaderList } from './middleware/security-headers.ts'

export interface SocketAnswer extends ErrorBody {
  /** `404 Not Found` */
  status: string
  headers?: Record<string, string>
}

export type RefuseSocket = (socket: Duplex, answer: SocketAnswer) => void

/** @param isHttps whether browsers reach us over TLS */
export function socketRefusal({ isHttps }: { isHttps: boolean }): RefuseSocket {
  const always = securityHeaderList({ isHttps }).map(({ name, value }) => `${name}: ${value}`)
  return (socket, { status, headers = {}, ...body }) => {
    const text = JSON.stringify(body)
    const head = [
      `HTTP/1.1 ${status}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Cache-Control: no-store',
      `X-Request-Id: ${randomUUID()}`,
      ...always,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.on('error', () => {})
    // Half closed it would stay for as long as the other side likes, and keep the server from its
    // end.
    socket.once('finish', () => socket.destroy())
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
  }
}

/**
 * A request that offers another protocol than WebSocket is an ordinary one, and its offer is passed
 * over (RFC 9110 §7.8): Java's HttpClient offers `h2c` with its first request over plain HTTP.
 * Where anybody listens for upgrades Node.js 20 takes all of them out of the requests; it asks the
 * message, so the message says no.
 */
export class WebSocketsOnly extends IncomingMessage {
  declare offered: boolean | null

  get upgrade(): boolean | null {
    const isMeant = this.method === 'CONNECT' || /^websocket$/i.test(this.headers.upgrade ?? '')
    return isMeant ? this.offered : false
  }

  // Called by the constructor below us, before anything of ours is there.
  set upgrade(offered: boolean | null) {
    this.offered = offered
  }
}
