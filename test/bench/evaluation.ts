/**
 * Figures of the evaluation set: rules over the cases as they read, and the speech model in the box
 * with rules over those with sound. The same as `svcctl eval`, as JSON beside the other benches.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platform } from '../../bin/platform.ts'
import { composeEvaluation } from '../../bin/tools/evaluation/compose-evaluation.ts'
import { loadConfig } from '../../config/load-config.ts'
import { figuresOf } from '../../core/evaluation/figures.ts'

export async function benchEvaluation() {
  const here = platform()
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-bench-eval-'))
  const { config } = loadConfig({
    flags: { dataDir, generator: 'rules' },
    env: {},
    cwd: here.installRoot,
    installRoot: here.installRoot,
    readFile: () => undefined,
  })
  try {
    const evaluation = composeEvaluation(config, here, new AbortController().signal)
    const set = await evaluation.openSet('product')
    const { cases } = set
    const onStep = (done: number, of: number, what: string) =>
      console.error(`  ${done + 1} of ${of} ${what}`)
    const report = await evaluation.run({ set, cases, sound: true, onStep })
    return { cases: cases.length, speech: report.speech, figures: figuresOf(report) }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
