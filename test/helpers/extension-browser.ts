/** Chromium with the built extension loaded, and its pages. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { BrowserContext, Page } from 'playwright-core'
import { type BrowserOptions, openBrowser } from './browser.ts'
import { CODE } from './extension-server.ts'

export const EXTENSION = join(import.meta.dirname, '../../dist/extension/chrome')

export interface ExtensionBrowser {
  browser: BrowserContext
  /** The panel as a tab: the browser's own side panel cannot be driven. */
  openPanel(): Promise<Page>
  /** The same in a window of its own. */
  openWindow(): Promise<Page>
}

export interface ExtensionOptions extends BrowserOptions {
  /**
   * Pages that it may read without a click on its button, which no test can make: what that click
   * gives for one tab.
   */
  openPages?: string
}

export async function openExtension(
  t: ExecutionContext,
  options: ExtensionOptions = {},
): Promise<ExtensionBrowser> {
  const folder = options.openPages ? await opened(t, options.openPages) : EXTENSION
  const browser = await openBrowser(t, {
    ...options,
    viewport: options.viewport ?? { width: 360, height: 720 },
    flags: [
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      ...(options.flags ?? []),
    ],
  })
  const [worker = await browser.waitForEvent('serviceworker')] = browser.serviceWorkers()
  const panel = worker.url().replace('worker.js', 'panel.html')
  return {
    browser,
    async openPanel() {
      const page = await browser.newPage()
      await page.goto(panel)
      return page
    },
    async openWindow() {
      const [some] = browser.pages()
      const devtools = await browser.newCDPSession(some!)
      const opened = browser.waitForEvent('page')
      await devtools.send('Target.createTarget', { url: panel, newWindow: true })
      return opened
    },
  }
}

export async function signIn(panel: Page, address: string, code = CODE) {
  await panel.getByLabel('Endereço do servidor do hospital').fill(address)
  await panel.getByLabel('Código de acesso').fill(code)
  await panel.getByLabel('Nome deste computador').fill('Consultório 3')
  await panel.getByRole('button', { name: 'Entrar' }).click()
}

export async function beginVisit(panel: Page, patient: string) {
  await panel.getByLabel('Nome do paciente').fill(patient)
  await panel.getByRole('button', { name: 'Abrir consulta' }).click()
  await panel.getByRole('tab', { name: 'Gravação' }).waitFor()
}

/** What the clock of the visit in the panel shows, in s. */
export async function clockOf(panel: Page): Promise<number> {
  const shown = (await panel.getByRole('timer').textContent()) ?? ''
  return shown.split(':').reduce((total, part) => total * 60 + Number(part), 0)
}

/** Until the clock shows so many seconds. */
export async function recorded(panel: Page, seconds: number) {
  await panel.getByRole('timer').waitFor()
  while ((await clockOf(panel)) < seconds) await panel.waitForTimeout(200)
}

async function opened(t: ExecutionContext, pages: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-extension-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await cp(EXTENSION, folder, { recursive: true })
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...manifest, host_permissions: [pages] }))
  return folder
}
