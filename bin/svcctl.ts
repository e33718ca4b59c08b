import { availableParallelism, totalmem } from 'node:os'
import { exitCodes } from '../cli/exit-codes.ts'
import { askedExpression } from '../cli/json.ts'
import { runCli } from '../cli/run-cli.ts'
import { terminal } from '../cli/terminal.ts'
import { platform } from './platform.ts'
import { svcctlDeps } from './svcctl-deps.ts'

const args = process.argv.slice(2)
const { env, stdin, stdout, stderr } = process
const jq = askedExpression(args)
const asked = (...flags: string[]) => args.some((arg) => flags.includes(arg))
const isJson = asked('--json') || jq !== null

// A reader that went away (`svcctl … | head`) is no failure of ours. A full disk behind `>` is
// nobody's bug either.
stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0)
  const why = code === 'ENOSPC' ? ': the disk that it goes to is full' : ` (${code})`
  const message = `The command ran, and its result could not be written${why}.`
  stderr.write(
    isJson
      ? `${JSON.stringify({ error: 'output_failed', message })}\n`
      : `Error: ${message}\n(output_failed)\n`,
  )
  process.exit(exitCodes.output)
})
// Nobody left to be told: a server goes on all the same.
stderr.on('error', () => {})

const stop = new AbortController()
/** As a shell says it: 128 and the signal's number. */
let interrupted: number = exitCodes.interrupted
for (const [name, code] of [
  ['SIGINT', exitCodes.interrupted],
  ['SIGTERM', exitCodes.terminated],
] as const)
  process.on(name, () => {
    // Somebody who asks twice does not want to wait for good order.
    if (stop.signal.aborted) process.exit(code)
    interrupted = code
    stop.abort(new Error(`stopped by ${name}`))
  })

const machine = platform()
const deps = svcctlDeps({
  platform: machine,
  env,
  cwd: workingFolder(),
  signal: stop.signal,
  box: { cores: availableParallelism(), memoryMiB: Math.round(totalmem() / 1024 / 1024) },
  terminal: terminal({
    stdin,
    stdout,
    stderr,
    env,
    json: isJson,
    jq,
    yes: asked('--yes', '-y') || ['1', 'true'].includes(env.SVC_YES ?? ''),
    signal: stop.signal,
    nowMs: () => performance.now(),
  }),
})

void runCli(args, deps, {
  output: {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
  },
  debug: env.SVC_LOG_LEVEL === 'debug',
}).then((code) => {
  process.exitCode = code === exitCodes.interrupted ? interrupted : code
})

/**
 * A working folder that is gone, or that this account may not read, stops no command: then it is
 * the root.
 */
function workingFolder(): string {
  try {
    return process.cwd()
  } catch {
    return '/'
  }
}
