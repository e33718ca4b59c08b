/**
 * Sends what is due, in this process and under leases, so that several may run. It opens no
 * connection unless a message waits, and none waits unless an administrator added an endpoint
 * (DESIGN §2.3).
 */
import { wakingLoop } from '../waking-loop.ts'
import { type DeliveryDeps, deliverClaimed, LEASE_MS } from './deliver-message.ts'
import type { MessageStore } from './ports.ts'

export interface DispatcherOptions extends DeliveryDeps {
  store: Pick<MessageStore, 'claimNext' | 'settle' | 'release' | 'releaseLeasesOf' | 'nextDueInMs'>
  isOwnerGone: (owner: string) => boolean
  /** Nothing may leave this box now: what is due waits. */
  isHeld: () => boolean
  concurrency?: number
  /**
   * How long it goes without looking when nothing is known to be due: an administrator may have
   * asked for a retry.
   */
  pollMs?: number
}

export interface Dispatcher {
  /** Takes up what a crash left, and sends until closed. */
  start(): Promise<void>
  /** There may be something to send. */
  wake(): void
  /** Stops; what is under way goes back and is sent after the next start. */
  close(): Promise<void>
}

const SHORTEST_WAIT_MS = 100
/** While something is under way: its end wakes us. */
const BUSY_WAIT_MS = 1000
const BROKEN_WAIT_MS = 3_600_000

export function dispatcher(options: DispatcherOptions): Dispatcher {
  const { store, owner, isOwnerGone, isHeld, log, concurrency = 4, pollMs = 10_000 } = options
  const deliver = deliverClaimed(options)
  const underWay = new Map<string, Promise<void>>()
  const { start, wake, closing, close } = wakingLoop({
    look,
    failed: (err) => log.error('webhook.dispatcher_failed', { err }),
    pollMs,
  })

  async function look(): Promise<number> {
    if (isHeld()) return pollMs
    while (underWay.size < concurrency && !closing.aborted && !isHeld()) {
      const message = await store.claimNext(owner, LEASE_MS)
      if (!message) break
      // Our own, that was taken from us while this machine slept: its sending goes on.
      if (underWay.has(message.id)) continue
      const sending = deliver(message, closing)
        // What breaks the step must not be tried without end, nor keep the others waiting.
        .catch(async (err: unknown) => {
          log.error('webhook.delivery_broken', { messageId: message.id, err })
          await store.release(message.id, owner, BROKEN_WAIT_MS)
        })
        .catch((err: unknown) => log.error('webhook.dispatcher_failed', { err }))
        .finally(() => {
          underWay.delete(message.id)
          wake()
        })
      underWay.set(message.id, sending)
    }
    const dueMs = Math.min((await store.nextDueInMs()) ?? pollMs, pollMs)
    return Math.max(dueMs, underWay.size > 0 ? BUSY_WAIT_MS : SHORTEST_WAIT_MS)
  }

  return {
    async start() {
      const released = await store.releaseLeasesOf(isOwnerGone)
      if (released > 0) log.warn('webhook.taken_up', { count: released })
      start()
    },
    wake,
    async close() {
      await close()
      await Promise.allSettled(underWay.values())
    },
  }
}
