/**
 * A backup as a file: what is in it, what is not readable in it, and that no change of it goes
 * unnoticed.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { createBackup } from '../../core/backup/create-backup.ts'
import type { LastBackup } from '../../core/backup/ports.ts'
import { scheduledBackup } from '../../core/backup/scheduled-backup.ts'
import { backupSelfCheck } from '../../core/backup/self-check.ts'
import { AppError } from '../../core/errors.ts'
import type { LogFields } from '../../core/log.ts'
import { silentLog } from '../../core/log.ts'
import { makeCertificate } from '../../core/vault/erasure-certificate.ts'
import { backupArchive } from '../../models/backup/backup-archive.ts'
import { backupMemory, backupShelf } from '../../models/backup/backup-shelf.ts'
import { readLedger, writeLedger } from '../../models/backup/erasure-ledger.ts'
import { isHalfRestored, restoreBackup } from '../../models/backup/restore.ts'
import { openDatabase } from '../../models/database/database.ts'
import { fingerprintOf } from '../../models/master-key/key-files.ts'
import { erasureCertificateFolder } from '../../models/retention/erasure-certificate-folder.ts'
import { findPlanted } from '../helpers/planted-words.ts'

/** Anywhere. */
const place = { check: async () => {}, note: async () => {} }

const PASSPHRASE = 'correta cavalo bateria grampo'
const WORD = 'Escorreguei em Uirapurulândia'
const AT = new Date('2026-11-22T03:15:00Z')

test('a restored backup equals the original to the last byte, and only its owner can read it', async (t) => {
  const { dataDir, root, files, archive, path } = await written(t)
  t.is((await stat(path)).mode & 0o777, 0o600)
  t.deepEqual(await readdir(join(dataDir, 'backups')), [], 'no copy in the clear stays')
  t.deepEqual(await readdir(dirname(path)), ['a.svcbackup'])

  const target = join(root, 'restored')
  const manifest = await restoreBackup(path, PASSPHRASE, target)
  t.deepEqual(await archive.verify(path, PASSPHRASE), manifest)
  t.deepEqual(manifest.models, [{ file: 'm.gguf', sizeBytes: 7, sha256: 'a'.repeat(64) }])
  const found = await filesBelow(target)
  t.deepEqual(
    found.map(({ name }) => name),
    [...Object.keys(files), 'audit/spool/4194305-0123456789ab-a.ndjson', 'svc.sqlite'].sort(),
  )
  for (const { name, bytes, mode } of found) {
    t.is(mode & 0o077, 0, name)
    const part = manifest.parts.find((one) => one.name === name)
    t.is(part?.sha256, createHash('sha256').update(bytes).digest('hex'), name)
    if (files[name]) t.deepEqual(bytes, files[name], name)
  }
  t.deepEqual(await visits(target), [{ said: WORD }])
})

test('without the passphrase nothing of it can be read, the keys least of all', async (t) => {
  const { path, root, files } = await written(t)
  const folder = join(root, 'backups')
  const key = files['keys/master.key'] as Buffer
  const planted = [
    WORD,
    'audio/visita-1',
    key,
    (files['audio/visita-1/0.svc'] as Buffer).subarray(9, 99),
  ]
  t.deepEqual((await findPlanted(folder, planted)).found, [])
  for (const wrong of ['correta cavalo bateria grampa', '', PASSPHRASE.toUpperCase()])
    t.like(await t.throwsAsync(restoreBackup(path, wrong, join(root, 'empty'))), {
      code: 'backup_passphrase_wrong',
    })
  t.deepEqual(await readdir(join(root, 'empty')), [])
})

