/**
 * A thousand random walks through the plugin (WALKS=n for another number): how many laws of the
 * events were broken, and what was heard.
 */
import { breaches } from '../helpers/plugin-laws.ts'
import { openWalks } from '../helpers/plugin-walk.ts'
import { teardowns } from './figures.ts'

const STEPS = 30

export async function benchPluginWalks() {
  const walks = Number(process.env.WALKS ?? 1000)
  const first = Number(process.env.FIRST_WALK ?? 1)
  const down = teardowns()
  const heard: Record<string, number> = {}
  const broken: { seed: number; breaches: string[] }[] = []
  try {
    const { walk } = await openWalks(down)
    for (let seed = first; seed < first + walks; seed++) {
      const { log } = await walk(seed, STEPS)
      for (const entry of log)
        if ('event' in entry) heard[entry.event] = (heard[entry.event] ?? 0) + 1
      const found = breaches(log)
      if (found.length > 0) broken.push({ seed, breaches: found })
    }
  } finally {
    await down.run()
  }
  return { walks, steps: walks * STEPS, broken, heard }
}
