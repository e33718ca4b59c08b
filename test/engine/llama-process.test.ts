import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { LlamaTextGenerator } from '../../ai-local/llama/llama-text-generator.ts'
import type { JsonSchema } from '../../core/document/models/ports.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { isAppError } from '../../core/errors.ts'
import { neverAborted, startLlama, temporaryFolder, temporaryModel } from '../helpers/llama.ts'
import { isStopped, statFields } from '../helpers/process-state.ts'

const SECRET = 'palavra-que-nunca-aparece'
const PROMPT = { system: 'Escreva.', user: `1 consultório: "Nega febre. ${SECRET}"` }
const SHORT: JsonSchema = { type: 'object', properties: { a: { type: 'boolean' } } }
/** Tells at once that it began, then has much to write. */
const LONG: JsonSchema = {
  type: 'object',
  properties: {
    first: { type: 'boolean' },
    text: { type: 'string', minLength: 200, maxLength: 2000 },
    more: {
      type: 'array',
      items: { type: 'string', minLength: 200, maxLength: 2000 },
      minItems: 20,
    },
  },
}
/** The same, but soon at its end. */
const SOME: JsonSchema = {
  type: 'object',
  properties: {
    first: { type: 'boolean' },
    text: { type: 'string', minLength: 150, maxLength: 160 },
  },
}
/** Some milliseconds a token: long enough to be interrupted. */
const SLOW = { width: 256, layers: 8, feedForward: 1024 }
/** It lets go by itself, however late a busy machine lets it: it is not ended for that. */
const UNHURRIED = { timing: { cancelMs: 60_000 } }

function write(
  generator: LlamaTextGenerator,
  schema: JsonSchema,
  { signal = neverAborted(), onStart = () => {} } = {},
) {
  const options = { schema, maxTokens: 7000, temperature: 1.5, seed: 3, signal }
  return generator.generate(PROMPT, { ...options, onProperty: () => onStart() })
}

const refuses = test.macro({
  title: (_, what, code) => `${what} is refused with ${code}`,
  async exec(t, _what: string, code: string, spoil: (path: string) => string | null) {
    const path = join(temporaryFolder(t), 'model.gguf')
    writeFileSync(path, readFileSync(temporaryModel(t)))
    const sha256 = spoil(path)
    const generator = startLlama(t, path, { model: { path, sha256, name: 'broken' } })
    const error = await t.throwsAsync(write(generator, SHORT))
    t.true(isAppError(error))
    t.is((error as { code?: string }).code, code)
    t.is(generator.state(), 'failed')
  },
})
test(refuses, 'a file that is not a model', 'model_not_gguf', (path) => {
  writeFileSync(path, 'not a model at all')
  return null
})
test(refuses, 'an empty file', 'model_not_gguf', (path) => {
  truncateSync(path, 0)
  return null
})
test(refuses, 'a truncated model', 'engine_load_failed', (path) => {
  truncateSync(path, 200_000)
  return null
})
test(refuses, 'a model whose digest is another', 'model_corrupt', () => 'ab'.repeat(32))
test(refuses, 'garbage behind the magic', 'engine_load_failed', (path) => {
  writeFileSync(path, Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(5000, 0xaf)]))
  return null
})

test('a model that is not there is model_missing, and can be put there later', async (t) => {
  const path = join(temporaryFolder(t), 'later.gguf')
  const generator = startLlama(t, path)
  const error = await t.throwsAsync(write(generator, SHORT))
  t.is((error as { code?: string }).code, 'model_missing')
  writeFileSync(path, readFileSync(temporaryModel(t)))
  t.deepEqual(Object.keys(JSON.parse(await write(generator, SHORT))), ['a'])
})

test('a killed engine fails its request with engine_crashed, and the next request works', async (t) => {
  const generator = startLlama(t, temporaryModel(t, SLOW))
  const first = generator.pid()
  t.is(first, undefined, 'nothing runs before the first request')
  const error = await t.throwsAsync(
    write(generator, LONG, { onStart: () => process.kill(generator.pid() as number, 'SIGKILL') }),
  )
  t.is((error as { code?: string }).code, 'engine_crashed')
  t.deepEqual(Object.keys(JSON.parse(await write(generator, SHORT))), ['a'])
})

test('a cancelled request frees the processor, keeps the engine, and rejects with the reason', async (t) => {
  const generator = startLlama(t, temporaryModel(t, SLOW), UNHURRIED)
  await write(generator, SHORT)
  const pid = generator.pid() as number
  const controller = new AbortController()
  const reason = new Error('changed my mind')
  const error = await t.throwsAsync(
    write(generator, LONG, { signal: controller.signal, onStart: () => controller.abort(reason) }),
  )
  t.is(error, reason)
  const before = cpuTicks(pid)
  await sleep(500)
  t.true(cpuTicks(pid) - before < 10, 'no computation goes on')
  t.is(generator.pid(), pid)
  t.deepEqual(Object.keys(JSON.parse(await write(generator, SHORT))), ['a'])
})