test('a byte that was changed, taken away or added anywhere is noticed', async (t) => {
  const { path, root, archive } = await written(t)
  const whole = await readFile(path)
  const changed = join(root, 'changed')
  const refused = async (bytes: Buffer) => {
    await writeFile(changed, bytes)
    const error = await archive.verify(changed, PASSPHRASE).then(
      () => null,
      (thrown: { code?: string }) => thrown,
    )
    return ['backup_damaged', 'backup_passphrase_wrong'].includes(error?.code ?? '')
  }
  const anywhere = fc.oneof(
    fc.nat(whole.length - 1),
    fc.nat(400), // the header
    fc.nat(400).map((back) => whole.length - 1 - back),
  )
  await fc.assert(
    fc.asyncProperty(anywhere, fc.integer({ min: 1, max: 255 }), async (at, bits) => {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] as number) ^ bits
      return refused(bytes)
    }),
    { numRuns: 80 },
  )
  await fc.assert(
    fc.asyncProperty(anywhere, async (at) => refused(whole.subarray(0, at))),
    { numRuns: 40 },
  )
  const chunk = (256 << 10) + 16
  const start = 12 + whole.readUInt32LE(8)
  for (const end of [start - 20, start + chunk, start + chunk + 99]) {
    await writeFile(changed, whole.subarray(0, end))
    const error = await t.throwsAsync(archive.verify(changed, PASSPHRASE))
    t.regex(error?.message ?? '', /cut short/, `cut at ${end}`)
  }
  // Between two chunks, where nothing is torn.
  t.true(whole.length > start + 2 * chunk)
  for (let end = start; end < whole.length; end += chunk)
    t.true(await refused(whole.subarray(0, end)), `cut at ${end}`)
  t.true(await refused(Buffer.concat([whole, Buffer.of(0)])))
  t.true(
    await refused(Buffer.concat([whole.subarray(0, start), whole.subarray(start + chunk)])),
    'the first chunk left out',
  )
  await t.throwsAsync(restoreBackup(changed, PASSPHRASE, join(root, 'empty')))
  t.deepEqual(await readdir(join(root, 'empty')), [])
})

test('a folder that holds something is left alone', async (t) => {
  const { path, dataDir } = await written(t)
  const before = (await filesBelow(dataDir)).map(({ name }) => name)
  t.like(await t.throwsAsync(restoreBackup(path, PASSPHRASE, dataDir)), {
    code: 'data_dir_not_empty',
  })
  t.deepEqual(
    (await filesBelow(dataDir)).map(({ name }) => name),
    before,
  )
})

test('a backup that cannot be read back is none, and the doctor will say so', async (t) => {
  const { archive, dataDir, root } = await written(t)
  const memory = backupMemory(join(dataDir, 'backups', 'last.json'))
  const folder = join(root, 'torn')
  const create = createBackup({
    place,
    archive: {
      ...archive,
      async write(request) {
        const path = await archive.write(request)
        const bytes = await readFile(path)
        bytes[300_000] = (bytes[300_000] as number) ^ 1
        await writeFile(path, bytes)
        return path
      },
    },
    memory,
    begin: async () => async () => {},
  })
  const path = join(folder, 'svc.svcbackup')
  t.like(await t.throwsAsync(create({ path, passphrase: PASSPHRASE, at: AT })), {
    code: 'backup_damaged',
  })
  t.deepEqual(await readdir(folder), [])
  t.deepEqual(await memory.read(), { at: AT, failure: 'backup_damaged' })
})

test('a backup that cannot be put on record gets no name', async (t) => {
  const { archive, dataDir, root } = await written(t)
  const memory = backupMemory(join(dataDir, 'backups', 'last.json'))
  const folder = join(root, 'unrecorded')
  const named: string[][] = []
  const record = async () => {
    named.push((await readdir(folder)).filter((name) => !name.startsWith('.')))
    throw new AppError('unavailable', 'audit_unavailable', 'no')
  }
  const create = createBackup({ place, archive, memory, begin: async () => record })
  const path = join(folder, 'svc.svcbackup')
  t.like(await t.throwsAsync(create({ path, passphrase: PASSPHRASE, at: AT })), {
    code: 'audit_unavailable',
  })
  // Asked for the success and for the failure; neither time was there a backup.
  t.deepEqual(named, [[], []])
  t.deepEqual(await readdir(folder), [])
})

