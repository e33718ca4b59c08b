/** Brazil has had no summer time since 2019: Brasília is three hours behind UTC all year. */
const OFFSET_MS = 3 * 60 * 60 * 1000

/**
 * The instant as the network's documents write it: `2026-03-16T15:10:00-03:00`. Milliseconds are
 * cut off, never rounded into the future.
 */
export function brasiliaTime(at: Date): string {
  return `${new Date(at.getTime() - OFFSET_MS).toISOString().slice(0, 19)}-03:00`
}

/**
 * The day it is in Brasília, which decides whether a timestamp is today's (ERR807, ERR808):
 * `2026-03-16`.
 */
export function brasiliaDate(at: Date): string {
  return brasiliaTime(at).slice(0, 10)
}
