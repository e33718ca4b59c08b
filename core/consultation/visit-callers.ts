/**
 * By whose key, and as whom, visits were opened since the start: what queues share by before they
 * ask whose doctor's a visit is (core/engine/fair-shares.ts), as a page may name any doctor.
 */
import type { Principal } from '../access/principal.ts'

export type VisitCaller = Pick<Principal, 'keyOwner' | 'named' | 'holder'>

export interface VisitCallers {
  /** The first counts; but a doctor's page counts more than a backend that looks at all visits. */
  note(caller: Partial<VisitCaller>, visit: string): void
  /** Undefined: not opened since the start, or by no token. */
  of(visit: string): VisitCaller | undefined
}

const MOST_REMEMBERED = 10_000

export function visitCallers(): VisitCallers {
  const known = new Map<string, VisitCaller>()

  return {
    note({ keyOwner, named, holder }, visit) {
      if (keyOwner === undefined || named === undefined || holder === undefined) return
      const before = known.get(visit)
      const counts = !before || (before.holder === 'backend' && holder === 'page')
      // Again at the end: the first are those that nobody opened for the longest time.
      known.delete(visit)
      known.set(visit, counts ? { keyOwner, named, holder } : before)
      const [oldest] = known.keys()
      if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest)
    },
    of: (visit) => known.get(visit),
  }
}
