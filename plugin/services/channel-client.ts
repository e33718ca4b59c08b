/**
 * The recording channel (core/contract/channel.ts) kept alive: connects, says hello with the token
 * in the first message (never in the URL), and connects again with growing, scattered pauses until
 * it is closed. It knows nothing of recordings: each connection ends in `welcome`, and whoever
 * listens picks up from there.
 */
import type { ClientMessage, ServerMessage } from '../../core/contract/channel.ts'
import type { Credentials } from '../host/credentials.ts'
import { jsonOf } from './json.ts'
import type { LocalNetwork } from './local-network.ts'

export type ChannelStatus =
  | 'connecting'
  | 'open'
  /** Trying again by itself. */
  | 'offline'
  /** Authentication ended; `reconnect` after it was mended. */
  | 'unauthenticated'
  /** Another window or computer went on with the recording; `reconnect` takes it back. */
  | 'taken_over'
  /** The server does not want this consultation here (permission, unknown): no more attempts. */
  | 'refused'
  /** It did not understand a message of ours, which is no network's fault. */
  | 'misunderstood'

export interface ChannelClient {
  readonly status: ChannelStatus
  /** False when there is no connection. */
  send(message: ClientMessage): boolean
  sendFrame(bytes: Uint8Array<ArrayBuffer>): boolean
  /** Now, instead of after the pause. */
  reconnect(): void
  close(): void
}

interface Deps {
  base: string
  ehrId: string
  credentials: Credentials
  network: Pick<LocalNetwork, 'attempt'>
  onMessage(message: ServerMessage): void
  onStatus(status: ChannelStatus): void
  /** No connection came about, this time either. */
  onUnreached(): void
}

const PAUSES_MS = [300, 800, 1500, 3000, 6000, 10_000]
const PING_MS = 10_000
const SILENCE_MS = 25_000
const UNAUTHENTICATED = 4401
const TAKEN_OVER = 4409
const MISUNDERSTOOD = 4400
const REFUSALS = new Set([4403, 4404])

export function channelClient(deps: Deps): ChannelClient {
  const { base, ehrId, credentials, network, onMessage, onStatus, onUnreached } = deps
  let status: ChannelStatus = 'connecting'
  let socket: WebSocket | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let failures = 0
  let refusedToken: string | undefined
  let closed = false
  // Answers of an older connection must not count.
  let attempt = 0

  globalThis.addEventListener('online', onOnline)
  void connect()

  function setStatus(next: ChannelStatus) {
    if (next === status || closed) return
    status = next
    onStatus(next)
  }

  async function connect() {
    const mine = ++attempt
    clearTimeout(retry)
    disconnect()
    const token = await tokenToUse()
    if (closed || mine !== attempt) return
    if (!token) return setStatus('unauthenticated')
    const gotThrough = network.attempt('channel')
    const opened = new WebSocket(`${base.replace(/^http/, 'ws')}/api/v1/channel`, 'svc.v1')
    opened.binaryType = 'arraybuffer'
    socket = opened
    let heardAt = Date.now()
    let wasOpen = false
    opened.onopen = () => {
      wasOpen = true
      gotThrough()
      if (mine !== attempt) return
      hello(opened, token)
      heartbeat = setInterval(() => {
        if (Date.now() - heardAt <= SILENCE_MS)
          return opened.send(jsonOf({ type: 'ping' } satisfies ClientMessage))
        // A dead line never says goodbye, and a browser waits a minute for it: this one no longer
        // counts.
        attempt++
        disconnect()
        tryAgain()
      }, PING_MS)
    }
    opened.onmessage = ({ data }) => {
      if (mine !== attempt || typeof data !== 'string') return
      heardAt = Date.now()
      const message = JSON.parse(data) as ServerMessage
      if (message.type === 'welcome') {
        failures = 0
        refusedToken = undefined
        setStatus('open')
      }
      // A warning: sound is still taken for a while, and a new token on the same connection ends
      // it.
      if (message.type === 'error' && message.error === 'token_expired') void renewOn(opened, token)
      else onMessage(message)
    }
    opened.onclose = ({ code }) => {
      if (mine !== attempt || closed) return
      clearInterval(heartbeat)
      socket = undefined
      afterClose(code, token)
      if (!wasOpen) onUnreached()
    }
  }

  async function renewOn(open: WebSocket, expired: string) {
    try {
      const token = await credentials.afterRejection(expired)
      if (open === socket) hello(open, token)
    } catch {
      // Authentication has ended; the screen says so, and the server goes on taking sound for now.
    }
  }

  function hello(open: WebSocket, token: string) {
    const { doctorId: doctor_id } = credentials
    const named = doctor_id === undefined ? {} : { doctor_id }
    open.send(jsonOf({ type: 'hello', ehr_id: ehrId, token, ...named } satisfies ClientMessage))
  }

  /** After a refusal the renewed token, once; a second refusal ends authentication (spec §5.3). */
  async function tokenToUse(): Promise<string | undefined> {
    try {
      if (refusedToken === undefined) return await credentials.current()
      return await credentials.afterRejection(refusedToken)
    } catch {
      return undefined
    }
  }

  function afterClose(code: number, token: string) {
    if (code === MISUNDERSTOOD) return setStatus('misunderstood')
    if (REFUSALS.has(code)) return setStatus('refused')
    if (code === TAKEN_OVER) return setStatus('taken_over')
    if (code === UNAUTHENTICATED) {
      if (refusedToken !== undefined) {
        credentials.end()
        return setStatus('unauthenticated')
      }
      refusedToken = token
      return void connect()
    }
    tryAgain()
  }

  function tryAgain() {
    setStatus('offline')
    const pause = PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)]!
    // Scattered: after a restart of the server a whole hospital comes back at once.
    retry = setTimeout(connect, pause * (0.5 + Math.random()))
  }

  function disconnect() {
    clearInterval(heartbeat)
    socket?.close()
    socket = undefined
  }

  function reconnect() {
    if (closed || status === 'open' || status === 'refused') return
    refusedToken = undefined
    void connect()
  }

  /** What was taken over or refused stays so until the doctor asks. */
  function onOnline() {
    if (status === 'offline') reconnect()
  }

  function transmit(data: string | Uint8Array<ArrayBuffer>): boolean {
    if (status !== 'open' || socket?.readyState !== WebSocket.OPEN) return false
    socket.send(data)
    return true
  }

  return {
    get status() {
      return status
    },
    send: (message) => transmit(jsonOf(message)),
    sendFrame: transmit,
    reconnect,
    close() {
      status = 'offline'
      closed = true
      attempt++
      clearTimeout(retry)
      globalThis.removeEventListener('online', onOnline)
      disconnect()
    },
  }
}
