/** Stands between a browser and the service, as the hospital's network does: it counts, holds, slows and cuts; it answers nothing itself. */
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { ExecutionContext } from 'ava'

export interface Passing {
  method: string
  path: string
}

export type PluginProxy = Awaited<ReturnType<typeof startPluginProxy>>

export async function startPluginProxy(t: ExecutionContext, target: string) {
  const { port } = new URL(target)
  const sockets = new Set<Socket>()
  const passed: Passing[] = []
  /** Awaited before a request goes on; may cut its connection. */
  let gate: (passing: Passing, request: IncomingMessage) => Promise<void> | void = () => {}
  let isUp = true

  const server = createServer(async (request, response) => {
    const passing = { method: request.method ?? '', path: (request.url ?? '').split('?')[0]! }
    passed.push(passing)
    if (!isUp) return request.socket.destroy()
    await gate(passing, request)
    if (request.socket.destroyed) return
    const { headers, method, url: path } = request
    const onward = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    onward.on('error', () => request.socket.destroy())
    response.on('close', () => response.writableFinished || onward.destroy())
    request.pipe(onward)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request, socket: Socket, head) => {
    passed.push({ method: 'UPGRADE', path: request.url ?? '' })
    if (!isUp) return socket.destroy()
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
    setGate(next: typeof gate) {
      gate = next
    },
    /** Down: every connection breaks, and no new one is let through. */
    setUp(up: boolean) {
      isUp = up
      if (!up) for (const socket of sockets) socket.destroy()
    },
  }
}
