/**
 * Why the channel stays away, where it is more than a network that is down: the doctor can allow
 * what a browser refuses, not what a proxy does.
 */
import type { LocalNetwork } from '../services/local-network.ts'

export interface ConnectionTrouble {
  /**
   * `local_network`: the browser keeps this page from the appliance. `channel`: the appliance
   * answers, its sockets do not get through. Undefined: nothing more is known.
   */
  readonly kind: 'local_network' | 'channel' | undefined
  /** An attempt to connect failed. */
  failed(): Promise<void>
  over(): void
}

interface Deps {
  network: Pick<LocalNetwork, 'blocks'>
  /** Rejects when the appliance does not answer a request. */
  ask(): Promise<unknown>
  changed(): void
}

/** A server that starts anew answers requests a moment before it is tried again. */
const FAILURES_BEFORE_ASKING = 3

export function connectionTrouble({ network, ask, changed }: Deps): ConnectionTrouble {
  let kind: ConnectionTrouble['kind']
  let failures = 0
  /** A request was answered after the last failure but one. */
  let answered = false
  let round = 0

  function become(next: ConnectionTrouble['kind']) {
    if (next === kind) return
    kind = next
    changed()
  }

  return {
    get kind() {
      return kind
    },
    async failed() {
      const mine = ++round
      failures++
      const isBlocked = await network.blocks('channel')
      if (mine !== round) return
      if (isBlocked) return become('local_network')
      if (kind === 'local_network') become(undefined)
      if (failures < FAILURES_BEFORE_ASKING) return
      const before = answered
      const answers = await ask().then(
        () => true,
        () => false,
      )
      if (mine !== round) return
      answered = answers
      become(before && answers ? 'channel' : undefined)
    },
    over() {
      round++
      failures = 0
      answered = false
      become(undefined)
    },
  }
}
