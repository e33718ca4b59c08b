/**
 * A client of the recording channel as the plugin is one: keeps every frame until it is
 * acknowledged, resumes where the server says.
 */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { ClientMessage, ServerMessage } from '../../core/contract/channel.ts'

export type Received<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>

export interface ChannelClient {
  socket: WebSocket
  /** Everything received, in order. */
  messages: ServerMessage[]
  send(message: ClientMessage): void
  sendFrame(bytes: Uint8Array): void
  /**
   * The next message of this type that has not been waited for yet. @throws when the channel closes
   * first
   */
  next<Type extends ServerMessage['type']>(type: Type): Promise<Received<Type>>
  /** Code and reason. */
  closed: Promise<{ code: number; reason: string }>
}

export interface ConnectOptions {
  origin?: string
  protocols?: string[]
  /** False: a peer that answers nothing, as if its cable was pulled. */
  autoPong?: boolean
}

/** @param url `ws://127.0.0.1:<port>` */
export async function connectChannel(
  url: string,
  { origin, protocols = ['svc.v1'], autoPong = true }: ConnectOptions = {},
): Promise<ChannelClient> {
  const socket = new WebSocket(`${url}/api/v1/channel`, protocols, {
    autoPong,
    ...(origin && { origin }),
  })
  const messages: ServerMessage[] = []
  const waiting = new Set<() => void>()
  const taken = new Set<ServerMessage>()
  let isClosed = false
  socket.on('error', () => {})
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)) as ServerMessage)
    for (const wake of [...waiting]) wake()
  })
  const closed = once(socket, 'close').then(([code, reason]) => {
    isClosed = true
    for (const wake of [...waiting]) wake()
    return { code: code as number, reason: String(reason) }
  })
  await Promise.race([
    once(socket, 'open'),
    closed.then(() => {
      throw new Error('the channel did not open')
    }),
  ])

  return {
    socket,
    messages,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    sendFrame: (bytes) => socket.send(bytes),
    async next(type) {
      for (;;) {
        const found = messages.find((one) => one.type === type && !taken.has(one))
        if (found) {
          taken.add(found)
          return found as Received<typeof type>
        }
        if (isClosed) throw new Error(`the channel closed before ${type}`)
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake)
            resolve()
          }
          waiting.add(wake)
        })
      }
    },
  }
}

/**
 * Says hello and asks where to go on; the first time it starts the recording.
 * @returns the index of the frame that is wanted next
 */
export async function enterRecording(
  client: ChannelClient,
  { token, ehrId, recordingId }: { token: string; ehrId: string; recordingId: string },
): Promise<number> {
  client.send({ type: 'hello', ehr_id: ehrId, token })
  const { recordings } = await client.next('welcome')
  const isKnown = recordings.some((one) => one.recording_id === recordingId)
  if (isKnown) client.send({ type: 'recording.resume', recording_id: recordingId })
  else client.send({ type: 'recording.start', recording_id: recordingId, channels: 1 })
  const { channels } = await client.next('recording.ready')
  return channels[0]!.next_sequence
}
