import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { startRecordingApi } from '../helpers/recording-api.ts'
import { framesOf, noise } from '../helpers/recording-sound.ts'
import { diskError, faultyFiles } from '../helpers/recording-store.ts'

/** A peer that speaks HTTP by hand, and hangs up only when it is made to. */
async function dial(t: ExecutionContext, url: string, requestLine: string, extra = '') {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  t.teardown(() => socket.destroy())
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  const closed = once(socket, 'end')
  socket.on('error', () => {})
  socket.write(
    `${requestLine}\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${extra}\r\n`,
  )
  await closed
  return { heard, socket }
}

for (const target of ['//', '//[', 'http://%zz/', '*', '/api/v1/channel/../x'])
  test(`an upgrade for ${target} is refused, and the server lives`, async (t) => {
    const api = await startRecordingApi(t)
    const { heard } = await dial(t, api.url, `GET ${target} HTTP/1.1`)
    t.regex(heard, /^HTTP\/1.1 4\d\d /)
    t.is((await fetch(`${api.url}/healthz`)).status, 200)
  })

test('a refused upgrade is hung up on, whatever its peer does', async (t) => {
  const api = await startRecordingApi(t)
  const open = () =>
    new Promise<number>((resolve) => api.server.getConnections((_, count) => resolve(count)))
  const { heard, socket } = await dial(t, api.url, 'GET /api/v1/channel HTTP/1.1')
  t.regex(heard, /^HTTP\/1.1 400 /)
  t.false(socket.destroyed, 'the peer keeps its half')
  for (let tries = 0; tries < 3000 && (await open()) > 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  t.is(await open(), 0)
})

test('every channel that a full disk refused is asked for again', async (t) => {
  let full = false
  const api = await startRecordingApi(t, {
    files: faultyFiles(({ kind }) => {
      if (full && kind === 'write') throw diskError('ENOSPC')
    }),
  })
  const { client } = await api.join(await api.buildVisit())
  const recording_id = randomUUID()
  client.send({ type: 'recording.start', recording_id, channels: 2 })
  await client.next('recording.ready')
  full = true
  for (const channel of [0, 1])
    client.sendFrame(framesOf(noise(1600, 7), 1600, channel)[0] as Uint8Array)
  await client.next('error')
  await client.next('error')
  full = false
  const asked = [await client.next('recording.gap'), await client.next('recording.gap')]
  t.deepEqual(asked.map(({ channel }) => channel).sort(), [0, 1])
})
