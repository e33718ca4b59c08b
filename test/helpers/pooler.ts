/**
 * What stands between a server and PostgreSQL and answers for it, as PgBouncer does: the number of
 * the backend that a client is given (BackendKeyData) is of its own making.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12])
const OWN_NUMBER = 2 ** 31 - 2

/** @param databaseUrl `postgres://…` with host and port */
export async function openPooler(databaseUrl: string): Promise<{ url: string; close(): void }> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    let isTold = false
    far.on('data', (bytes) => {
      const at = isTold ? -1 : bytes.indexOf(KEY_DATA)
      if (at >= 0) {
        isTold = true
        bytes.writeInt32BE(OWN_NUMBER, at + KEY_DATA.length)
      }
      near.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
