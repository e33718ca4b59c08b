/**
 * A walk through the extension in Firefox's own sidebar, by mouse and keys of the browser's window.
 * Each step says "ok" or what went wrong. `PICTURES=folder` keeps a picture of the window after
 * each.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CODE } from '../helpers/extension-server.ts'
import { openSidebar } from '../helpers/firefox-sidebar.ts'
import { openFirefox } from '../helpers/marionette.ts'
import { startVirtualSound } from '../helpers/virtual-sound.ts'
import { drivenPage } from '../helpers/webdriver.ts'

const EXTENSION = join(import.meta.dirname, '../../dist/extension/firefox')

/** Firefox on this machine, or what is missing for a walk. */
export function findFirefox(): { path: string } | { missing: string[] } {
  const isThere = (name: string) => spawnSync(name, ['--version']).status === 0
  const path = ['firefox', 'firefox-esr'].find(isThere)
  if (!path) return { missing: ['firefox'] }
  return isThere('pulseaudio') ? { path } : { missing: ['pulseaudio'] }
}

export async function openFirefoxWalk(
  down: { teardown(end: () => unknown): void },
  path: string,
  preferences: Record<string, boolean | number>,
) {
  const sound = await startVirtualSound()
  down.teardown(sound.close)
  const env = { ...process.env, ...sound.env }
  const browser = await openFirefox({ path, env, preferences, systemAccess: true })
  down.teardown(() => browser.transport.close())
  const page = drivenPage(browser)
  const panel = await openSidebar(browser, EXTENSION)
  const steps: Record<string, string> = {}

  const press = (name: string) => panel.click({ role: 'button', name })

  async function enter(label: string, text: string) {
    await panel.click({ role: 'textbox', name: label })
    await panel.type(text)
  }

  return {
    version: browser.version,
    page,
    panel,
    steps,
    press,

    /** The panel, by the browser's own menu: that opens no page to the extension. */
    async openVisit(origin: string) {
      await panel.showSidebar()
      await enter('Endereço do servidor', origin)
      await enter('Código de acesso', CODE)
      await enter('Nome deste computador', 'Consultório 3')
      await press('^Entrar$')
      await enter('Nome do paciente', 'Maria da Silva')
      await press('Abrir consulta')
    },

    async step(name: string, run: () => Promise<unknown>) {
      steps[name] = await run().then(
        () => 'ok',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      console.error(`  Firefox: ${name}: ${steps[name]}`)
      const folder = process.env.PICTURES
      if (!folder) return
      await mkdir(folder, { recursive: true })
      const file = `${Object.keys(steps).length}-${name.replaceAll(/\W+/g, '-')}.png`
      await writeFile(join(folder, file), await panel.pictureOfWindow())
    },
  }
}
