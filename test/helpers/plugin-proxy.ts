/**
 * Stands between a browser and the service, as the hospital's network does: it counts, holds and
 * cuts; of the service it answers nothing itself.
 */
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

interface TearDown {
  teardown(end: () => unknown): void
}

export interface Passing {
  method: string
  path: string
}

interface Refusal {
  refuse: number
  page: string
}

/**
 * Awaited before a request goes on. `cutAfter`: its connection breaks after so many bytes,
 * `Infinity` with the last one. `refuse`: answered here, with this status and page.
 */
type Gate = (
  passing: Passing,
  request: IncomingMessage,
) => Promise<Cut | Refusal | undefined> | Cut | Refusal | undefined

interface Cut {
  cutAfter: number
}

export type PluginProxy = Awaited<ReturnType<typeof startPluginProxy>>

/**
 * `pages`: a host's own files by path, which come from here; a page from nowhere may open no socket
 * into this network.
 */
export async function startPluginProxy(
  t: TearDown,
  target: string,
  pages: Record<string, { type: string; body: string }> = {},
) {
  const { port } = new URL(target)
  const sockets = new Set<Socket>()
  const channels = new Set<Socket>()
  const passed: Passing[] = []
  let gate: Gate = () => undefined
  let isUp = true
  let takesSockets = true

  const server = createServer(async (request, response) => {
    const passing = { method: request.method ?? '', path: (request.url ?? '').split('?')[0]! }
    const own = pages[passing.path]
    if (own) return response.setHeader('Content-Type', own.type).end(own.body)
    passed.push(passing)
    if (!isUp) return request.socket.destroy()
    const cut = await gate(passing, request)
    if (request.socket.destroyed) return
    if (cut && 'refuse' in cut) {
      request.resume()
      return response.writeHead(cut.refuse, { 'Content-Type': 'text/html' }).end(cut.page)
    }
    const { headers, method, url: path } = request
    const onward = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    onward.on('error', () => request.socket.destroy())
    response.on('close', () => response.writableFinished || onward.destroy())
    request.pipe(onward)
    if (cut) breakOff(request, cut.cutAfter)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request, socket: Socket, head) => {
    passed.push({ method: 'UPGRADE', path: request.url ?? '' })
    if (!isUp || !takesSockets) return socket.destroy()
    channels.add(socket)
    socket.on('close', () => channels.delete(socket))
    const onward = connect(Number(port), '127.0.0.1', () => {
      const lines = request.rawHeaders.flatMap((name, i, all) =>
        i % 2 === 0 ? [`${name}: ${all[i + 1]}`] : [],
      )
      onward.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    socket.on('close', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    setGate(next: Gate) {
      gate = next
    },
    /** Only the connections that stay open; the plugin makes new ones. */
    cutChannels() {
      for (const socket of channels) socket.destroy()
    },
    /** As a proxy that knows no WebSocket does. */
    letSockets(through: boolean) {
      takesSockets = through
    },
    /** Down: every connection breaks, and no new one is let through. */
    setUp(up: boolean) {
      isUp = up
      if (!up) for (const socket of sockets) socket.destroy()
    },
  }
}

function breakOff(request: IncomingMessage, bytes: number) {
  let left = bytes
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left <= 0) request.socket.destroy()
  })
  // The service has the last byte, and its answer is what is lost.
  request.on('end', () => setImmediate(() => request.socket.destroy()))
}
