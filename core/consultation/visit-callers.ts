/**
 * By whose key, and as whom, visits were opened: what queues share by before they ask whose
 * doctor's a visit is (core/engine/fair-shares.ts), as a page may name any doctor. Kept with the
 * visit, so that a restart makes nobody another's equal.
 */
import type { Principal } from '../access/principal.ts'

export type VisitCaller = Pick<Principal, 'keyOwner' | 'named' | 'holder'>

export interface VisitCallers {
  /**
   * The first counts; but a doctor's page counts more than a backend that looks at all visits.
   * @param kept what is kept with the visit
   */
  note(reach: Partial<VisitCaller>, visit: string, kept?: VisitCaller): void
  /** Undefined: not opened since the start, or by no token. */
  of(visit: string): VisitCaller | undefined
}

const MOST_REMEMBERED = 10_000

/** @param keep writes it down with the visit; not waited for, and must not throw */
export function visitCallers(
  keep: (visit: string, caller: VisitCaller) => void = () => {},
): VisitCallers {
  const known = new Map<string, VisitCaller>()

  function remember(visit: string, caller: VisitCaller) {
    // Again at the end: the first are those that nobody opened for the longest time.
    known.delete(visit)
    known.set(visit, caller)
    const [oldest] = known.keys()
    if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest)
  }

  return {
    note(reach, visit, kept) {
      const caller = callerOf(reach)
      if (!caller) return
      const before = known.get(visit) ?? kept
      const counts = !before || (before.holder === 'backend' && caller.holder === 'page')
      remember(visit, counts ? caller : before)
      if (counts) keep(visit, caller)
    },
    of: (visit) => known.get(visit),
  }
}

/** Undefined without a token: a backend that prepares visits by its key alone. */
export function callerOf(reach: Partial<VisitCaller>): VisitCaller | undefined {
  const { keyOwner, named, holder } = reach
  if (keyOwner === undefined || named === undefined || holder === undefined) return undefined
  return { keyOwner, named, holder }
}
