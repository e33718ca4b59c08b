import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { startAppliance } from '../helpers/appliance.ts'
import { median, teardowns } from './figures.ts'

const ROUNDS = 7

/**
 * From the start of the process to `/readyz` answering, on a prepared data folder; beside it a bare
 * `node -e 0`, which nothing that runs on Node can beat (DESIGN §11: at most 1.0 s without a
 * model).
 */
export async function benchColdStart() {
  const after = teardowns()
  const appliance = await startAppliance(after, {
    SVC_SPEECH_ENGINE: 'off',
    SVC_GENERATOR: 'rules',
  })
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await appliance.kill('SIGKILL')
    const begin = performance.now()
    await appliance.restart()
    ours.push(performance.now() - begin)

    const bareBegin = performance.now()
    await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
    bare.push(performance.now() - bareBegin)
  }
  await after.run()
  return {
    rounds: ROUNDS,
    readyMs: Math.round(median(ours)),
    bareNodeMs: Math.round(median(bare)),
    ratio: Number((median(ours) / median(bare)).toFixed(1)),
  }
}
