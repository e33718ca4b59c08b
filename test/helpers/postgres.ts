/**
 * A PostgreSQL for tests: the one that `TEST_DATABASE_URL` names (its account may create
 * databases), or a cluster of this process's own in a temporary folder where the program is
 * installed. Every test gets a database of its own.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { QueryTypes } from 'sequelize'
import { openDatabase } from '../../models/database/database.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const GIVEN = process.env.TEST_DATABASE_URL

/** Null where there is neither. */
export const postgresPlace: string | null = GIVEN ?? findPrograms()

export interface TestPostgres {
  /** Of a new and empty database. */
  database(): Promise<string>
  /** As an administrator of the server. */
  query(sql: string): Promise<unknown[]>
  /** Null for one that is somebody else's. */
  cluster: Cluster | null
  close(): Promise<void>
}

/** @param isDurable it flushes to the disk, as one that is used; tests can do without */
export async function openPostgres({ isDurable = false } = {}): Promise<TestPostgres> {
  return GIVEN ? over(GIVEN, null) : ownCluster(isDurable)
}

export interface Cluster {
  /** As after a power cut: every connection is cut, nothing is tidied up. */
  crash(): Promise<void>
  comeBack(): Promise<void>
  /** From the next start on it speaks TLS with these (PEM). */
  setTls(certificate: string, key: string): Promise<void>
  remove(): Promise<void>
}

function over(adminUrl: string, cluster: Cluster | null): TestPostgres {
  const made: string[] = []
  async function query(sql: string): Promise<unknown[]> {
    const { sequelize, close } = await openDatabase({ url: adminUrl })
    try {
      return await sequelize.query(sql, { type: QueryTypes.SELECT })
    } finally {
      await close()
    }
  }
  return {
    query,
    async database() {
      const name = `svc_test_${randomBytes(6).toString('hex')}`
      await query(`CREATE DATABASE ${name}`)
      made.push(name)
      const url = new URL(adminUrl)
      url.pathname = `/${name}`
      return url.href
    },
    cluster,
    async close() {
      if (cluster) return cluster.remove()
      for (const name of made) await query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

async function ownCluster(isDurable: boolean): Promise<TestPostgres> {
  const programs = postgresPlace as string
  const root = await mkdtemp(join(tmpdir(), 'svc-postgres-'))
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ordinaryAccount() : null
  if (account) await chown(root, account.uid, account.gid)
  const folder = join(root, 'data')
  const password = join(root, 'password')
  await writeFile(password, 'pg:secret', { mode: 0o644 })
  const initdb = ['-D', folder, '-U', 'svc', '--pwfile', password, '-A', 'scram-sha-256', '-N']
  await run(join(programs, 'initdb'), [...initdb, '-E', 'UTF8', '--locale=C'], {
    cwd: root,
    env: {},
    ...account,
  })
  const port = await freePort()
  const memory = isDurable ? '256MB' : '16MB'
  const settings = [
    `fsync=${isDurable ? 'on' : 'off'}`,
    `shared_buffers=${memory}`,
    `unix_socket_directories=${root}`,
  ]
  const flags = settings.flatMap((setting) => ['-c', setting])
  let child: ChildProcess
  const adminUrl = `postgres://svc:pg%3Asecret@127.0.0.1:${port}/postgres`

  async function start() {
    const args = ['-D', folder, '-h', '127.0.0.1', '-p', String(port), ...flags]
    child = spawn(join(programs, 'postgres'), args, {
      cwd: root,
      env: {},
      stdio: 'ignore',
      ...account,
    })
    for (let attempt = 0; ; attempt++) {
      try {
        return await (await openDatabase({ url: adminUrl })).close()
      } catch (error) {
        if (attempt === 200 || child.exitCode !== null) throw error
        await sleep(50)
      }
    }
  }

  async function crash() {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGQUIT')
    await gone
  }

  async function setTls(certificate: string, key: string) {
    for (const [name, text] of [
      ['server.crt', certificate],
      ['server.key', key],
    ] as const) {
      const path = join(folder, name)
      await writeFile(path, text, { mode: 0o600 })
      if (account) await chown(path, account.uid, account.gid)
    }
    flags.push('-c', 'ssl=on')
  }

  await start()
  const remove = async () => {
    await crash()
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  }
  return over(adminUrl, { crash, comeBack: start, setTls, remove })
}

function findPrograms(): string | null {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => join(versions, version, 'bin'))
    : []
  const path = (process.env.PATH ?? '').split(delimiter)
  const places = [...debian, '/usr/local/pgsql/bin', '/opt/homebrew/bin', ...path]
  return places.find((place) => existsSync(join(place, 'initdb'))) ?? null
}

/** The account under which database programs run for root. */
export function ordinaryAccount(): { uid: number; gid: number } {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] =
    accounts.find(([name]) => name === 'postgres') ??
    accounts.find(([name]) => name === 'nobody') ??
    []
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) }
}
