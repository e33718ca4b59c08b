/**
 * The recording channel on an HTTP server: `GET /api/v1/channel`, subprotocol `svc.v1` (DESIGN
 * §5.1).
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { clientAddress, countedAs } from '../client-address.ts'
import type { SocketAnswer } from '../refuse-socket.ts'
import { callers, strangers } from './callers.ts'
import { type ChannelDeps, DEFAULT_LIMITS } from './channel-deps.ts'
import { type ChannelSession, channelSession, type Peer } from './channel-session.ts'
import { CLOSE } from './close-codes.ts'
import { ownership } from './ownership.ts'
import { costOfFrames } from './pace.ts'
import { type PacedReader, pacedReader } from './paced-reader.ts'
import { turns } from './turns.ts'

const PATH = '/api/v1/channel'
const PROTOCOL = 'svc.v1'
const BEARER = 'bearer.'
/** Twice the largest frame; no JSON message comes near it. More is closed with 1009. */
const MAX_MESSAGE_BYTES = 64 << 10
/** A message is one frame or one JSON text: who takes it apart has something else in mind. */
const MOST_FRAGMENTS = 64
/** Parts of one message that came from the network and are not a whole fragment yet. */
const MOST_CHUNKS = 1024
/** What a JSON message costs of a connection's pace: 32 a second are more than anybody means. */
const JSON_MESSAGE_BYTES = 64 << 10
const NOT_HERE: SocketAnswer = {
  status: '404 Not Found',
  error: 'not_found',
  message: 'Não há canal neste endereço.',
}
const NOT_OURS: SocketAnswer = {
  status: '400 Bad Request',
  error: 'bad_request',
  message: 'O canal é um WebSocket com o subprotocolo svc.v1.',
}
const FULL: SocketAnswer = {
  status: '503 Service Unavailable',
  headers: { 'Retry-After': '5' },
  error: 'service_unavailable',
  message: 'Há conexões demais neste momento. Tente de novo em instantes.',
}

/** How long open channels have to say goodbye at shutdown. */
const GOODBYE_MS = 2000

/** Serves channels on `server` until `close`, which leaves every recording resumable. */
export function attachChannel(server: Server, deps: ChannelDeps): { close(): Promise<void> } {
  const limits = { ...DEFAULT_LIMITS, ...deps.limits }
  const { refuse, trustedProxies = 0 } = deps
  const owners = ownership()
  deps.onRecordingLost?.((recordingId) => owners.drop(recordingId))
  const turn = turns(limits.turns)
  const unknown = strangers(limits.strangers)
  const known = callers({
    most: limits.maxConnections,
    mostOfOneToken: limits.maxOfOneToken,
    pace: limits.tokenPace,
  })
  const sessions = new Map<WebSocket, ChannelSession>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    maxFragments: MOST_FRAGMENTS,
    maxBufferedChunks: MOST_CHUNKS,
    // One message a turn of the loop: thousands of tiny frames in one piece hold nobody up.
    allowSynchronousEvents: false,
    // Never the token: it would come back in a header that proxies log.
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  })

  // Else the library answers, in words of its own.
  sockets.on('wsClientError', (_error, socket) => refuse(socket, NOT_OURS))

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    // Split, not parsed: what is no URL must not throw here, where nobody would catch it.
    const [path] = (request.url ?? '').split('?', 1)
    if (path !== PATH) {
      if (server.listenerCount('upgrade') === 1) refuse(socket, NOT_HERE)
      return
    }
    const offered = protocolsOf(request)
    if (!offered.includes(PROTOCOL)) return refuse(socket, NOT_OURS)
    if (known.isFull()) return refuse(socket, FULL)
    sockets.handleUpgrade(request, socket, head, (webSocket) => open(webSocket, request, offered))
  }

  function open(webSocket: WebSocket, request: IncomingMessage, offered: string[]) {
    const address = clientAddress(request, trustedProxies)
    const reader = pacedReader(webSocket, limits.pace)
    const introduced = unknown.enter(countedAs(address), () => webSocket.terminate())
    const session = channelSession({
      ...deps,
      limits,
      owners,
      turn,
      peer: peerOf(webSocket, limits.maxUnsentBytes, reader),
      origin: request.headers.origin,
      host: request.headers.host,
      address: address === '' ? null : address,
      protocolToken: offered.find((one) => one.startsWith(BEARER))?.slice(BEARER.length),
      introduce(tokenId) {
        reader.belongsTo(() => known.enter(tokenId))
        introduced()
      },
    })
    sessions.set(webSocket, session)
    const stopHeartbeat = heartbeat(webSocket, limits.heartbeatMs)
    webSocket.on('message', (data, isBinary) => {
      const bytes = toBytes(data)
      reader.spend(isBinary ? costOfFrames(bytes.length, 1) : JSON_MESSAGE_BYTES)
      if (isBinary) session.push({ kind: 'frame', bytes })
      else session.push({ kind: 'text', text: bytes.toString('utf8') })
    })
    // What goes wrong on a socket ends in 'close'; without a listener it would end the process.
    webSocket.on('error', (err) => deps.log.debug('channel.socket_error', { err }))
    webSocket.on('close', () => {
      stopHeartbeat()
      introduced()
      reader.close()
      session.end()
      sessions.delete(webSocket)
    })
  }

  server.on('upgrade', onUpgrade)

  return {
    async close() {
      server.off('upgrade', onUpgrade)
      turn.close()
      const closing = [...sessions].map(async ([webSocket, session]) => {
        webSocket.pause()
        await session.idle() // what arrived is on the disk…
        await nextTurn() // …and acknowledged before the goodbye
        webSocket.resume()
        await goodbye(webSocket)
      })
      await Promise.all(closing)
      sockets.close()
    },
  }
}

function protocolsOf(request: IncomingMessage): string[] {
  const header = request.headers['sec-websocket-protocol'] ?? ''
  return header.split(',').map((one) => one.trim())
}

function peerOf(webSocket: WebSocket, maxUnsentBytes: number, reader: PacedReader): Peer {
  return {
    send(text) {
      // Who does not read what is sent is cut off; the state is told again at the next hello.
      if (webSocket.bufferedAmount > maxUnsentBytes) webSocket.terminate()
      else webSocket.send(text, ignore)
    },
    close(code, reason) {
      webSocket.close(code, reason)
    },
    pauseReading: () => reader.hold('inbox'),
    resumeReading: () => reader.release('inbox'),
  }
}

/** Ends connections whose other side went away without a word: a pulled cable, a closed lid. */
function heartbeat(webSocket: WebSocket, everyMs: number): () => void {
  let isAlive = true
  const heard = () => {
    isAlive = true
  }
  webSocket.on('pong', heard)
  webSocket.on('message', heard)
  const timer = setInterval(() => {
    if (!isAlive && !webSocket.isPaused) return webSocket.terminate()
    isAlive = false
    webSocket.ping(ignore)
  }, everyMs)
  return () => clearInterval(timer)
}

function goodbye(webSocket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => webSocket.terminate(), GOODBYE_MS)
    webSocket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    if (webSocket.readyState === webSocket.CLOSED) webSocket.emit('close')
    else webSocket.close(CLOSE.shuttingDown, 'shutting_down')
  })
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function toBytes(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}

function ignore() {}
