/**
 * An EHR of the internet and an appliance of the hospital: what the browser's permission for the
 * local network does to them.
 */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { startAppliance } from '../../helpers/appliance.ts'
import { becomes, browserTest, openBrowser } from '../../helpers/browser.ts'
import { hostPages } from '../../helpers/host-pages.ts'
import { startPluginProxy } from '../../helpers/plugin-proxy.ts'

const GUIDE = join(import.meta.dirname, '../../../plugin/README.md')

browserTest(
  'a page of the internet: refused it says why, allowed it works, by itself',
  async (t) => {
    const service = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off' })
    const box = await startPluginProxy(t, service.url)
    const ehr = await startEhr(t, box.origin)
    // Chromium knows this page's address as one of the internet, as it knows a cloud's.
    const flags = [`--ip-address-space-overrides=${new URL(ehr).host}=public`]
    const browser = await openBrowser(t, { flags })
    const page = await browser.newPage()
    const protocol = await browser.newCDPSession(page)
    const decide = async (setting: 'granted' | 'denied') => {
      const permission = { name: 'loopback-network' }
      await protocol.send('Browser.setPermission', { permission, setting, origin: ehr })
    }
    const shown = page.locator('[data-svc-plugin]')
    const sees = (text: string) => becomes(t, () => shown.getByText(text).isVisible(), true)
    const run = <T>(expression: string) => page.evaluate(expression) as Promise<T>

    await page.goto(`${ehr}/snippet`)
    await becomes(t, () => page.getByText('“Rede local”').isVisible(), true)
    t.is(await run('typeof SvcPlugin'), 'undefined')

    await decide('granted')
    await page.goto(`${ehr}/snippet`)
    await page.waitForFunction('globalThis.SvcPlugin')
    await page.goto(`${ehr}/host`)
    await page.waitForFunction('globalThis.host && globalThis.SvcPlugin')
    const init = `SvcPlugin.init({ token: '${await service.token()}' })`
    await run(init)
    // Once, so that all it is made of is here.
    await run('SvcPlugin.mount(host.ids)')
    await run('SvcPlugin.unmount()')
    await run(init)
    await decide('denied')
    const mounted = await run(`(host.listen(), host.outcome(SvcPlugin.mount(host.ids)))`)
    t.like(mounted, { code: 'LOCAL_NETWORK_BLOCKED' })
    await sees('O navegador bloqueou a rede do hospital')
    t.true(await shown.getByText(ehr).isVisible())
    await decide('granted')
    await page.waitForFunction(`host.names().includes('svc.plugin.ready')`)

    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await decide('denied')
    box.cutChannels()
    await sees('O navegador bloqueou a rede do hospital para esta página')
    await decide('granted')
    await becomes(t, () => shown.getByText('O navegador bloqueou').isVisible(), false)
    t.true(sockets.length > 0)

    // What a proxy does that knows no WebSocket, and then a network that is down.
    box.letSockets(false)
    box.cutChannels()
    await sees('Avise a TI: WebSocket bloqueado')
    box.setUp(false)
    await sees('Sem conexão: áudio guardado neste computador')
    t.false(await shown.getByText('WebSocket').isVisible())
  },
)

/**
 * The EHR's server: the host page of the tests with the appliance elsewhere, and the guide's page
 * for a plugin that does not load.
 */
async function startEhr(t: ExecutionContext, box: string): Promise<string> {
  const guide = await readFile(GUIDE, 'utf8')
  const [, snippet = ''] = /```html\n([^`]*Rede local[^`]*)```/.exec(guide) ?? []
  t.true(snippet.includes('https://appliance.hospital/plugin.js'))
  const pages: Record<string, { type: string; body: string }> = {
    ...hostPages(),
    '/snippet': {
      type: 'text/html; charset=utf-8',
      body: snippet.replaceAll('https://appliance.hospital', box),
    },
  }
  const server = createServer(({ url }, response) => {
    const { type, body } = pages[url ?? ''] ?? { type: 'text/plain', body: '' }
    response.setHeader('Content-Type', type)
    response.end(body.replace('"/plugin.js"', `"${box}/plugin.js"`))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
