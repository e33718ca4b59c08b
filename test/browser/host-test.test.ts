/**
 * `svcctl host test` against the sample hosts, which pass, and against pages that do everything
 * wrong, each fault being found.
 */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { platform } from '../../bin/platform.ts'
import { testHost } from '../../bin/tools/host-test/host-test.ts'
import type { HostReport } from '../../core/host-contract/check.ts'
import { browserTest, findChromium } from '../helpers/browser.ts'
import { demoFolder } from '../helpers/demo-service.ts'

const KEY = `svc_key_${'a'.repeat(43)}`

function examine(
  url: string,
  clicks: string[] = [],
  timeoutMs = 60_000,
  browser = findChromium(),
): Promise<HostReport> {
  return testHost(
    {
      url,
      clicks,
      timeoutMs,
      browser,
      insecure: false,
      onStep() {},
      signal: new AbortController().signal,
    },
    platform(),
    {},
  )
}

const idsOf = ({ checks }: HostReport, verdict: string) =>
  checks.filter((check) => check.verdict === verdict).map(({ id }) => id)

browserTest('the three sample hosts pass', async (t) => {
  const service = await (await demoFolder(t)).start()
  const plain = await examine(`${service.url}/demo/hosts/plain`)
  t.deepEqual([plain.kind, idsOf(plain, 'fail'), idsOf(plain, 'warn')], ['plugin', [], []])
  const react = await examine(`${service.url}/demo/hosts/react`, ['Ana Prado'])
  t.deepEqual([react.kind, idsOf(react, 'fail'), idsOf(react, 'warn')], ['plugin', [], []])
  const iframe = await examine(`${service.url}/demo/hosts/iframe`)
  t.deepEqual(
    [iframe.kind, idsOf(iframe, 'fail'), idsOf(iframe, 'warn')],
    ['iframe', [], ['frame.deprecated']],
  )
  t.true(iframe.checks.every(({ title, detail }) => title !== '' && detail !== ''))
})

browserTest('what a careless page does wrong is found, with what to do', async (t) => {
  const service = await (await demoFolder(t)).start()
  const { access: token } = (await service.call('POST', '/demo/session-token')).body
  const plugin = `${service.url}/plugin.js`
  const page = (body: string, headers: OutgoingHttpHeaders = {}) => serve(t, body, headers)

  const withKey = await examine(
    await page(`<div id="place" style="width: 200px; height: 500px"></div>
      <script type="module" src="${plugin}"></script>
      <script type="module">
        localStorage.key = '${KEY}'
        fetch('/backend', { headers: { 'x-svc-token': 'secret' } })
        SvcPlugin.init({ token: '${KEY}' })
        SvcPlugin.mount({ doctorId: 'd', patientId: 'p', consultationId: 'c-1',
          options: { renderElement: document.querySelector('#place'), enableFillEhr: true } })
      </script>`),
  )
  t.deepEqual(idsOf(withKey, 'fail').sort(), [
    'events.auth',
    'events.fill',
    'init.resolves',
    'key.header',
    'key.storage',
    'key.text',
    'listener.before-init',
    'mount.ready',
    'mount.size',
    'rejections.handled',
    'token.not-a-key',
  ])
  t.deepEqual(idsOf(withKey, 'warn').sort(), ['init.awaited', 'init.provider'])
  t.true(withKey.checks.every(({ verdict, fix }) => (verdict === 'pass') === (fix === '')))
  t.false(JSON.stringify(withKey).includes(KEY))

  const { plugin: stated } = (await service.call('GET', '/plugin.json')).body
  const careless = await examine(
    await page(
      `<script type="module" src="${plugin}" integrity="${stated.integrity}" crossorigin></script>
      <script type="module">
        sessionStorage.session = '${token}'
        const plugin = SvcPlugin.instance
        const listen = ({ eventName, eventData }) => {
          if (eventName === 'svc.plugin.error.auth') document.title = eventData.message
        }
        const ids = { doctorId: 'd', patientId: 'p', consultationId: 'c-2' }
        const schema = { type: 'object', description: 'x', properties: { a: { type: 'string', description: 'a' } } }
        try {
          await plugin.init({ getToken: async () => '${token}', messageListeners: [listen] })
          await plugin.mount({ ...ids, patientId: '' }).catch(() => {})
          await plugin.mount({ ...ids, options: { structuredOutputSchema: schema, enableFillEhr: true } })
          await plugin.mount({ ...ids, consultationId: 'c-3' })
          await fetch('https://blocked.example/').catch(() => {})
        } catch {}
      </script>`,
      {
        'permissions-policy': 'microphone=()',
        'content-security-policy': `connect-src 'self' ${service.url} ${service.url.replace('http', 'ws')}`,
      },
    ),
  )
  t.deepEqual(idsOf(careless, 'fail').sort(), [
    'events.fill',
    'events.structured',
    'mount.ids',
    'mount.unmounted-first',
    'page.csp',
    'page.permissions',
    'script.integrity',
  ])
  t.deepEqual(idsOf(careless, 'warn'), ['key.storage'])

  const copied = await examine(await page(`<script src="/plugin.js"></script>`), [], 1000)
  t.true(
    ['script.module', 'script.origin', 'init.called', 'mount.called'].every((id) =>
      idsOf(copied, 'fail').includes(id),
    ),
  )

  const frame = `${service.url}/embed?patientId=p&doctorId=d&authToken=${KEY}`
  const framed = await examine(
    await page(`<iframe src="${frame}"></iframe><script>
      addEventListener('message', (event) => console.log(event.data.eventName))</script>`),
    [],
    2000,
  )
  t.deepEqual(idsOf(framed, 'fail').sort(), [
    'frame.allow',
    'frame.event-origin',
    'frame.ids',
    'frame.ready',
    'frame.token',
    'key.text',
  ])

  const nothing = await examine(await page('<p>EHR</p>'), [], 1000)
  t.deepEqual([nothing.kind, idsOf(nothing, 'fail')], ['none', ['plugin.found']])
})

