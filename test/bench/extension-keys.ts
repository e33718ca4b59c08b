/**
 * The extension's keys as a doctor presses them, in a window of Chromium on a screen that nobody
 * sees (Xvfb, xdotool), with its own side panel: one opens it beside the EHR's page, the other
 * records and pauses the visit. Each step says "ok" or what went wrong.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { allowMicrophone, EXTENSION } from '../helpers/extension-browser.ts'
import { CODE, startExtensionServer } from '../helpers/extension-server.ts'
import { findChromium } from '../helpers/open-browser.ts'
import { type SidePanel, sidePanelAfter } from '../helpers/side-panel.ts'
import { teardowns } from './figures.ts'

const SCREEN = ':96'
/** The screen is there, and the window drawn, by then. */
const DRAWN_MS = 2000

export async function benchExtensionKeys() {
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
    const server = await startExtensionServer(down)
    const profile = await mkdtemp(join(tmpdir(), 'svc-keys-'))
    down.teardown(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }))
    const env = { ...process.env, DISPLAY: SCREEN }
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: false,
      env: env as Record<string, string>,
      ignoreDefaultArgs: ['--disable-extensions'],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--lang=pt-BR',
        '--use-fake-device-for-media-stream',
        `--disable-extensions-except=${EXTENSION}`,
        `--load-extension=${EXTENSION}`,
      ],
    })
    down.teardown(() => browser.close())
    const [worker = await browser.waitForEvent('serviceworker')] = browser.serviceWorkers()
    const address = worker.url().replace('worker.js', 'panel.html')
    await allowMicrophone(browser, address.replace('/panel.html', ''))
    const [ehr = await browser.newPage()] = browser.pages()
    await ehr.goto(`${server.origin}/extension/pages/plain.html`)
    await ehr.bringToFront()
    await sleep(DRAWN_MS)
    const hand = (...words: string[]) => void spawnSync('xdotool', words, { env })
    // No window manager gives the window its focus here.
    hand('search', '--onlyvisible', '--class', 'chromium', 'windowfocus')
    hand('mousemove', '300', '600', 'click', '1')
    const key = async (keys: string) => hand('key', keys)
    const button = (name: string) => ({ role: 'button', name })
    let panel: SidePanel | undefined

    await step('Alt+Shift+S opens the panel, and the page to it', async () => {
      panel = await sidePanelAfter(browser, address, () => key('alt+shift+s'))
      const enter = async (label: string, text: string) => {
        await panel!.click({ role: 'textbox', name: label })
        await panel!.type(text)
      }
      await enter('Endereço do servidor', server.origin)
      await enter('Código de acesso', CODE)
      await enter('Nome deste computador', 'Consultório 3')
      await panel.click(button('^Entrar$'))
      await panel.click(button('^Ler da página$'))
      await panel.waitFor({ text: 'confira o paciente' })
      await panel.click(button('^Abrir consulta$'))
      await panel.waitFor(button('^Iniciar gravação$'))
    })
    await step('Alt+Shift+G records', async () => {
      await key('alt+shift+g')
      await panel!.waitFor(button('^Pausar gravação$'))
    })
    await step('Alt+Shift+G pauses', async () => {
      await key('alt+shift+g')
      await panel!.waitFor(button('^Retomar gravação$'))
      if (server.recordings.size !== 1) throw new Error(`${server.recordings.size} recordings`)
    })
    return { steps }
  } finally {
    await down.run()
  }
}
