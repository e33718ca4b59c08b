import type { Log } from '../core/log.ts'

export interface Chore {
  name: string
  everyMs: number
  /** For all servers where several serve: one of them does it. */
  byOne?: boolean
  run(): Promise<unknown>
}

/**
 * Small things that must be done now and then. One that fails is logged and tried again at its next
 * turn; one that still runs then is not begun beside itself.
 */
export function upkeep(chores: readonly Chore[], log: Log): { stop(): void } {
  const timers = chores.map(({ name, everyMs, run }) => {
    let isRunning = false
    async function turn() {
      if (isRunning) return
      isRunning = true
      try {
        await run()
      } catch (err) {
        log.error('upkeep.failed', { chore: name, err })
      } finally {
        isRunning = false
      }
    }
    const timer = setInterval(() => void turn(), everyMs)
    timer.unref()
    return timer
  })
  return { stop: () => timers.forEach(clearInterval) }
}
