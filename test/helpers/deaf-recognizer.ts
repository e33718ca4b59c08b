import type { ExecutionContext } from 'ava'
import { type Answer, chatServer } from './chat-server.ts'

export const HEARD_SENTENCE = 'Estou com dor de cabeça há três dias.'

/** Of a window of several sentences it understands the first, and of a sentence alone none. */
const hears: Answer = (response, { method, body }) => {
  if (method === 'GET') return response.end('{"data":[{"id":"ouvido"}]}')
  const isWindow = String(body).length > 300_000
  const segments = isWindow ? [{ start: 0.2, end: 4, text: HEARD_SENTENCE }] : []
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ segments }))
}

/**
 * A speech server of the network that leaves most of `conversa` without words. @returns settings
 * that name it
 */
export async function hearsFirstSentence(t: ExecutionContext): Promise<Record<string, string>> {
  const { baseUrl } = await chatServer(t, hears)
  return {
    SVC_SPEECH_ENGINE: 'remote',
    SVC_SPEECH_REMOTE_MODEL: 'ouvido',
    SVC_SPEECH_REMOTE_URL: `${baseUrl}/v1`,
  }
}
