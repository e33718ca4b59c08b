/**
 * The sample hosts and what a host may pin, measure and refuse, in a browser over the whole
 * service.
 */

import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { becomes, browserTest, openBrowser } from '../helpers/browser.ts'
import { axeFaults } from '../helpers/demo-axe.ts'
import { demoFolder } from '../helpers/demo-service.ts'
import { VOICE } from '../helpers/plugin-page.ts'

const ROOT = join(import.meta.dirname, '../..')

interface PluginJson {
  plugin: { pinned: string; integrity: string }
  files: { path: string; integrity: string }[]
}

/** Somebody else's web server: `/` is whatever the test says now. */
async function hostServer(t: ExecutionContext) {
  let page = ''
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(html: string) {
      page = html
    },
  }
}

/** A page with the plugin from another origin, mounted in a box of its own. */
function hostPage(script: string, token: string, options = '{}', head = '') {
  return `<!doctype html><meta charset="utf-8"><title>EHR</title>${head}
    <div id="place" style="width: 420px; height: 640px"></div>${script}
    <script type="module">
      window.events = []
      SvcPlugin.instance.addMessageListener(({ eventName }) => events.push(eventName))
      window.opened = SvcPlugin.instance.init({ getToken: async () => '${token}' })
        .then(() => SvcPlugin.instance.mount({ doctorId: 'medico-demo', patientId: 'p',
          consultationId: 'host-' + Math.random(),
          options: { renderElement: document.querySelector('#place'), ...${options} } }))
        .then(() => 'mounted', ({ code }) => code)
    </script>`
}

browserTest(
  'a pinned version loads by its hash, with chunks and worklet, and no other bytes',
  async (t) => {
    const folder = await demoFolder(t)
    // A version served before the last update: another build, kept in the data folder.
    const { buildPlugin } = (await import(join(ROOT, 'bin/build-plugin.mjs'))) as {
      buildPlugin(place: { root: string; outDir: string; version: string }): Promise<Set<string>>
    }
    const archive = join(folder.dataDir, 'plugin', '0.0.9')
    await mkdir(archive, { recursive: true })
    await buildPlugin({ root: ROOT, outDir: archive, version: '0.0.9' })
    const service = await folder.start()
    const host = await hostServer(t)
    const context = await openBrowser(t, { microphoneWav: VOICE })
    // Worklets are not among the requests that a page reports.
    await context.addInitScript(`
      window.worklets = []
      const { addModule } = AudioWorklet.prototype
      AudioWorklet.prototype.addModule = function (url, ...rest) {
        worklets.push(new URL(url, location).href)
        return addModule.call(this, url, ...rest)
      }`)
    const page = await context.newPage()
    const token = (await service.call('POST', '/demo/session-token')).body.access
    const current = (await service.call('GET', '/plugin.json')).body as PluginJson
    const old = (await service.call('GET', '/plugin@0.0.9.json')).body as PluginJson
    const scriptOf = ({ pinned, integrity }: PluginJson['plugin']) =>
      `<script type="module" src="${service.url}${pinned}" integrity="${integrity}" crossorigin></script>`

    for (const { plugin, files } of [current, old]) {
      const fetched: string[] = []
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
      const integrity = Object.fromEntries(
        files.map((file) => [service.url + file.path, file.integrity]),
      )
      const map = `<script type="importmap">${JSON.stringify({ integrity })}</script>`
      host.serve(hostPage(scriptOf(plugin), token, '{}', map))
      await page.goto(host.url)
      t.is(await page.evaluate('opened'), 'mounted')
      t.is(await page.evaluate('SvcPlugin.version'), plugin.pinned.slice(8, -3))
      await page.getByRole('radio', { name: 'Paciente informado e de acordo' }).click()
      await page.getByRole('button', { name: 'Iniciar gravação' }).click()
      await becomes(
        t,
        async () => page.evaluate<boolean>("events.includes('svc.plugin.recorder.started')"),
        true,
      )
      const known = files.map(({ path }) => path)
      const loaded = fetched.filter((path) => path.startsWith('/plugin/'))
      t.true(
        loaded.every((path) => known.includes(path)),
        loaded.join(' '),
      )
      const worklets = await page.evaluate<string[]>('worklets')
      t.deepEqual(
        worklets,
        known.filter((path) => path.includes('capture-worklet')).map((path) => service.url + path),
      )
      await page.evaluate('SvcPlugin.unmount()')
    }

    // A loader that was tampered with does not run; a chunk that was, does not either.
    const wrong = `sha384-${'A'.repeat(64)}`
    host.serve(hostPage(scriptOf({ ...current.plugin, integrity: wrong }), token))
    await page.goto(host.url)
    t.is(await page.evaluate('typeof SvcPlugin'), 'undefined')
    const app = current.files.find(({ path }) => path.includes('/app-'))
    const map = { integrity: { [service.url + app?.path]: wrong } }
    host.serve(
      hostPage(
        scriptOf(current.plugin),
        token,
        '{}',
        `<script type="importmap">${JSON.stringify(map)}</script>`,
      ),
    )
    await page.goto(host.url)
    t.is(await page.evaluate('opened'), 'LOAD_FAILED')
    await rm(archive, { recursive: true })
  },
)

