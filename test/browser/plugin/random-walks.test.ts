// Own process: among the longest, and begun first
/**
 * Whatever a doctor presses, a host calls and a network does: the host hears what it was promised,
 * in the order it was promised.
 */
import { browserTest } from '../../helpers/browser.ts'
import { breaches } from '../../helpers/plugin-laws.ts'
import { openWalks } from '../../helpers/plugin-walk.ts'
import { runs } from '../../helpers/runs.ts'

/** A thousand of them: `npm run bench plugin-walks`. */
const WALKS = runs(15)

browserTest(`${WALKS} random walks of 30 steps break no law of the events`, async (t) => {
  t.timeout(20 * 60_000)
  const { walk } = await openWalks(t)
  const heard = new Set<string>()
  for (let seed = 1; seed <= WALKS; seed++) {
    const { steps, log } = await walk(seed)
    for (const entry of log) if ('event' in entry) heard.add(entry.event)
    const found = breaches(log)
    if (found.length > 0) {
      for (const step of steps) t.log(JSON.stringify(step))
      for (const [at, entry] of log.entries()) t.log(at, JSON.stringify(entry).slice(0, 300))
    }
    t.deepEqual(found, [], `walk ${seed}`)
  }
  // A walk that gets nowhere proves nothing.
  for (const name of [
    'opened',
    'ready',
    'closed',
    'recorder.started',
    'recorder.paused',
    'ehr.fill',
  ])
    t.true(heard.has(`svc.plugin.${name}`), `no walk came to ${name}`)
})
