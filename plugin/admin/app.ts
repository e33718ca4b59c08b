/** What the parts of the page share: who is signed in, what was done last, what is being asked. */
import type { AdminSessionBody } from '../../core/contract/admin-page.ts'
import { words } from './words.ts'

export interface Question {
  title: string
  text: string
  action: string
  danger?: boolean
  /** A choice beside it, off at first. */
  option?: string
}

export interface Asked extends Question {
  /** Of one question after another. */
  number: number
  answer(given: { option: boolean } | null): void
}

export interface App {
  service: Service
  /** Undefined: not known yet. */
  session: AdminSessionBody['session'] | undefined
  notice: { text: string; isFault: boolean } | null
  asked: Asked | null
  /** @returns null: no */
  ask(question: Question): Promise<{ option: boolean } | null>
  tell(text: string): void
  /** What is thrown is told, and the page goes on. @returns undefined where it was */
  attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined>
  redraw(): void
}

export function createApp(base: URL, redraw: () => void): App {
  let questions = 0
  const app: App = {
    service: service(base, () => {
      if (app.session) app.notice = { text: words.enter.ended, isFault: true }
      app.session = null
      app.asked = null
    }),
    session: undefined,
    notice: null,
    asked: null,
    ask: (question) =>
      new Promise((resolve) => {
        const number = ++questions
        const answer = (given: { option: boolean } | null) => {
          // The next one may be asked before the browser reports that this one is closed.
          if (app.asked?.number === number) app.asked = null
          resolve(given)
          redraw()
        }
        app.asked = { ...question, number, answer }
        redraw()
      }),
    tell(text) {
      app.notice = { text, isFault: false }
      redraw()
    },
    async attempt(work) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        // Where the session has ended, that is said already.
        if (app.session !== null) app.notice = { text: error.message, isFault: true }
        return undefined
      } finally {
        redraw()
      }
    },
    redraw,
  }
  return app
}

/** What the service says in the place of an answer: words for people. */
export class Refused extends Error {}

/** Calls to the service that served this page. */
interface Service {
  get<Body>(path: string): Promise<Body>
  /** @returns null where the answer has no body */
  send<Body = null>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Body>
}

/** @param onSessionEnd the service wants a code first */
function service(base: URL, onSessionEnd: () => void): Service {
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