browserTest('usage data is sent where operator and host agree, and nowhere else', async (t) => {
  const host = await hostServer(t)
  const context = await openBrowser(t)
  for (const [operator, option, expected] of [
    ['true', '{}', true],
    ['true', '{ enableTelemetry: false }', false],
    ['false', '{}', false],
  ] as const) {
    const service = await (await demoFolder(t, { SVC_TELEMETRY: operator })).start()
    const page = await context.newPage()
    const sent: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/v1/telemetry' && request.method() === 'POST')
        sent.push(request.postData() ?? '')
    })
    const token = (await service.call('POST', '/demo/session-token')).body.access
    host.serve(
      hostPage(`<script type="module" src="${service.url}/plugin.js"></script>`, token, option),
    )
    await page.goto(host.url)
    t.is(await page.evaluate('opened'), 'mounted')
    await page.evaluate('SvcPlugin.unmount()')
    if (expected) await becomes(t, async () => sent.length > 0, true)
    t.is(sent.length, expected ? 1 : 0, `operator ${operator}, host ${option}`)
    if (expected) {
      const { browser, version, events } = JSON.parse(sent[0] ?? '')
      t.deepEqual([browser, version], ['chrome', '0.1.0'])
      t.deepEqual(
        events.map(({ event }: { event: string }) => event),
        ['opened', 'ehr.created', 'ready', 'closed'],
      )
      t.false(/medico|host-/.test(sent[0] ?? ''))
    }
    await page.close()
    await service.stop()
  }
})

browserTest('a page that is not listed is told so, and not that there is no network', async (t) => {
  const folder = await demoFolder(t)
  const service = await folder.start()
  const host = await hostServer(t)
  await folder.withAccess(async (access) => {
    const [organization] = await access.listOrganizations()
    const allowedOrigins = ['https://ehr.hospital.example']
    await access.updateOrganization(organization?.id ?? '', { allowedOrigins })
  })
  const token = (await service.call('POST', '/demo/session-token')).body.access
  const page = await (await openBrowser(t)).newPage()
  const warned: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warned.push(message.text())
  })
  host.serve(hostPage(`<script type="module" src="${service.url}/plugin.js"></script>`, token))
  await page.goto(host.url)
  t.is(await page.evaluate('opened'), 'origin_not_allowed')
  t.true(warned.some((text) => text.includes(`svcctl org origins add ${host.url}`)))

  await page.evaluate(`SvcPlugin.mount({ doctorId: 'd', patientId: 'p', consultationId: 'c',
    options: { renderElement: document.querySelector('#place') } }).catch(() => {})`)
  await page.getByText('Esta página não está autorizada').waitFor()
  await page.getByText(host.url).waitFor()
  t.is(await page.getByText(/Nova tentativa/).count(), 0)
})

