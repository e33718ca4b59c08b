/**
 * Looks for what is due, once at a time: when something woke it, and again when the next thing will
 * be due. Whoever wakes it during a look is served by another one, so nothing that was written
 * meanwhile waits for the clock.
 */
export interface WakingLoop {
  /** From now on it looks. */
  start(): void
  /** There may be something to do. */
  wake(): void
  /** Aborted when it closes. */
  readonly closing: AbortSignal
  /** No look begins any more; the one under way comes to its end. */
  close(): Promise<void>
}

interface WakingLoopOptions {
  /** @returns how long nothing is known to be due, in ms */
  look(): Promise<number>
  /** A look failed; the next one comes after `pollMs`. */
  failed(err: unknown): void
  pollMs: number
}

export function wakingLoop({ look, failed, pollMs }: WakingLoopOptions): WakingLoop {
  const closing = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let looking: Promise<void> | null = null
  let askedAgain = false
  let started = false

  function wake() {
    if (!started || closing.signal.aborted) return
    if (looking) {
      askedAgain = true
      return
    }
    clearTimeout(timer)
    looking = look()
      .catch((err: unknown) => {
        failed(err)
        return pollMs
      })
      .then(sleep)
      .finally(() => {
        looking = null
        if (!askedAgain) return
        askedAgain = false
        wake()
      })
  }

  function sleep(ms: number) {
    if (closing.signal.aborted) return
    timer = setTimeout(wake, ms)
    timer.unref?.()
  }

  return {
    start() {
      started = true
      wake()
    },
    wake,
    closing: closing.signal,
    async close() {
      closing.abort()
      clearTimeout(timer)
      await looking
    },
  }
}
