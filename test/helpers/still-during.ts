/** How long this thread stood still, at the most, while something was done. */
export async function stillDuring<T>(
  work: () => Promise<T>,
): Promise<{ made: T; stillMs: number }> {
  let stillMs = 0
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    stillMs = Math.max(stillMs, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  const made = await work()
  look()
  clearInterval(timer)
  return { made, stillMs }
}
