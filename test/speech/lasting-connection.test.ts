/** The connection to the speech engine between two requests. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import test from 'ava'
import { lastingConnection, postForm } from '../../ai-local/whisper/socket-http.ts'
import { temporaryFolder, until } from '../helpers/speech.ts'

test('an engine that goes away between two requests ends nothing else', async (t) => {
  const socketPath = join(temporaryFolder(t), 'engine')
  const server = createServer((req, res) => req.resume().on('end', () => res.end('{}')))
  server.listen(socketPath)
  await once(server, 'listening')
  const agent = lastingConnection()
  t.teardown(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  const signal = new AbortController().signal
  const post = { socketPath, path: '/', fields: {}, wav: Buffer.alloc(8), agent, signal }
  t.is((await postForm(post)).body, '{}')
  await until(() => Object.keys(agent.freeSockets).length > 0)
  const socket = Object.values(agent.freeSockets)[0]![0]!
  // For a moment when an answer ends Node has taken its own listeners off.
  for (const listener of socket.listeners('error'))
    if (listener.name === 'freeSocketErrorListener') socket.off('error', listener as () => void)
  t.notThrows(() => socket.emit('error', new Error('write EPIPE')))
  socket.destroy()
  t.is((await postForm(post)).body, '{}')
})
