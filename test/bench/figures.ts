/** The value below which `share` (0 to 1) of `values` lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** What a test's `t.teardown` is, for benches: last opened, first closed. */
export function teardowns() {
  const steps: (() => unknown)[] = []
  return {
    teardown(step: () => unknown) {
      steps.push(step)
    },
    async run() {
      for (const step of steps.reverse()) await step()
    },
  }
}
