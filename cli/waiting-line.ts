import { duration } from './format.ts'

/**
 * For work that has nothing to tell until it is done: after two seconds one line on stderr counts
 * how long it takes, and is gone before anything else is written.
 */
export interface WaitingLine {
  begin(): void
  end(): void
}

interface Out {
  isTTY?: boolean
  write(text: string): unknown
}

/** @returns what ends it */
export type Every = (intervalMs: number, turn: () => void) => () => void

const AFTER_MS = 2000
const TURN_MS = 1000
const CLEARED = '\r\u001b[2K'

export function waitingLine(out: Out, nowMs: () => number, every: Every): WaitingLine {
  let stop: (() => void) | undefined
  let drawn = false

  function end() {
    stop?.()
    stop = undefined
    if (drawn) out.write(CLEARED)
    drawn = false
  }

  return {
    begin() {
      if (!out.isTTY) return
      end()
      const startedAt = nowMs()
      stop = every(TURN_MS, () => {
        const pastMs = nowMs() - startedAt
        if (pastMs < AFTER_MS) return
        drawn = true
        out.write(`${CLEARED}at work, ${duration(pastMs / 1000)}`)
      })
    },
    end,
  }
}
