/** Also where a test is compiled as the page's code is, without the types of Node. */
const { process } = globalThis as { process?: { env: Record<string, string | undefined> } }

/**
 * How many random cases a test tries: as many as found faults when they were new, and
 * `TEST_RUNS=10` times as many for somebody who changes what it tests.
 */
export function runs(count: number): number {
  return Math.max(1, Math.round(count * Number(process?.env.TEST_RUNS ?? 1)))
}
