/**
 * A text server of the network as a process of its own: the chat interface of llama-server over the
 * real engine (llama.cpp). `<model> <delay in ms>`: so long it rests after its first piece, so that
 * a test can kill it in the middle. Prints its port, and a line for each answer begun.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { llamaTextGenerator } from '../../ai-local/llama/llama-text-generator.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { silentLog } from '../../core/log.ts'

const [path = '', delay = '0'] = process.argv.slice(2)
const generator = llamaTextGenerator({
  model: { path, sha256: null, name: 'test' },
  childPath: new URL('../../dist/llama-child.js', import.meta.url).pathname,
  gate: computeGate(),
  log: silentLog,
  threads: 1,
})

const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  if (request.method === 'GET') return response.end('{"data":[{"id":"test"}]}')
  const { messages, response_format: format, max_tokens: maxTokens } = JSON.parse(text)
  const of = (role: string) =>
    messages.find((one: { role: string }) => one.role === role)?.content ?? ''
  const signal = new AbortController().signal
  const json = await generator.generate(
    { system: of('system'), user: of('user') },
    { schema: format.json_schema.schema, maxTokens, signal },
  )
  response.setHeader('content-type', 'text/event-stream')
  const piece = (content: string, finish: string | null) =>
    response.write(
      `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`,
    )
  piece(json.slice(0, 10), null)
  process.stdout.write('answering\n')
  await sleep(Number(delay))
  piece(json.slice(10), 'stop')
  response.end('data: [DONE]\n\n')
}).listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
