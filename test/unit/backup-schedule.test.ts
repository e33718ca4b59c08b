import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { backupName } from '../../core/backup/names.ts'
import type { BackupMemory, LastBackup } from '../../core/backup/ports.ts'
import { scheduledBackup } from '../../core/backup/scheduled-backup.ts'
import { backupSelfCheck, elapsedMs, newestUntil } from '../../core/backup/self-check.ts'
import { AppError } from '../../core/errors.ts'
import { backupPlace, mountsAbove } from '../../models/backup/backup-place.ts'
import { backupShelf } from '../../models/backup/backup-shelf.ts'
import { folderAnswers } from '../../models/backup/folder-faults.ts'

const HOUR_MS = 3_600_000
const stalled = new AppError('unavailable', 'backup_folder_stalled', 'gone')

/** A box whose clock and share the test moves. */
function box() {
  const on = {
    now: new Date('2026-11-22T12:00:00Z'),
    made: [] as string[],
    logged: [] as string[],
    isStalled: false,
    create: async () => {},
  }
  const shelf = {
    folder: '/mnt/nas',
    async list() {
      if (on.isStalled) throw stalled
      return on.made
        .map((name) => ({ name, path: `/mnt/nas/${name}`, at: timeIn(name), sizeBytes: 1 }))
        .sort((one, other) => other.at.getTime() - one.at.getTime())
    },
    remove: async () => {},
  }
  const noteOf = (memory: { last: LastBackup | null }): BackupMemory => ({
    read: async () => memory.last,
    async write(last) {
      memory.last = last
    },
  })
  const note: { last: LastBackup | null } = { last: null }
  const checked: { last: LastBackup | null } = { last: null }
  const log = {
    info: () => {},
    warn: () => {},
    error: (event: string) => void on.logged.push(event),
  } as never
  const shared = {
    shelf,
    log,
    now: () => on.now,
    passphrase: async () => 'correta cavalo',
    record: async () => {},
    begin: async () => async () => {},
    place: { note: async () => {} },
  }
  const run = scheduledBackup({
    ...shared,
    everyMs: 24 * HOUR_MS,
    policy: { daily: 7, weekly: 0, monthly: 0 },
    memory: noteOf(note),
    async create({ path }) {
      await on.create()
      on.made.push(path.slice('/mnt/nas/'.length))
      return { path, sizeBytes: 1, manifest: { parts: [] } } as never
    },
  })
  let verified = 0
  const check = backupSelfCheck({
    ...shared,
    everyMs: 24 * HOUR_MS,
    memory: noteOf(checked),
    archive: {
      async verify() {
        verified++
        return { parts: [] } as never
      },
    },
  })
  const pass = (hours: number) => {
    on.now = new Date(on.now.getTime() + hours * HOUR_MS)
  }
  return { on, run, check, note, checked, pass, verified: () => verified }
}

const timeIn = (name: string) =>
  new Date(name.replace(/^svc-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*/, '$1-$2-$3T$4:$5:$6Z'))

test('a clock that was set back stops neither backups nor their check', async (t) => {
  const { on, run, check, pass, verified } = box()
  pass(24 * 400)
  await run()
  await check()
  pass(-24 * 400)
  await run()
  await check()
  t.deepEqual([on.made.length, verified()], [2, 2])
  t.is(
    newestUntil(
      on.made.map((name) => ({ at: timeIn(name) })),
      on.now,
    )?.at.getTime(),
    on.now.getTime(),
  )
  t.is(elapsedMs(new Date(on.now.getTime() + 60_000), on.now), 0)
})

test('a share that does not answer is reported once an hour, and removes no backup', async (t) => {
  const { on, run, note, pass } = box()
  await run()
  pass(25)
  on.isStalled = true
  await run()
  await run()
  t.deepEqual([on.logged, note.last?.failure], [['backup.failed'], 'backup_folder_stalled'])
  pass(1)
  await run()
  t.is(on.logged.length, 2)
  on.isStalled = false
  pass(1)
  await run()
  t.is(on.made.length, 2)
})

