/**
 * Who is next, where several wait for the same thing: the doctor who was given the least of it
 * lately, and of the visits of one doctor the one that was given the least; among equals, whoever
 * came first. So one doctor's hundred files cost another doctor's one no more than a turn.
 */
export interface Share {
  /** Whose work it is; any word that is the same for all of a doctor's work. */
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
}

/** Given time counts half after a minute. */
const HALF_LIFE_MS = 60_000
const MOST_REMEMBERED = 2000
/** Work that is nobody's (probes, tests) is one doctor's. */
const NOBODY: Share = { doctor: '', visit: '' }

export function fairShares(now: () => number = () => performance.now()): FairShares {
  const doctors = fadingSums(now)
  const visits = fadingSums(now)

  return {
    order(waiting) {
      const ofDoctor = grouped(waiting, ({ doctor }) => doctor)
      const lines = [...ofDoctor].map(([doctor, own]) => ({
        given: doctors.of(doctor),
        line: inTurn(
          [...grouped(own, ({ visit }) => visit)].map(([visit, line]) => ({
            given: visits.of(visit),
            line,
          })),
        ),
      }))
      return inTurn(lines)
    },
    spend(share = NOBODY, amount) {
      doctors.add(share.doctor, amount)
      visits.add(share.visit, amount)
    },
  }
}

function grouped<T extends { share?: Share | undefined }>(
  waiting: readonly T[],
  by: (share: Share) => string,
): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of waiting) {
    const name = by(one.share ?? NOBODY)
    const group = groups.get(name)
    if (group) group.push(one)
    else groups.set(name, [one])
  }
  return groups
}

/** One of each line, those who were given least first; then the second of each. */
function inTurn<T>(lines: { given: number; line: T[] }[]): T[] {
  let left = lines.toSorted((a, b) => a.given - b.given)
  const order: T[] = []
  for (let round = 0; left.length > 0; round++) {
    for (const { line } of left) order.push(line[round]!)
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
