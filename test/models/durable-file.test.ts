// Own process: traces and stops programs that it starts.
/**
 * Small files that are whole or not there: what the kernel is asked for, in which order, and what a
 * kill leaves.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { build } from 'esbuild'
import { writeDurably, writeOnce } from '../../models/durable-file.ts'
import { readMasterKey } from '../../models/master-key/read-master-key.ts'
import { keepHold } from '../../models/outgoing-hold.ts'

const SOURCE = fileURLToPath(new URL('../../models/outgoing-hold.ts', import.meta.url))
const KEYS = fileURLToPath(new URL('../../models/master-key/read-master-key.ts', import.meta.url))
const HOLD = 'outgoing-held.json'

async function folderOf(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-durable-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A program of its own that works with the real `keepHold` on `process.argv[2]`. */
async function programOf(t: ExecutionContext, body: string): Promise<string> {
  const folder = await folderOf(t)
  const path = join(folder, 'program.mjs')
  const contents = `import { readMasterKey } from '../../models/master-key/read-master-key.ts'
import { keepHold } from ${JSON.stringify(SOURCE)}
const keep = (second) => keepHold(process.argv[2], { since: new Date(second * 1000), because: 'administrator', madeAt: null })
${body}`
  await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: path,
    logLevel: 'error',
  })
  return path
}

/**
 * A program of its own that reads the master key of `process.argv[2]`, and makes it where there is
 * none.
 */
async function keyProgram(t: ExecutionContext): Promise<string> {
  const folder = await folderOf(t)
  const path = join(folder, 'program.mjs')
  const contents = `import { readMasterKey } from ${JSON.stringify(KEYS)}
await readMasterKey({ keysDir: process.argv[2] })`
  await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: path,
    logLevel: 'error',
  })
  return path
}

const traces = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
const traced = traces ? test : test.skip
traced(
  `${traces ? '' : 'skipped without strace: '}the content is flushed before the rename, the folder after it`,
  async (t) => {
    const folder = await folderOf(t)
    const log = join(await folderOf(t), 'calls')
    const program = await programOf(t, 'await keep(1)')
    const calls = 'trace=openat,fsync,fdatasync,rename,renameat,renameat2'
    execFileSync('strace', ['-f', '-y', '-e', calls, '-o', log, process.execPath, program, folder])
    // Calls that another thread cuts in two end with the line on which they were taken up again.
    const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line.includes(folder))
    const at = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line))
    const flushed = at(/fsync\(\d+<[^>]*\/outgoing-held\.json\.[0-9a-f]{8}\.new>/)
    const renamed = at(/rename.*outgoing-held\.json"/)
    const isFolder = new RegExp(`fsync\\(\\d+<${folder}>`)
    t.true(flushed >= 0 && renamed > flushed, lines.join('\n'))
    t.true(at(isFolder) > renamed, lines.join('\n'))
    t.regex(lines[at(/O_CREAT/)] ?? '', /O_EXCL.*0600/)
  },
)

test('killed at any moment, the file is one of the written versions, whole, and leftovers are removed', async (t) => {
  const folder = await folderOf(t)
  const program = await programOf(
    t,
    "console.log('on'); for (let second = 1; ; second++) await keep(second)",
  )
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, [program, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    while (!(await readdir(folder)).includes(HOLD)) await new Promise(setImmediate)
    child.kill('SIGKILL')
    await once(child, 'exit')
    t.is(JSON.parse(await readFile(join(folder, HOLD), 'utf8')).because, 'administrator')
  }
  const dead = join(folder, `${HOLD}.0123abcd.new`)
  const young = join(folder, `${HOLD}.89abcdef.new`)
  const other = join(folder, 'other.json.0123abcd.new')
  for (const path of [dead, young, other]) await writeFile(path, '')
  for (const path of [dead, other]) await utimes(path, 1, 1)
  await keepHold(folder, { since: new Date(), because: 'administrator', madeAt: null })
  const names = await readdir(folder)
  t.false(names.includes(`${HOLD}.0123abcd.new`))
  t.true(names.includes(`${HOLD}.89abcdef.new`), 'somebody may be writing it')
  t.true(names.includes('other.json.0123abcd.new'))
})

traced(
  `${traces ? '' : 'skipped without strace: '}killed after any call, the first master key is there whole or not at all`,
  async (t) => {
    const program = await keyProgram(t)
    const seen = new Set<number>()
    for (const call of ['openat', 'write', 'pwrite64', 'fsync', 'link', 'unlink']) {
      for (let nth = 1; ; nth++) {
        const keysDir = join(await folderOf(t), 'keys')
        const inject = `inject=${call}:signal=SIGKILL:when=${nth}`
        const { signal, status } = spawnSync(
          'strace',
          ['-f', '-qq', '-o', '/dev/null', '-e', inject, process.execPath, program, keysDir],
          { encoding: 'utf8' },
        )
        const names = await readdir(keysDir).catch(() => [] as string[])
        seen.add(names.length)
        const before = names.includes('master.key')
          ? await readFile(join(keysDir, 'master.key'))
          : null
        const { key } = await readMasterKey({ keysDir })
        if (before) t.deepEqual(key, before, `${call} ${nth}`)
        t.is((await readFile(join(keysDir, 'master.key'))).length, 32)
        if (status === 0 && signal === null) break
      }
    }
    t.deepEqual([...seen].sort(), [0, 1, 2], 'killed before, between and after')
  },
)

test('a file for once: of many one writes it, and nobody replaces it', async (t) => {
  const path = join(await folderOf(t), 'once.key')
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(5000))
  const wrote = await Promise.all(texts.map((text) => writeOnce(path, text)))
  t.is(wrote.filter(Boolean).length, 1)
  t.is(await readFile(path, 'utf8'), String(texts[wrote.indexOf(true)]))
  t.false(await writeOnce(path, 'late'))
  t.is((await stat(path)).mode & 0o777, 0o600)
  t.deepEqual(await readdir(join(path, '..')), ['once.key'])
})

traced(
  `${traces ? '' : 'skipped without strace: '}on a share without hard links a file for once is written all the same`,
  async (t) => {
    const keysDir = join(await folderOf(t), 'keys')
    const program = await keyProgram(t)
    const inject = 'inject=link:error=EPERM'
    execFileSync('strace', [
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      inject,
      process.execPath,
      program,
      keysDir,
    ])
    t.deepEqual(await readdir(keysDir), ['master.key'])
    t.is((await readFile(join(keysDir, 'master.key'))).length, 32)
  },
)

test('many at once: one of them wins, and nothing is mixed', async (t) => {
  const path = join(await folderOf(t), 'one.json')
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(5000))
  await Promise.all(texts.map((text) => writeDurably(path, text)))
  t.true(texts.includes(await readFile(path, 'utf8')))
  t.deepEqual(await readdir(join(path, '..')), ['one.json'])
})

test('a file keeps its mode and a link its target; a failed write leaves the old file and no other', async (t) => {
  const folder = await folderOf(t)
  const path = join(folder, 'settings.json')
  await writeDurably(path, 'first')
  t.is((await stat(path)).mode & 0o777, 0o600)
  await chmod(path, 0o640)
  await symlink(path, join(folder, 'link.json'))
  await writeDurably(join(folder, 'link.json'), 'second')
  t.is(await readFile(path, 'utf8'), 'second')
  t.is((await stat(path)).mode & 0o777, 0o640)
  t.true((await lstat(join(folder, 'link.json'))).isSymbolicLink())
  await t.throwsAsync(writeDurably(folder, 'a folder is there'))
  t.deepEqual((await readdir(folder)).sort(), ['link.json', 'settings.json'])
})
