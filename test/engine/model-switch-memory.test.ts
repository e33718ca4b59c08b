/**
 * Another language model where memory holds one at a time: real engine processes, real loading, and
 * a system that says how much is free. Counted is how many engines lie in memory at once.
 */
import { readFileSync } from 'node:fs'
import { mkdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { openModelSwitch } from '../../bin/compose/model-switch.ts'
import { platform } from '../../bin/platform.ts'
import { writingEngine } from '../../bin/writing-engine.ts'
import { loadConfig } from '../../config/load-config.ts'
import type { JsonSchema } from '../../core/document/models/ports.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { generationQueue } from '../../core/engine/generation-queue.ts'
import { silentLog } from '../../core/log.ts'
import { until } from '../helpers/demo-service.ts'
import { neverAborted, temporaryFolder } from '../helpers/llama.ts'
import { makeGguf } from '../helpers/make-gguf.ts'

/** Engines that this process started and that have not ended. */
function engines(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return children.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('llama-child')
    } catch {
      return false
    }
  }).length
}

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: { pronto: { type: 'boolean' } },
  required: ['pronto'],
  additionalProperties: false,
}

test('with memory for one model the old one is unloaded first, and returns when the new one fails', async (t) => {
  const dataDir = temporaryFolder(t)
  const models = join(dataDir, 'models')
  await mkdir(models)
  for (const [seed, name] of ['a', 'b', 'cut'].entries())
    makeGguf(join(models, `${name}.gguf`), { seed: seed + 1 })
  await truncate(join(models, 'cut.gguf'), 200_000)
  const machine = platform()
  const configOf = (textModel: string) =>
    loadConfig({
      flags: {},
      cwd: dataDir,
      installRoot: machine.installRoot,
      readFile: () => undefined,
      env: {
        SVC_DATA_DIR: dataDir,
        SVC_TEXT_MODEL: textModel,
        SVC_GENERATOR: 'llama',
        SVC_ENGINE_THREADS: '1',
        SVC_TEXT_CONTEXT_TOKENS: '2048',
        SVC_TEXT_READ_AHEAD: 'false',
      },
    }).config
  const config = configOf('a.gguf')
  const engine = await writingEngine({
    config,
    platform: machine,
    gate: computeGate(),
    log: silentLog,
    transcript: async () => ({ segments: [] }),
    settled: async () => ({ segments: [], goesOn: false }),
    templateOf: () => Promise.reject(new Error('nothing is phrased')),
    files: async () => [],
    textsOf: async () => ({ contextMarkdown: '', backgroundHistory: null }),
    feed: { watch: () => () => {} },
    queue: generationQueue(),
  })
  t.teardown(engine.close)
  let wanted = 'a.gguf'
  let freeKib = 0
  const { chores, states } = openModelSwitch({
    config,
    platform: machine,
    reread: () => configOf(wanted),
    log: silentLog,
    switchers: { speech: async () => 'not-used', text: engine.switchModel },
    readSystem: (path) => (path === '/proc/meminfo' ? `MemAvailable: ${freeKib} kB\n` : null),
  })
  const write = async () => {
    const json = await engine
      .now()
      .text?.generate(
        { system: 'Responda em JSON.', user: 'Pronto?' },
        { schema: SCHEMA, maxTokens: 64, signal: neverAborted() },
      )
    return JSON.parse(json ?? '{}')
  }
  /** @returns the most engines that were there at once */
  async function change(file: string, free: number): Promise<number> {
    wanted = file
    freeKib = free
    let most = engines()
    const counting = setInterval(() => {
      most = Math.max(most, engines())
    }, 20)
    await chores[0]?.run()
    await until(async () => states().text.wanted === file && states().text.state !== 'switching')
    clearInterval(counting)
    return most
  }

  t.is(typeof (await write()).pronto, 'boolean')
  t.is(engines(), 1)

  // 500 MB: room for no second engine with what it needs beside its weights.
  t.is(await change('b.gguf', 500_000), 1, 'never two in memory')
  t.like(states().text, { active: 'b.gguf', state: 'active', together: false })
  t.is(typeof (await write()).pronto, 'boolean')

  t.is(await change('cut.gguf', 500_000), 1, 'nor while it failed')
  t.like(states().text, {
    wanted: 'cut.gguf',
    active: 'b.gguf',
    state: 'refused',
    together: false,
    reason: 'model_probe_failed',
  })
  t.is(typeof (await write()).pronto, 'boolean', 'the one before writes again')

  // 8 GB: the old one works until the new one has proven itself.
  t.is(await change('a.gguf', 8_000_000), 2)
  t.like(states().text, { active: 'a.gguf', state: 'active', together: true })
  t.is(engines(), 1)
})
