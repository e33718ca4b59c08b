import { browserTest } from '../../helpers/browser.ts'
import { openTwoWindows } from '../../helpers/extension-windows.ts'
import { runs } from '../../helpers/runs.ts'

/** 200 of them: `npm run bench extension-windows`. */
const SCHEDULES = runs(5)

browserTest('two windows, two patients, any order: only what is shown is recorded', async (t) => {
  const windows = await openTwoWindows(t)
  let recorded = 0
  for (let seed = 1; seed <= SCHEDULES; seed++) {
    const watched = await windows.run(seed)
    t.deepEqual(watched.breaches, [], `schedule ${seed}`)
    recorded += watched.recorded
  }
  t.true(recorded > SCHEDULES, `${recorded} acts after which somebody was recorded`)
})
