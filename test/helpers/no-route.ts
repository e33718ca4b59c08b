/**
 * A program where nothing leads out: a network namespace with the loopback alone, made by `unshare`
 * (as root, or as anybody where user namespaces are allowed). The kernel itself counts what wanted
 * to leave (`no-route.sh`), of every process in it, in whatever language: TCP, UDP, multicast and
 * look-ups of names, over IPv4 and IPv6.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('no-route.sh', import.meta.url))

export interface RunWithoutRoute {
  code: number | null
  stdout: string
  stderr: string
  /** How often something in it wanted to leave the machine. */
  attempts: number
}

/**
 * The words before a command that take the network from it; null where this machine does not allow
 * that.
 */
export async function findNoRoute(): Promise<readonly string[] | null> {
  for (const rights of [[], ['--map-root-user']]) {
    const prefix = ['unshare', ...rights, '--net', '--mount', 'sh', SCRIPT]
    const { code } = await runWithoutRoute(prefix, ['true']).catch(() => ({ code: null }))
    if (code === 0) return prefix
  }
  return null
}

/** @param prefix from `findNoRoute` */
export async function runWithoutRoute(
  prefix: readonly string[],
  command: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<RunWithoutRoute> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-no-route-'))
  try {
    const counts = join(folder, 'counts')
    const [program = '', ...args] = [...prefix, counts, ...command]
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ])
    const counted = await readFile(counts, 'utf8').catch(() => null)
    if (counted === null) throw new Error(`no namespace: ${stderr}`)
    return { code, stdout, stderr, attempts: attemptsIn(counted) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param counted `/proc/net/snmp` and `/proc/net/snmp6`, one after the other */
export function attemptsIn(counted: string): number {
  const [names = [], values = []] = counted
    .split('\n')
    .filter((line) => line.startsWith('Ip: '))
    .map((line) => line.split(' '))
  const overIp4 = Number(values[names.indexOf('OutNoRoutes')])
  const overIp6 = counted.includes('Ip6')
    ? Number(/^Ip6OutNoRoutes\s+(\d+)$/m.exec(counted)?.[1])
    : 0
  if (Number.isNaN(overIp4 + overIp6)) throw new Error('the kernel does not count OutNoRoutes')
  return overIp4 + overIp6
}
