// Own process, not in test:quick: measures processor time.
import test from 'ava'
import { intoRows, layOutRows } from '../../ai-local/files/layout/rows.ts'
import { growsInProportion, TIMES } from '../helpers/growth.ts'

const FEW = 6000

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
        growsInProportion(
          t,
          () => work(few),
          () => work(many),
        )
      },
    )
