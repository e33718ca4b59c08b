/**
 * What no route sees. Bytes that are no HTTP request (a body without a length behind a DELETE, say) are answered here, in the
 * one envelope there is (SPEC-GAPS 1.11). And who has his answer has half a minute to end what he was sending: connections
 * that trickle bodies nobody reads would else be held for as long as the largest upload may take.
 */
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '../core/contract/api.ts'

type Answer = { status: string } & ErrorBody

const TOO_LARGE: Answer = {
  status: '431 Request Header Fields Too Large',
  error: 'headers_too_large',
  message: 'O endereço e os cabeçalhos juntos são grandes demais.',
}
const TOO_SLOW: Answer = {
  status: '408 Request Timeout',
  error: 'request_timeout',
  message: 'A requisição demorou demais para chegar.',
}
const NO_HTTP: Answer = {
  status: '400 Bad Request',
  error: 'bad_request',
  message: 'O que chegou não é uma requisição HTTP. Um corpo precisa de Content-Length.',
}
const OF_CODE: Record<string, Answer> = {
  HPE_HEADER_OVERFLOW: TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
}

const LINGER_MS = 30_000

export function guardConnections(server: Server, lingerMs = LINGER_MS): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) socket.destroy()
    else refuse(socket, OF_CODE[error.code ?? ''] ?? NO_HTTP)
  })
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return
      const timer = setTimeout(() => request.socket.destroy(), lingerMs)
      timer.unref()
      request.once('close', () => clearTimeout(timer))
    })
  })
}

function refuse(socket: Socket, { status, ...body }: Answer) {
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${randomUUID()}`,
  ]
  // Half closed it would stay for as long as the other side likes.
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/** An answer is half out: anything more would garble it. Node.js decides the same way where nobody listens. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: message } = socket as { _httpMessage?: { headersSent: boolean } | null }
  return message?.headersSent === true
}
