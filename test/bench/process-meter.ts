/**
 * What a program has used so far, as Linux counts it. It runs below a guard
 * (ai-local/whisper/server-child.ts), by whose id it is known.
 */
import { readFileSync } from 'node:fs'

/** Peak resident memory, in kB. */
export function peakOf(guard: number): number {
  const peaks = childrenOf(guard).map((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  })
  return Math.max(...peaks)
}

/** Processor time in ms, to 10 ms. */
export function cpuOf(guard: number): number {
  const ticks = childrenOf(guard).map((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name may hold anything; user and system time stand eleven and twelve fields behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return 10 * ticks.reduce((sum, one) => sum + one, 0)
}

function childrenOf(guard: number): string[] {
  return readFileSync(`/proc/${guard}/task/${guard}/children`, 'utf8').trim().split(' ')
}
