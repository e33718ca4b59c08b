import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import { findBrowser } from '../../bin/tools/host-test/find-browser.ts'
import { browserTest, findChromium } from '../helpers/browser.ts'
import { buildCli } from '../helpers/cli.ts'

test('svcctl plugin prints the tag that pins the current version', async (t) => {
  const { run } = await buildCli(t, { SVC_PUBLIC_URL: 'https://box.hospital' })
  const { code, json } = await run(['plugin', '--json'])
  t.is(code, 0)
  const [{ version, current, integrity, tag }] = json.plugins
  t.true(current)
  t.regex(integrity, /^sha384-[\w+/]{64}$/)
  t.is(
    tag,
    `<script type="module" src="https://box.hospital/plugin@${version}.js" integrity="${integrity}" crossorigin></script>`,
  )
})

test('without a browser host test leaves with 69, and says what to do', async (t) => {
  const { run } = await buildCli(t)
  const { code, failure } = await run([
    'host',
    'test',
    'http://127.0.0.1:9/',
    '--browser',
    '/nowhere',
    '--json',
  ])
  t.is(code, 69)
  t.is(failure.error, 'browser_not_found')
  t.regex(failure.message, /--browser/)
})

test('host policy prints what lets the allowed origins in, for both systems, and says when there are none', async (t) => {
  const { run } = await buildCli(t)
  await run(['org', 'create', 'Hospital'])
  const none = await run(['host', 'policy', '--json'])
  t.deepEqual([none.code, none.failure.error], [66, 'no_allowed_origins'])
  const origins = ['https://ehr.cloud.example', 'https://agenda.cloud.example:8443']
  await run(['org', 'origins', 'add', ...origins])
  const sorted = origins.toSorted()

  const linux = await run(['host', 'policy', '--format', 'linux'])
  t.deepEqual(JSON.parse(linux.stdout), { LocalNetworkAllowedForUrls: sorted })
  const windows = await run(['host', 'policy', '--format', 'windows', '--older'])
  t.true(
    windows.stdout.startsWith('Windows Registry Editor Version 5.00\r\n\r\n[HKEY_LOCAL_MACHINE'),
  )
  for (const browser of ['Google\\Chrome', 'Microsoft\\Edge'])
    for (const name of ['LocalNetworkAllowedForUrls', 'LocalNetworkAccessAllowedForUrls'])
      t.true(
        windows.stdout.includes(
          `\\Policies\\${browser}\\${name}]\r\n"1"="${sorted[0]}"\r\n"2"="${sorted[1]}"\r\n`,
        ),
        name,
      )
  const text = await run(['host', 'policy'])
  t.regex(text.stdout, /chrome:\/\/policy/)
  t.true(text.stdout.includes(linux.stdout.trim()))
})

test('an address that is none leaves with 64', async (t) => {
  const { run } = await buildCli(t)
  t.is((await run(['host', 'test', 'ehr'])).code, 64)
})

browserTest(
  'a page that fails leaves with 65 and a table, one that does not open with 69',
  async (t) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<p>EHR</p>')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { run, runApart } = await buildCli(t)
    const browser = ['--browser', findChromium() ?? '', '--timeout', '2']
    const failed = await run(['host', 'test', url, ...browser])
    t.is(failed.code, 65)
    t.regex(failed.stdout, /RESULT +CHECK +SEEN +WHAT TO DO\n✗ fail +The page uses the assistant/)
    const json = await runApart(['host', 'test', url, ...browser, '--json'])
    t.like(json.json, { kind: 'none', counts: { fail: 1 } })
    t.is(json.failure.error, 'host_test_failed')
    t.is((await run(['host', 'test', 'http://127.0.0.1:9/', ...browser])).code, 69)
  },
)

test('a browser is looked for where systems keep theirs', (t) => {
  const on =
    (...there: string[]) =>
    (path: string) =>
      there.includes(path)
  const env = { PATH: '/usr/local/bin:/usr/bin' }
  t.is(findBrowser(undefined, env, on('/usr/bin/google-chrome')), '/usr/bin/google-chrome')
  t.is(findBrowser('/opt/chrome', env, on('/opt/chrome', '/usr/bin/chromium')), '/opt/chrome')
  t.throws(() => findBrowser(undefined, env, on()), { message: /apt-get install chromium/ })
  t.throws(() => findBrowser(undefined, { CHROMIUM_PATH: '/gone' }, on('/usr/bin/chromium')))
})
