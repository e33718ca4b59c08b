import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import Koa from 'koa'
import type { ApiState } from '../../api/context.ts'
import { errors } from '../../api/middleware/errors.ts'
import { jsonBody } from '../../api/middleware/json-body.ts'
import { silentLog } from '../../core/log.ts'

/**
 * Answers what it read, after a moment, as if it had looked the caller up first: the bytes have
 * then arrived.
 */
async function startEcho(t: ExecutionContext) {
  const app = new Koa<ApiState>()
  app.use(errors(silentLog, async () => false))
  app.use(async (_ctx, next) => {
    await sleep(5)
    await next()
  })
  app.use(jsonBody())
  app.use((ctx) => {
    ctx.body = { read: ctx.request.body ?? null, polluted: 'polluted' in {} }
  })
  const server = createServer(app.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/**
 * One POST over a connection of its own; `whole` sends it in one piece, otherwise the body comes
 * late, in two.
 */
async function send(port: number, body: Buffer, headers: string[], whole: boolean) {
  const socket = connect(port, '127.0.0.1')
  const head = ['POST / HTTP/1.1', 'host: x', 'connection: close', ...headers, '', ''].join('\r\n')
  const answer = new Promise<string>((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
  if (whole) socket.write(Buffer.concat([Buffer.from(head), body]))
  else {
    const middle = Math.floor(body.length / 2)
    socket.setNoDelay()
    socket.write(head)
    await sleep(20)
    socket.write(body.subarray(0, middle))
    await sleep(20)
    socket.write(body.subarray(middle))
  }
  const [first = '', ...rest] = (await answer).split('\r\n\r\n')
  return { status: Number(first.split(' ')[1]), body: JSON.parse(rest.join('\r\n\r\n')) as unknown }
}

const json = ['content-type: application/json']
const gzip = [...json, 'content-encoding: gzip']
const cases: [what: string, body: string | Buffer, headers: string[], status: number][] = [
  ['an object', '{"a":1,"b":["ç","😀"]}', json, 200],
  ['an empty object', '{}', json, 200],
  ['an object after blanks', ' \r\n\t{"a":1}', json, 200],
  ['escapes', '{"a":"\\u00e7\\n"}', json, 200],
  ['a list', '[1,2]', json, 200],
  ['an object of 100 kB', JSON.stringify({ a: 'x'.repeat(100_000) }), json, 200],
  ['a byte order mark', '\ufeff{"a":1}', json, 200],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), json, 400],
  ['a word in ISO-8859-1', Buffer.from('{"a":"Coração"}', 'latin1'), json, 400],
  ['the same, compressed', gzipSync(Buffer.from('{"a":"Coração"}', 'latin1')), gzip, 400],
  ['half a character', Buffer.from('7b2261223a22f09f227d', 'hex'), json, 400],
  ['the sign for an unknown character, in UTF-8', '{"a":"\ufffd"}', json, 200],
  ['a charset that is not UTF-8', '{"a":1}', [`${json[0]}; charset=iso-8859-1`], 415],
  ['a charset beside the type', '{"a":1}', ['content-type: application/json; charset=utf-8'], 200],
  ['compressed', gzipSync('{"a":1}'), gzip, 200],
  ['a prototype', '{"__proto__":{"polluted":1}}', json, 400],
  ['a prototype in escapes', '{"\\u005f_proto_\\u005f":{"polluted":1}}', json, 400],
  ['the word __proto__ in a text', '{"a":"__proto__"}', json, 200],
  ['half an object', '{"a":', json, 400],
  ['two objects', '{"a":1}{"b":2}', json, 400],
  ['a number', '12', json, 400],
  ['a text', '"a"', json, 400],
  ['null', 'null', json, 400],
  ['an unknown encoding', '{"a":1}', [...json, 'content-encoding: rot13'], 415],
  ['another type', '{"a":1}', ['content-type: text/plain'], 415],
  ['no type', '{"a":1}', [], 415],
]

for (const [what, text, headers, status] of cases)
  test(`${what} is read the same whether it comes at once or bit by bit`, async (t) => {
    const port = await startEcho(t)
    const body = Buffer.from(text)
    const stated = [...headers, `content-length: ${body.length}`]
    const atOnce = await send(port, body, stated, true)
    t.is(atOnce.status, status)
    t.deepEqual(await send(port, body, stated, false), atOnce)
    if (status === 200) t.like(atOnce.body, { polluted: false })
  })

test('a body in chunks is read as well', async (t) => {
  const port = await startEcho(t)
  const body = Buffer.from('7\r\n{"a":1}\r\n0\r\n\r\n')
  const answer = await send(port, body, [...json, 'transfer-encoding: chunked'], true)
  t.deepEqual(answer, { status: 200, body: { read: { a: 1 }, polluted: false } })
})

test('no body at all reads as none', async (t) => {
  const port = await startEcho(t)
  const answer = await send(port, Buffer.alloc(0), ['content-length: 0'], true)
  t.deepEqual(answer, { status: 200, body: { read: null, polluted: false } })
})

test('two bodies on one connection are two requests', async (t) => {
  const port = await startEcho(t)
  const url = `http://127.0.0.1:${port}/`
  for (const a of [1, 2, 3]) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ a }),
    })
    t.deepEqual(await response.json(), { read: { a }, polluted: false })
  }
})