test('the schedule makes one when it is due, removes old ones, and tries again an hour after a failure', async (t) => {
  const { archive, dataDir, root } = await written(t)
  const folder = join(root, 'scheduled')
  const memory = backupMemory(join(dataDir, 'backups', 'last.json'))
  const shelf = backupShelf(folder)
  const said: string[] = []
  const acts: string[] = []
  let hours = 0
  let isThere = true
  const record = async ({ action, outcome }: { action: string; outcome: string }) =>
    void acts.push(`${action} ${outcome}`)
  const begin = async () => record
  const run = scheduledBackup({
    everyMs: 24 * 3_600_000,
    policy: { daily: 2, weekly: 0, monthly: 0 },
    shelf,
    place,
    memory,
    begin,
    create: createBackup({ place, archive, memory, begin }),
    passphrase: async () => {
      if (isThere) return PASSPHRASE
      throw new Error('no file')
    },
    now: () => new Date(AT.getTime() + hours * 3_600_000),
    log: { ...silentLog, error: (event: string, _fields?: LogFields) => void said.push(event) },
  })
  const at = async (hour: number): Promise<{ backups: number; last: LastBackup | null }> => {
    hours = hour
    await run()
    return { backups: (await shelf.list()).length, last: await memory.read() }
  }
  t.is((await at(0)).backups, 1)
  t.is((await at(23)).backups, 1)
  t.is((await at(24)).backups, 2)
  t.is((await at(48)).backups, 2, 'the oldest went')
  t.is((await shelf.list())[0]?.name, 'svc-20261124T031500Z.svcbackup')
  isThere = false
  t.is((await at(72)).last?.failure, 'passphrase_needed')
  isThere = true
  t.is((await at(72.5)).last?.failure, 'passphrase_needed', 'not yet')
  t.like(await at(73), { backups: 2, last: { failure: null } })
  t.deepEqual(said, ['backup.failed'])
  t.deepEqual(acts, [
    'backup.created success',
    'backup.created success',
    'backup.created success',
    'backup.pruned success',
    'backup.created success',
    'backup.pruned success',
  ])
})

test('a database without its master key, or one that is no file, is not backed up as if it were', async (t) => {
  const { archive, dataDir, root, files } = await written(t)
  const { sequelize, close } = await openDatabase({ url: `sqlite:${join(dataDir, 'svc.sqlite')}` })
  t.teardown(close)
  await sequelize.query('CREATE TABLE vault_keys (name TEXT, fingerprint TEXT)')
  await sequelize.query(`INSERT INTO vault_keys VALUES ('master', '0123456789abcdef')`)
  const request = { path: join(root, 'more', 'b.svcbackup'), passphrase: PASSPHRASE, at: AT }
  t.like(await t.throwsAsync(archive.write(request)), { code: 'backup_busy' })
  t.deepEqual(await readdir(join(root, 'more')), [])
  const fingerprint = fingerprintOf(files['keys/master.key'] as Buffer)
  await sequelize.query('UPDATE vault_keys SET fingerprint = ?', { replacements: [fingerprint] })
  const path = await archive.write(request)
  t.is((await archive.verify(path, PASSPHRASE)).database.masterKey, fingerprint)

  const deps = {
    dataDir,
    version: '1',
    workParent: join(dataDir, 'backups'),
    models: async () => [],
  }
  const other = backupArchive({ ...deps, databasePath: null })
  t.like(await t.throwsAsync(other.write(request)), { code: 'backup_database' })
})

