/**
 * A microphone that was refused, in Firefox's own sidebar, by mouse and the browser's own buttons:
 * the panel says what to do, the tab that records comes to the front and says how, and once the no
 * is taken back there the recording begins and the EHR's page is in front again. Each step says
 * "ok" or what went wrong. `PICTURES=folder` keeps a picture of the window after each.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { startExtensionServer } from '../helpers/extension-server.ts'
import { teardowns } from './figures.ts'
import { findFirefox, openFirefoxWalk } from './firefox-walk.ts'

const EHR = 'Prontuário'
const LIMIT_MS = 15_000
const QUESTION = "document.getElementById('webRTC-shareDevices-notification')"
/** The button beside the address, and the one that takes a no back. */
const PERMISSIONS = "document.getElementById('identity-permission-box')"
const TAKE_BACK = "document.querySelector('.permission-popup-permission-remove-button')"

export async function benchExtensionFirefoxMicrophone() {
  const firefox = findFirefox()
  if ('missing' in firefox) return firefox
  const down = teardowns()
  try {
    const server = await startExtensionServer(down)
    const preferences = {
      'media.navigator.permission.disabled': false,
      'security.notification_enable_delay': 0,
      'ui.systemUsesDarkTheme': process.env.DARK === undefined ? 0 : 1,
    }
    const walk = await openFirefoxWalk(down, firefox.path, preferences)
    const { page, panel, press, step } = walk

    /** In the browser's own window, as soon as it can be pressed. */
    async function pressThere(button: string) {
      for (const until = Date.now() + LIMIT_MS; Date.now() < until; await sleep(100)) {
        const isPressed = await panel.inWindow(`
          const button = ${button}
          if (!button || button.getClientRects().length === 0) return false
          button.click()
          return true`)
        if (isPressed) return
      }
      throw new Error(`not there: ${button}`)
    }
    async function inFront(title: string) {
      for (const until = Date.now() + LIMIT_MS; Date.now() < until; await sleep(100))
        if ((await front()) === title) return
      throw new Error(`in front: ${await front()}`)
    }
    const front = () => panel.inWindow<string>('return gBrowser.selectedTab.label')
    const select = (tab: string) => panel.inWindow(`gBrowser.selectedTab = ${tab}`)
    const showsRetry = () => panel.waitFor({ role: 'button', name: 'Tentar novamente' })

    await step('a visit is open', async () => {
      await panel.openTab()
      await page.go(`${server.origin}/extension/pages/plain.html`)
      await walk.openVisit(server.origin)
      await panel.waitFor({ role: 'button', name: 'Iniciar gravação' })
    })
    await step('the question is seen in the tab that records', async () => {
      await press('Iniciar gravação')
      await inFront('Assistente de consulta')
      await panel.waitFor({ role: 'button', name: 'Aguardando o microfone' })
    })
    await step('a no: the page is in front again, and the panel says what to do', async () => {
      await pressThere(`${QUESTION}?.secondaryButton`)
      await showsRetry()
      await panel.waitFor({ text: 'aparece a aba do assistente que grava' })
      await inFront(EHR)
    })
    await step('the next try shows that tab, which says how', async () => {
      await press('Tentar novamente')
      await inFront('Assistente de consulta')
      await panel.waitFor({ role: 'button', name: 'Aguardando o microfone' })
      await sleep(500)
    })
    await step(
      'the doctor goes elsewhere: the panel says it again, and nothing moves',
      async () => {
        await select('gBrowser.tabs.at(-1)')
        await showsRetry()
        await inFront(EHR)
      },
    )
    await step('taken back and allowed: it records, and the page is in front', async () => {
      await press('Tentar novamente')
      await inFront('Assistente de consulta')
      await pressThere(PERMISSIONS)
      await pressThere(TAKE_BACK)
      await pressThere(`${QUESTION}?.button`)
      await panel.waitFor({ role: 'button', name: 'Pausar gravação' })
      await inFront(EHR)
    })
    await step('finished, and all is there', async () => {
      await sleep(2000)
      await press('Finalizar')
      await panel.waitFor({ text: '^Gravação (completa|com falhas)' })
      if (!server.statements.at(-1)?.complete) throw new Error('the statement is not complete')
    })
    return { version: walk.version, steps: walk.steps }
  } finally {
    await down.run()
  }
}
