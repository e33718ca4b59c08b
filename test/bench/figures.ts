import { readFileSync } from 'node:fs'

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

/**
 * Processor's time, user and system, that a process has used so far, in steps of the kernel's clock
 * (10 ms); Linux only.
 */
export function childCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Its second field is a name in brackets that may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** How often, as the environment says. */
export function count(name: string, asShipped: number): number {
  return Number(process.env[name] ?? asShipped)
}

/** A line on stderr: long runs say where they are. */
export function tellProgress(what: string, done: number, of: number, more = ''): void {
  const minutes = (process.uptime() / 60).toFixed(1)
  console.error(`  ${what} ${done}/${of} after ${minutes} min${more && `, ${more}`}`)
}
