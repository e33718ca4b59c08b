/** Answers as Ollama 0.17.4 gave them; `holds`: how many tokens its model was trained for. */
import type { ExecutionContext } from 'ava'
import { type Answer, chatServer } from './chat-server.ts'

interface Facts {
  model: string
  holds?: number
  /** What becomes of messages; without a word about `.System` those of the system are lost. */
  template?: string
  /** Of a model that another company computes. */
  remoteHost?: string
}

export async function ollamaServer(
  t: ExecutionContext,
  { model, holds = 32_768, template = '{{ .System }}{{ .Prompt }}', remoteHost }: Facts,
  chat: Answer,
) {
  const shown: Answer = (response, { body }) =>
    body.model === model
      ? json(response, 200, {
          details: { family: 'qwen2' },
          template,
          model_info: { 'general.architecture': 'qwen2', 'qwen2.context_length': holds },
          ...(remoteHost ? { remote_model: 'gpt-oss:120b', remote_host: remoteHost } : {}),
        })
      : json(response, 404, { error: `model '${body.model}' not found` })
  const answer: Answer = (response, asked, request) => {
    const { method, url } = asked
    if (method === 'POST' && url === '/api/show') return shown(response, asked, request)
    if (method === 'POST' && url === '/api/chat') return chat(response, asked, request)
    if (url === '/v1/models') return json(response, 200, { data: [{ id: `${model}:latest` }] })
    response
      .writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
      .end('Ollama is running')
  }
  return chatServer(t, answer)
}

/** A stream of lines, whose last one says why it ended and how much was read. */
export function lines(
  pieces: string[],
  { reason = 'stop', read = 120 }: { reason?: string; read?: number } = {},
): Answer {
  return (response) => {
    response.setHeader('content-type', 'application/x-ndjson')
    for (const content of pieces)
      response.write(
        `${JSON.stringify({ message: { role: 'assistant', content }, done: false })}\n`,
      )
    const end = { message: { role: 'assistant', content: '' }, done: true, done_reason: reason }
    response.end(`${JSON.stringify({ ...end, prompt_eval_count: read, eval_count: 9 })}\n`)
  }
}

export function json(response: Parameters<Answer>[0], status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
