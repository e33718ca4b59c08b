/**
 * `svcctl backup drill` as it is run: real visits with sound, a real backup, and what a drill says
 * of one that is whole, cut, altered, or made of data that were damaged already.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  statfs,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openDatabase } from '../../models/database/database.ts'
import { buildCli } from '../helpers/cli.ts'
import { demoFolder } from '../helpers/demo-service.ts'
import { connectChannel } from '../helpers/recording-client.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'

const SAMPLES = 16_000
const sound = noise(SAMPLES, 46)

test('a drill restores a backup beside a running server, opens it, and leaves only its result', async (t) => {
  const { dataDir, service, cli, backUp, elsewhere, visits } = await box(t)
  const [, gone] = visits
  const path = await backUp()
  const never = await cli.run(['doctor', '--run', 'backup.drill', '--json'], inFolder(elsewhere))
  t.like(never.json.findings[0], { severity: 'info', fix: 'svcctl backup drill' })
  const erased = await cli.run(['consult', 'purge', gone!, '--yes'], inFolder(elsewhere))
  t.is(erased.code, 0, erased.stderr)
  const before = await readdir(join(dataDir, 'backups'))

  const drilled = await cli.run(['backup', 'drill', path, '--json'])
  t.is(drilled.code, 0, drilled.stderr)
  t.like(drilled.json, { proven: true, faults: [], steps: [], visits: 1, erased_again: 1, path })
  t.deepEqual(drilled.json.counts, [
    { table: 'consultations', found: 2, told: 2 },
    { table: 'recordings', found: 2, told: 2 },
    { table: 'documents', found: 1, told: 1 },
  ])
  t.like(drilled.json.content, { consultations: 1, channels: 1 })
  t.true(drilled.json.content.values > 0)
  t.true(drilled.json.audit.entries > 0)
  t.true(drilled.json.restore_ms > 0)
  t.deepEqual(
    (await readdir(join(dataDir, 'backups'))).filter((name) => !before.includes(name)),
    ['last-drill.json'],
  )

  // The newest of the folder, as a person reads it, on a terminal.
  const plain = { ...inFolder(elsewhere), NO_COLOR: '1' }
  const told = await cli.run(['backup', 'drill', '--all'], plain, '', 80)
  t.is(told.code, 0, told.stderr)
  t.regex(told.stdout, /^The backup restores, and what was opened of it is whole\./)
  t.regex(
    told.stdout,
    /Opened +1 of 1 visits: \d+ sealed values, no files, 1 channel of sound to the\s+last sample/,
  )
  t.regex(told.stdout, /A restore +takes about \d+ s on this disk/)
  t.regex(told.stdout, /Not in it +its passphrase/)
  const seen = await cli.run(['status', '--json'])
  t.like(seen.json.last_drill, { failure: null, path })
  const found = await cli.run(['doctor', '--run', 'backup.drill', '--json'], inFolder(elsewhere))
  t.like(found.json.findings[0], { severity: 'ok' })
  const { stdout } = await cli.run(['audit', 'tail', '--json'])
  t.regex(stdout, /"backup\.drilled"/)
  t.is((await service.call('GET', '/readyz')).status, 200)
})

test('a cut or an altered backup is told as that, and the doctor remembers; a mistyped passphrase is not', async (t) => {
  const { dataDir, cli, backUp, elsewhere } = await box(t)
  const path = await backUp()
  t.is((await cli.run(['backup', 'drill', path])).code, 0)
  const words = join(elsewhere, 'wrong')
  await writeFile(words, 'correta cavalo bateria grampa', { mode: 0o600 })
  const mistyped = await cli.run(['backup', 'drill', path, '--passphrase-file', words, '--json'])
  t.is(mistyped.failure.error, 'backup_passphrase_wrong')
  t.is((await cli.run(['status', '--json'])).json.last_drill.failure, null)

  const bytes = await readFile(path)
  const cut = join(elsewhere, 'cut.svcbackup')
  await writeFile(cut, bytes.subarray(0, bytes.length >> 1))
  const altered = join(elsewhere, 'altered.svcbackup')
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1
  await writeFile(altered, bytes)
  for (const [file, how] of [
    [cut, /cut short/],
    [altered, /are not what was written/],
  ] as const) {
    const failed = await cli.run(['backup', 'drill', file, '--json'])
    t.is(failed.code, 65)
    t.is(failed.failure.error, 'backup_damaged')
    t.regex(failed.failure.message, how)
    t.like((await cli.run(['status', '--json'])).json.last_drill, {
      failure: 'backup_damaged',
      path: file,
    })
  }
  const found = await cli.run(['doctor', '--run', 'backup.drill', '--json'])
  t.like(found.json.findings[0], { severity: 'error' })
  t.deepEqual(
    (await readdir(join(dataDir, 'backups'))).filter((name) => /^\./.test(name)),
    [],
  )
})

test('what was damaged before the backup was made is found by a drill, where verify finds it whole', async (t) => {
  const { dataDir, service, cli, backUp, visits } = await box(t)
  await service.stop()
  const [visit] = visits
  const folder = join(dataDir, 'audio', visit!)
  const [name] = (await filesBelow(folder)).filter((file) => /\.svc/.test(file))
  const bytes = await readFile(name!)
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] as number) ^ 1
  await writeFile(name!, bytes)
  const { sequelize, close } = await openDatabase({ url: `sqlite:${join(dataDir, 'svc.sqlite')}` })
  const [triggers] = await sequelize.query(
    `SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_entries'`,
  )
  for (const { name: trigger } of triggers as { name: string }[])
    await sequelize.query(`DROP TRIGGER ${trigger}`)
  await close()

  const path = await backUp()
  t.is((await cli.run(['backup', 'verify', path])).code, 0)
  const failed = await cli.run(['backup', 'drill', path, '--json'])
  t.is(failed.code, 65, failed.stderr)
  t.is(failed.failure.error, 'drill_failed')
  t.false(failed.json.proven)
  const kinds = failed.json.faults.map(({ kind }: { kind: string }) => kind)
  t.deepEqual(kinds, ['content', 'audit'])
  t.regex(
    failed.json.faults[0].text,
    new RegExp(`Visit ${visit}: audio .* is not what was recorded`),
  )
  const told = await cli.run(['backup', 'drill', path])
  t.regex(told.stdout, /^The backup restores, and what comes back is not whole\.\n✗ Visit/)
  t.is((await cli.run(['status', '--json'])).json.last_drill.failure, 'drill_failed')
})

test('a drill asks for room before it writes, works away from the data, and never in them', async (t) => {
  const { dataDir, cli, backUp, elsewhere } = await box(t)
  const path = await backUp()
  const huge = join(elsewhere, 'huge.svcbackup')
  await copyFile(path, huge)
  const { bavail, bsize } = await statfs(elsewhere)
  await truncate(huge, bavail * bsize * 2)
  const full = await cli.run(['backup', 'drill', huge, '--json'])
  t.is(full.code, 69)
  t.is(full.failure.error, 'drill_no_room')
  t.regex(full.failure.message, /--in FOLDER/)
  const inside = await cli.run(['backup', 'drill', path, '--in', join(dataDir, 'x'), '--json'])
  t.is(inside.code, 0, inside.stderr)
  t.false(existsSync(join(dataDir, 'x')))

  // On a machine without a box of its own.
  const bare = { SVC_DATA_DIR: join(elsewhere, 'none') }
  const unnamed = await cli.run(['backup', 'drill', path, '--json'], bare)
  t.is(unnamed.failure.error, 'drill_needs_folder')
  const scratch = join(elsewhere, 'scratch')
  const away = await cli.run(['backup', 'drill', path, '--in', scratch, '--json'], bare)
  t.is(away.code, 0, away.stderr)
  t.deepEqual(await readdir(scratch), [])
  t.false(existsSync(bare.SVC_DATA_DIR))
  const none = await cli.run(['backup', 'drill', '--json'], inFolder(scratch))
  t.is(none.failure.error, 'backup_missing')
  t.is(none.code, 66)
})

const inFolder = (folder: string) => ({ SVC_BACKUP_FOLDER: folder })

/** Two visits with a second of sound each, one of them with a document. */
async function box(t: ExecutionContext) {
  const folder = await demoFolder(t, { SVC_GENERATOR: 'rules' })
  const elsewhere = await mkdtemp(join(tmpdir(), 'svc-drill-'))
  t.teardown(() => rm(elsewhere, { recursive: true, force: true }))
  const service = await folder.start()
  const token: string = (await service.call('POST', '/demo/session-token')).body.access
  const visits: string[] = []
  for (const name of ['garganta', 'joelho']) {
    const visit = await service.visit(name)
    visits.push(visit.ehrId)
    if (name === 'garganta') await visit.document('Dor de garganta há 3 dias. Febre de 39 graus.')
    const client = await connectChannel(service.url.replace('http', 'ws'))
    client.send({ type: 'hello', ehr_id: visit.ehrId, token })
    await client.next('welcome')
    const recordingId = randomUUID()
    client.send({ type: 'recording.start', recording_id: recordingId, channels: 1 })
    await client.next('recording.ready')
    const frames = framesOf(sound)
    for (const frame of frames) client.sendFrame(frame)
    while ((await client.next('recording.ack')).next_sequence !== frames.length);
    const claim = {
      channel: 0,
      last_sequence: frames.length - 1,
      samples: SAMPLES,
      sha256: sha256(sound),
    }
    client.send({ type: 'recording.finish', recording_id: recordingId, channels: [claim] })
    t.true((await client.next('recording.statement')).complete)
    client.socket.close()
  }
  const words = join(elsewhere, 'passphrase')
  await writeFile(words, 'correta cavalo bateria grampo\n', { mode: 0o600 })
  const cli = await buildCli(t, {
    SVC_DATA_DIR: folder.dataDir,
    SVC_SPEECH_ENGINE: 'off',
    SVC_BACKUP_PASSPHRASE_FILE: words,
  })
  async function backUp(): Promise<string> {
    const made = await cli.run(['backup', 'create', '--to', elsewhere, '--json'])
    t.is(made.code, 0, made.stderr)
    return made.json.path
  }
  return { dataDir: folder.dataDir, service, cli, backUp, elsewhere, visits }
}

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
}
