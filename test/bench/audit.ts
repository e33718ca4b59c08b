import { alterations, openAuditWorld, someActs } from '../helpers/audit.ts'
import { teardowns } from './figures.ts'

const ALTERATIONS = 10_000
const ACTS = 20_000

/**
 * Random alterations of a trail (bytes, removals, insertions, exchanges, cut tails, seals and the
 * head), each undone before the next: how many were found, and with a number no later than the
 * first entry that was touched. And what an act costs.
 */
export async function benchAudit() {
  const after = teardowns()
  try {
    const world = await openAuditWorld(after)
    const startMs = performance.now()
    const done = await alterations(world, ALTERATIONS, 20_261_122)
    const found = done.filter(({ report }) => report.findings.length > 0)
    const placed = found.filter(
      ({ touched, report: { firstBadSequence: first } }) =>
        touched === null || (first !== null && first <= touched),
    )
    return {
      alterations: done.length,
      found: found.length,
      placedRight: placed.length,
      missed: done.length - found.length,
      seconds: Math.round((performance.now() - startMs) / 1000),
      ...(await costOfActs(after)),
    }
  } finally {
    await after.run()
  }
}

async function costOfActs(after: ReturnType<typeof teardowns>) {
  const world = await openAuditWorld(after)
  const audit = await world.open()
  const measure = async (work: () => Promise<unknown>) => {
    const startMs = performance.now()
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return {
      perSecond: Math.round(ACTS / ((performance.now() - startMs) / 1000)),
      cpuUs: Math.round((user + system) / ACTS),
    }
  }
  const acts = someActs(ACTS)
  const noted = await measure(async () => {
    await Promise.all(acts.map((act) => audit.trail.note(act)))
    await audit.close()
  })
  const again = await world.open()
  const appended = await measure(() => Promise.all(acts.map((act) => again.trail.append(act))))
  const verified = await measure(() => world.verify())
  return { noted, appended, verifiedPerSecond: verified.perSecond * 2 }
}
