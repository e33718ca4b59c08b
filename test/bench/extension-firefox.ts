/**
 * The extension in Firefox as it is installed: its sidebar opens, a doctor signs in, opens a visit,
 * records with a virtual microphone and finishes. Each step says "ok" or what went
 * wrong. `PICTURES=folder` keeps a picture of the window. The panel is driven as a tab: a sidebar
 * lets no WebDriver in.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CODE, startExtensionServer } from '../helpers/extension-server.ts'
import { openFirefox } from '../helpers/marionette.ts'
import { startVirtualSound } from '../helpers/virtual-sound.ts'
import { drivenPage } from '../helpers/webdriver.ts'
import { teardowns } from './figures.ts'

const EXTENSION = join(import.meta.dirname, '../../dist/extension/firefox')
const ID = 'assistente@svc-appliance.invalid'
const SIDEBAR = 'assistente_svc-appliance_invalid-sidebar-action'
const RATE_HZ = 16_000
const RECORDED_S = 4

export async function benchExtensionFirefox() {
  const isThere = (name: string) => spawnSync(name, ['--version']).status === 0
  const path = ['firefox', 'firefox-esr'].find(isThere)
  const missing = ['firefox', 'pulseaudio', 'paplay'].filter((name) =>
    name === 'firefox' ? !path : !isThere(name),
  )
  if (!path || missing.length > 0) return { missing }
  const down = teardowns()
  const steps: Record<string, string> = {}
  try {
    const server = await startExtensionServer(down)
    const sound = await startVirtualSound()
    down.teardown(sound.close)
    const env = { ...process.env, ...sound.env }
    const browser = await openFirefox({ path, env, systemAccess: true })
    down.teardown(() => browser.transport.close())
    const { ask } = browser
    const page = drivenPage(browser)
    const samples = () =>
      [...server.recordings.values()].reduce((total, { nextOffset }) => total + nextOffset, 0)

    /** In the browser's own window. */
    async function inWindow<T>(script: string): Promise<T> {
      await ask('Marionette:SetContext', { value: 'chrome' })
      const answer = await ask('WebDriver:ExecuteScript', { script, args: [] })
      await ask('Marionette:SetContext', { value: 'content' })
      return (answer as { value: T }).value
    }
    async function enter(label: string, text: string) {
      await page.click({ role: 'textbox', name: label })
      await page.type(text)
    }
    async function step(name: string, run: () => Promise<unknown>) {
      steps[name] = await run().then(
        () => 'ok',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      console.error(`  Firefox: ${name}: ${steps[name]}`)
    }
    async function becomes(isSo: () => Promise<boolean> | boolean, what: string) {
      for (let attempt = 0; attempt < 300; attempt++) {
        if (await isSo()) return
        await sleep(200)
      }
      throw new Error(`not so after a minute: ${what}`)
    }

    let host = ''
    await step('installed', async () => {
      await ask('Addon:Install', { path: EXTENSION, temporary: true })
      host = await inWindow(`return WebExtensionPolicy.getByID('${ID}').mozExtensionHostname`)
    })
    await step('signed in', async () => {
      await page.go(`moz-extension://${host}/panel.html`)
      await enter('Endereço do servidor', server.origin)
      await enter('Código de acesso', CODE)
      await enter('Nome deste computador', 'Consultório 3')
      await page.click({ role: 'button', name: '^Entrar$' })
      await page.waitFor({ role: 'textbox', name: 'Nome do paciente' })
    })
    await step('visit opened', async () => {
      await enter('Nome do paciente', 'Maria da Silva')
      await page.click({ role: 'button', name: 'Abrir consulta' })
      await page.waitFor({ role: 'button', name: 'Iniciar gravação' })
    })
    const { value: panel } = (await ask('WebDriver:GetWindowHandle')) as { value: string }
    const show = () => ask('WebDriver:SwitchToWindow', { handle: panel, focus: true })
    await step('recorded by the pinned tab', async () => {
      await page.click({ role: 'button', name: 'Iniciar gravação' })
      await becomes(() => samples() >= RECORDED_S * RATE_HZ, `${RECORDED_S} s arrive`)
      await show()
      await page.waitFor({ role: 'button', name: 'Pausar gravação' })
    })
    await step('sidebar shows the visit', async () => {
      await inWindow(`return void SidebarController.show('${SIDEBAR}')`)
      const address = `document.getElementById('sidebar')?.contentDocument
        ?.getElementById('webext-panels-browser')?.currentURI?.spec ?? ''`
      const isShown = async () => (await inWindow<string>(`return ${address}`)).includes(host)
      await becomes(isShown, 'the sidebar shows the panel')
      await sleep(3000)
      await keepPicture()
    })
    await step('goes on without panel and sidebar', async () => {
      await inWindow('SidebarController.hide()')
      await page.go('about:blank')
      const before = samples()
      await becomes(() => samples() >= before + 2 * RATE_HZ, 'two seconds more arrive')
      await page.go(`moz-extension://${host}/panel.html`)
      await page.waitFor({ role: 'button', name: 'Pausar gravação' })
    })
    await step('finished, and all is there', async () => {
      await page.click({ role: 'button', name: 'Finalizar' })
      await page.waitFor({ text: '^Gravação (completa|com falhas)' })
      if (!server.statements.at(-1)?.complete) throw new Error('the statement is not complete')
    })

    async function keepPicture() {
      const folder = process.env.PICTURES
      if (!folder) return
      await mkdir(folder, { recursive: true })
      await ask('Marionette:SetContext', { value: 'chrome' })
      const { value } = (await ask('WebDriver:TakeScreenshot', { full: false })) as {
        value: string
      }
      await ask('Marionette:SetContext', { value: 'content' })
      await writeFile(join(folder, 'firefox-sidebar.png'), Buffer.from(value, 'base64'))
    }
    return { version: browser.version, seconds: samples() / RATE_HZ, steps }
  } finally {
    await down.run()
  }
}