browserTest('the React page survives StrictMode and patients who change', async (t) => {
  const service = await (await demoFolder(t)).start()
  const context = await openBrowser(t, { viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const faults = watchFaults(page)
  await page.goto(`${service.url}/demo/hosts/react`)
  for (const name of ['Ana Prado', 'Bruno Teles', 'Ana Prado']) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('heading', { name }).waitFor()
    await page.getByRole('button', { name: 'Iniciar gravação' }).waitFor()
    await becomes(t, async () => (await page.locator('[data-svc-plugin]').count()) === 1, true)
  }
  // Mount, unmount and mount in one turn, without waiting for anything.
  const outcome = await page.evaluate(`(async () => {
    const plugin = SvcPlugin.instance
    const heard = []
    await plugin.unmount()
    plugin.addMessageListener(({ eventName }) => heard.push(eventName))
    const getToken = async () => (await (await fetch('/demo/session-token', { method: 'POST' })).json()).access
    const open = () => Promise.allSettled([plugin.init({ getToken }),
      plugin.mount({ doctorId: 'medico-demo', patientId: 'p', consultationId: 'one-turn' })])
    const first = open()
    plugin.unmount()
    const second = open()
    const codes = (await first).map(({ status, reason }) => reason?.code ?? status)
    const states = (await second).map(({ status }) => status)
    return { codes, states, panels: document.querySelectorAll('[data-svc-plugin]').length,
      ready: heard.filter((name) => name === 'svc.plugin.ready').length }
  })()`)
  t.deepEqual(outcome, {
    codes: ['UNMOUNTED', 'UNMOUNTED'],
    states: ['fulfilled', 'fulfilled'],
    panels: 1,
    ready: 1,
  })
  t.deepEqual(faults, [])
})

for (const colorScheme of ['light', 'dark'] as const)
  browserTest(`the sample hosts fit a phone, and axe finds nothing (${colorScheme})`, async (t) => {
    const service = await (await demoFolder(t)).start()
    const context = await openBrowser(t, { viewport: { width: 360, height: 760 }, colorScheme })
    const page = await context.newPage()
    const faults = watchFaults(page)
    const outside: string[] = []
    const missing: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) missing.push(response.url())
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !request.url().startsWith('data:'))
        outside.push(request.url())
    })
    for (const path of ['', '/react', '/iframe', '/plain'].map((name) => `/demo/hosts${name}`)) {
      await page.goto(service.url + path)
      if (path.endsWith('react')) {
        await page.getByRole('button', { name: 'Ana Prado' }).click()
        await page.getByRole('button', { name: 'Iniciar gravação' }).waitFor()
      }
      if (path.endsWith('iframe')) await page.getByText('Gravador: idle').waitFor()
      if (path.endsWith('hosts')) await page.getByText('addMessageListener').first().waitFor()
      if (path.endsWith('plain'))
        await page.getByRole('button', { name: 'Iniciar gravação' }).waitFor()
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/${path.slice(6).replace('/', '-')}-${colorScheme}.png`,
          fullPage: true,
        })
      t.is(await page.evaluate('document.documentElement.scrollWidth'), 360, path)
      // The smallest page there can be has no landmarks.
      if (!path.endsWith('plain')) t.deepEqual(await axeFaults(page), [], path)
    }
    t.deepEqual(faults, [])
    t.deepEqual(outside, [])
    t.deepEqual(missing, [])
    // A browser without windows asks for none.
    const icon = await page.request.get(`${service.url}/favicon.ico`)
    t.is(icon.status(), 200)
    t.is(icon.headers()['content-type'], 'image/svg+xml')
  })

function watchFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text())
  })
  return faults
}
