/** Calls to the service that served this page. */
import { words } from './words.ts'

/** What the service says in the place of an answer: words for people. */
export class Refused extends Error {}

export interface Service {
  get<Body>(path: string): Promise<Body>
  /** @returns null where the answer has no body */
  send<Body = null>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Body>
}

/** @param onSessionEnd the service wants a code first */
export function service(base: URL, onSessionEnd: () => void): Service {
  async function call(method: string, path: string, body?: object) {
    const headers = body && { 'content-type': 'application/json' }
    const response = await fetch(new URL(path, base), {
      method,
      ...(headers && { headers, body: JSON.stringify(body) }),
    }).catch(() => null)
    if (response?.status === 204) return null
    const answer = await response?.json().catch(() => null)
    if (response?.ok && answer) return answer
    if (answer?.error === 'admin_session_required') onSessionEnd()
    throw new Refused(answer?.message ?? words.noAnswer)
  }
  return { get: (path) => call('GET', path), send: call }
}