test('once a night the newest backup is verified in place, and the result is reported', async (t) => {
  const { archive, dataDir, root, path } = await written(t)
  const folder = join(root, 'nightly')
  await mkdir(folder)
  const name = join(folder, 'svc-20261122T031500Z.svcbackup')
  await writeFile(name, await readFile(path))
  const memory = backupMemory(join(dataDir, 'backups', 'last-check.json'))
  const told: string[] = []
  let hours = 0
  const run = backupSelfCheck({
    everyMs: 24 * 3_600_000,
    shelf: backupShelf(folder),
    archive,
    memory,
    passphrase: async () => PASSPHRASE,
    record: async ({ action, outcome, facts }) =>
      void told.push(`${action} ${outcome} ${facts.code ?? facts.parts}`),
    now: () => new Date(AT.getTime() + hours * 3_600_000),
    log: silentLog,
  })
  const at = async (hour: number) => {
    hours = hour
    await run()
    return (await memory.read())?.failure
  }
  t.is(await at(0), null)
  const bytes = await readFile(name)
  bytes[bytes.length - 100] = (bytes[bytes.length - 100] as number) ^ 1
  await writeFile(name, bytes)
  t.is(await at(23), null, 'not yet')
  t.is(await at(24), 'backup_damaged')
  t.deepEqual(told, ['backup.verified success 11', 'backup.verified failed backup_damaged'])
})

test('an interrupted restore starts again, and removes no file of anybody else', async (t) => {
  const { path, root, files } = await written(t)
  const whole = join(root, 'whole')
  await restoreBackup(path, PASSPHRASE, whole)
  const names = await readdir(whole)
  for (let moved = 0; moved <= names.length; moved++) {
    // As a process leaves it that is killed after so many steps.
    const target = join(root, `broken-${moved}`)
    await mkdir(join(target, '.restoring'), { recursive: true })
    await writeFile(join(target, '.restoring', '.places.json'), JSON.stringify(names))
    for (const [at, name] of names.entries())
      await cp(join(whole, name), join(at < moved ? target : join(target, '.restoring'), name), {
        recursive: true,
      })
    t.true(isHalfRestored(target))
    await restoreBackup(path, PASSPHRASE, target)
    t.false(isHalfRestored(target))
    t.deepEqual(
      (await filesBelow(target)).map(({ name }) => name),
      (await filesBelow(whole)).map(({ name }) => name),
    )
  }
  const target = join(root, 'theirs')
  await mkdir(join(target, '.restoring', 'keys'), { recursive: true })
  await mkdir(join(target, 'keys'))
  await writeFile(join(target, 'keys', 'master.key'), files['keys/master.key'] as Buffer)
  await writeFile(join(target, '.restoring', '.places.json'), '["keys"]')
  t.like(await t.throwsAsync(restoreBackup(path, PASSPHRASE, target)), {
    code: 'data_dir_not_empty',
  })
  t.deepEqual(await readdir(join(target, 'keys')), ['master.key'])
})

test('a restore or verification stops between two pieces, and leaves the folder empty', async (t) => {
  const { archive, path, root } = await written(t)
  const stop = new AbortController()
  const shares: number[] = []
  const reading = {
    signal: stop.signal,
    onProgress(share: number) {
      shares.push(share)
      stop.abort(new Error('stopped by SIGTERM'))
    },
  }
  const target = join(root, 'stopped')
  t.like(await t.throwsAsync(restoreBackup(path, PASSPHRASE, target, reading)), {
    message: 'stopped by SIGTERM',
  })
  t.deepEqual(await readdir(target), [])
  t.is(shares.length, 1)
  t.true(shares[0]! > 0 && shares[0]! <= 1)
  t.like(await t.throwsAsync(archive.verify(path, PASSPHRASE, reading)), {
    message: 'stopped by SIGTERM',
  })
  const again = archive.write({ path: `${path}2`, passphrase: PASSPHRASE, at: AT, ...reading })
  t.like(await t.throwsAsync(again), { message: 'stopped by SIGTERM' })
  t.deepEqual(await readdir(dirname(path)), ['a.svcbackup'])
})

test('leftovers of a killed writer are never listed, and removed once it cannot be running', async (t) => {
  const { archive, root } = await written(t)
  const folder = join(root, 'left')
  await mkdir(folder)
  const left = join(folder, '.svc-20261122T031500Z.svcbackup.4194305.part')
  await writeFile(left, 'half')
  t.deepEqual(await backupShelf(folder).list(), [])
  const next = async () =>
    archive.discard(
      await archive.write({ path: join(folder, 'b.svcbackup'), passphrase: PASSPHRASE, at: AT }),
    )
  await next()
  t.deepEqual(await readdir(folder), [basename(left)], 'it may be another machine’s')
  await utimes(left, new Date(), new Date(Date.now() - 900_000))
  await next()
  t.deepEqual(await readdir(folder), [])
})

