// Own process: it records in real time
/**
 * The built package, unchanged, in Chromium's own side panel beside an EHR's page: what a doctor
 * clicks on, and nothing that was allowed beforehand but the microphone.
 */
import type { BrowserContext } from 'playwright-core'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { openExtension } from '../../helpers/extension-browser.ts'
import { CODE, startExtensionServer } from '../../helpers/extension-server.ts'
import { VOICE } from '../../helpers/plugin-page.ts'
import { openSidePanel, type SidePanel } from '../../helpers/side-panel.ts'

const COMPLAINT = 'Dor de cabeça há três dias'
const button = (name: string) => ({ role: 'button', name })
const PAUSE = button('^Pausar gravação$')

async function enter(panel: SidePanel, label: string, text: string) {
  await panel.click({ role: 'textbox', name: label })
  await panel.type(text)
}

async function signInThere(panel: SidePanel, address: string) {
  await enter(panel, 'Endereço do servidor', address)
  await enter(panel, 'Código de acesso', CODE)
  await enter(panel, 'Nome deste computador', 'Consultório 3')
  await panel.click(button('^Entrar$'))
}

async function beginThere(panel: SidePanel, patient: string) {
  await enter(panel, 'Nome do paciente', patient)
  await panel.click(button('^Abrir consulta$'))
  await panel.waitFor({ role: 'tab', name: 'Gravação' })
}

const recordedThere = (panel: SidePanel, seconds: number) =>
  panel.until<boolean>(`(driven.find({ role: 'timer' }).map(driven.text)[0] ?? '0:0').split(':')
    .reduce((total, part) => total * 60 + Number(part), 0) >= ${seconds}`)

/** The address of the panel's page, as the browser names it. */
function panelOf(browser: BrowserContext): string {
  return browser.serviceWorkers()[0]!.url().replace('worker.js', 'panel.html')
}

browserTest('in the browser’s own side panel: read the page, record, document, fill', async (t) => {
  const server = await startExtensionServer(t, {
    alreadySaid: true,
    fields: { 'Queixa Principal': '#complaint' },
  })
  const { browser } = await openExtension(t, {
    microphoneWav: VOICE,
    viewport: { width: 1280, height: 900 },
  })
  const ehr = await browser.newPage()
  const address = `${server.origin}/extension/pages/form.html`
  await ehr.goto(address)
  const panel = await openSidePanel(browser, panelOf(browser), address)
  t.false(browser.pages().some((page) => page.url() === panelOf(browser)))
  await signInThere(panel, server.origin)
  // A tab on which the button was not clicked gives nothing.
  const other = await browser.newPage()
  await other.goto(`${server.origin}/extension/pages/plain.html`)
  await panel.click(button('^Ler da página$'))
  await panel.waitFor({ text: 'clique no botão do assistente' })
  await ehr.bringToFront()
  await panel.click(button('^Ler da página$'))
  await panel.waitFor({ text: 'confira o paciente' })
  t.is(server.visits.length, 0)
  await panel.click(button('^Abrir consulta$'))
  await panel.waitFor({ role: 'tab', name: 'Gravação' })
  t.like(server.visits[0], { consultation_id: 'V-7', patient: { id: 'P-42' } })
  await panel.click(button('^(Iniciar|Retomar) gravação$'))
  await recordedThere(panel, 2)

  // The tab changes, and the page beside is loaded again.
  await other.bringToFront()
  await panel.waitFor({ text: '^Maria da Silva$' })
  await ehr.bringToFront()
  await ehr.reload()
  await recordedThere(panel, 4)

  // The panel closes: it is recorded all the same.
  await panel.close()
  const [worker] = browser.serviceWorkers()
  const badge = () => worker!.evaluate<string>('chrome.action.getBadgeText({})')
  await becomes(t, async () => /^0:0[6-9]$/.test(await badge()), true)
  const again = await openSidePanel(browser, panelOf(browser), address)
  await again.waitFor(PAUSE)
  await again.waitFor({ text: '^Maria da Silva$' })
  await again.click(button('^Finalizar$'))
  await again.waitFor({ text: '^Gravação (completa|com falhas): ' })
  t.is(server.recordings.size, 1)

  await again.click(button('^Gerar documento$'))
  await again.click(button('^Gerar Anamnese padrão$'))
  await again.click(button('^Preencher prontuário$'))
  await again.click(button('^Preencher \\d'))
  await again.waitFor({ text: '1 campo preenchido' })
  t.is(await ehr.locator('#complaint').inputValue(), COMPLAINT)
})

browserTest('each window has a side panel of its own, and one patient in it', async (t) => {
  const server = await startExtensionServer(t)
  const { browser, openWindow } = await openExtension(t, { microphoneWav: VOICE })
  const pages = [await browser.newPage(), await openWindow()] as const
  const addresses = ['form.html', 'plain.html'].map(
    (name) => `${server.origin}/extension/pages/${name}`,
  )
  for (const [index, page] of pages.entries()) await page.goto(addresses[index]!)
  const maria = await openSidePanel(browser, panelOf(browser), addresses[0]!)
  await signInThere(maria, server.origin)
  await beginThere(maria, 'Maria da Silva')
  const joao = await openSidePanel(browser, panelOf(browser), addresses[1]!)
  await joao.waitFor({ text: 'Abrir consulta' })
  await beginThere(joao, 'João Pereira')
  await joao.click(button('^Iniciar gravação$'))
  await recordedThere(joao, 2)
  // The other window says who is recorded, and records nobody beside.
  await maria.waitFor({ text: '^Gravando: João Pereira' })
  await maria.click(button('^Iniciar gravação$'))
  await maria.waitFor({ text: 'A consulta de João Pereira está sendo gravada' })
  const [first, second] = server.visits
  t.is(server.recordingsOf(first!.consultation_id).length, 0)
  t.is(server.recordingsOf(second!.consultation_id).length, 1)
  // In the first window the button shows the panel that is there, with its own patient.
  await joao.close()
  const again = await openSidePanel(browser, panelOf(browser), addresses[1]!)
  await again.waitFor({ text: '^João Pereira$' })
  await again.waitFor(PAUSE)
  await maria.waitFor({ text: '^Maria da Silva$' })
})
