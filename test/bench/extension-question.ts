/**
 * Chromium's own questions, pressed by its keys in a window on a screen that nobody sees (Xvfb,
 * xdotool). For the address of a frame: after a no nothing is open, after a yes the frame is
 * filled, and with the visit the address is given back. For the sound of a call's tab: after a no
 * the permission is not had; after a yes, and a restart, the sound arrives. Each step says "ok" or
 * what went wrong.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import {
  allowMicrophone,
  beginVisit,
  DEVELOPER_MODE,
  EXTENSION,
  recorded,
  signIn,
  startAgain,
} from '../helpers/extension-browser.ts'
import { startExtensionServer } from '../helpers/extension-server.ts'
import { findChromium } from '../helpers/open-browser.ts'
import { pitchOf } from '../helpers/pitch.ts'
import { teardowns } from './figures.ts'

const SCREEN = ':97'
/** The question is drawn by then. */
const DRAWN_MS = 2000
const LIMIT_MS = 15_000
/** Tone of the call’s page. */
const TONE_HZ = 440
const RATE_HZ = 16_000

export async function benchExtensionQuestion() {
  const executablePath = findChromium()
  const isThere = (name: string) => spawnSync('which', [name]).status === 0
  const missing = ['Xvfb', 'xdotool'].filter((name) => !isThere(name))
  if (!executablePath || missing.length > 0) return { missing }
  const down = teardowns()
  const steps: Record<string, string> = {}
  async function step(name: string, run: () => Promise<unknown>) {
    steps[name] = await run().then(
      () => 'ok',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    console.error(`  Chromium: ${name}: ${steps[name]}`)
  }
  try {
    const screen = spawn('Xvfb', [SCREEN, '-screen', '0', '1280x900x24'], { stdio: 'ignore' })
    down.teardown(() => screen.kill())
    await sleep(DRAWN_MS)
    const server = await startExtensionServer(down, {
      alreadySaid: true,
      fields: { 'Queixa Principal': '#shell >>> #exam' },
      rule: (port) => ({ frames: { '#shell': `http://localhost:${port}` } }),
    })
    const profile = await mkdtemp(join(tmpdir(), 'svc-question-'))
    down.teardown(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }))
    await mkdir(join(profile, 'Default'))
    await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(DEVELOPER_MODE))
    const env = { ...process.env, DISPLAY: SCREEN }
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: false,
      env: env as Record<string, string>,
      // A muted browser gives the sound of no tab.
      ignoreDefaultArgs: ['--disable-extensions', '--mute-audio'],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--use-fake-device-for-media-stream',
        `--disable-extensions-except=${EXTENSION}`,
        `--load-extension=${EXTENSION}`,
        '--enable-unsafe-extension-debugging',
      ],
    })
    down.teardown(() => browser.close())
    const [worker = await browser.waitForEvent('serviceworker')] = browser.serviceWorkers()
    const panel = await browser.newPage()
    const panelAddress = worker.url().replace('worker.js', 'panel.html')
    await allowMicrophone(browser, panelAddress.replace('/panel.html', ''))
    await panel.goto(panelAddress)
    const ehr = await browser.newPage()
    const press = (name: string | RegExp) =>
      panel.getByRole('button', { name }).first().dispatchEvent('click')
    const told = (words: string) =>
      panel.locator('.told p').filter({ hasText: words }).waitFor({ timeout: LIMIT_MS })
    const origins = () => panel.evaluate('chrome.permissions.getAll().then((all) => all.origins)')

    /** With the panel's own button. */
    async function answer(button: string, ...keys: string[]) {
      await clickAsDoctor(panel, button)
      await sleep(DRAWN_MS)
      for (const key of keys) {
        spawnSync('xdotool', ['key', key], { env })
        await sleep(500)
      }
    }
    /** The extension's, in the browser's bar, with this page in front. */
    async function clickOnButton(address: string) {
      const root = await browser.browser()!.newBrowserCDPSession()
      const { targetInfos } = await root.send('Target.getTargets', { filter: [{ type: 'tab' }] })
      const tab = targetInfos.find(({ url }) => url === address)
      const send = root.send.bind(root) as (name: string, given: object) => Promise<unknown>
      const id = new URL(worker.url()).host
      await send('Extensions.triggerAction', { id, targetId: tab?.targetId })
    }
    async function isOpen(wanted: string[]) {
      const given = await origins()
      if (JSON.stringify(given) !== JSON.stringify(wanted)) throw new Error(JSON.stringify(given))
    }

    await step('a document is there', async () => {
      await signIn(panel, server.origin)
      await beginVisit(panel, 'Maria da Silva')
      await panel.getByRole('button', { name: 'Gerar documento' }).click()
      await panel.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
      await panel.getByRole('button', { name: /^Preencher prontuário/ }).waitFor()
      const at = server.origin.replace('127.0.0.1', 'localhost')
      const shell = encodeURIComponent(`${at}/extension/pages/frame.html`)
      const address = `${server.origin}/extension/pages/portal.html?shell=${shell}`
      await ehr.goto(address)
      await ehr.bringToFront()
      await clickOnButton(address)
    })
    await step('a no: nothing is open', async () => {
      await press(/^Preencher prontuário/)
      await panel.getByRole('button', { name: /^Permitir localhost/ }).waitFor()
      await answer('^Permitir localhost', 'Return')
      await told('Sem a permissão')
      await isOpen([])
    })
    await step('a yes: the frame is filled', async () => {
      await answer('^Permitir localhost', 'Tab', 'Return')
      await panel.getByRole('button', { name: 'Preencher 1 campo' }).waitFor({ timeout: LIMIT_MS })
      await isOpen(['http://localhost/*'])
      await press('Preencher 1 campo')
      await told('1 campo preenchido')
      const text = await ehr.frameLocator('#shell').locator('#exam').inputValue()
      if (!text.startsWith('Dor de cabeça')) throw new Error(text)
    })
    await step('given back with the visit', async () => {
      await press('Consultas')
      await panel.getByLabel('Nome do paciente').waitFor()
      await isOpen([])
    })
    const mayCapture = () =>
      panel.evaluate("chrome.permissions.contains({ permissions: ['tabCapture'] })")
    await step('the sound of a tab, a no: it is not had', async () => {
      await panel.getByLabel('Nome do paciente').fill('Ana Lima')
      await panel.getByLabel('Consulta por vídeo').check()
      await press('Abrir consulta')
      await panel.getByRole('button', { name: /^Compartilhar/ }).waitFor()
      const address = `${server.origin}/extension/pages/call.html`
      await ehr.goto(address)
      await ehr.bringToFront()
      await ehr.locator('#start').click()
      await clickOnButton(address)
      await answer('^Compartilhar', 'Return')
      const told = panel.locator('p').filter({ hasText: 'Sem a permissão, só o microfone' })
      await told.waitFor({ timeout: LIMIT_MS })
      if (await mayCapture()) throw new Error('it is had')
    })
    await step('a yes, and the button had been clicked before: a restart is offered', async () => {
      await answer('^Compartilhar', 'Tab', 'Return')
      if (!(await mayCapture())) throw new Error('it is not had')
      await told('depois que o assistente reinicia')
      await startAgain(browser, panel.getByRole('button', { name: 'Reiniciar o assistente' }))
    })
    await step('the button once more: the sound of the call arrives', async () => {
      const again = await browser.newPage()
      await again.goto(panelAddress)
      await ehr.bringToFront()
      await clickOnButton(`${server.origin}/extension/pages/call.html`)
      await again.getByRole('button', { name: 'Abrir a consulta de Ana Lima' }).click()
      const share = again.getByRole('button', { name: /^Compartilhar/ })
      await share.waitFor()
      await ehr.bringToFront()
      await clickAsDoctor(again, '^Compartilhar')
      await again.getByText('O áudio da guia compartilhada é gravado').waitFor()
      await again.getByRole('button', { name: 'Iniciar gravação' }).dispatchEvent('click')
      await recorded(again, 4)
      const [id = ''] = [...server.recordings.keys()].slice(-1)
      const pitch = pitchOf(server.samplesOf(id, 1).subarray(RATE_HZ))
      if (Math.abs(pitch - TONE_HZ) > 5) throw new Error(`a pitch of ${pitch} Hz`)
    })
    return { steps }
  } finally {
    await down.run()
  }
}

/** The browser asks only where a doctor has clicked. */
async function clickAsDoctor(panel: Page, name: string) {
  const expression = `[document, ...[...document.querySelectorAll('*')].flatMap((one) => one.shadowRoot ?? [])]
    .flatMap((root) => [...root.querySelectorAll('button')])
    .find(({ textContent }) => new RegExp(${JSON.stringify(name)}).test(textContent.trim())).click()`
  const devtools = await panel.context().newCDPSession(panel)
  await devtools.send('Runtime.evaluate', { expression, userGesture: true })
}
