/**
 * What is dear waits for its turn: a hello reads a transcript and is put on record, a start opens
 * files and keys. Thousands may come at once, after a restart of the server or from somebody who
 * means harm, and frames of sound go on between them: a few are worked on at a time, callers take
 * turns however much one of them asks, and who was served rests as long as that took.
 */
import { AppError } from '../../core/errors.ts'

export interface Turns {
  /**
   * @throws {AppError} `rate_limited` when its turn did not come in time, and what `work` throws
   */
  wait<Result>(caller: string, work: () => Promise<Result>): Promise<Result>
  /** Nobody's turn comes any more. */
  close(): void
}

export interface TurnLimits {
  atOnce: number
  /** Less than the plugin waits for a sign of life. */
  patienceMs: number
  longestRestMs: number
}

interface Waiting {
  start(): Promise<void>
  refuse(): void
}

export function turns({ atOnce, patienceMs, longestRestMs }: TurnLimits): Turns {
  /** In the order of their turns. */
  const waiting = new Map<string, Waiting[]>()
  /** Being served, or resting after it. */
  const served = new Set<string>()
  let underWay = 0
  let isClosed = false

  function turn() {
    for (const [caller, line] of waiting) {
      if (underWay >= atOnce) return
      if (served.has(caller)) continue
      const next = line.shift()
      waiting.delete(caller)
      // To the back: the others come first.
      if (line.length > 0) waiting.set(caller, line)
      if (next) void serve(caller, next)
    }
  }

  async function serve(caller: string, one: Waiting) {
    served.add(caller)
    underWay++
    const startMs = performance.now()
    await one.start()
    underWay--
    const restMs = Math.min(performance.now() - startMs, longestRestMs)
    setTimeout(() => {
      served.delete(caller)
      turn()
    }, restMs).unref()
    turn()
  }

  function leave(caller: string, one: Waiting) {
    const line = waiting.get(caller) ?? []
    const others = line.filter((other) => other !== one)
    if (others.length > 0) waiting.set(caller, others)
    else waiting.delete(caller)
  }

  return {
    wait: (caller, work) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(tooMany())
        const one: Waiting = {
          start() {
            clearTimeout(timer)
            return work().then(resolve, reject)
          },
          refuse() {
            clearTimeout(timer)
            leave(caller, one)
            reject(tooMany())
          },
        }
        const timer = setTimeout(one.refuse, patienceMs)
        const line = waiting.get(caller)
        if (line) line.push(one)
        else waiting.set(caller, [one])
        turn()
      }),
    close() {
      isClosed = true
      for (const one of [...waiting.values()].flat()) one.refuse()
    },
  }
}

function tooMany(): AppError {
  return new AppError(
    'busy',
    'rate_limited',
    'Muitas conexões ao mesmo tempo. Tentaremos de novo em instantes.',
    { details: [{ limit: 'turns', scope: 'token' }] },
  )
}
