/**
 * One life of a `whisper-server` process. It is started through a few lines of shell that read from
 * a pipe whose other end this process holds: when this process dies, however it dies, the pipe ends
 * and the shell kills the server, so that none is ever left behind (there is no portable "die with
 * your parent"). The server's path and arguments are passed as arguments, never as shell text.
 *
 * It listens on a Unix socket in a folder of this account alone: any account of the machine may
 * connect to a port of loopback, and read in the list of processes what would keep it out.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../core/log.ts'
import { timeLimit } from '../../core/time-limit.ts'
import { getStatus, lastingConnection } from './socket-http.ts'

/**
 * Where an engine listens: a Unix socket in a folder of its own that only this account may enter.
 */
interface EngineSocket {
  /** Created with mode 0700, whatever the umask. */
  readonly folder: string
  readonly path: string
  /** Takes the folder away; again: nothing. */
  remove(): void
}

/** What the system holds of a socket's address, 108 bytes on Linux and 104 on macOS, ended by 0. */
const LONGEST_PATH = 103
const NAME = 'socket'

/** @throws an Error where no temporary folder may be written, or its path is too long */
function engineSocket(folders: readonly string[] = [tmpdir(), '/tmp']): EngineSocket {
  let reason: unknown = null
  for (const parent of folders) {
    const length = Buffer.byteLength(join(parent, `${PREFIX}XXXXXX`, NAME))
    if (length > LONGEST_PATH) continue
    try {
      const folder = mkdtempSync(join(parent, PREFIX))
      return {
        folder,
        path: join(folder, NAME),
        remove: () => rmSync(folder, { recursive: true, force: true }),
      }
    } catch (error) {
      reason = error
    }
  }
  throw new Error('no temporary folder takes a socket', { cause: reason })
}

const PREFIX = 'svc-speech-'

export interface ServerChild {
  /** The Unix socket that it listens on. */
  readonly socketPath: string
  /** The connection for its requests. */
  readonly agent: Agent
  /** Process id of the shell that guards the server; its group holds both. */
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
  /** What is said in consultations (`ngrams/prepared-ngrams.ts`). */
  ngramsPath?: string | null
  /** Compute on the processor, also where the program was built for a graphics card. */
  withoutCard?: boolean
  log: Log
  signal: AbortSignal
  /** What the program says about itself and its work; it holds no text of the speech. */
  onOutput?: (text: string) => void
}

/**
 * Once the server runs the shell says nothing more: it would end by the pipe that ended with this
 * process, before it has cleared up.
 */
const GUARD = `
folder=$1
shift
exec 3<&0
"$@" </dev/null >/dev/null 3<&- &
server=$!
echo $server
exec >/dev/null 2>&1
{ read -r _ <&3; kill -9 $server; } &
guard=$!
wait $server
code=$?
kill $guard
rm -rf -- "$folder"
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

const NO_SOCKET = "couldn't bind"

/**
 * Whether a program that started says that it computes on a graphics card; where it finds none it
 * takes the processor.
 */
export function saysCard(output: string): boolean {
  return /\busing CUDA\d* backend\b/.test(output)
}

/**
 * Starts a server and waits until it has loaded its model. @throws an Error with the exit when it
 * does not come up, or cannot listen on a Unix socket
 */
export async function startServerChild(options: ServerChildOptions): Promise<ServerChild> {
  const { binary, modelPath, threads, language, ngramsPath, withoutCard } = options
  const { log, signal, onOutput } = options
  signal.throwIfAborted()
  const socket = engineSocket()
  const args = [
    '-m',
    modelPath,
    '-t',
    String(threads),
    '-l',
    language,
    '--host',
    socket.path,
    '-ml',
    NEVER_CUT,
    '-bo',
    '1',
    '-nlp',
    ...(ngramsPath ? ['--ngrams', ngramsPath] : []),
    ...(withoutCard ? ['-ng'] : []),
  ]
  const program = ['nice', '-n', NICENESS, binary, ...args]
  const shell = spawn('sh', ['-c', GUARD, 'svc-speech', socket.folder, ...program], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...ENVIRONMENT },
  })
  const child = describe(shell, socket)
  let takesNoSocket = false
  // The pipe exists to end with this process; a write error on it means nothing.
  shell.stdin?.on('error', () => {})
  shell.stderr?.on('data', (chunk: Buffer) => {
    log.debug('speech.engine_output', { bytes: chunk.length })
    const text = chunk.toString('utf8')
    takesNoSocket ||= text.includes(NO_SOCKET)
    onOutput?.(text)
  })
  try {
    await untilReady(child, signal)
    return child
  } catch (error) {
    await child.kill()
    // What it said last tells why.
    if (shell.stderr) await finished(shell.stderr).catch(() => {})
    if (takesNoSocket) throw new Error('whisper-server takes no Unix socket', { cause: error })
    throw error
  }
}

function describe(shell: ChildProcess, socket: EngineSocket): ServerChild {
  let running = true
  /** Process id of the server itself: its guard must never be stopped. */
  let server: number | null = null
  shell.stdout?.once('data', (line: Buffer) => {
    server = Number.parseInt(line.toString('latin1'), 10) || null
  })
  const agent = lastingConnection()
  const exited = new Promise<string>((resolve) => {
    shell.on('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? 'error'))
    shell.once('exit', (code, sig) => resolve(sig ?? describeCode(code)))
  }).then((how) => {
    running = false
    agent.destroy()
    killGroup(shell.pid)
    socket.remove()
    return how
  })
  return {
    socketPath: socket.path,
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
    const status = await getStatus(child.socketPath, '/health', 2000).catch(() => null)
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
