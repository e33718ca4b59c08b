/**
 * The engine's process is killed, stopped and orphaned; the transcript comes all the same, once.
 */
import { spawn } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import test, { type ExecutionContext } from 'ava'
import { startServerChild } from '../../ai-local/whisper/server-child.ts'
import { getStatus, lastingConnection, postForm } from '../../ai-local/whisper/socket-http.ts'
import {
  twoWhisperServers,
  type WhisperServerOptions,
  whisperServer,
} from '../../ai-local/whisper/whisper-server.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { isAppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import { isStopped } from '../helpers/process-state.ts'
import {
  compiledRuntime,
  demoModel,
  liveOptions,
  openTestVad,
  preparedBoxModel,
  root,
  SCRIPT,
  speechSamples,
  switchableEngine,
  temporaryFolder,
  transcriptionWorld,
  until,
  words,
} from '../helpers/speech.ts'

const WHOLE = words(Object.values(SCRIPT).join(' '))

async function openServer(t: ExecutionContext, options: Partial<WhisperServerOptions> = {}) {
  const runtime = await compiledRuntime(t)
  if (!runtime) return null
  const server = whisperServer({
    binary: runtime.path,
    model: await demoModel(),
    threads: 1,
    log: silentLog,
    ...options,
  })
  t.teardown(() => server[Symbol.asyncDispose]())
  return server
}

/** The program itself, below the shell that guards it. */
function programOf(guard: number): number {
  const program = findProgram(guard)
  if (!program) throw new Error('the program is not there')
  return program
}

