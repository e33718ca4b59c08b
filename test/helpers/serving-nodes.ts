/**
 * Several servers (`svcctl serve`) as processes of their own on this machine, with one PostgreSQL
 * and one shared folder, each with a folder of its own. They are killed, paused and started again.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseLine, openDatabaseLine } from './database-line.ts'
import { freePort } from './free-port.ts'
import { openPooler } from './pooler.ts'
import { openPostgres, type TestPostgres } from './postgres.ts'

const SVCCTL = new URL('../../bin/svcctl', import.meta.url).pathname

export interface ServingNode {
  name: string
  url: string
  /** Starts it, and waits until it listens. `program`: arguments of Node before the command. */
  start(other?: { program?: readonly string[]; env?: Record<string, string> }): Promise<void>
  kill(): Promise<void>
  /** As `systemctl stop` does; until it has ended. */
  stop(): Promise<void>
  pause(): void
  goOn(): void
  isRunning(): boolean
  pid(): number | undefined
  /** It listens, or did when it was paused. */
  isServing(): boolean
  /** What it wrote since its last start. */
  log(): string
  /** Null: it speaks to the database directly. */
  line: DatabaseLine | null
}

export interface ServingOptions {
  /** Each has a line of its own to the database, which can fail. */
  lines?: boolean
  /** How far the clock of each is ahead, in seconds; a program of Debian's shifts them. */
  clocksS?: readonly number[]
  /** The database flushes to the disk. */
  isDurable?: boolean
  /** No folder in common: each has a data folder of its own, with the key. */
  ownFolders?: boolean
  /** PgBouncer by the transaction is between all of them and the database. */
  isPooled?: boolean
}

const FAKE_TIME = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`
/** Whether clocks can be shifted here (`apt-get install libfaketime`). */
export const canShiftClocks = existsSync(FAKE_TIME)

export type ServingNodes = Awaited<ReturnType<typeof openServingNodes>>

export async function openServingNodes(
  names: readonly string[],
  extra: Record<string, string> = {},
  options: ServingOptions = {},
) {
  const { lines = false, clocksS = [], isDurable = false, isPooled = false } = options
  const folderOf = (name: string) => join(root, options.ownFolders ? `data-${name}` : 'shared')
  const postgres = await openPostgres({ isDurable })
  const root = await mkdtemp(join(tmpdir(), 'svc-nodes-'))
  const databaseUrl = await postgres.database()
  const pooler = isPooled ? await openPooler(databaseUrl, 'transaction') : null
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    SVC_DATA_DIR: folderOf(names[0] ?? ''),
    SVC_RUNTIME_DIR: join(root, 'runtime'),
    SVC_DATABASE_URL: pooler ? besides(pooler.url, databaseUrl) : databaseUrl,
    SVC_SPEECH_ENGINE: 'off',
    SVC_GENERATOR: 'rules',
    SVC_DISK_RESERVE_MIB: '0',
    ...extra,
  }
  const nodes = new Map<string, ServingNode>()
  for (const [at, name] of names.entries()) {
    const port = String(await freePort())
    const line = lines ? await openDatabaseLine(databaseUrl) : null
    const own = {
      ...env,
      SVC_DATA_DIR: folderOf(name),
      ...(line && { SVC_DATABASE_URL: line.url }),
      ...(clocksS[at] && {
        LD_PRELOAD: FAKE_TIME,
        FAKETIME: `${clocksS[at] > 0 ? '+' : ''}${clocksS[at]}`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }),
      SVC_NODE_DIR: join(root, `node-${name}`),
      SVC_PORT: port,
    }
    nodes.set(name, servingNode(name, own, `http://127.0.0.1:${port}`, line))
  }
  const [first] = names
  const cliEnv = { ...env, SVC_NODE_DIR: join(root, `node-${first}`) }
  const cli = (...args: string[]) => runCli([...args, '--json'], cliEnv)
  await cli('init')
  if (options.ownFolders)
    for (const name of names.slice(1))
      await cp(join(folderOf(names[0] ?? ''), 'keys'), join(root, `node-${name}`, 'keys'), {
        recursive: true,
      })

  return {
    postgres: postgres as TestPostgres,
    databaseUrl,
    pooler,
    root,
    folderOf,
    /** What `svcctl` has, at the first of them. */
    cliEnv,
    cli,
    /** `svcctl` of another version (arguments of Node), or failing. */
    cliAs: (program: readonly string[], extra: Record<string, string>, ...args: string[]) =>
      runProgram(program, [...args, '--json'], { ...cliEnv, ...extra }),
    node: (name: string) => nodes.get(name) as ServingNode,
    all: [...nodes.values()],
    async close() {
      for (const node of nodes.values()) {
        await node.kill()
        await node.line?.close()
      }
      await pooler?.close()
      await postgres.close()
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The pooler's address, with the database's own for what needs a session. */
function besides(poolerUrl: string, databaseUrl: string): string {
  const url = new URL(poolerUrl)
  url.searchParams.set('direct', new URL(databaseUrl).host)
  return url.href
}

/** Its whole answer, read as JSON. @throws where it does not end with 0 */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find
async function runCli(args: string[], env: Record<string, string | undefined>): Promise<any> {
  const { code, stdout, stderr } = await runProgram([], args, env)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)
  return stdout === '' ? null : JSON.parse(stdout)
}

/** @param program arguments of Node before the command; none: the built one */
async function runProgram(
  program: readonly string[],
  args: string[],
  env: Record<string, string | undefined>,
) {
  const start = program.length > 0 ? program : [SVCCTL]
  const child = spawn(process.execPath, [...start, ...args], { env, stdio: 'pipe' })
  let stdout = ''
  let stderr = ''
  child.stdin.end()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  return {
    ...{ code: code as number | null, stdout, stderr },
    // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find
    get json(): any {
      return JSON.parse(stdout)
    },
    get failure(): { error: string; message: string } {
      return JSON.parse(stderr.slice(stderr.indexOf('{')))
    },
  }
}

function servingNode(
  name: string,
  env: Record<string, string | undefined>,
  url: string,
  line: DatabaseLine | null,
): ServingNode {
  let child: ChildProcess | null = null
  let output = ''
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null
  async function end(signal: NodeJS.Signals) {
    if (!child || !isRunning()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    name,
    url,
    line,
    async start({ program = [SVCCTL], env: more = {} } = {}) {
      output = ''
      const args = [...program, 'serve']
      const begun = spawn(process.execPath, args, { env: { ...env, ...more }, stdio: 'pipe' })
      child = begun
      begun.stdin.end()
      for (const stream of [begun.stdout, begun.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
        })
      for (let waitedMs = 0; !output.includes('server.listening'); waitedMs += 20) {
        if (!isRunning() || waitedMs > 60_000) throw new Error(`${name} does not serve: ${output}`)
        await sleep(20)
      }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    pause: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    isRunning,
    pid: () => child?.pid,
    isServing: () => isRunning() && output.includes('server.listening'),
    log: () => output,
  }
}

/** A host's and a doctor's calls at one of them, each within `patienceMs`. */
export function callsTo(url: string, patienceMs?: number) {
  return async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
    // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find
  ): Promise<{ status: number; body: any }> => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      ...(patienceMs && { signal: AbortSignal.timeout(patienceMs) }),
    })
    const text = await response.text()
    // A document that is being written comes as lines.
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text }
  }
}