test('the ledger of erasures is next to the backups, and ignores altered entries', async (t) => {
  const { root } = await written(t)
  const [certificates, ledger] = [join(root, 'certificates'), join(root, 'backups', 'erasures')]
  const made = makeCertificate({
    certificateId: randomUUID(),
    erasedAt: AT,
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
  t.is((await readLedger(ledger)).folder, null)
  t.is(await writeLedger(certificates, ledger), 1)
  t.is(await writeLedger(certificates, ledger), 0)
  t.deepEqual((await readLedger(ledger)).certificates, [certificate])
  const name = `${certificate.certificateId}.json`
  const text = await readFile(join(ledger, name), 'utf8')
  await writeFile(join(ledger, name), text.replace('admin', 'adnim'))
  t.deepEqual(await readLedger(ledger), { folder: ledger, certificates: [], damaged: [name] })
})

/** A small data folder with something of every kind in it, and a backup of it. */
async function written(t: ExecutionContext) {
  const root = await mkdtemp(join(tmpdir(), 'svc-backup-'))
  t.teardown(() => rm(root, { recursive: true, force: true }))
  const dataDir = join(root, 'data')
  const files: Record<string, Buffer> = {
    'audio/journal/0000000001.journal': randomBytes(5000),
    'audio/visita-1/0.svc': randomBytes(600_000),
    'audit/head.json': Buffer.from('{}'),
    'certificates/one.json': Buffer.from('{}'),
    'files/visita-1/empty': Buffer.alloc(0),
    'keys/master.key': randomBytes(32),
    'keys/rnds-simulator/ca.pem': Buffer.from('pem'),
    'made-by-a-later-version/file': Buffer.from('kept'),
    'svc.config.json': Buffer.from('{"metricsToken":"0123456789abcdef"}'),
  }
  const others: Record<string, Buffer> = {
    'audit/spool/4711-0123456789ab-a.ndjson': Buffer.from('{}\n'),
    'models/m.gguf': Buffer.from('weights'),
    'backups/svc-20200101T000000Z.svcbackup': Buffer.from('old'),
    'files/visita-1/x.part': Buffer.from('half'),
    'audio/incoming/x.upload': Buffer.from('half'),
  }
  for (const [name, bytes] of Object.entries({ ...files, ...others })) {
    await mkdir(dirname(join(dataDir, name)), { recursive: true, mode: 0o700 })
    await writeFile(join(dataDir, name), bytes, { mode: 0o600 })
  }
  await rm(join(dataDir, 'backups'), { recursive: true })
  const databasePath = join(dataDir, 'svc.sqlite')
  const { sequelize, close } = await openDatabase({ url: `sqlite:${databasePath}` })
  await sequelize.query('CREATE TABLE visits (said TEXT)')
  await sequelize.query('INSERT INTO visits VALUES (?)', { replacements: [WORD] })
  // Open, as by a server: what was written may be in the log alone.
  t.teardown(close)
  const archive = backupArchive({
    dataDir,
    databasePath,
    version: '1.2.3',
    scryptLog2N: 10,
    workParent: join(dataDir, 'backups'),
    models: async () => [{ file: 'm.gguf', sizeBytes: 7, sha256: 'a'.repeat(64) }],
  })
  const path = join(root, 'backups', 'a.svcbackup')
  await archive.keep(await archive.write({ path, passphrase: PASSPHRASE, at: AT }), path)
  return { root, dataDir, files, archive, path }
}

async function visits(dataDir: string): Promise<unknown[]> {
  const { sequelize, close } = await openDatabase({ url: `sqlite:${join(dataDir, 'svc.sqlite')}` })
  const [rows] = await sequelize.query('SELECT said FROM visits')
  await close()
  return rows
}

async function filesBelow(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1)
    found.push({ name, mode: (await stat(path)).mode, bytes: await readFile(path) })
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1))
}
