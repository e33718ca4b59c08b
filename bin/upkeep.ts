import type { Log } from '../core/log.ts'

export interface Chore {
  name: string
  everyMs: number
  run(): Promise<unknown>
}

/**
 * Small things that must be done now and then. One that fails is logged and tried again at its next
 * turn.
 */
export function upkeep(chores: readonly Chore[], log: Log): { stop(): void } {
  const timers = chores.map(({ name, everyMs, run }) => {
    const timer = setInterval(() => {
      run().catch((err: unknown) => log.error('upkeep.failed', { chore: name, err }))
    }, everyMs)
    timer.unref()
    return timer
  })
  return { stop: () => timers.forEach(clearInterval) }
}
