/** Whether what takes longer takes longer in proportion, by processor time. */
import type { ExecutionContext } from 'ava'

/** So many times the input takes so many times the work, or its square. */
export const TIMES = 3
/** Of less than this nothing can be told, and nothing has to be. */
const NOTICEABLE_MS = 200
const MOST_GROWTH = 6

/** @param few is done first, then `many`, over `TIMES` as much */
export function growsInProportion(t: ExecutionContext, few: () => void, many: () => void): void {
  const [short, long] = [cpuMs(few), cpuMs(many)]
  t.true(long < NOTICEABLE_MS || long < short * MOST_GROWTH, `${short} ms, ${long} ms`)
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
