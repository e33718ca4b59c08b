// Own process: runs a server of its own.
/**
 * Data of an earlier version under this one's commands: they change nothing and say what is
 * needed; a start and `svcctl upgrade` take the steps, after a copy, and there is a way back.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { extract } from 'tar'
import { openDatabase } from '../../models/database/database.ts'
import { migrations } from '../../models/migrations/index.ts'
import { buildCli } from '../helpers/cli.ts'
import { until } from '../helpers/demo-service.ts'

const EARLIER = fileURLToPath(
  new URL('../fixtures/upgrade/0.1.0-unsealed/data.tar.gz', import.meta.url),
)

const SEALED = EARLIER.replace('unsealed', 'sealed')

async function earlierData(
  t: ExecutionContext,
  env: Record<string, string> = {},
  file: string = EARLIER,
) {
  const cli = await buildCli(t, { SVC_SPEECH_ENGINE: 'off', SVC_GENERATOR: 'rules', ...env })
  await extract({ cwd: cli.root, file })
  const digest = () =>
    createHash('sha256')
      .update(readFileSync(join(cli.dataDir, 'svc.sqlite')))
      .digest('hex')
  return { ...cli, digest }
}

test('commands change nothing in the data of an earlier version, and say what to do', async (t) => {
  const { run, digest } = await earlierData(t)
  const before = digest()
  for (const args of [
    ['key', 'list'],
    ['org', 'create', 'Outra'],
    ['audit', 'tail'],
    ['webhook', 'list'],
    ['retention', 'show'],
    ['doc', 'show', '0'.repeat(8)],
    ['init', '--yes', '--org', 'Outra'],
    ['bundle', 'create', '--data', '--out', 'x.tar'],
  ]) {
    const refused = await run([...args, '--json'])
    t.is(refused.code, 79, `${args.join(' ')}: ${refused.stderr}`)
    t.is(refused.failure.error, 'database_older', args.join(' '))
    t.regex(refused.failure.message, /svcctl upgrade/)
  }
  const status = await run(['status', '--json'])
  t.is(status.code, 79, status.stderr)
  t.is(status.failure.error, 'database_older')
  t.like(status.json, { prepared: true, database: 'database_older' })
  // What needs no table works, and its act waits for the database.
  const set = await run(['config', 'set', 'logLevel', 'warn'])
  t.is(set.code, 0, set.stderr)
  const doctor = await run(['doctor', '--fix', '--json'])
  const schema = doctor.json.findings.find(({ id }: { id: string }) => id === 'database.schema')
  t.like(schema, { severity: 'warning', fix: 'svcctl upgrade', mended: false })
  t.is(digest(), before)
})

test('an upgrade lists its steps, keeps the earlier state, and can go back to it', async (t) => {
  const { run, digest } = await earlierData(t)
  const before = digest()
  const plan = await run(['upgrade', '--dry-run', '--json'])
  t.is(plan.code, 0, plan.stderr)
  t.is(plan.json.pending.length + plan.json.taken, migrations.length)
  t.true(plan.json.pending.length > 0 && plan.json.rows.consultations > 0)
  t.is(digest(), before)
  t.is((await run(['upgrade', '--back', '--yes', '--json'])).failure.error, 'upgrade_not_kept')

  const done = await run(['upgrade', '--json'])
  t.is(done.code, 0, done.stderr)
  t.deepEqual(done.json.taken, plan.json.pending)
  t.true(existsSync(join(done.json.kept, 'svc.sqlite')))
  // To the millisecond: another upgrade within the same second has a place of its own.
  t.regex(basename(done.json.kept), /^\d{8}T\d{9}Z$/)
  const keys = await run(['key', 'list', '--json'])
  t.is(keys.code, 0, keys.stderr)
  t.regex((await run(['upgrade'])).stdout, /Up to date/)
  t.is((await run(['audit', 'verify'])).code, 0)

  const back = await run(['upgrade', '--back', '--yes', '--json'])
  t.is(back.code, 0, back.stderr)
  t.is(back.json.kind, 'restore')
  t.is((await run(['key', 'list'])).code, 79)
  const forward = await run(['upgrade'])
  t.is(forward.code, 0, forward.stderr)
  t.is((await run(['key', 'list'])).code, 0)
  // What the way back set aside is promised to be kept; only an administrator forgets it.
  t.true(existsSync(join(back.json.aside, 'svc.sqlite')))
  t.is((await run(['upgrade', '--back', '--yes'])).code, 0)
  t.is((await run(['upgrade'])).code, 0)
  t.true(existsSync(join(back.json.aside, 'svc.sqlite')))
  const forgotten = await run(['bundle', 'forget', '--yes'])
  t.is(forgotten.code, 0)
  t.regex(forgotten.stderr, /newer: the newer data .* lies nowhere else/)
  t.false(existsSync(back.json.aside))
})

test('data of a newer version are called that, and never up to date', async (t) => {
  const { run, dataDir, digest } = await earlierData(t)
  t.is((await run(['upgrade'])).code, 0)
  const database = await openDatabase({ url: `sqlite:${join(dataDir, 'svc.sqlite')}` })
  await database.sequelize.query("INSERT INTO migrations VALUES ('0999-of-tomorrow', 0)")
  await database.close()
  const before = digest()
  const status = await run(['status', '--json'])
  t.is(status.failure.error, 'database_newer')
  t.is(status.json.database, 'database_newer')
  for (const args of [['upgrade'], ['upgrade', '--dry-run']]) {
    const refused = await run([...args, '--json'])
    t.is(refused.failure.error, 'database_newer', refused.stdout)
    t.regex(refused.failure.message, /0999-of-tomorrow/)
  }
  t.is(digest(), before)
})

test('where the program from before reads the data as they are, the way back says so', async (t) => {
  const { run } = await earlierData(t, {}, SEALED)
  t.is((await run(['upgrade'])).code, 0)
  const back = await run(['upgrade', '--back', '--yes'])
  t.is(back.code, 0, back.stderr)
  t.regex(back.stdout, /Nothing is put back.*reads the data as they are/)
  t.is((await run(['key', 'list'])).code, 0)
})

test('a start takes the steps after a copy; meanwhile and after it no upgrade is done', async (t) => {
  const port = String(18_600 + (process.pid % 300))
  const { dataDir, run, start } = await earlierData(t, { SVC_PORT: port })
  const server = start(['serve'])
  await until(async () => server.said.stderr.includes('Serving on'), 60_000)
  const kept = /"kept":"([^"]+)"/.exec(server.said.stdout)?.[1] ?? ''
  t.true(kept.startsWith(dataDir) && existsSync(join(kept, 'svc.sqlite')), kept)
  t.is((await run(['key', 'list'])).code, 0)
  t.is((await run(['upgrade', '--back', '--yes', '--json'])).failure.error, 'other_server')
  server.child.kill('SIGTERM')
  await server.ended
})
