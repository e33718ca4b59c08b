import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExecutionContext } from 'ava'

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

/** The built program on a data folder of its own, with nothing of the caller's environment but the path. */
export async function buildCli(t: ExecutionContext, settings: Record<string, string> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'svc-cli-'))
  t.teardown(() => rm(root, { recursive: true, force: true }))
  const dataDir = join(root, 'data')
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    TZ: 'UTC',
    SVC_DATA_DIR: dataDir,
    SVC_RUNTIME_DIR: join(root, 'runtime'),
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
      child.once('close', (code) => {
        const { stdout, stderr } = said
        resolve({
          code,
          stdout,
          stderr,
          get json() {
            return JSON.parse(stdout)
          },
          get failure() {
            return JSON.parse(stderr.slice(stderr.indexOf('{')))
          },
        })
      })
    })
    t.teardown(() => child.kill('SIGKILL'))
    return { child, said, ended }
  }

  /** To the end. Flags come last, so that they are seen to work anywhere on the line. */
  const run = (args: string[], extra?: Record<string, string>, input?: string) =>
    start(args, extra, input).ended
  return { root, dataDir, start, run }
}
