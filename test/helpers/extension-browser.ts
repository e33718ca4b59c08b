/** Chromium with the built extension loaded, and its pages. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { CODE } from './extension-server.ts'
import { type BrowserOptions, openBrowser } from './open-browser.ts'

export const EXTENSION = join(import.meta.dirname, '../../dist/extension/chrome')
/** Of the doctor, where a test is not about another. */
export const PIN = '2580'

export interface ExtensionBrowser {
  browser: BrowserContext
  /** The panel as a tab; in the browser’s own side panel: side-panel.ts. */
  openPanel(): Promise<Page>
  /** The same in a window of its own. */
  openWindow(): Promise<Page>
  /** A page in a tab, with the extension's button clicked on it. */
  openPage(address: string): Promise<Page>
  /** The doctor's yes to the browser's question for pages, which no test can click on. */
  sayYesTo(pages: string): Promise<void>
}

export interface ExtensionOptions extends BrowserOptions {
  /**
   * Pages that it may read without a click on its button, which no test can make: what that click
   * gives for one tab.
   */
  openPages?: string
  /** The sound of tabs may be taken, as after the doctor's yes to the browser's question. */
  capture?: boolean
  /** Nobody has answered the browser's question for the microphone yet (`allowMicrophone`). */
  unanswered?: boolean
}

export async function openExtension(
  t: Pick<ExecutionContext, 'teardown'>,
  options: ExtensionOptions = {},
): Promise<ExtensionBrowser> {
  const { openPages, capture = false, unanswered = false, microphoneWav, ...rest } = options
  const isAsked = capture || unanswered
  const folder = openPages || capture ? await opened(t, openPages, capture) : EXTENSION
  const browser = await openBrowser(t, {
    ...rest,
    ...(microphoneWav && !isAsked ? { microphoneWav } : {}),
    viewport: options.viewport ?? { width: 360, height: 720 },
    // A muted browser gives the sound of no tab.
    without: capture ? ['--mute-audio'] : [],
    flags: [
      ...(microphoneWav && isAsked ? microphoneAlone(microphoneWav) : []),
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      '--enable-unsafe-extension-debugging',
      ...(options.flags ?? []),
    ],
  })
  const [worker = await browser.waitForEvent('serviceworker')] = browser.serviceWorkers()
  const panel = worker.url().replace('worker.js', 'panel.html')
  if (capture) await allowMicrophone(browser, panel.replace('/panel.html', ''))
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
    async sayYesTo(pages) {
      const page = await browser.newPage()
      await page.goto('chrome://extensions')
      const id = JSON.stringify(new URL(panel).host)
      // What it permits is not had before the extension asks for it.
      await page.evaluate(
        `chrome.developerPrivate.addHostPermission(${id}, ${JSON.stringify(pages)})`,
      )
      await page.close()
    },
    async openPage(address) {
      const page = await browser.newPage()
      await page.goto(address)
      await page.bringToFront()
      const root = await browser.browser()!.newBrowserCDPSession()
      const { targetInfos } = await root.send('Target.getTargets', { filter: [{ type: 'tab' }] })
      const tab = targetInfos.find(({ url }) => url === address)
      const click = { id: new URL(panel).host, targetId: tab?.targetId }
      // Not yet among the types.
      const send = root.send.bind(root) as (name: string, given: object) => Promise<unknown>
      await send('Extensions.triggerAction', click)
      return page
    },
  }
}

export async function signIn(panel: Page, address: string, code = CODE) {
  await panel.getByLabel('Endereço do servidor do hospital').fill(address)
  await panel.getByLabel('Código de acesso').fill(code)
  await panel.getByLabel('Nome deste computador').fill('Consultório 3')
  await panel.getByRole('button', { name: 'Entrar', exact: true }).click()
}

export async function choosePin(panel: Page, pin = PIN, again = pin) {
  await panel.getByLabel('PIN (4 a 12 números)').fill(pin)
  await panel.getByLabel('PIN, outra vez').fill(again)
  await panel.getByRole('button', { name: 'Guardar o PIN' }).click()
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

/**
 * Until the screen says that the recording is kept. What the browser of a busy machine did not give
 * is said there and is no fault: whether all of the rest arrived is in the server's statement.
 */
export async function recordingKept(panel: Page) {
  await panel.getByText(/^Gravação (completa|com falhas): \d\dm \d\ds guardados/).waitFor()
}

/** The browser's own answer to every question for sound takes a tab's for a microphone's. */
function microphoneAlone(wav: string): string[] {
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${wav}`]
}

/** Without it the browser keeps an unpacked extension switched off that starts again. */
export const DEVELOPER_MODE = { extensions: { ui: { developer_mode: true } } }

/** Clicks on what starts the extension again, which ends its pages, and waits until it is there. */
export async function startAgain(browser: BrowserContext, button: Locator): Promise<void> {
  const started = browser.waitForEvent('serviceworker')
  await button.dispatchEvent('click').catch(() => {})
  await started
}

export const allowMicrophone = (browser: BrowserContext, origin: string) =>
  answerMicrophone(browser, origin, 'granted')

/** The doctor's no, which the browser keeps. */
export const refuseMicrophone = (browser: BrowserContext, origin: string) =>
  answerMicrophone(browser, origin, 'denied')

async function answerMicrophone(
  browser: BrowserContext,
  origin: string,
  setting: 'granted' | 'denied',
) {
  const root = await browser.browser()!.newBrowserCDPSession()
  const permission = { name: 'microphone' }
  await root.send('Browser.setPermission', { permission, setting, origin })
}

async function opened(
  t: Pick<ExecutionContext, 'teardown'>,
  pages?: string,
  capture = false,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-extension-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await cp(EXTENSION, folder, { recursive: true })
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  const host_permissions = pages ? [pages] : []
  const permissions = [...manifest.permissions, ...(capture ? ['tabCapture'] : [])]
  await writeFile(path, JSON.stringify({ ...manifest, permissions, host_permissions }))
  return folder
}
