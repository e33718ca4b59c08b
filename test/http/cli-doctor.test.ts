// Own process: starts services with limits of their own.
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { buildCli, type Run } from '../helpers/cli.ts'

/** Without speech, so that nothing is compiled here; the checks of speech have their own tests. */
const settings = { SVC_SPEECH_ENGINE: 'off', SVC_PORT: '0' }

const finding = ({ json }: Run, id: string) =>
  json.findings.find((one: { id: string }) => one.id === id)

test('a prepared folder has nothing broken', async (t) => {
  const { dataDir, run, runApart } = await buildCli(t, settings)
  await run(['init', '--origin', 'https://ehr.example'])
  t.is((await stat(dataDir)).mode & 0o777, 0o700)
  const report = await runApart(['doctor', '--json'])
  t.deepEqual(
    report.json.findings.filter((one: { severity: string }) => one.severity === 'error'),
    [],
  )
  t.is(report.code, 0)
})

test('permissions that are too wide are found, mended by --fix, and right afterwards', async (t) => {
  const { dataDir, run } = await buildCli(t, settings)
  await run(['init'])
  const key = join(dataDir, 'keys', 'master.key')
  await chmod(dataDir, 0o755)
  await chmod(key, 0o644)

  const before = await run(['doctor', '--json'])
  t.is(before.code, 69)
  t.like(finding(before, 'data.folder'), { severity: 'warning', fix: `chmod 700 ${dataDir}` })
  t.like(finding(before, 'keys.master'), { severity: 'error', fix: `chmod 600 ${key}` })
  t.is((await stat(key)).mode & 0o777, 0o644)

  const after = await run(['doctor', '--fix', '--json'])
  t.like(finding(after, 'data.folder'), { severity: 'ok', mended: true })
  t.like(finding(after, 'keys.master'), { severity: 'ok', mended: true })
  t.is((await stat(key)).mode & 0o777, 0o600)
})

test('a lost master key is an error that --fix leaves alone', async (t) => {
  const { dataDir, run } = await buildCli(t, settings)
  await run(['init'])
  await rm(join(dataDir, 'keys', 'master.key'))
  const report = await run(['doctor', '--fix', '--json'])
  t.like(finding(report, 'keys.master'), { severity: 'error', mended: false })
  await t.throwsAsync(stat(join(dataDir, 'keys', 'master.key')), { code: 'ENOENT' })
})

test('a lost database is an error of doctor, and neither init nor a start makes another', async (t) => {
  const { dataDir, run, runApart } = await buildCli(t, settings)
  t.is((await run(['init'])).code, 0)
  await rm(join(dataDir, 'svc.sqlite'))
  const report = await run(['doctor', '--fix', '--json'])
  t.is(report.code, 69)
  t.like(finding(report, 'database.integrity'), { severity: 'error', mended: false })
  for (const command of ['init', 'serve']) {
    const refused = await runApart([command, '--yes', '--json'])
    t.is(refused.failure.error, 'database_lost', refused.stderr)
  }
  await t.throwsAsync(stat(join(dataDir, 'svc.sqlite')), { code: 'ENOENT' })

  // A file of which nothing is left is none either, also after somebody has opened it.
  await writeFile(join(dataDir, 'svc.sqlite'), '')
  const emptied = await run(['doctor', '--json'])
  t.like(finding(emptied, 'database.integrity'), { severity: 'error' })
  t.is((await runApart(['serve', '--json'])).failure.error, 'database_lost')
})

test('a folder that was named by mistake is called that, and --fix leaves it as it is', async (t) => {
  const { root, run } = await buildCli(t, settings)
  const home = join(root, 'home')
  await mkdir(home, { mode: 0o755 })
  await writeFile(join(home, 'letter.txt'), 'hi')
  const report = await run(['doctor', '--fix', '--json', '--data-dir', home])
  t.like(finding(report, 'database.integrity'), { severity: 'warning' })
  t.regex(finding(report, 'database.integrity').what, /Nothing is prepared in .*home/)
  t.is((await stat(home)).mode & 0o777, 0o755)
  t.is((await run(['doctor', '--strict', '--data-dir', home])).code, 65)
})

test('a file that is no database is reported as that', async (t) => {
  const { dataDir, run } = await buildCli(t, settings)
  await run(['init'])
  await writeFile(
    join(dataDir, 'svc.sqlite'),
    'not a database, and long enough to be read'.repeat(100),
  )
  const report = await run(['doctor', '--json'])
  t.like(finding(report, 'database.integrity'), { severity: 'error' })
  t.regex(finding(report, 'database.integrity').what, /SQLITE_NOTADB/)
  t.deepEqual(
    report.json.findings
      .filter((one: { severity: string }) => one.severity === 'error')
      .map((one: { id: string }) => one.id),
    ['database.integrity'],
    'one cause is one finding',
  )
})

test('--fix prepares an empty folder as far as it goes', async (t) => {
  const { dataDir, run } = await buildCli(t, settings, { prepared: false })
  const report = await run(['doctor', '--fix', '--json'])
  t.like(finding(report, 'data.folder'), { severity: 'ok', mended: true })
  t.is((await stat(dataDir)).mode & 0o777, 0o700)
})

test('a port that another program uses is found', async (t) => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  t.teardown(() => other.close())
  const { port } = other.address() as AddressInfo
  const { run } = await buildCli(t, { ...settings, SVC_PORT: String(port) })
  t.like(finding(await run(['doctor', '--json']), 'network.port'), { severity: 'error' })
})

test('for people, every finding that is not fine comes with its reason and its command', async (t) => {
  const { run } = await buildCli(t, { ...settings, SVC_PUBLIC_URL: 'http://10.1.2.3' })
  await run(['init'])
  const { stdout } = await run(['doctor'])
  t.regex(
    stdout,
    /✗ public address +http:\/\/10\.1\.2\.3 is not encrypted\.\n +Browsers.*\n +\$ svcctl config set publicUrl https:\/\/10\.1\.2\.3/,
  )
  t.regex(stdout, /\d+ fine, \d+ to look at, 1 broken/)
})

test('limits of the process are checked, and permissions that are too open are mended', async (t) => {
  const { dataDir, root, run } = await buildCli(t, settings)
  await run(['init'])
  const files = ['svc.sqlite', 'svc.config.json'].map((file) => join(dataDir, file))
  await writeFile(files[1] as string, '{}')
  for (const file of files) await chmod(file, 0o644)
  const program = fileURLToPath(new URL('../../bin/svcctl', import.meta.url))
  const limited = spawnSync(
    'sh',
    [
      '-c',
      `ulimit -n 512; ulimit -c 1000; exec ${process.execPath} ${program} doctor --json --fix`,
    ],
    {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: root, SVC_DATA_DIR: dataDir, ...settings },
      encoding: 'utf8',
    },
  )
  const report = { json: JSON.parse(limited.stdout) } as Run
  t.like(finding(report, 'machine.open-files'), { severity: 'warning' })
  t.like(finding(report, 'machine.core-dumps'), { severity: 'warning' })
  for (const id of ['data.database-file', 'data.config-file'])
    t.like(finding(report, id), { severity: 'ok', mended: true })
  for (const file of files) t.is((await stat(file)).mode & 0o777, 0o600)
  t.true(report.json.findings.length >= 40)
})
