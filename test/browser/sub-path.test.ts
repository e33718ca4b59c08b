/** Everything a browser asks for, where a portal serves the appliance under one of its paths. */
import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { browserTest, openBrowser } from '../helpers/browser.ts'
import { connectToSimulator } from '../helpers/connected-appliance.ts'
import { demoFolder } from '../helpers/demo-service.ts'
import { VOICE } from '../helpers/plugin-page.ts'
import { findProxy, ownFile, startProxy } from '../helpers/proxies.ts'
import { saysOutcome } from '../helpers/visit-choice.ts'

const CONSENT = 'Paciente informado e de acordo'

async function underPath(t: ExecutionContext) {
  const folder = await demoFolder(t, { SVC_PUBLIC_URL: 'http://127.0.0.1/assistente/' })
  const service = await folder.start()
  const url = await startProxy(t, 'nginx', (port) =>
    ownFile('nginx', service.url, port).replace('location / {', 'location /assistente/ {'),
  )
  const context = await openBrowser(t, { microphoneWav: VOICE })
  const page = await context.newPage()
  const outside: string[] = []
  const sockets: string[] = []
  const look = (asked: string, list: string[]) => {
    const { host, pathname, protocol } = new URL(asked)
    if (!/^(?:https?|wss?):$/.test(protocol) || pathname === '/favicon.ico') return
    if (host !== new URL(url).host || !pathname.startsWith('/assistente/')) outside.push(asked)
    else list.push(pathname)
  }
  page.on('request', (request) => look(request.url(), []))
  page.on('websocket', (socket) => look(socket.url(), sockets))
  return { base: `${url}/assistente`, folder, page, outside, sockets }
}

async function records(page: Page, within: Pick<Page, 'getByRole'> = page) {
  await within.getByRole('radio', { name: CONSENT }).click()
  await within.getByRole('button', { name: 'Iniciar gravação' }).first().click()
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('not so after a minute')
}

if (findProxy('nginx')) {
  browserTest('under a path: loader, API, channel and worklet of a plain page', async (t) => {
    const { base, page, outside, sockets } = await underPath(t)
    await page.goto(`${base}/demo/hosts/plain`)
    await records(page)
    await until(() => sockets.includes('/assistente/api/v1/channel'))
    await page.getByRole('button', { name: 'Pausar' }).first().waitFor()
    t.deepEqual(outside, [])
  })

  browserTest('under a path: the demonstration, its examples and the legacy iframe', async (t) => {
    const { base, page, outside } = await underPath(t)
    await page.goto(`${base}/demo`)
    await page.getByRole('button', { name: 'Maria Souza' }).click()
    await page.getByRole('button', { name: 'Iniciar gravação' }).waitFor()
    await page.goto(`${base}/demo/hosts`)
    for (const place of await page.locator('pre[data-source]').all())
      await until(async () => ((await place.textContent()) ?? '').length > 100)
    t.true((await page.locator('a.open').first().getAttribute('href'))?.startsWith('..'))
    await page.goto(`${base}/demo/hosts/iframe`)
    await page.frameLocator('#frame').getByRole('radio', { name: CONSENT }).waitFor()
    t.deepEqual(outside, [])
  })

  browserTest('under a path: what the national network is told of a visit', async (t) => {
    const { base, folder, page, outside } = await underPath(t)
    await connectToSimulator(t, folder)
    await page.goto(`${base}/demo/hosts/plain`)
    await page.getByRole('tab', { name: 'Contexto' }).click()
    const context = page.getByRole('tabpanel').locator('textarea, [contenteditable=true]').first()
    await context.fill('Dor de garganta há dois dias.')
    await page.getByText('Salvo').first().waitFor()
    await saysOutcome(t, { page, within: page, base })
    t.deepEqual(outside, [])
  })
} else test.skip('under a path of nginx (no nginx here)', () => {})
