/**
 * Sends what is due, in this process and under leases, so that several may run. It opens no connection unless a message waits, and none
 * waits unless an administrator added an endpoint (DESIGN §2.3).
 */
import { type DeliveryDeps, deliverClaimed, LEASE_MS } from './deliver-message.ts'
import type { MessageStore } from './ports.ts'

export interface DispatcherOptions extends DeliveryDeps {
  store: Pick<MessageStore, 'claimNext' | 'settle' | 'release' | 'releaseLeasesOf' | 'nextDueInMs'>
  isOwnerGone: (owner: string) => boolean
  /** Nothing may leave this box now: what is due waits. */
  isHeld: () => boolean
  concurrency?: number
  /** How long it goes without looking when nothing is known to be due: an administrator may have asked for a retry. */
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
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
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
    looking = look()
      .catch((err: unknown) => {
        log.error('webhook.dispatcher_failed', { err })
        lookAgainIn(pollMs)
      })
      .finally(() => {
        looking = null
        if (!askedAgain) return
        askedAgain = false
        wake()
      })
  }

  async function look() {
    clearTimeout(timer)
    if (isHeld()) return lookAgainIn(pollMs)
    while (underWay.size < concurrency && !closing.signal.aborted && !isHeld()) {
      const message = await store.claimNext(owner, LEASE_MS)
      if (!message) break
      const sending = deliver(message, closing.signal)
        // What breaks the step must not be tried without end, nor keep the others waiting.
        .catch(async (err: unknown) => {
          log.error('webhook.delivery_broken', { messageId: message.id, err })
          await store.release(message.id, owner, BROKEN_WAIT_MS)
        })
        .catch((err: unknown) => log.error('webhook.dispatcher_failed', { err }))
        .finally(() => {
          underWay.delete(sending)
          wake()
        })
      underWay.add(sending)
    }
    lookAgainIn(Math.min((await store.nextDueInMs()) ?? pollMs, pollMs))
  }

  function lookAgainIn(ms: number) {
    clearTimeout(timer)
    if (closing.signal.aborted) return
    timer = setTimeout(wake, Math.max(ms, underWay.size > 0 ? BUSY_WAIT_MS : SHORTEST_WAIT_MS))
    timer.unref?.()
  }

  return {
    async start() {
      const released = await store.releaseLeasesOf(isOwnerGone)
      if (released > 0) log.warn('webhook.taken_up', { count: released })
      started = true
      wake()
    },
    wake,
    async close() {
      closing.abort()
      clearTimeout(timer)
      await looking
      await Promise.allSettled(underWay)
    },
  }
}
