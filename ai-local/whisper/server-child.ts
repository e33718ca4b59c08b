/**
 * One life of a `whisper-server` process. It is started through a few lines of shell that read from
 * a pipe whose other end this process holds: when this process dies, however it dies, the pipe ends
 * and the shell kills the server, so that none is ever left behind (there is no portable "die with
 * your parent"). The server's path and arguments are passed as arguments, never as shell text.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { Agent } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../core/log.ts'
import { timeLimit } from '../../core/time-limit.ts'
import { freePort } from './free-port.ts'
import { getStatus, lastingConnection } from './loopback-http.ts'

export interface ServerChild {
  /** Loopback port and unguessable path prefix. */
  readonly port: number
  readonly basePath: string
  /** The connection for its requests. */
  readonly agent: Agent
  /** Of the shell that guards the server; its group holds both. */
  readonly pid: number
  /** Resolves when the process is gone, with a short word on how it went. */
  readonly exited: Promise<string>
  isRunning(): boolean
  /**
   * Stops the server where it is, until `resume`. @throws an Error when it is not there to be
   * stopped
   */
  pause(): void
  /** Goes on; of a server that has ended, nothing. */
  resume(): void
  /** Ends it at once, stopped processes included. */
  kill(): Promise<void>
}

export interface ServerChildOptions {
  binary: string
  modelPath: string
  threads: number
  language: string
  /** Compute on the processor, also where the program was built for a graphics card. */
  withoutCard?: boolean
  log: Log
  signal: AbortSignal
  /** What the program says about itself and its work; it holds no text of the speech. */
  onOutput?: (text: string) => void
  /** Where it may listen; asked again when somebody else was given the port meanwhile. */
  nextPort?: () => Promise<number>
}

const GUARD = `
exec 3<&0
"$@" </dev/null >/dev/null 3<&- &
server=$!
echo $server
{ read -r _ <&3; kill -9 $server; } 2>/dev/null &
guard=$!
wait $server
code=$?
kill $guard 2>/dev/null
exit $code
`
/**
 * How far recognition steps back behind requests, which pass through several threads and wait for a
 * core at each. As far as the decoder and the language model do; not further: at 15 a neighbour
 * that keeps both cores busy would leave live speech a thirtieth of them. Alone on the machine
 * recognition is as fast at any of these.
 */
export const NICENESS = '10'
/**
 * How long OpenMP's threads spin before they sleep. Its default waits so long that a busy neighbour
 * on one core makes the first utterance take 14 s instead of 0.1 s; this costs nothing measurable
 * on a quiet machine.
 */
const ENVIRONMENT = { GOMP_SPINCOUNT: '1000' }
const START_LIMIT_MS = 120_000
/**
 * The server cuts text at 60 letters when this is 0, and within words: larger than any text means
 * never.
 */
const NEVER_CUT = '1000000'

const PORT_TAKEN = "couldn't bind"
const PORTS_TRIED = 5

/**
 * Whether a program that started says that it computes on a graphics card; where it finds none it
 * takes the processor.
 */
export function saysCard(output: string): boolean {
  return /\busing CUDA\d* backend\b/.test(output)
}

/**
 * Starts a server and waits until it has loaded its model. @throws an Error with the exit when it
 * does not come up
 */
export async function startServerChild(options: ServerChildOptions): Promise<ServerChild> {
  const { nextPort = freePort, onOutput, log } = options
  for (let tried = 1; ; tried++) {
    let isTaken = false
    try {
      return await startOn(await nextPort(), {
        ...options,
        onOutput(text) {
          isTaken ||= text.includes(PORT_TAKEN)
          onOutput?.(text)
        },
      })
    } catch (error) {
      if (!isTaken || tried === PORTS_TRIED) throw error
      log.warn('speech.engine_port_taken', { tried })
    }
  }
}

async function startOn(port: number, options: ServerChildOptions): Promise<ServerChild> {
  const { binary, modelPath, threads, language, withoutCard, log, signal, onOutput } = options
  signal.throwIfAborted()
  const basePath = `/${randomBytes(24).toString('base64url')}`
  const args = [
    '-m',
    modelPath,
    '-t',
    String(threads),
    '-l',
    language,
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--request-path',
    basePath,
    '-ml',
    NEVER_CUT,
    '-bo',
    '1',
    '-nlp',
    ...(withoutCard ? ['-ng'] : []),
  ]
  const shell = spawn('sh', ['-c', GUARD, 'svc-speech', 'nice', '-n', NICENESS, binary, ...args], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...ENVIRONMENT },
  })
  const child = describe(shell, port, basePath)
  // The pipe exists to end with this process; a write error on it means nothing.
  shell.stdin?.on('error', () => {})
  shell.stderr?.on('data', (chunk: Buffer) => {
    log.debug('speech.engine_output', { bytes: chunk.length })
    onOutput?.(chunk.toString('utf8'))
  })
  try {
    await untilReady(child, signal)
    return child
  } catch (error) {
    await child.kill()
    // What it said last tells why.
    if (shell.stderr) await finished(shell.stderr).catch(() => {})
    throw error
  }
}

function describe(shell: ChildProcess, port: number, basePath: string): ServerChild {
  let running = true
  /** Of the server itself: its guard must never stand still. */
  let server: number | null = null
  shell.stdout?.once('data', (line: Buffer) => {
    server = Number.parseInt(line.toString('latin1'), 10) || null
  })
  const agent = lastingConnection()
  const exited = new Promise<string>((resolve) => {
    shell.once('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? 'error'))
    shell.once('exit', (code, sig) => resolve(sig ?? describeCode(code)))
  }).then((how) => {
    running = false
    agent.destroy()
    killGroup(shell.pid)
    return how
  })
  return {
    port,
    basePath,
    agent,
    pid: shell.pid ?? -1,
    exited,
    isRunning: () => running,
    pause() {
      if (!running || server === null) throw new Error('no server to pause')
      // The program alone: the shell that guards it goes on, so that it still ends with the
      // service.
      process.kill(server, 'SIGSTOP')
    },
    resume() {
      if (!running || server === null) return
      try {
        process.kill(server, 'SIGCONT')
      } catch {
        // Already gone.
      }
    },
    async kill() {
      killGroup(shell.pid)
      await exited
    },
  }
}

/** The shell reports a signal of its child as 128 + number. */
function describeCode(code: number | null): string {
  if (code === 137) return 'SIGKILL'
  if (code === 132) return 'SIGILL'
  if (code === 134) return 'SIGABRT'
  if (code === 139) return 'SIGSEGV'
  return `exit ${code}`
}

async function untilReady(child: ServerChild, signal: AbortSignal) {
  const limit = timeLimit(START_LIMIT_MS)
  let gone: string | null = null
  void child.exited.then((how) => {
    gone = how
  })
  for (;;) {
    signal.throwIfAborted()
    if (gone !== null) throw new Error(`whisper-server did not start: ${gone}`)
    if (limit.aborted) throw new Error('whisper-server did not get ready in time')
    const status = await getStatus(child.port, `${child.basePath}/health`, 2000).catch(() => null)
    if (status === 200) return
    await sleep(25)
  }
}

function killGroup(pid: number | undefined) {
  if (!pid) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}