browserTest(
  'pages of the internet: what the browser asks, and what keeps it from asking',
  async (t) => {
    const appliance = createServer((request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      const isScript = request.url === '/plugin.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'application/json')
      response.end(isScript ? 'export {}' : '{}')
    })
    appliance.listen(0, '127.0.0.1')
    await once(appliance, 'listening')
    t.teardown(() => {
      appliance.closeAllConnections()
      appliance.close()
    })
    const script = `<script type="module" src="http://127.0.0.1:${(appliance.address() as AddressInfo).port}/plugin.js"></script>`
    const part = await serve(t, script, {})
    const open = await serve(t, script, {})
    const closed = await serve(t, `${script}<iframe src="${part}"></iframe>`, {
      'permissions-policy': 'loopback-network=()',
    })
    // The same machine by an address that browsers do not take for it: no secure context.
    const insecure = (await serve(t, script, {})).replace('127.0.0.1', '0.0.0.0')
    // Those are of the internet, and the appliance is a computer of this network.
    const outside = [part, open, closed, insecure].map((url) => `${new URL(url).host}=public`)
    const browser = join(await mkdtemp(join(tmpdir(), 'svc-way-')), 'chromium')
    const flags = `--ip-address-space-overrides=${outside.join()}`
    await writeFile(browser, `#!/bin/sh\nexec '${findChromium()}' "$@" ${flags}\n`, { mode: 0o700 })
    t.teardown(() => rm(dirname(browser), { recursive: true }))

    const seen = async (url: string) => {
      const { checks } = await examine(url, [], 1000, browser)
      const verdicts = checks.map(({ id, verdict }) => [id, verdict] as const)
      return Object.fromEntries(verdicts.filter(([id]) => id.startsWith('network.')))
    }
    t.deepEqual(await seen(open), { 'network.asked': 'warn', 'network.policy': 'pass' })
    t.deepEqual(await seen(closed), {
      'network.asked': 'warn',
      'network.policy': 'fail',
      'network.frames': 'fail',
    })
    t.deepEqual(await seen(insecure), { 'network.asked': 'fail' })
  },
)

/** A host's server: one page, everything else is missing. */
async function serve(t: ExecutionContext, body: string, headers: OutgoingHttpHeaders) {
  const server = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(`<!doctype html><meta charset="utf-8"><title>EHR</title>${body}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
