// Own process: mounts a file system, one test after another.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import type { Command } from 'commander'
import { runnable } from '../../cli/reference.ts'
import { buildCli, prepareFolder } from '../helpers/cli.ts'
import { buildProgram } from '../helpers/cli-program.ts'

/** They run on, listen, ask a browser or compute for long. */
const OTHERS = /^(serve|demo|eval|bundle (create|try)|rnds simulator|host test|template preview)$/

const READ_ONLY = new Set(['data_folder_read_only', 'file_not_permitted'])

test.serial(
  'no command breaks on a full disk: each does its work, or says in a line that the disk is full, and leaves nothing',
  async (t) => {
    const disk = tmpfs(t, '24m')
    if (!disk) return
    const cli = await onDisk(t, disk)
    const refusals = await walk(t, cli, () => fill(disk))
    t.true(refusals.filter((code) => code === 'disk_full').length > 15, refusals.join(' '))

    for (const name of readdirSync(disk)) if (name.startsWith('filler')) rmSync(join(disk, name))
    await isWhole(t, cli)
  },
)

test.serial('no command breaks on a data folder that cannot be written', async (t) => {
  const disk = tmpfs(t, '24m')
  if (!disk) return
  const cli = await onDisk(t, disk)
  execFileSync('mount', ['-o', 'remount,ro', disk])
  const refusals = await walk(t, cli, () => {})
  t.true(refusals.filter((code) => READ_ONLY.has(code)).length > 10, refusals.join(' '))

  execFileSync('mount', ['-o', 'remount,rw', disk])
  await isWhole(t, cli)
})

test.serial('nor where a service was killed before the disk became read-only', async (t) => {
  const disk = tmpfs(t, '64m')
  if (!disk) return
  const cli = await onDisk(t, disk)
  const server = cli.start(['serve'])
  while (!/Serving on/.test(server.said.stderr)) await sleep(50)
  server.child.kill('SIGKILL')
  await server.ended
  t.true(filesBelow(disk).some((name) => name.endsWith('svc.sqlite-wal')))
  execFileSync('mount', ['-o', 'remount,ro', disk])
  t.is((await cli.run(['org', 'list'])).code, 0)
  const refusals = await walk(t, cli, () => {})
  t.true(refusals.filter((code) => code === 'file_not_permitted').length > 5, refusals.join(' '))

  execFileSync('mount', ['-o', 'remount,rw', disk])
  // In a process of its own: what SQLite maps for reading alone stays so in this one.
  for (const line of [
    ['audit', 'verify'],
    ['user', 'add', 'Somebody'],
  ])
    t.is((await cli.runApart(line)).code, 0)
})

/** What only reads, and keeps no record of having read. */
const READERS = [
  'audit tail',
  'audit verify',
  'consult verify',
  'key list',
  'org list',
  'outgoing show',
  'rnds list',
  'rnds profile show',
  'template list',
  'terminology list',
  'user list',
  'org vocabulary show',
  'retention show',
  'retention run --dry-run',
  'webhook list',
]

for (const [name, size, stop] of [
  ['full', '24m', fill],
  ['read-only', '24m', (disk: string) => execFileSync('mount', ['-o', 'remount,ro', disk])],
] as const)
  test.serial(
    `a ${name} disk is still read, by who only reads; doctor says one thing`,
    async (t) => {
      const disk = tmpfs(t, size)
      if (!disk) return
      const cli = await onDisk(t, disk)
      stop(disk)
      for (const line of READERS) {
        const read = await cli.run([...line.split(' '), '--json'])
        t.is(read.code, 0, `${line}: ${read.stderr}`)
      }
      t.is((await cli.run(['org', 'list', '--json'])).json.organizations[0].name, 'Hospital')
      t.is(
        (await cli.run(['user', 'add', 'Somebody', '--json'])).failure.error,
        name === 'full' ? 'disk_full' : 'data_folder_read_only',
      )
      // What leaves with an auditor is on record, or does not leave.
      const exported = await cli.run(['audit', 'export', '--json'])
      t.is(exported.stdout, '')
      t.not(exported.code, 0)
      const { findings } = (await cli.run(['doctor', '--json'])).json as {
        findings: { id: string; severity: string; fix?: string }[]
      }
      const errors = findings.filter(({ severity }) => severity === 'error')
      const said = errors.map(({ id }) => id).filter((id) => id !== 'data.space')
      t.deepEqual(said, name === 'full' ? [] : ['data.folder'])
      if (name === 'read-only') t.regex(errors[0]?.fix ?? '', /^mount -o remount,rw /)
    },
  )

