/**
 * Who asks for what is being worked out already waits for the same answer. The work ends early when
 * nobody waits any more.
 */
export interface SharedWork<T> {
  /**
   * @param onPosition as of `GenerationQueue`, told to everybody who waits
   * @throws `signal.reason` as soon as it aborts, and whatever the work throws
   */
  run(
    key: string,
    waiting: { signal: AbortSignal; onPosition(position: number): void },
    work: (signal: AbortSignal, onPosition: (position: number) => void) => Promise<T>,
  ): Promise<T>
}

export function sharedWork<T>(): SharedWork<T> {
  const running = new Map<
    string,
    { result: Promise<T>; listeners: Set<(position: number) => void>; abort(reason: unknown): void }
  >()

  function start(key: string, work: Parameters<SharedWork<T>['run']>[2]) {
    const controller = new AbortController()
    const listeners = new Set<(position: number) => void>()
    const result = work(controller.signal, (position) => {
      for (const listener of listeners) listener(position)
    })
    const entry = { result, listeners, abort: (reason: unknown) => controller.abort(reason) }
    running.set(key, entry)
    const forget = () => {
      if (running.get(key) === entry) running.delete(key)
    }
    result.then(forget, forget)
    return entry
  }

  return {
    async run(key, { signal, onPosition }, work) {
      signal.throwIfAborted()
      const entry = running.get(key) ?? start(key, work)
      // A function of its own for every waiter, also when two bring the same one.
      const listener = (position: number) => onPosition(position)
      entry.listeners.add(listener)
      let leave = () => {}
      const gone = new Promise<never>((_, reject) => {
        leave = () => {
          entry.listeners.delete(listener)
          if (entry.listeners.size === 0) {
            if (running.get(key) === entry) running.delete(key)
            entry.abort(signal.reason)
          }
          reject(signal.reason)
        }
      })
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await Promise.race([entry.result, gone])
      } finally {
        signal.removeEventListener('abort', leave)
        entry.listeners.delete(listener)
      }
    },
  }
}
