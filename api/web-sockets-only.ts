import { IncomingMessage } from 'node:http'

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
