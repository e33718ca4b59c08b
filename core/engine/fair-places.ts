/**
 * A few places for work that takes the processor or memory, one for each doctor: who finds none
 * waits, and turns go round over doctors and their visits (fair-shares.ts).
 */
import { doctorPlace, fairShares, namedPlace, type Share } from './fair-shares.ts'

export interface FairPlaces {
  /**
   * Runs `work` when there is a place for it.
   * @throws `busy()` when too many of the doctor wait already, or its turn does not come in time;
   * `signal.reason` when aborted while waiting
   */
  run<T>(share: Share | undefined, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

interface Options {
  places: number
  /** At work at once, of one doctor. */
  perDoctor: number
  /** Requests of one doctor in line. */
  mostWaiting: number
  longestWaitMs: number
  busy: () => Error
}

interface Waiting {
  share: Share | undefined
  start(): void
}

export function fairPlaces(options: Options): FairPlaces {
  const { places, perDoctor, mostWaiting, longestWaitMs, busy } = options
  const shares = fairShares()
  const atWork = new Map<string, number>()
  let taken = 0
  let line: Waiting[] = []

  /** Doctors whom only visits name take all places but one. */
  const perNamed = Math.max(perDoctor, places - 1)
  const mayBegin = (share: Share | undefined) =>
    taken < places &&
    (atWork.get(doctorPlace(share)) ?? 0) < perDoctor &&
    (atWork.get(namedPlace(share)) ?? 0) < perNamed

  function count(share: Share | undefined, change: 1 | -1) {
    taken += change
    for (const place of [doctorPlace(share), namedPlace(share)]) {
      const left = (atWork.get(place) ?? 0) + change
      if (left > 0) atWork.set(place, left)
      else atWork.delete(place)
    }
  }

  function free(share: Share | undefined) {
    count(share, -1)
    const next = shares.order(line).find((one) => mayBegin(one.share))
    if (!next) return
    line = line.filter((one) => one !== next)
    count(next.share, 1)
    next.start()
  }

  async function wait(share: Share | undefined, signal: AbortSignal) {
    const own = line.filter((one) => doctorPlace(one.share) === doctorPlace(share))
    if (own.length >= mostWaiting) throw busy()
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = { share, start: () => end(resolve) }
      const onAbort = () => end(() => reject(signal.reason))
      const late = setTimeout(() => end(() => reject(busy())), longestWaitMs)
      function end(settle: () => void) {
        clearTimeout(late)
        signal.removeEventListener('abort', onAbort)
        line = line.filter((one) => one !== entry)
        settle()
      }
      signal.addEventListener('abort', onAbort)
      line.push(entry)
    })
  }

  return {
    async run(share, signal, work) {
      signal.throwIfAborted()
      if (mayBegin(share)) count(share, 1)
      else await wait(share, signal)
      const begunMs = performance.now()
      try {
        return await work()
      } finally {
        shares.spend(share, performance.now() - begunMs)
        free(share)
      }
    },
  }
}
