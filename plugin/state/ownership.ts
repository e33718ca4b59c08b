/**
 * Which tab speaks for the recordings of this consultation. Ours does once it holds the lock and
 * has read anew what the one before left: a tab that closes, or a page before a reload, may still
 * have written to the outbox while we opened. A doctor may take the recorder over: the other tab is
 * asked to put everything into the outbox, and is not waited for when it does not answer.
 */
import { type TabLock, tabLock } from '../services/tab-lock.ts'

export interface Ownership {
  readonly isOurs: boolean
  /** Another tab has the consultation open. */
  readonly isElsewhere: boolean
  /** The other tab is being asked. */
  readonly isTakingOver: boolean
  /** Whether it is ours, as soon as that is known. */
  known(): Promise<boolean>
  /** Asks for it, once; waits as long as another tab has it. */
  claim(): void
  takeOver(): void
  release(): void
}

interface Deps {
  /** The same in all tabs of one consultation, and in no other. */
  name: string
  /** Reads what the tab before left; `waited` when that tab was open beside ours. */
  takeUp(waited: boolean): Promise<void>
  /** Everything we have goes to the outbox: another tab reads it next. */
  giveAway(): Promise<void>
  /** It has become ours, or is known to be elsewhere. */
  changed(): void
  onOurs(): void
}

/** A page that is being reloaded lets go of the lock within this time. */
const ELSEWHERE_AFTER_MS = 800
/** A tab that is frozen does not answer. */
const ANSWER_WITHIN_MS = 3000
/**
 * One that answered is given time: what it is still storing would be lost, and would be written
 * over what we store.
 */
const GIVEN_WITHIN_MS = 15_000

type Word = 'give' | 'giving' | 'given'

export function ownership({ name, takeUp, giveAway, changed, onOurs }: Deps): Ownership {
  let lock: TabLock | undefined
  let others: BroadcastChannel | undefined
  let state: 'unknown' | 'ours' | 'elsewhere' | 'released' = 'unknown'
  let isTakingOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let answerTimer: ReturnType<typeof setTimeout> | undefined
  let waiting: ((ours: boolean) => void)[] = []

  function setState(next: typeof state) {
    if (state === 'released') return
    state = next
    for (const tell of waiting) tell(next === 'ours')
    waiting = []
    changed()
  }

  function request() {
    const mine = tabLock(name, {
      onHeld: () => void onHeld(mine),
      onLost: () => void onLost(mine),
    })
    lock = mine
  }

  async function onHeld(mine: TabLock) {
    clearTimeout(timer)
    clearTimeout(answerTimer)
    await takeUp(state === 'elsewhere')
    if (state === 'released' || lock !== mine) return
    isTakingOver = false
    setState('ours')
    onOurs()
  }

  /**
   * Taken without a word, since we did not answer: what we still have is the outbox's already, or
   * of no use.
   */
  async function onLost(mine: TabLock) {
    if (state === 'released' || lock !== mine) return
    lock = undefined
    setState('elsewhere')
    await giveAway()
    request()
  }

  async function give() {
    if (state !== 'ours') return
    const mine = lock
    others?.postMessage('giving' satisfies Word)
    setState('elsewhere')
    await giveAway()
    others?.postMessage('given' satisfies Word)
    if (lock !== mine) return
    lock = undefined
    mine?.release()
    request()
  }

  function take() {
    clearTimeout(answerTimer)
    if (isTakingOver) lock?.steal()
  }

  function takeIn(ms: number) {
    clearTimeout(answerTimer)
    answerTimer = setTimeout(take, ms)
  }

  return {
    get isOurs() {
      return state === 'ours'
    },
    get isElsewhere() {
      return state === 'elsewhere'
    },
    get isTakingOver() {
      return isTakingOver
    },
    known() {
      if (state !== 'unknown') return Promise.resolve(state === 'ours')
      return new Promise((resolve) => waiting.push(resolve))
    },
    claim() {
      if (lock || state === 'released') return
      request()
      timer = setTimeout(() => setState('elsewhere'), ELSEWHERE_AFTER_MS)
      others = openChannel(name)
      if (!others) return
      others.onmessage = ({ data }: MessageEvent<Word>) => {
        if (data === 'give') void give()
        else if (data === 'given') take()
        else if (isTakingOver) takeIn(GIVEN_WITHIN_MS)
      }
    },
    takeOver() {
      if (state !== 'elsewhere' || isTakingOver) return
      isTakingOver = true
      changed()
      others?.postMessage('give' satisfies Word)
      takeIn(ANSWER_WITHIN_MS)
    },
    release() {
      clearTimeout(timer)
      clearTimeout(answerTimer)
      setState('released')
      others?.close()
      lock?.release()
    },
  }
}

/** None where the browser refuses what tabs share: then no other tab can ask. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
