// Own process: it starts the whole service, and browsers with mounts of their own
/** The extension as an administrator's policy installs it, in the browser as Debian ships it. */
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import Koa from 'koa'
import type { BrowserContext, Page } from 'playwright-core'
import { extensionPages } from '../../../api/extension/package/routes.ts'
import { signingIdentity } from '../../../api/extension/package/signing-identity.ts'
import { extensionPolicy, linuxExtensionPolicy } from '../../../core/extension/policy.ts'
import { startAppliance } from '../../helpers/appliance.ts'
import { browserTest, until } from '../../helpers/browser.ts'
import { beginVisit, EXTENSION } from '../../helpers/extension-browser.ts'
import { freePort } from '../../helpers/free-port.ts'
import { openManagedBrowser, unmanageable } from '../../helpers/managed-browser.ts'
import { makeFolder } from '../../helpers/temporary-folder.ts'

const KEPT_MS = 6000
const SVCCTL = fileURLToPath(new URL('../../../bin/svcctl', import.meta.url))

const reason = unmanageable()
const managedTest = (title: string, run: (t: ExecutionContext) => Promise<void>) =>
  reason === undefined ? browserTest(title, run) : test.skip(`${title} (${reason})`, run)

/** Waits for what the policy names, and opens its panel as a tab. */
async function installed(browser: BrowserContext, id: string): Promise<Page> {
  const isThere = () => browser.serviceWorkers().some((one) => one.url().includes(id))
  await until(isThere, 'the extension is installed')
  const panel = await browser.newPage()
  await panel.goto(`chrome-extension://${id}/panel.html`)
  return panel
}

managedTest('a policy of svcctl installs it, and no doctor types an address', async (t) => {
  const service = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off' })
  await service.restart({ SVC_PUBLIC_URL: service.url })
  const env = { ...process.env, SVC_DATA_DIR: service.dataDir, SVC_PUBLIC_URL: service.url }
  const svcctl = async (...words: string[]) =>
    (await promisify(execFile)(process.execPath, [SVCCTL, ...words], { env })).stdout
  await svcctl('org', 'extension', 'Hospital de Teste', 'on', '--lock', '0')
  await svcctl('user', 'add', 'Dra. Beatriz')
  const { code } = JSON.parse(await svcctl('user', 'invite', 'Dra. Beatriz', '--json'))
  const { id } = JSON.parse(await svcctl('extension', 'policy', '--json'))
  const policy = await svcctl('extension', 'policy', '--format', 'linux')
  const browser = await openManagedBrowser(t, policy)
  const panel = await installed(browser, id)
  await panel.getByText(service.url).waitFor()
  t.is(await panel.getByLabel('Endereço do servidor do hospital').count(), 0)
  await panel.getByLabel('Código de acesso').fill(code)
  await panel.getByLabel('Nome deste computador').fill('Consultório 3')
  await panel.getByRole('button', { name: 'Entrar' }).click()
  await beginVisit(panel, 'Maria da Silva')
  await panel.locator('.whose').getByText('Maria da Silva').waitFor()
})

managedTest('a newer one at the appliance is found, fetched and taken', async (t) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const identity = signingIdentity(privateKey.export({ format: 'der', type: 'pkcs8' }))
  const folder = await makeFolder(t, 'svc-extension-')
  const chrome = join(folder, 'chrome')
  await cp(EXTENSION, chrome, { recursive: true })
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const pages = extensionPages({ folder, identity: async () => identity, publicUrl })
  const app = new Koa().use(pages.routes())
  // What the browser asks for and is not there is no fault.
  app.silent = true
  const server = createServer(app.callback()).listen(port, '127.0.0.1')
  t.teardown(() => server.close())
  const { id } = identity
  const policy = linuxExtensionPolicy(extensionPolicy(id, publicUrl))
  const browser = await openManagedBrowser(t, policy)
  const panel = await installed(browser, id)
  const path = join(chrome, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...manifest, version: '9.8.7' }))
  // The appliance keeps what it read for some seconds, and the browser lets nobody ask often.
  await sleep(KEPT_MS)
  const found = await panel.evaluate(`(async () => {
    const fetched = new Promise((done) => chrome.runtime.onUpdateAvailable.addListener(done))
    const { status } = await chrome.runtime.requestUpdateCheck()
    return status === 'update_available' ? (await fetched).version : status
  })()`)
  t.is(found, '9.8.7')
  await panel.evaluate('chrome.runtime.reload()').catch(() => {})
  await until(() => panel.isClosed(), 'the panel of the old one is closed')
  const next = await installed(browser, id)
  t.is(await next.evaluate('chrome.runtime.getManifest().version'), '9.8.7')
})

managedTest('over https with the hospital’s own authority, and never without it', async (t) => {
  const folder = await makeFolder(t, 'svc-authority-')
  const openssl = (...words: string[]) =>
    promisify(execFile)('openssl', words, { cwd: folder, encoding: 'buffer' })
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '30']
  const authority = ['-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Hospital']
  await openssl('req', '-x509', ...key, ...authority, '-addext', 'keyUsage=critical,keyCertSign')
  const signed = [
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-keyout',
    'server.key',
    '-out',
    'server.pem',
  ]
  const named = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  await openssl('req', '-x509', ...key, ...signed, ...named, '-addext', 'basicConstraints=CA:FALSE')
  const [cert, serverKey] = await Promise.all(
    ['server.pem', 'server.key'].map((name) => readFile(join(folder, name))),
  )
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const identity = signingIdentity(privateKey.export({ format: 'der', type: 'pkcs8' }))
  const port = await freePort()
  const publicUrl = `https://127.0.0.1:${port}`
  const built = { folder: join(EXTENSION, '..'), identity: async () => identity, publicUrl }
  const app = new Koa().use(extensionPages(built).routes())
  // What the browser asks for and is not there is no fault.
  app.silent = true
  let asked = 0
  let refused = 0
  const server = createTlsServer({ cert, key: serverKey }, (request, response) => {
    asked++
    void app.callback()(request, response)
  })
  server.on('tlsClientError', () => refused++)
  server.listen(port, '127.0.0.1')
  t.teardown(() => server.close())
  const policy = linuxExtensionPolicy(extensionPolicy(identity.id, publicUrl))
  await openManagedBrowser(t, policy)
  await until(() => refused > 0, 'a browser that does not know the authority refuses')
  t.is(asked, 0)
  const { stdout } = await openssl('x509', '-in', 'ca.pem', '-outform', 'der')
  const known = { ...JSON.parse(policy), CACertificates: [stdout.toString('base64')] }
  const browser = await openManagedBrowser(t, JSON.stringify(known))
  const panel = await installed(browser, identity.id)
  await panel.getByText(publicUrl).waitFor()
})