type Cli = Awaited<ReturnType<typeof onDisk>>

/** @returns null, said by name, where nothing may be mounted */
function tmpfs(t: ExecutionContext, size: string): string | null {
  const disk = mkdtempSync(join(tmpdir(), 'svc-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', disk], { stdio: 'ignore' })
  } catch {
    t.pass('no disk may be mounted here')
    return null
  }
  t.teardown(() => {
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true })
  })
  return disk
}

async function onDisk(t: ExecutionContext, disk: string) {
  const dataDir = join(disk, 'data')
  await prepareFolder(dataDir)
  const cli = await buildCli(
    t,
    { SVC_DATA_DIR: dataDir, SVC_SPEECH_ENGINE: 'off' },
    { prepared: false },
  )
  t.is((await cli.run(['org', 'create', 'Hospital'])).code, 0)
  mkdirSync(join(dataDir, 'models'), { recursive: true })
  writeFileSync(join(cli.root, 'passphrase'), 'a passphrase that is long enough\n', { mode: 0o600 })
  return { ...cli, disk }
}

/** Every command, one after the other. @returns the codes of what was refused */
async function walk(t: ExecutionContext, cli: Cli, before: () => void): Promise<string[]> {
  const refusals: string[] = []
  for (const { path, command } of runnable(buildProgram().root)) {
    if (path === '' || OTHERS.test(path)) continue
    before()
    const there = filesBelow(cli.disk)
    const done = await cli.run([...lineOf(path, command, cli.root), '--yes', '--json'])
    t.not(done.code, 70, `${path}: ${done.stderr}`)
    t.false(/\n\s+at /.test(done.stderr), path)
    if (done.code !== 0 && done.stderr.includes('{')) refusals.push(done.failure.error)
    const isOurs = (name: string) => !there.includes(name) && !/svc\.sqlite-(wal|shm)$/.test(name)
    t.deepEqual(filesBelow(cli.disk).filter(isOurs), [], path)
  }
  return refusals
}

async function isWhole(t: ExecutionContext, { run }: Cli) {
  const { findings } = (await run(['doctor', '--json'])).json as {
    findings: { id: string; severity: string }[]
  }
  t.is(findings.find(({ id }) => id === 'database.integrity')?.severity, 'ok')
  t.is((await run(['audit', 'verify'])).code, 0)
  t.is((await run(['org', 'list', '--json'])).json.organizations[0].name, 'Hospital')
  const made = await run(['user', 'add', 'Somebody'])
  t.is(made.code, 0, made.stderr)
}

function lineOf(path: string, command: Command, root: string): string[] {
  const some: Record<string, string[]> = {
    'config set': ['port', '9000'],
    'key create': ['--name', 'EHR'],
    'user add': ['Somebody'],
    'org create': ['Clínica'],
    'backup create': ['--passphrase-file', join(root, 'passphrase')],
    'webhook add': ['https://ehr.example/hook'],
  }
  const needed = command.registeredArguments.filter(({ required }) => required)
  const flags = command.options.filter(({ mandatory }) => mandatory)
  return [
    ...path.split(' '),
    ...(some[path] ?? [
      ...needed.map(({ argChoices }) => argChoices?.[0] ?? 'x'),
      ...flags.flatMap(({ long, argChoices }) => [long ?? '', argChoices?.[0] ?? 'x']),
    ]),
  ]
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('filler'))
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** To the last byte: what a command gave back is taken again. */
function fill(disk: string): void {
  for (const size of [1 << 20, 1 << 12])
    try {
      for (;;)
        writeFileSync(join(disk, `filler-${readdirSync(disk).length}-${size}`), Buffer.alloc(size))
    } catch {
      // Full.
    }
}