test('a hanging backup is reported, and continues when the share is back', async (t) => {
  const { on, run, note } = box()
  let release = () => {}
  on.create = () =>
    new Promise((resolve) => {
      release = resolve
    })
  const hanging = run()
  await new Promise(setImmediate)
  on.isStalled = true
  await run()
  await run()
  t.deepEqual([on.logged, note.last?.failure], [['backup.failed'], 'backup_folder_stalled'])
  release()
  await hanging
  t.is(on.made.length, 1)
})

test('a check of a share that does not answer is remembered', async (t) => {
  const { on, check, checked } = box()
  on.isStalled = true
  await check()
  await check()
  t.deepEqual(
    [on.logged, checked.last?.failure],
    [['backup.check_failed'], 'backup_folder_stalled'],
  )
})

test('the mount expected above a folder is found in the table of file systems', (t) => {
  const fstab = `# comment /mnt
UUID=1 / ext4 defaults 0 1
nas:/b /mnt/nas nfs hard 0 0
//nas/c /mnt/our\\040share cifs credentials=/x 0 0
/srv/a /mnt/nas/bound none bind 0 0
UUID=2 none swap sw 0 0
`
  t.deepEqual(mountsAbove('/mnt/nas/svc', fstab), ['/mnt/nas'])
  t.deepEqual(mountsAbove('/mnt/nas', fstab), ['/mnt/nas'])
  t.deepEqual(mountsAbove('/mnt/our share/svc', fstab), ['/mnt/our share'])
  t.deepEqual(mountsAbove('/mnt/nas/bound', fstab), ['/mnt/nas'])
  t.deepEqual(mountsAbove('/mnt/nasty', fstab), [])
})

test('no backup is written where the share is not mounted, by fstab or by the last backup’s place', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'svc-place-'))
  const folder = join(home, 'nas')
  await mkdir(folder)
  const memoryPath = join(home, 'place.json')
  const fstabPath = join(home, 'fstab')
  const of = (name = folder) => backupPlace({ folder: name, memoryPath, fstabPath })
  const path = join(folder, backupName(new Date()))
  await t.notThrowsAsync(of().check(path))
  await of().note(path)
  await t.notThrowsAsync(of().check(path), 'the machine’s own disk, as before')
  await writeFile(fstabPath, `nas:/b ${folder} nfs hard 0 0\n`)
  t.like(await t.throwsAsync(of().check(path)), { code: 'backup_share_missing' })
  await t.notThrowsAsync(of().check(join(home, 'named.svcbackup')), 'a folder that somebody named')
  await writeFile(fstabPath, '')
  await writeFile(memoryPath, JSON.stringify({ folder, mount: folder }))
  t.is(await of().missingMount(), folder)
  await of().note(path)
  t.is(await of().missingMount(), folder, 'what lies in its empty place does not make it the place')
  await writeFile(memoryPath, JSON.stringify({ folder: '/elsewhere', mount: folder }))
  t.is(await of().missingMount(), null)
  // Mounted since the system started.
  await writeFile(memoryPath, JSON.stringify({ folder: '/proc/svc', mount: '/proc' }))
  t.is(await of('/proc/svc').missingMount(), null)
})

test('a folder that hangs is asked by another process, one at a time', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'svc-stalled-'))
  // What `ls` does on a share whose server is gone.
  const program = join(home, 'hangs')
  await writeFile(program, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
  const first = folderAnswers(home, { program, patienceMs: 200 })
  t.is(folderAnswers(home), first)
  t.false(await first)
  while (!(await folderAnswers(home))) await new Promise(setImmediate)
  t.deepEqual(await backupShelf(home, true).list(), [])
  t.true(await folderAnswers(join(home, 'missing')))
})