/** Undefined while it is being started, and once it is gone. */
function findProgram(guard: number): number | undefined {
  const children = existsSync(`/proc/${guard}`)
    ? readFileSync(`/proc/${guard}/task/${guard}/children`, 'utf8').trim().split(' ')
    : []
  return children.map(Number).find((pid) => /whisper-server/.test(commandOf(pid).split('\0')[0]!))
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function socketOf(pid: number): string {
  const args = commandOf(pid).split('\0')
  return args[args.indexOf('--host') + 1] ?? ''
}

/** A zombie that nobody has collected yet is gone for our purposes. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const linux = process.platform === 'linux' ? test : test.skip

linux(
  'an engine that is killed in the middle is started again, and nothing is missing or twice',
  async (t) => {
    const server = await openServer(t)
    if (!server) return
    const engine = switchableEngine(server)
    const world = await transcriptionWorld(t, { engine, openVad: openTestVad(t) })
    await world.service.start()
    const recording = await world.record([speechSamples('conversa')])
    await server.recognize(speechSamples('fala-1'), liveOptions())

    world.finish(recording)
    let kills = 0
    // With every new piece of text the engine dies; after four deaths it is left alone.
    const killer = setInterval(() => {
      const pid = server.pid()
      const program = pid === null ? undefined : findProgram(pid)
      if (!program || kills >= 4) return
      process.kill(program, 'SIGKILL')
      kills++
    }, 150)
    const { segments } = await world.complete()
    clearInterval(killer)
    t.true(kills >= 1)
    t.is(words(segments.map(({ text }) => text).join(' ')), WHOLE)
    t.is(world.news.filter(({ type }) => type === 'transcription.replaced').length, 1)
  },
)

linux('a program that can listen on no Unix socket is refused with the reason', async (t) => {
  const folder = temporaryFolder(t)
  const told = join(folder, 'arguments')
  const binary = join(folder, 'whisper-server')
  const says = "couldn't bind to server socket: hostname=x port=8080"
  const script = `#!/bin/sh\necho "$@" >${told}\necho "${says}" >&2\nexit 1\n`
  writeFileSync(binary, script, { mode: 0o755 })
  await t.throwsAsync(
    startServerChild({
      binary,
      modelPath: (await demoModel()).path,
      threads: 1,
      language: 'pt',
      log: silentLog,
      signal: new AbortController().signal,
    }),
    { message: 'whisper-server takes no Unix socket' },
  )
  const socketPath = /--host (\S+)/.exec(readFileSync(told, 'utf8'))?.[1] ?? ''
  t.regex(socketPath, /svc-speech-/)
  t.false(existsSync(dirname(socketPath)))
})

const FIRST_TENSOR = 'encoder.positional_embedding'
/** From the beginning of its header: how many dimensions, the length of its name, its type. */
const HEADER = { dimensions: 0, nameLength: 4, type: 8, shape: 12 }
const LIES: [field: keyof typeof HEADER, value: number][] = [
  ['dimensions', 4000],
  ['dimensions', -1],
  ['nameLength', 1 << 30],
  ['type', 77_777],
  ['shape', -5],
]

for (const [field, value] of LIES)
  linux(`a model file that lies of a tensor is refused, no crash: ${field} ${value}`, async (t) => {
    const runtime = await compiledRuntime(t)
    if (!runtime) return
    const bytes = readFileSync((await demoModel()).path)
    // Two dimensions, four bytes each, stand between the header and the name.
    const header = bytes.indexOf(FIRST_TENSOR) - HEADER.shape - 8
    t.is(bytes.readInt32LE(header), 2)
    t.is(bytes.readInt32LE(header + HEADER.nameLength), FIRST_TENSOR.length)
    bytes.writeInt32LE(value, header + HEADER[field])
    const modelPath = join(temporaryFolder(t), 'ggml-lies.bin')
    writeFileSync(modelPath, bytes)
    await t.throwsAsync(
      startServerChild({
        binary: runtime.path,
        modelPath,
        threads: 1,
        language: 'pt',
        log: silentLog,
        signal: new AbortController().signal,
      }),
      { message: 'whisper-server did not start: exit 3' },
    )
  })

linux('an engine that stops answering is noticed, killed and replaced', async (t) => {
  const server = await openServer(t, { healthEveryMs: 200 })
  if (!server) return
  await server.warmUp()
  const guard = server.pid()!
  const program = programOf(guard)
  process.kill(program, 'SIGSTOP')
  const error = await t.throwsAsync(server.recognize(speechSamples('fala-1'), liveOptions()))
  t.true(isAppError(error) && error.code === 'engine_crashed')
  await until(() => !isAlive(program) && !isAlive(guard))
  const pieces = await server.recognize(speechSamples('fala-1'), liveOptions())
  t.is(pieces.map(({ text }) => text).join(' '), SCRIPT['fala-1'])
})

linux('a request that takes far too long is given up', async (t) => {
  const server = await openServer(t, { limitMs: () => 1, healthEveryMs: 60_000 })
  if (!server) return
  const error = await t.throwsAsync(server.recognize(speechSamples('fala-3'), liveOptions()))
  t.true(isAppError(error) && error.code === 'engine_crashed')
})

linux(
  'a window stands still while live sound is heard, however long, and ends as without',
  async (t) => {
    const runtime = await compiledRuntime(t)
    if (!runtime) return
    // The model in the box: the tests' own one is done before anybody can stop it.
    const model = await preparedBoxModel(runtime)
    const options = { binary: runtime.path, model, threads: 1, log: silentLog }
    const final = whisperServer({ ...options, healthEveryMs: 100 })
    const engine = twoWhisperServers(whisperServer(options), final)
    t.teardown(() => engine[Symbol.asyncDispose]())
    const gate = computeGate()
    const { signal } = new AbortController()
    const finalOptions = { ...liveOptions(), priority: 'final' as const }
    const whole = await engine.recognize(speechSamples('conversa'), finalOptions)
    const program = programOf(final.pid()!)
    const ended: string[] = []
    let pauses = 0
    const pause = () => {
      engine.pauseFinal!()
      pauses++
    }
    const window = gate
      .run({ priority: 'final', signal, pause, resume: engine.resumeFinal! }, () =>
        engine.recognize(speechSamples('conversa'), finalOptions),
      )
      .finally(() => ended.push('final'))
    // Stopped by the test as soon as it computes: on a fast machine it would end before anything
    // live comes.
    await until(() => {
      try {
        engine.pauseFinal!()
        return true
      } catch {
        return false
      }
    })
    t.true(gate.isFreeFor('live'))
    const live = await gate.run({ priority: 'live', signal }, async () => {
      t.is(pauses, 1)
      // The system delivers the signal a moment after it is sent.
      await until(() => isStopped(program))
      const pieces = await engine.recognize(speechSamples('fala-1'), liveOptions())
      // Longer than any health check would bear.
      await new Promise((resolve) => setTimeout(resolve, 2000))
      t.true(isStopped(program))
      ended.push('live')
      return pieces
    })
    t.true(live.length > 0)
    const texts = (pieces: readonly { text: string }[]) => pieces.map(({ text }) => text)
    t.deepEqual(texts(await window), texts(whole))
    t.deepEqual(ended, ['live', 'final'])
    t.throws(engine.pauseFinal!)
    t.notThrows(engine.resumeFinal!)
  },
)

linux('an engine whose service is killed dies with it, even while it stands still', async (t) => {
  const runtime = await compiledRuntime(t)
  if (!runtime) return
  const parent = spawn(
    process.execPath,
    [
      '--import=tsx',
      join(root, 'test/helpers/speech-orphan.ts'),
      runtime.path,
      (await demoModel()).path,
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  t.teardown(() => parent.kill('SIGKILL'))
  const [line] = await new Promise<[string]>((resolve) => {
    createInterface({ input: parent.stdout }).once('line', (text) => resolve([text]))
  })
  const guard = Number(line)
  const program = programOf(guard)
  t.true(isAlive(program))
  const folder = dirname(socketOf(program))
  t.true(existsSync(folder))
  // As it stands while something live is heard.
  process.kill(program, 'SIGSTOP')
  parent.kill('SIGKILL')
  await until(() => !isAlive(program) && !isAlive(guard))
  t.false(existsSync(folder), 'what it listened on goes with it')
})

linux('stopping the service stops the engine', async (t) => {
  const server = await openServer(t)
  if (!server) return
  await server.warmUp()
  const guard = server.pid()!
  const program = programOf(guard)
  await server[Symbol.asyncDispose]()
  await until(() => !isAlive(program) && !isAlive(guard))
  const error = await t.throwsAsync(server.recognize(speechSamples('fala-1'), liveOptions()))
  t.true(isAppError(error) && error.code === 'engine_unavailable')
})

test('files that were prepared are asked for before each start, not remembered', async (t) => {
  const { path, ...others } = await demoModel()
  const server = await openServer(t, {
    model: { ...others, path: `${path}.removed` },
    filesNow: async () => ({ modelPath: path, ngramsPath: null }),
  })
  if (!server) return
  await server.warmUp()
  const first = server.pid()!
  process.kill(programOf(first), 'SIGKILL')
  await until(() => server.pid() !== first)
  await t.notThrowsAsync(server.warmUp())
})

test('a program that does not start is unavailable, not crashed', async (t) => {
  const server = whisperServer({
    binary: '/nowhere/whisper-server',
    model: await demoModel(),
    threads: 1,
    log: silentLog,
  })
  t.teardown(() => server[Symbol.asyncDispose]())
  const error = await t.throwsAsync(server.recognize(speechSamples('fala-1'), liveOptions()))
  t.true(isAppError(error) && error.code === 'engine_unavailable')
})

linux('the engine works at low priority, on a socket of this account alone', async (t) => {
  const server = await openServer(t)
  if (!server) return
  await server.warmUp()
  const program = programOf(server.pid()!)
  const niceness = Number(
    readFileSync(`/proc/${program}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[16],
  )
  t.true(niceness >= 5)
  const socketPath = socketOf(program)
  t.true(statSync(socketPath).isSocket())
  t.is(statSync(dirname(socketPath)).mode & 0o777, 0o700)
  t.is(statSync(dirname(socketPath)).uid, process.getuid!())
  t.deepEqual(listeningPorts(program), [])
  t.is(await getStatus(socketPath, '/health', 2000), 200)
  const load = { socketPath, path: '/load', fields: { model: '/etc/hostname' } }
  const agent = lastingConnection()
  t.teardown(() => agent.destroy())
  const { signal } = new AbortController()
  t.is((await postForm({ ...load, wav: Buffer.alloc(0), agent, signal })).status, 404)
  const pieces = await server.recognize(speechSamples('fala-1'), liveOptions())
  t.is(pieces.map(({ text }) => text).join(' '), SCRIPT['fala-1'])
  await server[Symbol.asyncDispose]()
  t.false(existsSync(dirname(socketPath)))
})

/** Addresses of the internet that a process listens on. */
function listeningPorts(pid: number): string[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1]
      return inode ? [inode] : []
    }),
  )
  return ['tcp', 'tcp6'].flatMap((kind) =>
    readFileSync(`/proc/${pid}/net/${kind}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(' ').filter(Boolean))
      .filter((row) => row[3] === LISTENING && sockets.has(row[9] ?? ''))
      .map((row) => row[1] ?? ''),
  )
}

const LISTENING = '0A'
