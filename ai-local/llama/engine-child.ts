/**
 * The engine's process as the system sees it: bound to this one, with nothing of its surroundings
 * but what a program needs, and one model asked for at its start.
 *
 * Prompts travel over Node's own channel to the child only: not in arguments, not in the
 * environment. The child's output goes nowhere, since a library might print what it was given.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { AppError } from '../../core/errors.ts'
import type { FromEngine, LoadOptions, ModelFacts, ToEngine, WireError } from './protocol.ts'

export interface Engine {
  child: ChildProcess
  /** Rejects when the model cannot be loaded, not in time, or the process ends before. */
  facts: Promise<ModelFacts>
  isReady: boolean
  exited: Promise<void>
  /** True when we ended it ourselves: no crash. */
  isStopping: boolean
}

export interface EngineStart {
  childPath: string
  /** Open files that the process inherits, from descriptor 4 on. */
  files: readonly number[]
  load: LoadOptions
  loadMs: number
}

const SETPRIV = '/usr/bin/setpriv'

export function startEngine({ childPath, files, load, loadMs }: EngineStart): Engine {
  const child = startBound(childPath, files)
  const exited = new Promise<void>((resolve) => onceGone(child, () => resolve()))
  const facts = new Promise<ModelFacts>((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), loadMs)
    onceGone(child, () => {
      clearTimeout(timer)
      reject(crashed())
    })
    child.on('message', (answer: FromEngine) => {
      if (answer.type === 'loaded') resolve(answer.facts)
      if (answer.type === 'load_failed') reject(fromWire(answer.error))
      if (answer.type === 'loaded' || answer.type === 'load_failed') clearTimeout(timer)
    })
  })
  child.send({ type: 'load', options: load } satisfies ToEngine)
  return { child, facts, exited, isReady: false, isStopping: false }
}

/** Also when it never was: a process that cannot be started reports an error and no exit. */
export function onceGone(
  child: ChildProcess,
  listener: (code: number | null, signal: string | null) => void,
) {
  child.once('exit', listener)
  child.on('error', () => {
    if (child.pid === undefined) listener(null, null)
  })
}

/**
 * A paused engine cannot notice that its server died and would hold the model's memory for ever, so
 * where there is `setpriv` (every Debian) the kernel is asked to end it with its parent.
 */
function startBound(childPath: string, files: readonly number[]): ChildProcess {
  const node = [process.execPath, childPath]
  const [command = '', ...args] = existsSync(SETPRIV)
    ? [SETPRIV, '--pdeathsig', 'KILL', '--', ...node]
    : node
  return spawn(command, args, {
    env: engineEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', ...files],
  })
}

/** Only what a program needs to run: no secret of the service, no loader (`NODE_OPTIONS`). */
function engineEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LD_LIBRARY_PATH } = process.env
  const kept = Object.entries({ PATH, HOME, TMPDIR, LD_LIBRARY_PATH }).filter(([, value]) => value)
  return { ...Object.fromEntries(kept), NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true' }
}

export function fromWire({ kind, code, message, details }: WireError): AppError {
  return new AppError(kind, code, message, { details })
}

export function crashed(): AppError {
  return new AppError(
    'unavailable',
    'engine_crashed',
    'O gerador de texto parou inesperadamente. Tente de novo.',
    { retryAfterS: 5 },
  )
}
