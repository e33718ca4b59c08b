// Own process: mounts a small disk.
/**
 * A stick that is pulled out and a disk that fills up while models are imported: words with what to
 * do, nothing half-installed, and the same command goes on afterwards. The disk is a real one of
 * that size; of a stick that does not answer, the kernel says `EIO`, as of a file that it never
 * lets anybody read.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { modelStore } from '../../ai-local/model-files/model-store.ts'
import { buildCli } from '../helpers/cli.ts'
import { makeGguf } from '../helpers/make-gguf.ts'

const MIB = 1 << 20
const signal = new AbortController().signal
const now = () => new Date('2026-11-27T12:00:00Z')
const transfer = { signal }
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function temporaryFolder(t: { teardown(end: () => unknown): void }): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'svc-stick-'))
  t.teardown(() => rm(root, { recursive: true, force: true }))
  return root
}

/** @returns false where this account may not mount */
function mount(t: { teardown(end: () => void): void }, folder: string, sizeMiB: number): boolean {
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m`, 'tmpfs', folder])
  if (made.status !== 0) return false
  t.teardown(() => void spawnSync('umount', [folder]))
  return true
}

test('a disk that fills up in the middle of a copy leaves no part, and the copy works afterwards', async (t) => {
  const root = await temporaryFolder(t)
  const disk = join(root, 'disk')
  await mkdir(disk)
  if (!mount(t, disk, 80)) return t.pass('nothing can be mounted here')
  const bytes = Buffer.alloc(10 * MIB, 7)
  const sourcePath = join(root, 'own.gguf')
  await writeFile(sourcePath, bytes)
  const folder = join(disk, 'models')
  const store = modelStore({ folder, now })
  const source = { file: 'own.gguf', sourcePath, sha256: digestOf(bytes) }

  let isFull = false
  const fill = () => {
    if (isFull) return
    isFull = true
    spawnSync('dd', ['if=/dev/zero', `of=${disk}/others`, 'bs=1M'])
  }
  await t.throwsAsync(store.copyIn(source, { ...transfer, onProgress: fill }), { code: 'ENOSPC' })
  t.true(isFull)
  t.deepEqual(await readdir(folder), [], 'nothing half-installed, no lock')
  await t.throwsAsync(store.copyIn(source, transfer), { code: 'disk_full' })
  await rm(join(disk, 'others'))
  t.is((await store.copyIn(source, transfer)).sizeBytes, bytes.length)
})

test('svcctl model setup says that the disk is full before anything is changed, and goes on later', async (t) => {
  const cli = await buildCli(t)
  const stick = join(cli.root, 'stick')
  await mkdir(stick)
  makeGguf(join(stick, 'own.gguf'))
  await mkdir(join(cli.dataDir, 'models'), { recursive: true })
  if (!mount(t, join(cli.dataDir, 'models'), 300)) return t.pass('nothing can be mounted here')
  const setUp = (...args: string[]) =>
    cli.run(['model', 'setup', '--from', stick, '--text', 'own', '--yes', ...args])
  const refused = await setUp()
  t.is(refused.code, 65, refused.stderr)
  t.regex(refused.stderr, /Not enough room: 1 MiB are needed.*512 MiB must stay free/)
  t.regex(refused.stderr, /Remove a model.*or enlarge the disk\. Nothing was changed\./)
  t.deepEqual(await readdir(join(cli.dataDir, 'models')), [])
  t.is(spawnSync('mount', ['-o', 'remount,size=900m', join(cli.dataDir, 'models')]).status, 0)
  const later = await setUp('--dry-run', '--json')
  t.like(later.json.plan.at(-1), { name: 'own', how: 'import' })
})

test('a stick that is pulled out is told by name, while it is recognised and while it is copied', async (t) => {
  const root = await temporaryFolder(t)
  const folder = join(root, 'models')
  const store = modelStore({ folder, now })
  const gone = { code: 'model_source_gone', message: /pulled out.*Nothing of this file.*again\./ }
  // The kernel answers EIO to whoever reads what is not there.
  const dead = '/proc/self/mem'
  await t.throwsAsync(
    store.copyIn({ file: 'a.gguf', sourcePath: dead, sha256: '' }, transfer),
    gone,
  )
  await t.throwsAsync(store.digest(dead, { signal }), gone)
  await t.throwsAsync(store.head(dead, 100), gone)
  t.deepEqual(await readdir(folder), [])

  const stick = join(root, 'stick')
  await mkdir(stick)
  const file = makeGguf(join(stick, 'own.gguf'))
  const sha256 = digestOf(await readFile(file))
  await rm(stick, { recursive: true })
  const source = { file: 'own.gguf', sourcePath: file, sha256 }
  await t.throwsAsync(store.copyIn(source, transfer), gone)
  t.deepEqual(await readdir(folder), [])
  await mkdir(stick)
  makeGguf(file)
  t.is((await store.copyIn(source, transfer)).file, 'own.gguf')
})
