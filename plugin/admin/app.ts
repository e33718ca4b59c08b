/** What the parts of the page share: who is signed in, what was done last, what is being asked. */
import type { AdminSessionBody } from '../../core/contract/admin-page.ts'
import { Refused, type Service, service } from './service.ts'
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
