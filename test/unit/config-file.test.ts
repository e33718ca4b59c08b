import { readdirSync, readFileSync } from 'node:fs'
import test from 'ava'
import { ConfigError } from '../../config/config-error.ts'
import { describeSettings, HIDDEN } from '../../config/describe-settings.ts'
import { editConfigFile } from '../../config/edit-config-file.ts'
import { loadConfig } from '../../config/load-config.ts'
import { settingKeys } from '../../config/settings.ts'

const path = '/srv/data/svc.config.json'

test('setting one value keeps the others, their order, and writes numbers as numbers', (t) => {
  const text = '{"host":"0.0.0.0","port":1,"logLevel":"warn"}'
  const edited = editConfigFile({ path, text }, 'port', '9000')
  t.is(edited, '{\n  "host": "0.0.0.0",\n  "port": 9000,\n  "logLevel": "warn"\n}\n')
})

test('the first setting makes the file; taking it out leaves an empty one', (t) => {
  const text = editConfigFile({ path, text: undefined }, 'demo', 'true')
  t.deepEqual(JSON.parse(text), { demo: true })
  t.deepEqual(JSON.parse(editConfigFile({ path, text }, 'demo', undefined)), {})
})

test('an unknown setting and a value that is not allowed are refused before anything is written', (t) => {
  const file = { path, text: undefined }
  t.throws(() => editConfigFile(file, 'prot', '1'), {
    instanceOf: ConfigError,
    message: /did you mean port/,
  })
  t.throws(() => editConfigFile(file, 'port', 'x'), {
    instanceOf: ConfigError,
    message: /0 to 65535/,
  })
  const secret = t.throws(() => editConfigFile(file, 'metricsToken', 'tiny secret'), {
    instanceOf: ConfigError,
  })
  t.notRegex(secret.message, /tiny/)
})

test('secrets are hidden where settings are shown, and a password inside an address too', (t) => {
  const input = { flags: {}, cwd: '/srv', installRoot: '/opt/svc', readFile: () => undefined }
  const loaded = loadConfig({
    ...input,
    env: {
      SVC_METRICS_TOKEN: 'abcdefghijklmnopqrst',
      SVC_DATABASE_URL: 'postgres://svc:pass%20word@db.example/svc',
    },
  })
  const shown = describeSettings(loaded)
  t.is(shown.find(({ key }) => key === 'metricsToken')?.value, HIDDEN)
  t.is(
    shown.find(({ key }) => key === 'databaseUrl')?.value,
    `postgres://svc:${HIDDEN}@db.example/svc`,
  )
  t.notRegex(JSON.stringify(shown), /pass%20word|abcdefghij/)
  for (const url of ['postgres://svc:p@ss@db/svc', 'postgres://svc@db/svc?ssl=1&password=p@ss']) {
    const odd = loadConfig({ ...input, env: { SVC_DATABASE_URL: url } })
    t.notRegex(JSON.stringify(describeSettings(odd)), /p@|ss@|@ss/, url)
  }
  t.is(shown.find(({ key }) => key === 'speechRemoteKey')?.value, null)
})

test('no setting is without an effect: each is read where the product is put together', (t) => {
  const bin = new URL('../../bin/', import.meta.url)
  const files = readdirSync(bin, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const commands = new URL('../../cli/commands/model-pull.ts', import.meta.url)
  const code = [...files.map((file) => new URL(file, bin)), commands]
    .map((url) => readFileSync(url, 'utf8'))
    .join('\n')
  t.deepEqual(
    settingKeys.filter((key) => !new RegExp(`\\b${key}\\b`).test(code)),
    [],
  )
})
