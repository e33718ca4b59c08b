import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { ExecutionContext } from 'ava'
import type { Surroundings } from '../../bin/command-place.ts'
import { platform } from '../../bin/platform.ts'
import { svcctlDeps } from '../../bin/svcctl-deps.ts'
import { askedExpression } from '../../cli/json.ts'
import { runCli } from '../../cli/run-cli.ts'
import { terminal } from '../../cli/terminal.ts'
import { freePort } from './free-port.ts'
import { placeReadySchema } from './ready-schema.ts'

const program = fileURLToPath(new URL('../../bin/svcctl', import.meta.url))

export interface Run {
  code: number | null
  stdout: string
  stderr: string
  /** What stdout says, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find
  json: any
  /** The failure that stderr tells with --json. */
  failure: { error: string; message: string }
}

/**
 * `svcctl` on a data folder of its own, with nothing of the caller's environment but the path.
 * `run` runs a command line in this process, `runApart` and `start` the built program in one of its
 * own: that costs most of a second of processor time, so it is for tests of what a process does
 * (its end, its signals, several at once).
 * @param options `prepared`: false leaves the data folder to `init`; else it is there, with an
 * empty database
 */
export async function buildCli(
  t: ExecutionContext,
  settings: Record<string, string> = {},
  { prepared = true }: { prepared?: boolean } = {},
) {
  const root = await mkdtemp(join(tmpdir(), 'svc-cli-'))
  t.teardown(() => rm(root, { recursive: true, force: true }))
  const dataDir = join(root, 'data')
  if (prepared) await prepareFolder(dataDir)
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    TZ: 'UTC',
    SVC_DATA_DIR: dataDir,
    SVC_RUNTIME_DIR: join(root, 'runtime'),
    // Where nobody answers: a service of somebody else on the usual port would be taken for this
    // folder's.
    SVC_PORT: String(await freePort()),
    ...settings,
  }

  function start(args: string[], extra: Record<string, string> = {}, input = '') {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      env: { ...env, ...extra },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    // One that does not read it may have ended already.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const said = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.stderr += text
    })
    const ended = new Promise<Run>((resolve) => {
      child.once('close', (code) => resolve(ranTo(code, said)))
    })
    t.teardown(() => child.kill('SIGKILL'))
    return { child, said, ended }
  }

  /** To the end. Flags come last, so that they are seen to work anywhere on the line. */
  const runApart = (args: string[], extra?: Record<string, string>, input?: string) =>
    start(args, extra, input).ended

  /**
   * The same as `runApart` in every word and code, but nobody sees whether a process would have
   * ended by itself.
   */
  async function run(
    args: string[],
    extra: Record<string, string> = {},
    input = '',
    /** Of a terminal that stdout is; else it is a pipe. */
    columns?: number,
  ) {
    if (extra.NODE_OPTIONS) throw new Error('NODE_OPTIONS are for a process of its own: runApart')
    const said = { stdout: '', stderr: '' }
    const stop = new AbortController()
    t.teardown(() => stop.abort())
    const surroundings = { env: { ...env, ...extra }, cwd: root, signal: stop.signal }
    return ranTo(await runHere(args, surroundings, said, { input, columns }), said)
  }
  return { root, dataDir, start, run, runApart }
}

/** A data folder in which every command works, without an organization: what `init` makes first. */
export async function prepareFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await placeReadySchema(join(dataDir, 'svc.sqlite'))
  await chmod(join(dataDir, 'svc.sqlite'), 0o600)
}

/** What bin/svcctl.ts does, with other streams and other surroundings. @returns the exit code */
async function runHere(
  args: string[],
  surroundings: Pick<Surroundings, 'env' | 'cwd' | 'signal'>,
  said: { stdout: string; stderr: string },
  { input, columns }: { input: string; columns: number | undefined },
): Promise<number> {
  const into = (stream: 'stdout' | 'stderr') =>
    new Writable({
      write(chunk, _encoding, done) {
        said[stream] += chunk
        done()
      },
    })
  const [stdout, stderr] = [into('stdout'), into('stderr')]
  if (columns !== undefined) Object.assign(stdout, { isTTY: true, columns })
  const { env, signal } = surroundings
  const deps = svcctlDeps({
    ...surroundings,
    platform: platform(),
    box: { cores: availableParallelism(), memoryMiB: Math.round(totalmem() / 1024 / 1024) },
    terminal: terminal({
      stdin: Readable.from([input]),
      stdout,
      stderr,
      env,
      signal,
      json: args.includes('--json') || askedExpression(args) !== null,
      jq: askedExpression(args),
      yes: args.includes('--yes') || args.includes('-y') || env.SVC_YES === '1',
      nowMs: () => performance.now(),
    }),
  })
  const output = {
    out: (text: string) => void stdout.write(text),
    err: (text: string) => void stderr.write(text),
  }
  return runCli(args, deps, { output, debug: env.SVC_LOG_LEVEL === 'debug' })
}

function ranTo(code: number | null, { stdout, stderr }: { stdout: string; stderr: string }): Run {
  return {
    code,
    stdout,
    stderr,
    get json() {
      return JSON.parse(stdout)
    },
    get failure() {
      return JSON.parse(stderr.slice(stderr.indexOf('{')))
    },
  }
}
