/**
 * The very pages and proxies that were reported (`../shared/reports`), over the whole service: each
 * page is served as it is, from another origin, and used as its report says.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { type BrowserOptions, becomes, browserTest, openBrowser } from '../helpers/browser.ts'
import { nginxPath } from '../helpers/default-nginx.ts'
import { type DemoService, demoFolder } from '../helpers/demo-service.ts'
import { VOICE } from '../helpers/plugin-page.ts'
import { startProxy } from '../helpers/proxies.ts'
import { hasShared, sharedPath } from '../helpers/shared-files.ts'
import { samplePdf } from '../helpers/upload-samples.ts'
import { openUploadsPage, pdf } from '../helpers/uploads-page.ts'

const CONSENT = 'Paciente informado e de acordo'
const ENDED = /Gravação (completa|com falhas)/

/** Skipped by name where the report is not beside the checkout. */
function reported(
  folder: string,
  file: string,
  run: (t: ExecutionContext, text: string) => unknown,
) {
  const path = `reports/${folder}/${file}`
  const title = `what was reported as ${folder}`
  if (!hasShared(path)) return test.skip(`${title} (no ../shared/${path})`, () => {})
  browserTest(title, async (t) => {
    await run(t, readFileSync(sharedPath(path), 'utf8'))
  })
}

