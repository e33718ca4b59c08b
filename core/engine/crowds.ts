/**
 * Crowds: those who have live speech in more visits at once than one doctor can hold. Most are one
 * token's, under doctors that it makes up. Their live speech goes behind the text of somebody else
 * who has no crowd, and is owed its share as final work is owed one by live speech.
 */
import { type FairShares, namedPlace, type Share } from './fair-shares.ts'

/** Visits that one doctor speaks in at once. */
const MOST_SPOKEN = 2
/**
 * So much more than the crowd another may have been given, and still go before it: what a doctor's
 * visit costs while it is spoken is not held against its end. Beyond it those who upload hours
 * would silence a hospital whose pages share a token.
 */
const GRACE_MS = 20_000

/** @returns places (`namedPlace`) whose live speech goes behind that of others, and their text */
export function crowdsAmong(
  /** What waits, what was paused, and what computes: that would be paused for a crowd at once. */
  here: readonly { job: { priority: string }; share: Share | undefined }[],
  shares: Pick<FairShares, 'lead'>,
): ReadonlySet<string> {
  const spoken = new Map<string, { share: Share | undefined; visits: Set<string | undefined> }>()
  for (const { job, share } of here) {
    if (job.priority !== 'live') continue
    const place = namedPlace(share)
    const own = spoken.get(place) ?? { share, visits: new Set() }
    spoken.set(place, own)
    own.visits.add(share?.visit)
  }
  const isMany = (place: string) => (spoken.get(place)?.visits.size ?? 0) > MOST_SPOKEN
  const many = [...spoken].filter(([place]) => isMany(place))
  if (many.length === 0) return NONE

  const others = new Map<string, Share | undefined>()
  for (const { job, share } of here) {
    const place = namedPlace(share)
    if (job.priority === 'final' || (job.priority === 'live' && !isMany(place)))
      others.set(place, share)
  }
  const behind = many.filter(([own, { share }]) =>
    [...others].some(([place, other]) => place !== own && shares.lead(share, other) > -GRACE_MS),
  )
  return new Set(behind.map(([place]) => place))
}

const NONE: ReadonlySet<string> = new Set()
