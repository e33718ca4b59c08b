/**
 * What no real engine does on demand: an answer nobody can use, a process that does not come to
 * life.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { type LlamaProcess, llamaProcess } from '../../ai-local/llama/llama-process.ts'
import { silentLog } from '../../core/log.ts'
import { until } from '../helpers/demo-service.ts'
import { neverAborted, temporaryFolder } from '../helpers/llama.ts'
import { isStopped } from '../helpers/process-state.ts'

/** Loads at once, and answers every question with a beat, again and again. */
const BEATING = `
process.on('message', ({ type, id }) => {
  if (type === 'load') process.send({ type: 'loaded', facts: { contextTokens: 1, chatFormat: 'x' } })
  else setInterval(() => process.send({ type: 'beat', id }), 20)
})
process.on('disconnect', () => process.exit())
`

function startEngine(childPath: string): LlamaProcess {
  return llamaProcess({
    childPath,
    load: { modelPath: 'm', sha256: null, contextTokens: 1, threads: 1 },
    log: silentLog,
  })
}

const question = {
  message: (id: number) => ({ type: 'cancel', id }) as const,
  signal: neverAborted(),
}

test.serial(
  'a listener that throws ends its own question, and the next one meets a fresh engine',
  async (t) => {
    const childPath = join(temporaryFolder(t), 'child.mjs')
    writeFileSync(childPath, BEATING)
    const engine = startEngine(childPath)
    t.teardown(() => engine.stop())
    const pids: (number | undefined)[] = []
    for (let i = 0; i < 2; i++)
      await t.throwsAsync(
        engine.ask({
          ...question,
          onAnswer() {
            pids.push(engine.pid())
            throw new TypeError('a bug')
          },
        }),
        { instanceOf: TypeError },
      )
    t.is(pids.length, 2)
    t.not(pids[0], pids[1])
  },
)

test.serial(
  'an engine killed while paused leaves no pause to the next one, which pauses and resumes on request',
  async (t) => {
    const childPath = join(temporaryFolder(t), 'child.mjs')
    writeFileSync(childPath, BEATING)
    const engine = startEngine(childPath)
    t.teardown(() => engine.stop())
    await engine.load(neverAborted())
    engine.pause()
    await engine.stop()

    await engine.load(neverAborted())
    const pid = engine.pid() ?? 0
    engine.pause()
    await until(async () => isStopped(pid))
    engine.resume()
    await until(async () => !isStopped(pid))
    t.pass()
  },
)

test.serial('a process that cannot be started is reported at once', async (t) => {
  const here = process.cwd()
  const gone = mkdtempSync(join(tmpdir(), 'svc-gone-'))
  process.chdir(gone)
  rmSync(gone, { recursive: true })
  const engine = startEngine('/nowhere/child.js')
  const asked = engine.ask({ ...question, onAnswer: () => undefined })
  process.chdir(here)
  await t.throwsAsync(asked, { code: 'engine_crashed' })
  t.is(engine.state(), 'failed')
})
