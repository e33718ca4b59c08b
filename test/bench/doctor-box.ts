/**
 * A whole installation in a folder of its own, under an ordinary account, for faults to be put
 * into. Linux, and as root.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sqlite3 from 'sqlite3'

const PROGRAM = fileURLToPath(new URL('../../bin/svcctl', import.meta.url))
const RUNTIME = fileURLToPath(new URL('../../runtime', import.meta.url))
/** Of nobody in particular: it needs no entry anywhere. */
const ACCOUNT = 23_456

export interface Told {
  id: string
  severity: string
  what: string
  fix?: string
}

export type Box = ReturnType<typeof makeBox>

export function makeBox(port: number) {
  const root = mkdtempSync(join(tmpdir(), 'svc-doctor-'))
  const dataDir = join(root, 'data')
  const golden = join(root, 'golden')
  const admin = join(root, 'admin')
  mkdirSync(admin)
  mkdirSync(join(root, 'bin'))
  symlinkSync(PROGRAM, join(root, 'bin', 'svcctl'))
  const passphrase = join(admin, 'passphrase')
  writeFileSync(passphrase, 'a passphrase of some length\n', { mode: 0o600 })
  for (const path of [root, admin, passphrase]) chownSync(path, ACCOUNT, ACCOUNT)
  const env = {
    PATH: `${join(root, 'bin')}:${process.env.PATH}`,
    HOME: admin,
    SVC_DATA_DIR: dataDir,
    SVC_BACKUP_PASSPHRASE_FILE: passphrase,
    /** Where an administrator keeps a copy of the keys. */
    BACKUP: golden,
  }

  /** A line as it is pasted into a shell. `asRoot`: as it says itself. */
  function shell(line: string, asRoot = false) {
    return spawnSync('sh', ['-c', line], {
      cwd: admin,
      env,
      encoding: 'utf8',
      timeout: 240_000,
      ...(!asRoot && { uid: ACCOUNT, gid: ACCOUNT }),
    })
  }

  return {
    root,
    dataDir,
    golden,
    admin,
    port,
    shell,
    /** Findings that are not fine; null where the program did not get as far. */
    doctor(flags = '', before = ''): Told[] | null {
      const { stdout } = shell(`${before} svcctl doctor --json ${flags}`)
      try {
        const { findings } = JSON.parse(stdout) as { findings: Told[] }
        return findings.filter(({ severity }) => severity === 'warning' || severity === 'error')
      } catch {
        return null
      }
    },
    keep: () => spawnSync('cp', ['-a', dataDir, golden]),
    /** As it was when it was kept; owners and permissions too. */
    heal() {
      rmSync(dataDir, { recursive: true, force: true })
      rmSync(`${dataDir}.broken`, { recursive: true, force: true })
      spawnSync('cp', ['-a', golden, dataDir])
    },
    sql: (statement: string) =>
      new Promise<void>((resolve, reject) => {
        const database = new sqlite3.Database(join(dataDir, 'svc.sqlite'), () =>
          database.exec(statement, (error) => {
            database.close(() => {
              spawnSync('chown', ['-R', `${ACCOUNT}:${ACCOUNT}`, dataDir])
              if (error) reject(error)
              else resolve()
            })
          }),
        )
      }),
    /** Another file in the place of the database. */
    swapDatabase(file: string) {
      for (const end of ['-wal', '-shm']) rmSync(join(dataDir, `svc.sqlite${end}`), { force: true })
      renameSync(file, join(dataDir, 'svc.sqlite'))
      for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
      chmodSync(join(dataDir, 'svc.sqlite'), 0o600)
      chownSync(join(dataDir, 'svc.sqlite'), ACCOUNT, ACCOUNT)
    },
    /** Recognizers that were compiled for this machine. */
    runtimes: () =>
      readdirSync(RUNTIME)
        .filter((name) => name.startsWith('whisper-server'))
        .map((name) => join(RUNTIME, name, 'whisper-server')),
    own: (path: string) => chownSync(path, ACCOUNT, ACCOUNT),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
