/**
 * `AbortSignal.timeout`, for `AbortSignal.any`: Node 20 refers to the sources of a combined signal
 * weakly, so that a limit nobody else holds is collected with its timer, and never comes. One that
 * is listened to is kept until it has.
 */
export function timeLimit(ms: number): AbortSignal {
  const limit = AbortSignal.timeout(ms)
  limit.addEventListener('abort', () => {}, { once: true })
  return limit
}