/** A reported page on a web server of its own, which gives it tokens, in a browser of its own. */
async function openReported(t: ExecutionContext, html: string, options: BrowserOptions = {}) {
  const service = await (await demoFolder(t)).start()
  const site = createServer(async ({ url }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const isToken = url?.startsWith('/token')
    response.end(isToken ? (await service.call('POST', '/demo/session-token')).body.access : html)
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  t.teardown(() => {
    site.closeAllConnections()
    site.close()
  })
  const context = await openBrowser(t, { microphoneWav: VOICE, ...options })
  await context.addInitScript(TRACKS)
  const page = await context.newPage()
  const { port } = site.address() as AddressInfo
  // Under another name it is another site than the appliance.
  await page.goto(`http://localhost:${port}/?appliance=${encodeURIComponent(service.url)}`)
  return { service, page, address: `http://localhost:${port}` }
}

/** What the page was given of the microphone. */
const TRACKS = `(() => {
  globalThis.tracks = []
  const { getUserMedia } = MediaDevices.prototype
  MediaDevices.prototype.getUserMedia = async function (options) {
    const stream = await getUserMedia.call(this, options)
    tracks.push(...stream.getAudioTracks())
    return stream
  }
})()`
const IS_LIVE = `tracks.some(({ readyState }) => readyState === 'live')`

async function record(page: Pick<Page, 'getByRole'>) {
  await page.getByRole('radio', { name: CONSENT }).click()
  await page.getByRole('button', { name: 'Iniciar gravação' }).click()
  await page.getByRole('button', { name: 'Pausar gravação' }).waitFor()
}

reported('page-print', 'page.html', async (t, html) => {
  const { page } = await openReported(t, html)
  const isShown = () =>
    page.evaluate<boolean>(
      `document.querySelector('[data-svc-plugin]')?.getClientRects().length > 0`,
    )
  await becomes(t, isShown, true)
  await page.emulateMedia({ media: 'print' })
  await becomes(t, isShown, false)
  t.true(await page.getByRole('heading', { name: 'Receita' }).isVisible())
})

reported('page-prototype-js', 'page.html', async (t, html) => {
  const { service, page } = await openReported(t, html)
  await record(page)
  await page.waitForTimeout(2000)
  await page.getByRole('button', { name: 'Finalizar' }).click()
  await page.getByText(ENDED).waitFor()
  for (const wrong of ['não são válidos', 'Sem conexão', 'não aceita mais'])
    t.is(await page.getByText(wrong).count(), 0, wrong)
  const heard = await page.evaluate<string[]>('heard')
  t.true(heard.includes('svc.plugin.recorder.started'))
  t.true((await service.call('GET', '/readyz')).status < 500)
})

reported('page-route-change', 'page.html', async (t, html) => {
  const { page } = await openReported(t, html)
  await record(page)
  t.true(await page.evaluate<boolean>(IS_LIVE))
  await page.getByRole('button', { name: 'Próximo paciente' }).click()
  await page.waitForFunction('window.second')
  t.deepEqual(await page.evaluate('second'), { mounted: true })
  await becomes(t, () => page.evaluate<boolean>(IS_LIVE), false)
  t.true((await page.evaluate<string[]>('heard')).includes('svc.plugin.recorder.paused'))
  await page.getByRole('button', { name: 'Iniciar gravação' }).waitFor()
})

/** As Chromium keeps "Bloquear cookies de terceiros". */
const NO_THIRD_PARTIES = { profile: { block_third_party_cookies: true, cookie_controls_mode: 1 } }

reported('page-frame-without-storage', 'page.html', async (t, html) => {
  const { service, page, address } = await openReported(t, html, { preferences: NO_THIRD_PARTIES })
  const ids = { doctorId: 'medico-demo', patientId: 'p-1', consultationId: 'c-1' }
  const bearerToken: string = (await service.call('POST', '/demo/identify', ids)).body.token
  const frame = `${service.url}/embed?${new URLSearchParams({ ...ids, bearerToken })}`
  await page.goto(`${address}/?frame=${encodeURIComponent(frame)}`)
  const embedded = page.frameLocator('#frame')
  await record(embedded)
  await page.waitForTimeout(2000)
  t.is(await embedded.getByText('aberto em outra aba').count(), 0)
  await embedded.getByRole('button', { name: 'Finalizar' }).click()
  await embedded.getByText(ENDED).waitFor()
})

/** The reported file's server, without TLS, before a service elsewhere. */
function serverOf(text: string, upstream: string, port: number): string {
  return text
    .slice(text.indexOf('server {'), text.lastIndexOf('}'))
    .replace('127.0.0.1:9443 ssl', `127.0.0.1:${port}`)
    .replace('127.0.0.1:8080', new URL(upstream).host)
    .replace(/^\s*ssl_.*$/gm, '')
}

const behindNginx: typeof reported = (folder, file, run) =>
  nginxPath
    ? reported(folder, file, run)
    : test.skip(`what was reported as ${folder} (no nginx found)`, () => {})

behindNginx('proxy-sub-path', 'nginx.conf', async (t, text) => {
  const service: DemoService = await (await demoFolder(t)).start()
  const url = await startProxy(t, 'nginx', (port) => serverOf(text, service.url, port))
  const context = await openBrowser(t, { microphoneWav: VOICE })
  const page = await context.newPage()
  const outside: string[] = []
  page.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url())
    if (protocol === 'http:' && !pathname.startsWith('/assistente/')) outside.push(pathname)
  })
  await page.goto(`${url}/assistente/demo/hosts/plain`)
  await record(page)
  t.deepEqual(
    outside.filter((path) => path !== '/favicon.ico'),
    [],
  )
})

behindNginx('proxy-body-size', 'nginx.conf', async (t, text) => {
  const host = await openUploadsPage(t, {
    front: (own, target) => startProxy(own, 'nginx', (port) => serverOf(text, target, port)),
  })
  await host.open('c-1', { enableFileUpload: true })
  await host.tab().click()
  const padding = Buffer.alloc(3_000_000, '%\n')
  await host.pick(pdf('exame.pdf', Buffer.concat([samplePdf('exame'), padding])))
  const error = (await host.ended(1)).at(-1)
  t.like(error, { event: 'error', error: { code: 'FILE_TOO_LARGE' } })
  t.regex(error!.error!.message, /O servidor à frente recusou [\d,]+ MB: .*client_max_body_size/)
  t.is(await host.page.getByText('Sem conexão').count(), 0)
})
