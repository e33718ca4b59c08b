// Own process: starts programs in folders that are removed.
import { execFile, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import type { Command } from 'commander'
import { folderNeed } from '../../cli/folder-need.ts'
import { runnable } from '../../cli/reference.ts'
import { openDatabase } from '../../models/database/database.ts'
import { writeDurably } from '../../models/durable-file.ts'
import { buildCli } from '../helpers/cli.ts'
import { buildProgram } from '../helpers/cli-program.ts'

/** They run on, listen, compute for long, or make the folder, as they should. */
const OTHERS =
  /^(serve|demo|init|config set|backup restore|eval|bundle (create|try)|rnds simulator|host test)$/

test('no command makes a data folder that it was not asked to make', async (t) => {
  const { dataDir, run } = await buildCli(t, {}, { prepared: false })
  const commands = runnable(buildProgram().root)
    .map(({ path, command }) => ({ path, line: lineOf(path, command) }))
    .filter(({ path, line }) => !OTHERS.test(path) && line.length > 0)
  t.true(commands.length > 80)
  for (const { path, line } of commands) {
    const done = await run([...line, '--yes', '--json'])
    if (folderNeed(path)) {
      t.is(done.code, 66, `${path}: ${done.stderr}`)
      t.is(done.failure.error, 'data_folder_missing', path)
      t.is(done.stdout, '', path)
    } else t.not(done.code, 70, path)
    await t.throwsAsync(stat(dataDir), { code: 'ENOENT' }, path)
  }
  const { stderr } = await run(['org', 'list', '--data-dir', '/srv/typo'])
  t.regex(stderr, /no data folder \/srv\/typo \(--data-dir\).*svcctl --data-dir \/srv\/typo init/)
  t.regex((await run(['org', 'list'])).stderr, /\(SVC_DATA_DIR\)/)
})

test('a folder in which nothing was prepared stays as it is', async (t) => {
  const { dataDir, run } = await buildCli(t, {}, { prepared: false })
  await mkdir(dataDir)
  const database = join(dataDir, 'svc.sqlite')
  const refused = async () => {
    for (const line of [
      ['org', 'list'],
      ['doc', 'replay', 'x'],
      ['backup', 'prune', '--yes'],
    ]) {
      const { code, failure } = await run([...line, '--json'])
      t.deepEqual([code, failure.error], [66, 'data_folder_not_prepared'], line.join(' '))
      t.regex(failure.message, /Prepare it: svcctl init/)
    }
  }
  await refused()
  t.deepEqual(await readdir(dataDir), [])
  t.regex((await run([])).stdout, /Nothing is prepared yet/)
  const status = await run(['status', '--json'])
  t.is(status.code, 66)
  t.like(status.json, { reachable: false, prepared: false })

  // An init that was killed at its very beginning.
  await writeFile(database, '')
  await refused()
  const { sequelize, close } = await openDatabase({ url: `sqlite:${database}` })
  await sequelize.query('CREATE TABLE other (x INTEGER)')
  await close()
  t.is((await run(['org', 'list', '--json'])).failure.error, 'data_folder_not_prepared')
  t.deepEqual(
    (await readdir(dataDir)).filter((name) => name !== 'svc.sqlite'),
    [],
  )
  t.is((await run(['init', '--json'])).json.created, true)
  t.is((await run(['org', 'list'])).code, 0)
})

test('a folder that is gone under the shell is no reason to do nothing', async (t) => {
  const { dataDir } = await buildCli(t, {}, { prepared: false })
  const gone = `${dataDir}-gone`
  await mkdir(gone)
  const svcctl = fileURLToPath(new URL('../../bin/svcctl', import.meta.url))
  const line = `cd '${gone}' && rmdir '${gone}' && '${process.execPath}' '${svcctl}' --version`
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
  t.is(status, 0, stderr)
  t.regex(stdout, /^\d+\.\d+\.\d+/)
})

test('the folder of another account is not worked in, and the account is named', async (t) => {
  const { dataDir, run } = await buildCli(t)
  const isRoot = process.geteuid?.() === 0
  if (isRoot) await chown(join(dataDir, 'svc.sqlite'), 65_534, 65_534)
  else {
    await chmod(dataDir, 0)
    t.teardown(() => chmod(dataDir, 0o700))
  }
  const { code, failure } = await run(['org', 'create', 'Hospital', '--json'])
  t.deepEqual([code, failure.error], [77, 'data_folder_foreign'])
  if (isRoot) t.regex(failure.message, /belongs to the account nobody.*runuser -u nobody -- svcctl/)
  t.is((await run(['init', '--json'])).failure.error, 'data_folder_foreign')
  t.is((await run(['status'])).code, 69)
})

const asRoot = process.geteuid?.() === 0 ? test : test.skip
const NOBODY = 65_534

asRoot(
  'root leaves nothing in the folder of the service that the service cannot read',
  async (t) => {
    const { dataDir, run } = await buildCli(t)
    await mkdir(join(dataDir, 'models'))
    for (const path of ['', 'svc.sqlite', 'models'])
      await chown(join(dataDir, path), NOBODY, NOBODY)
    for (const line of [
      ['config', 'set', 'trustedProxies', '1'],
      ['init', '--yes', '--org', 'Hospital'],
      ['model', 'pull', 'whisper-small', '--yes'],
      ['model', 'use', 'whisper-small'],
      ['rnds', 'definitions', 'remove', '--yes'],
    ])
      t.is((await run([...line, '--json'])).failure.error, 'data_folder_foreign', line.join(' '))
    t.deepEqual(await ofRoot(dataDir), [])

    const file = join(dataDir, 'svc.config.json')
    await writeDurably(file, '{}')
    t.is((await stat(file)).uid, NOBODY, 'and what is written on the way is the folder’s')
  },
)

asRoot('what root has left there, doctor tells and gives back', async (t) => {
  const { dataDir, run } = await buildCli(t, { SVC_SPEECH_ENGINE: 'off' })
  t.is((await run(['config', 'set', 'trustedProxies', '1'])).code, 0)
  await mkdir(join(dataDir, 'models', 'deep'), { recursive: true })
  await writeFile(join(dataDir, 'models', 'deep', 'model.bin'), '', { mode: 0o600 })
  for (const path of ['', 'svc.sqlite']) await chown(join(dataDir, path), NOBODY, NOBODY)

  const owner = async (...flags: string[]) => {
    const { findings } = (await run(['doctor', '--json', ...flags])).json
    return findings.find(({ id }: { id: string }) => id === 'data.owner')
  }
  const told = await owner()
  t.like(told, { severity: 'error', mended: false })
  t.regex(told.what, /belong to another account/)
  t.like(await owner('--fix'), { severity: 'ok', mended: true })
  t.like(await owner(), { severity: 'ok', mended: false })
  t.deepEqual(await ofRoot(dataDir), [])
})

/** What lies in a folder and belongs to root. */
async function ofRoot(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const all = await Promise.all(
    names.map(async (name) => ({ name, uid: (await stat(join(folder, name))).uid })),
  )
  return all.filter(({ uid }) => uid === 0).map(({ name }) => name)
}

/** With something for all that it asks. */
function lineOf(path: string, command: Command): string[] {
  const needed = command.registeredArguments.filter(({ required }) => required)
  const flags = command.options.filter(({ mandatory }) => mandatory)
  return [
    ...path.split(' ').filter(Boolean),
    ...needed.map(({ argChoices }) => argChoices?.[0] ?? 'x'),
    ...flags.flatMap(({ long, argChoices }) => [long ?? '', argChoices?.[0] ?? 'x']),
  ]
}

test('a hint that is copied word for word means the installation of the command that gave it', async (t) => {
  const { root, run } = await buildCli(t, {}, { prepared: false })
  const there = join(root, 'caixa do hospital')
  const flags = ['--data-dir', there]
  const bin = fileURLToPath(new URL('../../bin', import.meta.url))
  /** As a shell reads it, without a word of the environment about the folder. */
  async function copied(hint: string) {
    const env = { PATH: `${bin}:${process.env.PATH}`, HOME: root }
    return promisify(execFile)('bash', ['-c', hint], { cwd: root, env }).catch((error) => error)
  }
  const began = await run(['init', '--org', 'H', '--user', 'Ana', '--yes', ...flags])
  t.is(began.code, 0, began.stderr)
  const [doctor] = /svcctl .*doctor(?= {3})/.exec(began.stderr) ?? []
  t.regex((await copied(`${doctor} --run data --all`)).stdout, /caixa do hospital/)

  const nobody = await run(['status', ...flags])
  t.regex(nobody.stderr, /Start it: svcctl --data-dir '[^']+\/caixa do hospital' serve/)
  const [make] =
    /svcctl .*backup create/.exec((await run(['backup', 'list', ...flags])).stdout) ?? []
  const words = join(root, 'passphrase')
  await writeFile(words, 'correta cavalo bateria grampo', { mode: 0o600 })
  const made = await copied(`${make} --passphrase-file ${words}`)
  t.regex(
    made.stdout,
    /caixa do hospital\/backups\/svc-\d+T\d+Z\.svcbackup: .* read back and whole/,
  )
  const { findings } = (await run(['doctor', '--run', 'backup.drill', '--json', ...flags])).json
  const drilled = await copied(`${findings[0].fix} --passphrase-file ${words}`)
  t.regex(drilled.stdout, /^The backup restores/, drilled.stderr)
  t.regex((await run(flags)).stdout, /svcctl --data-dir '[^']+' doctor/)

  // What comes from the environment, the next command has as well; and prose is no command.
  const plain = await run(['status'], { SVC_DATA_DIR: there })
  t.regex(plain.stderr, /Start it: svcctl serve/)
  const { failure } = await run(['key', 'list', '--json', '--data-dir', join(root, 'none')])
  t.regex(failure.message, /prepare this one: svcctl --data-dir \S*none init/)
})
