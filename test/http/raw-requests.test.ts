// Own process: reads what one service logs, test by test.
/**
 * What no ordinary client sends, byte for byte over a socket, at the whole service: its own
 * envelope, its headers, and nothing in the log.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { freePort } from '../helpers/free-port.ts'

const HOST = 'Host: svc.hospital.example\r\n'
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
/** As a token in a header would be, or a name in an address. */
const SECRET = 'MariaDasDores4711'

const cases = [
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'host_missing'],
  ['two of them', `GET /healthz HTTP/1.1\r\n${HOST}Host: other\r\n\r\n`, 400, 'host_missing'],
  [
    'an Expect that nobody knows',
    `POST /healthz HTTP/1.1\r\n${HOST}Expect: ${SECRET}\r\nContent-Length: 3\r\n\r\nabc`,
    417,
    'expectation_failed',
  ],
  ['CONNECT', `CONNECT ${SECRET}.example:443 HTTP/1.1\r\n${HOST}\r\n`, 405, 'method_not_allowed'],
  ['no HTTP', `${SECRET}\r\n\r\n`, 400, 'bad_request'],
  ['a request line without a version', `GET /${SECRET}\r\n\r\n`, 404, 'not_found'],
  ['a method that is none', `${SECRET} / HTTP/1.1\r\n${HOST}\r\n`, 400, 'bad_request'],
  [
    'a header that is none',
    `GET / HTTP/1.1\r\n${HOST}a header ${SECRET}\r\n\r\n`,
    400,
    'bad_request',
  ],
  [
    'two lengths',
    `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    400,
    'bad_request',
  ],
  [
    'headers too large',
    `GET /healthz HTTP/1.1\r\n${HOST}Authorization: ${SECRET.repeat(2000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'an address too large',
    `GET /${SECRET.repeat(2000)} HTTP/1.1\r\n${HOST}\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'a WebSocket where there is none',
    `GET /${SECRET} HTTP/1.1\r\n${HOST}${UPGRADE}\r\n`,
    404,
    'not_found',
  ],
  [
    'a WebSocket of another protocol',
    `GET /api/v1/channel HTTP/1.1\r\n${HOST}${UPGRADE}Sec-WebSocket-Protocol: ${SECRET}\r\n\r\n`,
    400,
    'bad_request',
  ],
  [
    'a WebSocket without its key',
    `GET /api/v1/channel HTTP/1.1\r\n${HOST}${UPGRADE}Sec-WebSocket-Protocol: svc.v1\r\n\r\n`,
    400,
    'bad_request',
  ],
] as const

test.serial(
  'a malformed request gets the usual error body and security headers, and leaves no word in the log',
  async (t) => {
    const { start, run } = await buildCli(t, {})
    const port = await freePort()
    const { secret } = (await run(['init', '--yes', '--json'])).json.key
    const server = start(['serve', '--port', String(port), '--speech-engine', 'off'])
    while (!/Serving on/.test(server.said.stderr)) await sleep(50)

    for (const [what, bytes, status, error] of cases) {
      const [head = '', body = ''] = (await exchange(port, bytes)).split('\r\n\r\n')
      t.regex(head, new RegExp(`^HTTP/1.1 ${status} `), what)
      t.regex(head, /^content-type: application\/json; charset=utf-8\r?$/im, what)
      t.regex(head, /^x-request-id: [\w-]{36}\r?$/im, what)
      t.regex(head, /^x-content-type-options: nosniff\r?$/im, what)
      t.regex(
        head,
        /^content-security-policy: default-src 'none';frame-ancestors 'none'\r?$/im,
        what,
      )
      t.regex(head, /^connection: close\r?$/im, what)
      t.regex(head, /^cache-control: no-store\r?$/im, what)
      const told = JSON.parse(body) as Record<string, string>
      t.is(told.error, error, what)
      t.truthy(told.message, what)
      t.deepEqual(Object.keys(told).sort(), ['error', 'message'], what)
    }

    // An offer of another protocol is passed over: Java's HttpClient makes it with every first
    // request over plain HTTP.
    const offer =
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n'
    const head = `POST /integration/session-token/ HTTP/1.1\r\n${HOST}${offer}x-svc-token: ${secret}\r\n`
    const json = 'Content-Type: application/json\r\nContent-Length: 19\r\n'
    const closing = `GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`
    const heard = await exchange(port, `${head}${json}\r\n{"expiration":1800}`, closing)
    t.regex(heard, /^HTTP\/1\.1 20[01] [\s\S]*"access":"[\s\S]*HTTP\/1\.1 200 /)
    // HTTP/1.0 has no need of a Host.
    t.regex(await exchange(port, 'GET /healthz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /)
    const continued = `POST /healthz HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nConnection: close\r\n\r\n`
    t.regex(await exchange(port, continued), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 405 /)

    server.child.kill('SIGTERM')
    t.is((await server.ended).code, 0)
    t.false(`${server.said.stdout}${server.said.stderr}`.includes(SECRET))
    t.regex(server.said.stdout + server.said.stderr, /"status":417/)
  },
)

/** @param then what is sent when the first is answered */
async function exchange(port: number, bytes: string, then?: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let heard = ''
  socket.on('data', (text: string) => {
    heard += text
  })
  // Cut while it still sends, whoever sends too much.
  socket.on('error', () => {})
  socket.write(bytes)
  if (then !== undefined) {
    await once(socket, 'data')
    socket.write(then)
  }
  await once(socket, 'close')
  return heard
}
