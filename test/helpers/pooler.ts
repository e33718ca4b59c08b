/** PgBouncer (`apt-get install pgbouncer`) between servers and PostgreSQL. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { ordinaryAccount } from './postgres.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
export const hasPooler = existsSync(PROGRAM)

export interface Pooler {
  /** Of the database, through it. */
  url: string
  close(): Promise<void>
}

/** @param databaseUrl `postgres://…` with host, port and password */
export async function openPooler(
  databaseUrl: string,
  mode: 'session' | 'transaction',
  poolSize = 20,
): Promise<Pooler> {
  const url = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'svc-pooler-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${url.username}" "${decodeURIComponent(url.password)}"\n`)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: mode,
    default_pool_size: poolSize,
    max_client_conn: 500,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const target = `* = host=${url.hostname} port=${url.port}`
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, ['[databases]', target, '[pgbouncer]', ...lines, ''].join('\n'))
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ordinaryAccount() : {}
  const child = spawn(PROGRAM, [file], { cwd: folder, stdio: 'ignore', ...account })
  for (let attempt = 0; !(await answers(port)); attempt++) {
    if (attempt === 200 || child.exitCode !== null) throw new Error('PgBouncer does not answer')
    await sleep(20)
  }
  url.port = String(port)
  return {
    url: url.href,
    async close() {
      const ended = once(child, 'exit')
      if (child.exitCode === null) {
        child.kill('SIGKILL')
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
