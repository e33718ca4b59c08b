import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openDatabase } from '../../models/database/database.ts'
import { buildCli } from '../helpers/cli.ts'
import { killedAtFile } from '../helpers/killed-at.ts'

test('a backup that is killed while it is written is on record, and leaves no file once another was made', async (t) => {
  const { cli, passphrase, onRecord } = await prepared(t)
  const backups = join(cli.dataDir, 'backups')
  const create = ['backup', 'create', '--passphrase-file', passphrase]
  const killed = await cli.runApart(create, { NODE_OPTIONS: killedAtFile('open', '.part') })
  t.deepEqual([killed.code, killed.stdout], [null, ''], killed.stderr)
  t.deepEqual(await onRecord('backup.created'), [{ ended: 'unknown' }])
  const done = await cli.run(create)
  t.is(done.code, 0, done.stderr)
  const [unknown, whole, ...more] = await onRecord('backup.created')
  t.is(unknown?.ended, 'unknown')
  t.true(Number(whole?.parts) > 0)
  t.deepEqual(more, [])
  const isBackup = (name: string) => name.includes('.svcbackup')
  t.is(readdirSync(backups).filter(isBackup).length, 1)
})

test('pruning that is killed before the first file is gone is on record', async (t) => {
  const { cli, onRecord } = await prepared(t)
  const folder = join(cli.root, 'shelf')
  const settings = ['--backup-folder', folder, '--backup-keep-daily', '1']
  await cli.run(['backup', 'list', ...settings])
  for (const day of ['20', '21', '22']) {
    const { mkdirSync } = await import('node:fs')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `svc-202611${day}T031500Z.svcbackup`), 'x')
  }
  const killed = await cli.runApart(['backup', 'prune', '--yes', ...settings], {
    NODE_OPTIONS: killedAtFile('rm', '.svcbackup'),
  })
  t.is(killed.code, null, killed.stderr)
  t.is(readdirSync(folder).length, 3)
  const [pruned, ...more] = await onRecord('backup.pruned')
  t.is(pruned?.ended, 'unknown')
  t.true(Number(pruned?.backups) > 0)
  t.deepEqual(more, [])
})

test('a model whose taking into use is killed is on record', async (t) => {
  const { cli, onRecord } = await prepared(t)
  const { stdout } = await cli.run(['config', 'path'])
  const use = ['model', 'use', 'whisper-base-q5_0']
  const killed = await cli.runApart(use, { NODE_OPTIONS: killedAtFile('rename', stdout.trim()) })
  t.is(killed.code, null, killed.stderr)
  t.deepEqual(await onRecord('engine_model.used'), [{ setting: 'speechModel', ended: 'unknown' }])
  const done = await cli.run(use)
  t.is(done.code, 0, done.stderr)
  t.is((await onRecord('engine_model.used')).at(-1)?.outcome, 'at the next start')
  t.is((await onRecord('engine_model.used')).length, 2)
})

/** An act of the process itself opens the audit while another of its acts is going on. */
test('a mend that puts something on record itself is there once, with its end', async (t) => {
  const { cli, onRecord } = await prepared(t)
  const { sequelize, close } = await openDatabase({
    url: `sqlite:${join(cli.dataDir, 'svc.sqlite')}`,
  })
  await sequelize.query('DELETE FROM signing_keys')
  await close()
  await cli.run(['doctor', '--fix'])
  t.deepEqual(await onRecord('doctor.mended'), [{ mend: 'makeSigningKey' }])
  t.is((await onRecord('signing_key.rotated')).length, 2)
})

test('a mend of the doctor that is killed is on record', async (t) => {
  const { cli, onRecord } = await prepared(t)
  const database = join(cli.dataDir, 'svc.sqlite')
  chmodSync(database, 0o644)
  const killed = await cli.runApart(['doctor', '--fix'], {
    NODE_OPTIONS: killedAtFile('chmod', database),
  })
  t.is(killed.code, null, killed.stderr)
  t.deepEqual(await onRecord('doctor.mended'), [{ mend: 'restrict', ended: 'unknown' }])
  await cli.run(['doctor', '--fix'])
  t.deepEqual(await onRecord('doctor.mended'), [
    { mend: 'restrict', ended: 'unknown' },
    { mend: 'restrict' },
  ])
})

async function prepared(t: ExecutionContext) {
  const cli = await buildCli(t, { SVC_SPEECH_ENGINE: 'off' })
  t.is((await cli.run(['init', '--yes'])).code, 0)
  const passphrase = join(cli.root, 'passphrase')
  writeFileSync(passphrase, 'a passphrase that is long enough\n', { mode: 0o600 })
  async function onRecord(action: string) {
    // Opening the audit takes up what waits.
    await cli.run(['audit', 'verify'])
    const { entries } = (await cli.run(['audit', 'tail', '--json'])).json as {
      entries: { action: string; facts: Record<string, unknown> }[]
    }
    return entries.filter((entry) => entry.action === action).map(({ facts }) => facts)
  }
  return { cli, passphrase, onRecord }
}
