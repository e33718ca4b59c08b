// Own process, not in test:quick: measures processor time.
import test from 'ava'
import { intoRows, layOutRows } from '../../ai-local/files/layout/rows.ts'

const FEW = 6000
/** So many times the words take so many times the work, or its square. */
const TIMES = 3
/** Of less than this nothing can be told, and nothing has to be. */
const NOTICEABLE_MS = 200
const MOST_GROWTH = 6

function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function wordsOfOneRow(count: number, gap: number) {
  return Array.from({ length: count }, (_, index) => {
    const x0 = ((index * 7919) % count) * gap
    return { text: 'a', x0, x1: x0 + 10, y0: (index % 3) / 10, y1: 10 }
  })
}

for (const gap of [11, 30])
  for (const [name, work] of Object.entries({ intoRows, layOutRows }))
    test.serial(
      `three times the words of one row are three times the work (${name}, ${gap})`,
      (t) => {
        const [few, many] = [wordsOfOneRow(FEW, gap), wordsOfOneRow(FEW * TIMES, gap)]
        const [short, long] = [cpuMs(() => work(few)), cpuMs(() => work(many))]
        t.true(long < NOTICEABLE_MS || long < short * MOST_GROWTH, `${short} ms, ${long} ms`)
      },
    )
