/**
 * A line of requests that run one after the other, first come, first served.
 * @returns run: waits its turn, then works. Rejects with `signal.reason` when aborted while
 * waiting.
 */
export function oneAtATime(): <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()

  return (signal, work) => {
    const turn = last.then(() => {
      signal.throwIfAborted()
      return work()
    })
    last = turn.catch(() => {})
    return abortable(turn, signal)
  }
}

async function abortable<T>(turn: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let giveUp = () => {}
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
  })
  try {
    return await Promise.race([turn, aborted])
  } finally {
    signal.removeEventListener('abort', giveUp)
    turn.catch(() => {})
  }
}
