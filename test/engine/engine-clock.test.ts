/**
 * Engines under a clock that is set while they work: what is measured here is time that passes,
 * whatever the calendar says.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { llamaProcess } from '../../ai-local/llama/llama-process.ts'
import { silentLog } from '../../core/log.ts'

const DAY_MS = 86_400_000
const { signal } = new AbortController()

/** Loads at once, and answers only after it has been looked after. */
const CHILD = `
process.on('message', ({ type, id }) => {
  if (type === 'load') process.send({ type: 'loaded', facts: {} })
  if (type === 'generate') setTimeout(() => process.send({ type: 'done', id }), 1800)
})
process.on('disconnect', () => process.exit())
`

test.serial(
  'an engine is not taken for hung, nor kept from its start, when the clock is set',
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-clock-'))
    const childPath = join(folder, 'child.mjs')
    await writeFile(childPath, CHILD)
    const load = { modelPath: '', sha256: null, contextTokens: 0, threads: 0 }
    const engine = llamaProcess({ childPath, load, log: silentLog, timing: { restartMs: 1 } })
    const real = Date.now
    t.teardown(async () => {
      Date.now = real
      await engine.stop()
      await rm(folder, { recursive: true, force: true })
    })
    const ask = () =>
      engine.ask({
        message: (id) => ({ type: 'generate', id }) as never,
        onAnswer: ({ type }) => (type === 'done' ? { value: 'done' } : undefined),
        signal,
      })

    await engine.load(signal)
    const asked = ask()
    await new Promise((resolve) => setImmediate(resolve))
    Date.now = () => real() + DAY_MS
    t.is(await asked, 'done')

    process.kill(engine.pid()!, 'SIGKILL')
    while (engine.state() !== 'idle') await new Promise((resolve) => setTimeout(resolve, 5))
    Date.now = () => real() - DAY_MS
    await t.notThrowsAsync(engine.load(signal))
  },
)
