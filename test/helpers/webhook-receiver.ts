/**
 * A hospital's backend that takes webhooks: a real HTTPS server under an authority of its own, and
 * what it was told. Signatures are checked by HMAC written out (RFC 2104) over another SHA-256 than
 * the sender's.
 */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { hash } from '@stablelib/sha256'
import type { SimulatorIdentity } from '../../bin/tools/rnds-simulator/certificates.ts'
import { testIdentity } from './identities.ts'

interface TearDown {
  teardown(end: () => unknown): void
}

export interface Call {
  path: string
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape of a body is what tests assert
  body: any
}

/** A status, or whatever it does with the answer; nothing: it never answers. */
export type Reply = number | ((response: ServerResponse) => unknown)

/**
 * @param reply to each call, from the first on
 * @param identity receivers are of one authority unless they bring their own
 */
export async function startReceiver(
  t: TearDown,
  reply: (call: Call, nth: number) => Reply,
  identity?: SimulatorIdentity,
) {
  const { serverPem: cert, serverKeyPem: key, caPem } = identity ?? (await testIdentity())
  const calls: Call[] = []
  let connections = 0
  const server = createServer({ cert, key }, async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const call = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) }
    calls.push(call)
    const answer = reply(call, calls.length)
    if (typeof answer === 'number') response.writeHead(answer).end('Bem recebido, Maria da Silva.')
    else answer(response)
  })
  server.on('connection', () => {
    connections++
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    calls,
    caPem,
    port,
    url: `https://localhost:${port}/hooks/svc`,
    connections: () => connections,
    async writeCa(path: string) {
      await writeFile(path, caPem)
      return path
    },
  }
}

const BLOCK = 64

function hmac(key: Uint8Array, message: string): Uint8Array {
  const block = new Uint8Array(BLOCK)
  block.set(key.length > BLOCK ? hash(key) : key)
  const inner = hash(
    Uint8Array.from([...block.map((byte) => byte ^ 0x36), ...Buffer.from(message, 'utf8')]),
  )
  return hash(Uint8Array.from([...block.map((byte) => byte ^ 0x5c), ...inner]))
}

/** As Standard Webhooks says it, under one secret. */
export function isAuthentic(secret: string, { headers, text }: Call, nowMs = Date.now()): boolean {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > 300) return false
  const expected = standardSignature(secret, String(id), String(timestamp), text)
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

export function standardSignature(secret: string, id: string, timestamp: string, text: string) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return `v1,${Buffer.from(hmac(key, `${id}.${timestamp}.${text}`)).toString('base64')}`
}

/** As the interface's earlier version had it. */
export function bodySignature(secret: string, text: string): string {
  return `sha256=${Buffer.from(hmac(Buffer.from(secret), text)).toString('hex')}`
}