test('a request that is cancelled while the prompt is read ends too', async (t) => {
  const generator = startLlama(t, temporaryModel(t, SLOW), UNHURRIED)
  await generator.load(neverAborted())
  const pid = generator.pid() as number
  const controller = new AbortController()
  const user = 'a dor começou há três dias e piora à noite. '.repeat(300)
  const answer = generator.generate(
    { system: '', user },
    { schema: SHORT, maxTokens: 100, signal: controller.signal },
  )
  setTimeout(() => controller.abort(new Error('enough')), 150)
  await t.throwsAsync(answer, { message: 'enough' })
  const before = cpuTicks(pid)
  await sleep(500)
  t.true(cpuTicks(pid) - before < 10)
})

test('live speech goes first: the language model pauses meanwhile, then finishes', async (t) => {
  const gate = computeGate()
  const generator = startLlama(t, temporaryModel(t, SLOW), { gate })
  let speech: Promise<void> | undefined
  let hasAnswered = false
  const answer = await write(generator, SOME, {
    onStart() {
      speech ??= gate.run({ priority: 'live', signal: neverAborted() }, async () => {
        // A signal takes effect when the scheduler next comes round.
        await until(t, () => isStopped(generator.pid() as number))
        const before = cpuTicks(generator.pid() as number)
        await sleep(200)
        t.is(cpuTicks(generator.pid() as number), before, 'it stands still')
        t.false(hasAnswered)
      })
    },
  })
  hasAnswered = true
  await speech
  t.deepEqual(Object.keys(JSON.parse(answer)), ['first', 'text'])
})

test('a paused request can be cancelled', async (t) => {
  const gate = computeGate()
  const generator = startLlama(t, temporaryModel(t, SLOW), { gate })
  const controller = new AbortController()
  let endSpeech = () => {}
  const error = await t.throwsAsync(
    write(generator, LONG, {
      signal: controller.signal,
      onStart() {
        void gate.run({ priority: 'live', signal: neverAborted() }, async () => {
          setTimeout(() => controller.abort(new Error('gone')), 50)
          await new Promise<void>((resolve) => {
            endSpeech = resolve
          })
        })
      },
    }),
  )
  t.is(error?.message, 'gone')
  endSpeech()
  t.deepEqual(Object.keys(JSON.parse(await write(generator, SHORT))), ['a'])
})

test('an engine that hangs is ended, and the next request works', async (t) => {
  const generator = startLlama(t, temporaryModel(t, SLOW), { timing: { hangMs: 4000 } })
  const error = await t.throwsAsync(
    write(generator, LONG, { onStart: () => process.kill(generator.pid() as number, 'SIGSTOP') }),
  )
  t.is((error as { code?: string }).code, 'engine_crashed')
  t.deepEqual(Object.keys(JSON.parse(await write(generator, SHORT))), ['a'])
})

test('an idle model leaves memory and comes back by itself', async (t) => {
  const generator = startLlama(t, temporaryModel(t), { idleUnloadMs: 50 })
  await write(generator, SHORT)
  const pid = generator.pid() as number
  await until(t, () => generator.state() === 'idle')
  await until(t, () => !isAlive(pid))
  t.deepEqual(Object.keys(JSON.parse(await write(generator, SHORT))), ['a'])
})

test('arguments and environment of the process hold no text of the prompt and no loader', async (t) => {
  const generator = startLlama(t, temporaryModel(t))
  await write(generator, SHORT)
  const pid = generator.pid() as number
  const visible = ['cmdline', 'environ']
    .map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8'))
    .join()
  t.false(visible.includes(SECRET))
  t.false(visible.includes('NODE_OPTIONS'))
  t.false(visible.includes('--import'))
  t.true(visible.includes('llama-child.js'))
})

const dies = test.macro({
  title: (_, how) => `the engine ends with its server, ${how}`,
  async exec(t, _how: string, isStopped: boolean) {
    const entry = fileURLToPath(new URL('../helpers/llama-orphan.ts', import.meta.url))
    const server = fork(entry, [temporaryModel(t, SLOW)], { execArgv: ['--import=tsx'] })
    t.teardown(() => server.kill('SIGKILL'))
    const [pid] = (await once(server, 'message')) as [number]
    t.true(existsSync(`/proc/${pid}`))
    if (isStopped) process.kill(pid, 'SIGSTOP')
    server.kill('SIGKILL')
    await once(server, 'exit')
    await until(t, () => !isAlive(pid))
    t.pass()
  },
})
test(dies, 'in the middle of a document', false)
const whereKernelHelps = existsSync('/usr/bin/setpriv') ? test : test.skip
whereKernelHelps(dies, 'even while it is paused', true)

async function until(t: ExecutionContext, condition: () => boolean) {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 50) {
    if (condition()) return
    await sleep(50)
  }
  t.fail('it never happened')
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && statFields(pid)[0] !== 'Z'
}

/** User and system time in clock ticks (10 ms). */
function cpuTicks(pid: number): number {
  const fields = statFields(pid)
  return Number(fields[11]) + Number(fields[12])
}
