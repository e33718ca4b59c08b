import type { Log } from '../core/log.ts'

export interface Closing {
  /** `close` runs before everything that was added earlier is closed. */
  add(name: string, close: () => PromiseLike<unknown>): void
  /**
   * In reverse order of opening. What fails is logged, and the next is closed all the same: it may
   * hold what must reach the disk.
   */
  run(): Promise<void>
}

/** What was opened, to be closed: at the end, or when opening the rest fails. */
export function closing(log: Log): Closing {
  const opened: { name: string; close(): PromiseLike<unknown> }[] = []
  return {
    add: (name, close) => void opened.push({ name, close }),
    async run() {
      for (let one = opened.pop(); one; one = opened.pop()) {
        const { name, close } = one
        try {
          await close()
        } catch (err) {
          log.error('close.failed', { part: name, err })
        }
      }
    },
  }
}
