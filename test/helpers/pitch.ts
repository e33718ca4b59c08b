const RATE_HZ = 16_000

/**
 * The tone's pitch in a stretch of sound: the median time between two upward crossings of zero.
 * The browser's audio thread leaves a few milliseconds out on a busy machine: a mean would fall.
 */
export function pitchOf(samples: Int16Array): number {
  const crossings: number[] = []
  for (let i = 1; i < samples.length; i++) {
    const [before, after] = [samples[i - 1]!, samples[i]!]
    if (before < 0 && after >= 0) crossings.push(i - after / (after - before))
  }
  const periods = crossings.slice(1).map((at, i) => at - crossings[i]!)
  return RATE_HZ / periods.sort((a, b) => a - b)[periods.length >> 1]!
}
