/**
 * The time by which tokens are made and end. While a process runs it does not go back: a clock that
 * is set back would open what has expired. One that is set forward ends tokens early, and hosts ask
 * for new ones; set right again, nothing is left of it.
 */
export function monotonicNow({
  now,
  elapsedMs,
}: {
  now: () => Date
  /** Of a clock that nobody can set, in ms. */
  elapsedMs: () => number
}): () => Date {
  const beganMs = now().getTime() - elapsedMs()
  return () => new Date(Math.max(now().getTime(), Math.floor(beganMs + elapsedMs())))
}
