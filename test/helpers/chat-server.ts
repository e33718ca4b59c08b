/** Real servers with the chat interface of llama-server and vLLM, well and badly behaved. */
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { ExecutionContext } from 'ava'
import type { JsonSchema } from '../../core/document/models/ports.ts'

export interface Asked {
  method: string
  url: string
  authorization: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: what was sent is under test
  body: any
  /** The client hung up before the answer had ended. */
  isLeft: boolean
}

export type Answer = (response: ServerResponse, asked: Asked, request: IncomingMessage) => void

interface Identity {
  key: string
  cert: string
}

/** Answers as the test says; `answers` in turn, the last one for ever. With `tls`, over https. */
export async function chatServer(
  t: ExecutionContext,
  answers: Answer | Answer[],
  tls?: Identity,
  greet?: Answer,
) {
  const asked: Asked[] = []
  const turns = [answers].flat()
  const listener: RequestListener = async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { method = '', url = '', headers } = request
    const isJson = headers['content-type'] === 'application/json'
    const body = isJson ? JSON.parse(text) : text
    const one = { method, url, authorization: headers.authorization, body, isLeft: false }
    response.on('close', () => {
      one.isLeft = !response.writableFinished
    })
    if (greet && method === 'GET') return greet(response, one, request)
    const answer = turns[Math.min(asked.length, turns.length - 1)]
    asked.push(one)
    answer?.(response, one, request)
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.listen(0, tls ? '0.0.0.0' : '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const baseUrl = tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`
  return { asked, baseUrl, port, server }
}

/** One that says nothing of itself: only what it is asked to write counts. */
export function textServer(t: ExecutionContext, answers: Answer | Answer[], tls?: Identity) {
  return chatServer(t, answers, tls, (response) => response.writeHead(404).end())
}

/** The whole answer at once, as a server does that knows no streams. */
export function saying(content: string, finish = 'stop'): Answer {
  return (response) => {
    const choices = [{ index: 0, finish_reason: finish, message: { role: 'assistant', content } }]
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices }))
  }
}

/** Piece by piece; ends as llama-server does, or with vLLM's piece of usage without choices. */
export function streaming(
  pieces: string[],
  {
    finish = 'stop',
    like = 'llama-server',
  }: { finish?: string; like?: 'llama-server' | 'vllm' } = {},
): Answer {
  return (response) => {
    response.setHeader('content-type', 'text/event-stream')
    if (like === 'vllm') response.write(event({ choices: [{ delta: { role: 'assistant' } }] }))
    for (const content of pieces)
      response.write(event({ choices: [{ delta: { content }, finish_reason: null }] }))
    response.write(event({ choices: [{ delta: {}, finish_reason: finish }] }))
    if (like === 'vllm') response.write(event({ choices: [], usage: { completion_tokens: 9 } }))
    response.end('data: [DONE]\n\n')
  }
}

export function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

/**
 * As llama-server: still loading for `loading` requests; then keeps to the schema, or, where the
 * grammar cannot be read, writes what it likes with status 200 (AI-RUNTIME §4).
 */
export function llamaServer(
  write: (schema: JsonSchema, asked: Asked) => string,
  { loading = 0, grammarFails = false }: { loading?: number; grammarFails?: boolean } = {},
): Answer[] {
  const wait: Answer = (response) =>
    response
      .writeHead(503, { 'content-type': 'application/json' })
      .end('{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}')
  const answer: Answer = (response, asked, request) => {
    const { schema } = asked.body.response_format.json_schema
    const text = grammarFails
      ? 'Claro! O paciente nega febre e aqui está o documento pedido, sem formato algum.'
      : write(schema, asked)
    const pieces = text.match(/[\s\S]{1,7}/g) ?? []
    streaming(pieces)(response, asked, request)
  }
  return [...Array.from({ length: loading }, () => wait), answer]
}
