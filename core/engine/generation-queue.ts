/**
 * One document is generated at a time: two at once would each take twice as long on the same
 * processor. Who waits is told how many are ahead.
 */
export interface GenerationQueue {
  /**
   * Runs `work` when its turn comes.
   * @param onPosition 1 for the next in line; told on arrival and whenever it changes, never when
   * the turn comes at once
   * @throws `signal.reason` when aborted while waiting
   */
  run<T>(
    signal: AbortSignal,
    onPosition: (position: number) => void,
    work: () => Promise<T>,
  ): Promise<T>
  isBusy(): boolean
  /**
   * Told when the first comes, and when nobody is left: for what is done while nobody waits.
   * @returns what ends it
   */
  watch(watcher: (isBusy: boolean) => void): () => void
}

interface Waiting {
  start(): void
  onPosition(position: number): void
}

export function generationQueue(): GenerationQueue {
  const line: Waiting[] = []
  const watchers = new Set<(isBusy: boolean) => void>()
  let isBusy = false

  function become(busy: boolean) {
    isBusy = busy
    for (const watcher of watchers) watcher(busy)
  }

  function tellPositions() {
    for (const [index, one] of line.entries()) one.onPosition(index + 1)
  }

  async function turn(signal: AbortSignal, onPosition: (position: number) => void) {
    signal.throwIfAborted()
    if (!isBusy) {
      become(true)
      return
    }
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = { start, onPosition }
      function start() {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      function leave() {
        line.splice(line.indexOf(entry), 1)
        reject(signal.reason)
        tellPositions()
      }
      signal.addEventListener('abort', leave, { once: true })
      line.push(entry)
      onPosition(line.length)
    })
  }

  return {
    async run(signal, onPosition, work) {
      await turn(signal, onPosition)
      try {
        return await work()
      } finally {
        const next = line.shift()
        if (next) next.start()
        else become(false)
        tellPositions()
      }
    },
    isBusy: () => isBusy,
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
