/**
 * The promise under test: `svcctl backup create` and `backup restore` may be killed (SIGKILL) at
 * any moment. What is listed is whole, what was half restored is no data folder, and a restore
 * begun anew is the backup to the last byte, erasures of since included.
 */
import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BackupManifest } from '../../core/backup/manifest.ts'
import { makeCertificate } from '../../core/vault/erasure-certificate.ts'
import { backupShelf } from '../../models/backup/backup-shelf.ts'
import { ledgerBeside, readPending, writeLedger } from '../../models/backup/erasure-ledger.ts'
import { verifyBackup } from '../../models/backup/read-backup.ts'
import { isHalfRestored } from '../../models/backup/restore.ts'
import { erasureCertificateFolder } from '../../models/retention/erasure-certificate-folder.ts'

const program = fileURLToPath(new URL('../../bin/svcctl', import.meta.url))
const PASSPHRASE = 'correta cavalo bateria grampo'
const SOUND_BYTES = 12 << 20
const WORK = '.restoring'

export interface BackupKills {
  /** Killed before they had ended. */
  createsKilled: number
  restoresKilled: number
  /** Of the restores, those that were killed when something was in its place or about to be. */
  restoresKilledAtWork: number
  /** Promises that were not kept, in words; must be none. */
  faults: string[]
}

/** @param random in 0..1: when to kill, as a share of the time that a whole run took */
export async function killBackups({
  rounds,
  random,
  onRound = () => {},
}: {
  rounds: number
  random: () => number
  onRound?: (done: number) => void
}): Promise<BackupKills> {
  const root = await mkdtemp(join(tmpdir(), 'svc-backup-kills-'))
  try {
    return await killIn(root, rounds, random, onRound)
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function killIn(
  root: string,
  rounds: number,
  random: () => number,
  onRound: (done: number) => void,
): Promise<BackupKills> {
  const [dataDir, backups, words] = [join(root, 'data'), join(root, 'backups'), join(root, 'words')]
  await writeFile(words, PASSPHRASE, { mode: 0o600 })
  const start = (folder: string, ...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { PATH: process.env.PATH, HOME: root, TZ: 'UTC', SVC_DATA_DIR: folder },
      cwd: root,
      stdio: 'ignore',
    })
    return { child, ended: once(child, 'close').then(([code]) => code as number | null) }
  }
  const passphrase = ['--passphrase-file', words]
  const create = () => start(dataDir, 'backup', 'create', '--to', backups, ...passphrase)

  if ((await start(dataDir, 'init', '--yes', '--org', 'Hospital').ended) !== 0)
    throw new Error('no data folder could be made')
  await mkdir(join(dataDir, 'audio', 'visita'), { recursive: true })
  await writeFile(join(dataDir, 'audio', 'visita', '0.svc'), randomBytes(SOUND_BYTES))
  const createMs = await timeOf(create())
  const [first] = await backupShelf(backups).list()
  if (!first) throw new Error('no backup could be made')
  const manifest = await verify(first.path, root)
  // Erased since: a restore may not be there for a moment without knowing it.
  const certificateId = await eraseSomething(dataDir, backups)
  const restoreTo = (folder: string) =>
    start(folder, 'backup', 'restore', first.path, ...passphrase)
  let restoreMs = createMs

  const done: BackupKills = {
    createsKilled: 0,
    restoresKilled: 0,
    restoresKilledAtWork: 0,
    faults: [],
  }
  const known = new Set([first.name])
  for (let round = 0; round < rounds; round++) {
    if (await killed(create(), createMs * moment(random))) done.createsKilled++
    for (const { name, path } of await backupShelf(backups).list()) {
      if (known.has(name)) continue
      await verify(path, root).catch((error) =>
        done.faults.push(`listed and not whole: ${String(error)}`),
      )
      known.add(name)
    }

    const target = join(root, `restored-${round}`)
    if (await killed(restoreTo(target), restoreMs * moment(random))) done.restoresKilled++
    if (existsSync(join(target, WORK))) done.restoresKilledAtWork++
    const faultsOf = () => faultsIn(target, manifest, certificateId)
    // A database in its place and no mark: a server would start from it.
    const isFolder = existsSync(join(target, 'svc.sqlite')) && !isHalfRestored(target)
    if (isFolder) done.faults.push(...(await faultsOf()))
    else {
      const begun = performance.now()
      const code = await restoreTo(target).ended
      restoreMs = performance.now() - begun
      if (code !== 0) done.faults.push(`a restore could not be begun anew: ${code}`)
      done.faults.push(...(await faultsOf()))
      if (existsSync(join(target, WORK))) done.faults.push('something half was left')
    }
    await rm(target, { recursive: true, force: true })
    onRound(round + 1)
  }
  return done
}

/** Most of a run's beginning is the start of the program, where nothing is at stake. */
function moment(random: () => number): number {
  return 0.25 + 0.75 * random()
}

type Started = { child: ReturnType<typeof spawn>; ended: Promise<number | null> }

async function killed({ child, ended }: Started, afterMs: number): Promise<boolean> {
  await Promise.race([sleep(afterMs), ended])
  child.kill('SIGKILL')
  await ended
  return child.signalCode === 'SIGKILL'
}

async function timeOf({ ended }: Started): Promise<number> {
  const begun = performance.now()
  await ended
  return performance.now() - begun
}

async function verify(path: string, root: string): Promise<BackupManifest> {
  const work = await mkdtemp(join(root, 'work-'))
  return verifyBackup(path, PASSPHRASE, work).finally(() => rm(work, { recursive: true }))
}

async function eraseSomething(dataDir: string, backups: string): Promise<string> {
  const certificates = join(dataDir, 'certificates')
  const made = makeCertificate({
    certificateId: randomUUID(),
    erasedAt: new Date(),
    by: 'admin',
    forced: false,
    keptCopies: [],
    erasables: [
      {
        consultationId: randomUUID(),
        organizationId: randomUUID(),
        rows: {},
        audioBytes: 0,
        fileBytes: 0,
        keyFingerprint: null,
      },
    ],
  })
  const { certificate } = await erasureCertificateFolder(certificates).keep(made, 'whole')
  await writeLedger(certificates, ledgerBeside(backups))
  return certificate.certificateId
}

async function faultsIn(folder: string, { parts }: BackupManifest, certificateId: string) {
  const faults: string[] = []
  for (const { name, sha256 } of parts) {
    const bytes = await readFile(join(folder, name)).catch(() => null)
    const digest = bytes && createHash('sha256').update(bytes).digest('hex')
    if (digest !== sha256) faults.push(`${name} is ${bytes ? 'another' : 'missing'}`)
  }
  const pending = (await readPending(folder)) ?? []
  if (pending.every((one) => one.certificateId !== certificateId))
    faults.push('the erasure of since is not known')
  const acts = await readdir(join(folder, 'audit', 'spool')).catch(() => [])
  if (acts.length === 0) faults.push('the restore is not on record')
  return faults
}
