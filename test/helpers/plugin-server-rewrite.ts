/**
 * The double's suggestions of other words: what the test says, when it says so. What the service
 * makes of them is proven elsewhere.
 */
import type { ServerResponse } from 'node:http'
import type { RewriteEvent } from '../../core/contract/rewrite.ts'

export interface ScriptedRewrite {
  /** What was asked, in order. */
  readonly asked: { style: string; lines: string[] }[]
  /** How many of them the page broke off. */
  readonly canceled: number
  /** The next answers wait for it. */
  hold(): () => void
  /** What follows the first progress. */
  answer(make: (asked: { style: string; lines: string[] }) => RewriteEvent): void
  serve(body: { style: string; lines: string[] }, response: ServerResponse): Promise<void>
}

export function scriptedRewrite(): ScriptedRewrite {
  const asked: ScriptedRewrite['asked'] = []
  let canceled = 0
  let free: Promise<void> = Promise.resolve()
  let make = ({ lines }: { style: string; lines: string[] }): RewriteEvent => ({
    type: 'done',
    lines,
    kept: [],
  })
  return {
    asked,
    get canceled() {
      return canceled
    },
    hold() {
      let go = () => {}
      free = new Promise((resolve) => {
        go = resolve
      })
      return () => go()
    },
    answer(next) {
      make = next
    },
    async serve(body, response) {
      asked.push(body)
      response.setHeader('Content-Type', 'application/x-ndjson')
      const send = (event: RewriteEvent) => response.write(`${JSON.stringify(event)}\n`)
      send({ type: 'progress', lines_done: 0, lines_total: body.lines.length })
      const gone = new Promise<void>((resolve) => response.once('close', resolve))
      await Promise.race([free, gone])
      if (response.destroyed) {
        canceled += 1
        return
      }
      send(make(body))
      response.end()
    },
  }
}
