/**
 * One document is generated at a time: two at once would each take twice as long on the same
 * processor. Turns go round over doctors and their visits (fair-shares.ts); who waits is told how
 * many are ahead.
 */
import { fairShares, type Share } from './fair-shares.ts'

export interface GenerationQueue {
  /**
   * Runs `work` when its turn comes.
   * @param onPosition 1 for the next in line; told on arrival and whenever it changes, never when
   * the turn comes at once
   * @param share whose work it is
   * @throws `signal.reason` when aborted while waiting
   */
  run<T>(
    signal: AbortSignal,
    onPosition: (position: number) => void,
    work: () => Promise<T>,
    share?: Share,
  ): Promise<T>
  isBusy(): boolean
  /**
   * Told when the first comes, and when nobody is left: for what is done while nobody waits.
   * @returns what ends it
   */
  watch(watcher: (isBusy: boolean) => void): () => void
}

interface Waiting {
  share: Share | undefined
  start(): void
  onPosition(position: number): void
  /** What it was told last. */
  position: number
}

export function generationQueue(now: () => number = () => performance.now()): GenerationQueue {
  const shares = fairShares(now)
  let line: Waiting[] = []
  const watchers = new Set<(isBusy: boolean) => void>()
  let isBusy = false

  function become(busy: boolean) {
    isBusy = busy
    for (const watcher of watchers) watcher(busy)
  }

  function tellPositions() {
    for (const [index, one] of shares.order(line).entries()) {
      if (one.position === index + 1) continue
      one.position = index + 1
      one.onPosition(one.position)
    }
  }

  async function turn(
    signal: AbortSignal,
    onPosition: (position: number) => void,
    share: Share | undefined,
  ) {
    signal.throwIfAborted()
    if (!isBusy) {
      become(true)
      return
    }
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = { share, start, onPosition, position: 0 }
      function start() {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      function leave() {
        line = line.filter((one) => one !== entry)
        reject(signal.reason)
        tellPositions()
      }
      signal.addEventListener('abort', leave, { once: true })
      line.push(entry)
      tellPositions()
    })
  }

  return {
    async run(signal, onPosition, work, share) {
      await turn(signal, onPosition, share)
      const begunMs = now()
      try {
        return await work()
      } finally {
        shares.spend(share, now() - begunMs)
        const [next] = shares.order(line)
        line = line.filter((one) => one !== next)
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
