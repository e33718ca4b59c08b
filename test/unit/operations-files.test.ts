import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { WATCHED_EVENTS } from '../../bin/metrics/metered-log.ts'
import { envOf, settingKeys } from '../../config/settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** What the program says of itself, as its code names it. */
const code = ['bin', 'api', 'core', 'models', 'ai-local']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => read(join(folder, file))),
  )
  .join('\n')

const watched = Object.values(WATCHED_EVENTS).flat()

for (const file of ['prometheus-rules.yml', 'grafana-dashboard.json']) {
  const text = read(`config/operations/${file}`)

  test(`${file} asks for metrics that there are`, (t) => {
    const names = new Set(text.match(/\bsvc_[a-z_]+/g))
    t.true(names.size > 5)
    for (const name of names) {
      const metric = name.replace(/_(bucket|sum|count)$/, '')
      t.true(code.includes(`'${metric}'`), metric)
    }
  })

  test(`${file} asks for events that are logged`, (t) => {
    const asked = [...text.matchAll(/event=~?\\?"([^"\\]+)/g)].flatMap(([, names = '']) =>
      names.split('|'),
    )
    t.true(asked.length > 0)
    for (const event of asked) t.true(code.includes(`('${event}'`), event)
    t.deepEqual(
      asked.filter((event) => !watched.includes(event)),
      [],
      'counted from the start',
    )
  })
}

test('events counted from the start are logged at the level they are counted under', (t) => {
  for (const [level, events] of Object.entries(WATCHED_EVENTS))
    for (const event of events) t.true(code.includes(`.${level}('${event}'`), `${level} ${event}`)
})

test('every alert has a case in which it fires', (t) => {
  const named = (file: string, alert: RegExp) =>
    new Set([...read(`config/operations/${file}`).matchAll(alert)].map(([, name]) => name))
  const alerts = named('prometheus-rules.yml', /- alert: (\w+)/g)
  t.true(alerts.size > 20)
  t.deepEqual(named('prometheus-rules-test.yml', /alertname="(\w+)"/g), alerts)
})

const program = (name: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

// Debian: `apt-get install prometheus`.
const promtool = program('promtool')

;(promtool ? test : test.skip)(
  `every alert fires where it must and nowhere else, says promtool${promtool ? '' : ' (not installed)'}`,
  async (t) => {
    await t.notThrowsAsync(
      promisify(execFile)(promtool as string, ['test', 'rules', 'prometheus-rules-test.yml'], {
        cwd: join(root, 'config', 'operations'),
      }),
    )
  },
)

test('the dashboard is JSON, each panel with a question and a place of its own', (t) => {
  const { panels } = JSON.parse(read('config/operations/grafana-dashboard.json')) as {
    panels: { id: number; gridPos: { x: number; y: number; w: number }; targets: unknown[] }[]
  }
  t.is(new Set(panels.map(({ id }) => id)).size, panels.length)
  t.is(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size, panels.length)
  t.deepEqual(
    panels.filter(({ gridPos: { x, w }, targets }) => x + w > 24 || targets.length === 0),
    [],
  )
})

test('the unit waits for no cable, never gives up, and leaves the ending of engines to the service', (t) => {
  const lines = read('config/operations/svc.service')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  t.false(
    lines.some((line) => line.includes('network-online')),
    'two minutes without a cable',
  )
  for (const line of [
    'After=network.target',
    'Restart=on-failure',
    'StartLimitIntervalSec=0',
    'KillMode=mixed',
    // What sysexits calls usage and configuration: the next start would end the same way.
    'RestartPreventExitStatus=64 78',
    // Everything else is read-only to it: a backup folder on a share would be too.
    'ReadWritePaths=-/mnt -/media -/srv -/var/backups',
  ])
    t.true(lines.includes(line), line)
})

const analyze = program('systemd-analyze')

;(analyze ? test : test.skip)(
  `systemd knows every line of the unit and calls it well closed${analyze ? '' : ' (not installed)'}`,
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-unit-'))
    t.teardown(() => rmSync(folder, { recursive: true, force: true }))
    const unit = join(folder, 'svc.service')
    // The program itself is not installed here.
    writeFileSync(
      unit,
      read('config/operations/svc.service').replace(/(?<=^ExecStart=)\S+/m, process.execPath),
    )
    const ask = promisify(execFile)
    const { stderr } = await ask(analyze as string, ['verify', unit])
    t.is(stderr, '')
    await t.notThrowsAsync(
      // In tenths: 2.1 as it is shipped.
      ask(analyze as string, ['security', '--offline=true', '--threshold=25', unit]),
    )
  },
)

test('the unit sets settings that there are', (t) => {
  const known = settingKeys.map(envOf)
  for (const [name] of read('config/operations/svc.service').matchAll(/\bSVC_[A-Z_]+/g))
    if (name !== 'SVC_') t.true(known.includes(name), name)
})
