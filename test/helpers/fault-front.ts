/**
 * What stands between a browser and the appliance in tests of the network: a page that mounts the
 * plugin, tokens for it, and a line to the appliance that can be cut, or left hanging without a
 * word, as a Wi-Fi at the edge of its reach does.
 */
import { readFile } from 'node:fs/promises'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export type Line = 'up' | 'down' | 'hanging'

export interface FaultFront {
  readonly origin: string
  /** Tokens that the page was given. */
  readonly tokens: number
  setLine(line: Line): void
  close(): Promise<void>
}

interface Options {
  /** Of the appliance. */
  url: string
  token(): Promise<string>
  /** The sound that the page's microphone plays, as a WAV file. */
  wavPath: string
}

const PAGE = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Prontuário</title>
<script type="module" src="/plugin.js"></script>
<script type="module">
globalThis.open = async () => {
  const plugin = SvcPlugin.instance
  await plugin.init({ getToken: async () => (await fetch('/test/token')).text() })
  const options = { consultationType: 'TELEMEDICINE' }
  return plugin.mount({ doctorId: 'd-1', patientId: 'p-1', consultationId: 'c-1', options })
}
</script></html>`

export async function startFaultFront({ url, token, wavPath }: Options): Promise<FaultFront> {
  const { hostname, port } = new URL(url)
  const open = new Set<Duplex>()
  let line: Line = 'up'
  let tokens = 0

  function keep<T extends Duplex>(socket: T): T {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
    return socket
  }

  async function serveTest(path: string, response: ServerResponse) {
    if (path === '/test/') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      return response.end(PAGE)
    }
    if (path === '/test/voice.wav') return response.end(await readFile(wavPath))
    tokens++
    return response.end(await token())
  }

  function forward(incoming: IncomingMessage, response: ServerResponse) {
    if (line === 'down') return incoming.socket.destroy()
    keep(incoming.socket)
    if (line === 'hanging') return undefined
    const { method, headers } = incoming
    const onward = ask({ hostname, port, path: incoming.url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => incoming.socket.destroy())
    return incoming.pipe(onward)
  }

  function upgrade(incoming: IncomingMessage, socket: Socket, head: Buffer) {
    if (line === 'down') return socket.destroy()
    keep(socket)
    if (line === 'hanging') return undefined
    const onward = keep(connect(Number(port), hostname))
    const { rawHeaders } = incoming
    let text = `GET ${incoming.url} HTTP/1.1\r\n`
    for (let i = 0; i < rawHeaders.length; i += 2)
      text += `${rawHeaders[i]}: ${rawHeaders[i + 1]}\r\n`
    onward.write(`${text}\r\n`)
    onward.write(head)
    socket.pipe(onward).pipe(socket)
    socket.on('close', () => onward.destroy())
    return onward.on('close', () => socket.destroy())
  }

  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '/'
    if (path.startsWith('/test/')) serveTest(path, response).catch(() => response.destroy())
    else forward(incoming, response)
  })
  server.on('upgrade', upgrade)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    get origin() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    get tokens() {
      return tokens
    },
    setLine(next) {
      line = next
      if (line === 'down') for (const socket of open) socket.destroy()
      // What is said stays unheard, and nobody says goodbye.
      if (line === 'hanging')
        for (const socket of open) {
          socket.unpipe()
          socket.pause()
        }
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
