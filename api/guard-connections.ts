/**
 * What no route sees. Bytes that are no HTTP request (a body without a length behind a DELETE, say)
 * and CONNECT are answered here, in the one envelope there is (SPEC-GAPS 1.11); a strange Expect
 * goes the way of all requests. And who has his answer has half a minute to end what he was
 * sending: connections that trickle bodies nobody reads would else be held for as long as the
 * largest upload may take.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RefuseSocket, SocketAnswer } from './refuse-socket.ts'

const TOO_LARGE: SocketAnswer = {
  status: '431 Request Header Fields Too Large',
  error: 'headers_too_large',
  message: 'O endereço e os cabeçalhos juntos são grandes demais.',
}
const TOO_SLOW: SocketAnswer = {
  status: '408 Request Timeout',
  error: 'request_timeout',
  message: 'A requisição demorou demais para chegar.',
}
const NO_HTTP: SocketAnswer = {
  status: '400 Bad Request',
  error: 'bad_request',
  message: 'O que chegou não é uma requisição HTTP. Um corpo precisa de Content-Length.',
}
const OF_CODE: Record<string, SocketAnswer> = {
  HPE_HEADER_OVERFLOW: TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
}

const NO_PROXY: SocketAnswer = {
  status: '405 Method Not Allowed',
  headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
  error: 'method_not_allowed',
  message: 'Este serviço não é um proxy.',
}

const LINGER_MS = 30_000

export function guardConnections(server: Server, refuse: RefuseSocket, lingerMs = LINGER_MS): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) socket.destroy()
    else refuse(socket, OF_CODE[error.code ?? ''] ?? NO_HTTP)
  })
  server.on('connect', (_request, socket) => refuse(socket, NO_PROXY))
  // The application says what is wrong with it (middleware/proper-request.ts).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return
      const timer = setTimeout(() => request.socket.destroy(), lingerMs)
      timer.unref()
      request.once('close', () => clearTimeout(timer))
    })
  })
}

/**
 * An answer is half out: anything more would garble it. Node.js decides the same way where nobody
 * listens.
 */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: message } = socket as { _httpMessage?: { headersSent: boolean } | null }
  return message?.headersSent === true
}
