import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { guardConnections } from '../../api/guard-connections.ts'
import { socketRefusal } from '../../api/refuse-socket.ts'

const done: RequestListener = (_request, response) => void response.end('done')

async function listen(t: ExecutionContext, listener = done, lingerMs?: number) {
  const server = createServer(listener)
  guardConnections(server, socketRefusal({ isHttps: false }), lingerMs)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  t.teardown(() => socket.destroy())
  let text = ''
  socket.on('data', (chunk: string) => {
    text += chunk
  })
  return { socket, closed: once(socket, 'close').then(() => text), heard: () => text }
}

const HEAD = 'host: x\r\n'
for (const [what, bytes, status, error] of [
  ['no HTTP', 'HELLO\r\n\r\n', 400, 'bad_request'],
  [
    'a length that is none',
    `POST / HTTP/1.1\r\n${HEAD}content-length: a\r\n\r\n`,
    400,
    'bad_request',
  ],
  [
    'headers without an end',
    `GET / HTTP/1.1\r\n${HEAD}a: ${'b'.repeat(20_000)}`,
    431,
    'headers_too_large',
  ],
] as const)
  test(`${what} is answered in the envelope, and the connection ends`, async (t) => {
    const { socket, closed } = await listen(t)
    socket.write(bytes)
    const [head = '', body = ''] = (await closed).split('\r\n\r\n')
    t.regex(head, new RegExp(`^HTTP/1.1 ${status} `))
    t.regex(head, /X-Request-Id: \S/)
    const told = JSON.parse(body) as { error: string; message: string }
    t.is(told.error, error)
    t.truthy(told.message)
  })

test('a DELETE with a body without a length is refused with an answer', async (t) => {
  const { socket, closed } = await listen(t, () => {}) // an answer takes longer than the bytes behind its request
  socket.write(`DELETE / HTTP/1.1\r\n${HEAD}\r\n{"reason":"x"}`)
  t.regex(await closed, /"error":"bad_request"/)
})

test('a client that has its answer and keeps sending is disconnected', async (t) => {
  const { socket, closed } = await listen(t, done, 50)
  socket.write(`POST / HTTP/1.1\r\n${HEAD}content-length: 1000\r\n\r\nx`)
  t.regex(await closed, /^HTTP\/1.1 200 OK[\s\S]*done$/)
})

test('a client whose answer waits for the body is not disconnected', async (t) => {
  const whole: RequestListener = (request, response) => {
    request.on('end', () => response.end('whole')).resume()
  }
  const { socket, heard } = await listen(t, whole, 0)
  socket.write(`POST / HTTP/1.1\r\n${HEAD}content-length: 2\r\n\r\nx`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.write(`xGET / HTTP/1.1\r\n${HEAD}\r\n`)
  while (!/whole[\s\S]*whole/.test(heard())) await once(socket, 'data')
  t.pass()
})
