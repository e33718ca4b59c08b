import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { createInterface } from 'node:readline'

export interface ToolRun {
  command: string
  args: string[]
  cwd?: string
  /** Where the tool puts what it needs for a while: a compiler that is killed leaves it behind. */
  temporary?: string
  /** A folder of programs that go before those of the PATH. */
  programs?: string
  signal: AbortSignal
  onLine?: (line: string) => void
}

/** How a tool ended badly: its exit and the last it said. */
export class ToolError extends Error {
  readonly tail: readonly string[]

  constructor(command: string, exit: string, tail: readonly string[]) {
    super(`${command} ended with ${exit}`)
    this.name = 'ToolError'
    this.tail = tail
  }
}

const TAIL_LINES = 30

/**
 * Runs a build tool at the lowest priority, with everything it starts in one group, which an abort
 * kills whole.
 * @throws {ToolError}; `signal.reason` when aborted
 */
export async function runTool({
  command,
  args,
  cwd,
  temporary,
  programs,
  signal,
  onLine,
}: ToolRun): Promise<void> {
  signal.throwIfAborted()
  const child = spawn('nice', ['-n', '15', command, ...args], {
    ...(cwd ? { cwd } : {}),
    env: {
      ...process.env,
      ...(temporary ? { TMPDIR: temporary } : {}),
      ...(programs ? { PATH: `${programs}${delimiter}${process.env.PATH}` } : {}),
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killGroup = () => {
    if (child.pid) killQuietly(-child.pid)
  }
  signal.addEventListener('abort', killGroup, { once: true })
  const tail: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      tail.push(line)
      if (tail.length > TAIL_LINES) tail.shift()
      onLine?.(line)
    })
  }
  try {
    const exit = await new Promise<string>((resolve, reject) => {
      child.on('error', reject)
      child.once('close', (code, sig) => resolve(sig ?? String(code)))
    })
    signal.throwIfAborted()
    if (exit !== '0') throw new ToolError(command, exit, tail)
  } finally {
    signal.removeEventListener('abort', killGroup)
  }
}

/** Whether a program of this name answers on the PATH. */
export async function hasTool(name: string): Promise<boolean> {
  try {
    await runTool({ command: name, args: ['--version'], signal: AbortSignal.timeout(10_000) })
    return true
  } catch {
    return false
  }
}

function killQuietly(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}
