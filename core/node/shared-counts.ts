/**
 * What callers asked of all servers that share a database. Counted here at once and shared in
 * groups, so that no request waits for it: what another server counted is known here half a second
 * later.
 */
export interface SharedCounts {
  /** Counts one request of `caller` here. @returns what the others counted of it */
  add(caller: string, windowS: number): Elsewhere
  /** Counts nothing. */
  find(caller: string, windowS: number): Elsewhere
}

export interface Elsewhere {
  /** In the stretch of time that runs; 0 until it is known. */
  count: number
  /** Until that stretch ends, in ms. */
  leftMs: number
}
