/**
 * Which tab speaks for the recordings of this consultation. Ours does once it holds the lock and has read anew what the one
 * before left: a tab that closes, or a page before a reload, may still have written to the outbox while we opened.
 */
import { tabLock } from '../services/tab-lock.ts'

export interface Ownership {
  readonly isOurs: boolean
  /** Another tab has the consultation open. */
  readonly isElsewhere: boolean
  /** Whether it is ours, as soon as that is known. */
  known(): Promise<boolean>
  /** Asks for it, once; waits as long as another tab has it. */
  claim(): void
  release(): void
}

interface Deps {
  lockName: string
  /** Reads what the tab before left; `waited` when that tab was open beside ours. */
  takeUp(waited: boolean): Promise<void>
  /** It has become ours, or is known to be elsewhere. */
  changed(): void
  onOurs(): void
}

/** A page that is being reloaded lets go of the lock within this time. */
const ELSEWHERE_AFTER_MS = 800

export function ownership({ lockName, takeUp, changed, onOurs }: Deps): Ownership {
  let lock: { release(): void } | undefined
  let state: 'unknown' | 'ours' | 'elsewhere' | 'released' = 'unknown'
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: ((ours: boolean) => void)[] = []

  function setState(next: typeof state) {
    if (state === 'released') return
    state = next
    for (const tell of waiting) tell(next === 'ours')
    waiting = []
    changed()
  }

  async function onHeld() {
    clearTimeout(timer)
    await takeUp(state === 'elsewhere')
    if (state === 'released') return
    setState('ours')
    onOurs()
  }

  return {
    get isOurs() {
      return state === 'ours'
    },
    get isElsewhere() {
      return state === 'elsewhere'
    },
    known() {
      if (state !== 'unknown') return Promise.resolve(state === 'ours')
      return new Promise((resolve) => waiting.push(resolve))
    },
    claim() {
      if (lock || state === 'released') return
      lock = tabLock(lockName, () => void onHeld())
      timer = setTimeout(() => setState('elsewhere'), ELSEWHERE_AFTER_MS)
    },
    release() {
      clearTimeout(timer)
      setState('released')
      lock?.release()
    },
  }
}
