/**
 * Who is next, where several wait for the same thing. Turns go round from the widest to the
 * narrowest: over those whose keys they came by, over whom the host named when it asked for the
 * token, over the doctors that visits name, and over visits; each time whoever was given the least
 * of it lately, and among equals whoever came first. So one doctor's hundred files cost another
 * doctor's one no more than a turn, and a hundred invented doctors no more than one.
 */
export interface Share {
  /** The user that the key is linked to, else the key. */
  keyOwner: string
  /** The doctor that the host named at the exchange, else the token. */
  named: string
  /** As the visit says; any word that is the same for all of a doctor's work. */
  doctor: string
  visit: string
}

/** Share of a consultation. */
export type ShareOf = (consultationId: string) => Promise<Share>

export interface FairShares {
  /** In the order in which they would be served, one turn each; ties as they are given. */
  order<T extends { share?: Share | undefined }>(waiting: readonly T[]): T[]
  /** So much was given, in ms or whatever is shared. */
  spend(share: Share | undefined, amount: number): void
  /**
   * How much more one was given lately than another, where hospitals know them apart: by key, else
   * by whom the host named; 0 where they are the same.
   */
  lead(one: Share | undefined, other: Share | undefined): number
}

const LEVELS = ['keyOwner', 'named', 'doctor', 'visit'] as const
/** What is narrower is only what a visit says. */
const KNOWN_DEPTH = LEVELS.indexOf('named')
/** Given time counts half after a minute. */
const HALF_LIFE_MS = 60_000
/** Of each level. */
const MOST_REMEMBERED = 2000
/** Work that is nobody's (probes, tests) is one doctor's. */
const NOBODY: Share = { keyOwner: '', named: '', doctor: '', visit: '' }

export function fairShares(now: () => number = () => performance.now()): FairShares {
  const sums = LEVELS.map(() => fadingSums(now))

  function order<T extends { share?: Share | undefined }>(
    waiting: readonly T[],
    depth: number,
  ): readonly T[] {
    const given = sums[depth]
    if (!given || waiting.length < 2) return waiting
    const groups = grouped(waiting, ({ share }) => placeOf(share, depth))
    return inTurn(
      [...groups].map(([place, own]) => ({ given: given.of(place), line: order(own, depth + 1) })),
    )
  }

  return {
    order: (waiting) => [...order(waiting, 0)],
    spend(share, amount) {
      for (const [depth, given] of sums.entries()) given.add(placeOf(share, depth), amount)
    },
    lead(one, other) {
      for (const [depth, given] of sums.entries()) {
        if (depth > KNOWN_DEPTH) break
        const [mine, theirs] = [placeOf(one, depth), placeOf(other, depth)]
        if (mine !== theirs) return given.of(mine) - given.of(theirs)
      }
      return 0
    },
  }
}

/**
 * Whose places are counted, where there are few: a doctor that only a visit names may be invented.
 */
export function namedPlace(share: Share | undefined): string {
  return placeOf(share, KNOWN_DEPTH)
}

export function doctorPlace(share: Share | undefined): string {
  return placeOf(share, LEVELS.indexOf('doctor'))
}

/** Within those above: the same doctor by another key has another place. */
function placeOf(share: Share = NOBODY, depth: number): string {
  return LEVELS.slice(0, depth + 1)
    .map((level) => share[level])
    .join('\n')
}

function grouped<T>(all: readonly T[], by: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const name = by(one)
    const group = groups.get(name)
    if (group) group.push(one)
    else groups.set(name, [one])
  }
  return groups
}

/** One of each line, those who were given least first; then the second of each. */
function inTurn<T>(lines: { given: number; line: readonly T[] }[]): T[] {
  let left = lines.toSorted((a, b) => a.given - b.given)
  const order: T[] = []
  for (let round = 0; left.length > 0; round++) {
    for (const { line } of left) order.push(line[round] as T)
    left = left.filter(({ line }) => line.length > round + 1)
  }
  return order
}

function fadingSums(now: () => number) {
  const sums = new Map<string, { at: number; sum: number }>()

  function of(name: string): number {
    const one = sums.get(name)
    return one ? one.sum * 0.5 ** ((now() - one.at) / HALF_LIFE_MS) : 0
  }

  return {
    of,
    add(name: string, amount: number) {
      const sum = of(name) + amount
      // Again at the end: the first are those that were given nothing for the longest time.
      sums.delete(name)
      sums.set(name, { at: now(), sum })
      const [oldest] = sums.keys()
      if (sums.size > MOST_REMEMBERED && oldest !== undefined) sums.delete(oldest)
    },
  }
}

/**
 * A few places for work that takes the processor or memory, one for each doctor: who finds none
 * waits, and turns go round over doctors and their visits.
 */
interface FairPlaces {
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
