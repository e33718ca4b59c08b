/**
 * Schedules of faults over three servers on one PostgreSQL, by their seeds (`FROM=1 SCHEDULES=9`):
 * kills, pauses, lines to the database that are slow, hold back or lose, clocks two minutes apart.
 */
import { drawFaults, type FaultKind, seeded } from '../helpers/node-faults.ts'
import { runSchedule } from '../helpers/node-schedule.ts'
import { canShiftClocks, openServingNodes } from '../helpers/serving-nodes.ts'
import { speechStub } from '../helpers/speech-stub.ts'
import { count, percentile, tellProgress } from './figures.ts'

export interface NodeFigures {
  schedules: number
  recordings: number
  /** Drawn, by their kind. */
  faults: Record<string, number>
  /** Those that came about. */
  played: number
  /** By seed. Must be empty. */
  broken: string[]
  /** Servers took a recording over so often. */
  moves: number
  failoverP50Ms: number
  failoverP95Ms: number
  failoverMaxMs: number
  acknowledgedP99Ms: number
}

const KINDS: readonly FaultKind[] = ['kill', 'pause', 'held', 'lost', 'slow']
/** A world serves so many schedules. */
const A_WORLD = 10

export async function benchNodes(): Promise<NodeFigures> {
  const schedules = count('SCHEDULES', 100)
  const first = count('FROM', 1)
  const recordings = count('RECORDINGS', 6)
  const kinds = process.env.KINDS?.split(',') as FaultKind[] | undefined
  const figures = {
    faults: {} as Record<string, number>,
    broken: [] as string[],
    played: 0,
    moves: 0,
  }
  const failoverMs: number[] = []
  const ackMs: number[] = []
  for (let done = 0; done < schedules; ) {
    const speech = await speechStub()
    const clocksS = canShiftClocks ? [120, 0, -120] : []
    const world = await openServingNodes(['a', 'b', 'c'], speech.settings, {
      lines: true,
      clocksS,
    })
    try {
      await Promise.all(world.all.map((node) => node.start()))
      const { secret } = await world.cli('key', 'create', '--name', 'EHR')
      for (let at = 0; at < A_WORLD && done < schedules; at++, done++) {
        const seed = first + done
        const faults = drawFaults(seeded(seed), {
          nodes: 3,
          forMs: 12_000,
          kinds: kinds ?? KINDS,
          everyMs: 2500,
          lastMs: [500, 10_000],
        })
        for (const { kind } of faults) figures.faults[kind] = (figures.faults[kind] ?? 0) + 1
        const report = await runSchedule(world, {
          seed,
          recordings,
          frames: 150,
          everyMs: 100,
          faults,
          secret,
        })
        figures.moves += report.moves
        figures.played += report.faults
        failoverMs.push(...report.failoverMs)
        ackMs.push(...report.ackMs)
        for (const one of report.slow) console.error(`  seed ${seed}: ${one}`)
        for (const one of report.broken) {
          figures.broken.push(`${seed}: ${one}`)
          console.error(`  seed ${seed}: ${one}`)
        }
        tellProgress(
          'schedules',
          done + 1,
          schedules,
          `p95 ${Math.round(percentile(failoverMs, 0.95))} ms`,
        )
      }
      const { findings } = await world.cli('audit', 'verify')
      if (findings.length > 0) figures.broken.push(`audit: ${JSON.stringify(findings)}`)
    } finally {
      if (process.env.LOGS)
        for (const node of world.all) console.error(`--- ${node.name}\n${node.log()}`)
      await world.close()
      await speech.close()
    }
  }
  return {
    schedules,
    recordings: schedules * recordings,
    ...figures,
    failoverP50Ms: Math.round(percentile(failoverMs, 0.5)),
    failoverP95Ms: Math.round(percentile(failoverMs, 0.95)),
    failoverMaxMs: Math.round(percentile(failoverMs, 1)),
    acknowledgedP99Ms: Math.round(percentile(ackMs, 0.99)),
  }
}
