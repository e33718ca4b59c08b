/** A transcription server of the network that hears the same in everything, at once. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function speechStub(heard = () => 'Tosse.') {
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ text: heard() }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** Of a server that asks it. */
    settings: {
      SVC_SPEECH_ENGINE: 'remote',
      SVC_SPEECH_REMOTE_URL: `http://127.0.0.1:${port}/v1`,
    },
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
