import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { becomes, browserTest } from '../../helpers/browser.ts'
import {
  clockOf,
  DEVELOPER_MODE,
  openExtension,
  recorded,
  recordingKept,
  signIn,
  startAgain,
} from '../../helpers/extension-browser.ts'
import { startExtensionServer } from '../../helpers/extension-server.ts'
import { pitchOf } from '../../helpers/pitch.ts'
import { VOICE } from '../../helpers/plugin-page.ts'

const TONE_HZ = 440
const RATE_HZ = 16_000

async function openVideoVisit(panel: Page) {
  await panel.getByLabel('Nome do paciente').fill('Maria da Silva')
  await panel.getByLabel('Consulta por vídeo').check()
  await panel.getByRole('button', { name: 'Abrir consulta' }).click()
}

/** A visit by video whose call is open in a tab that is shared: both sides are recorded. */
async function recordCall(t: ExecutionContext) {
  const server = await startExtensionServer(t)
  const { browser, openPanel, openPage } = await openExtension(t, {
    microphoneWav: VOICE,
    capture: true,
    viewport: { width: 900, height: 1000 },
  })
  const panel = await openPanel()
  await signIn(panel, server.origin)
  await openVideoVisit(panel)
  const share = panel.getByRole('button', { name: /^Compartilhar/ })
  await share.waitFor()
  const call = await openPage(`${server.origin}/extension/pages/call.html`)
  await call.locator('#start').click()
  await share.dispatchEvent('click')
  await panel.getByText('O áudio da guia compartilhada é gravado').waitFor()
  await panel.bringToFront()
  await panel.getByRole('button', { name: /(Iniciar|Retomar) gravação/ }).click()
  return { browser, server, panel, call }
}

browserTest('the sound of a call’s tab is the second channel, until the tab closes', async (t) => {
  const { server, panel, call } = await recordCall(t)
  await recorded(panel, 4)
  const [id = ''] = server.recordings.keys()
  const remote = server.samplesOf(id, 1)
  t.true(Math.abs(pitchOf(remote.subarray(RATE_HZ)) - TONE_HZ) < 5)
  t.true(server.samplesOf(id, 0).some((sample) => Math.abs(sample) > 1000))
  await call.close()
  await panel.getByText('para que a fala do paciente não se perca').waitFor()
  await panel.getByRole('button', { name: 'Retomar gravação' }).waitFor()
})

browserTest('pages and frames are loaded again, and both sides go on being recorded', async (t) => {
  const { browser, server, panel, call } = await recordCall(t)
  const ehr = await browser.newPage()
  await ehr.goto(`${server.origin}/extension/pages/plain.html`)
  await panel.bringToFront()
  await recorded(panel, 2)
  await ehr.reload()
  await ehr.evaluate('frames[0].before = true')
  await ehr.evaluate("(frame => { frame.srcdoc = frame.srcdoc })(document.querySelector('iframe'))")
  await becomes(t, () => ehr.evaluate('frames[0].before !== true'), true)
  await ehr.frameLocator('#inner').locator('#inside').waitFor()
  await call.reload()
  await call.locator('#start').click()
  const before = await clockOf(panel)
  await recorded(panel, before + 4)
  t.is(server.recordings.size, 1)
  const [id = ''] = server.recordings.keys()
  const last = 2 * RATE_HZ
  t.true(Math.abs(pitchOf(server.samplesOf(id, 1).slice(-last)) - TONE_HZ) < 5)
  t.true(
    server
      .samplesOf(id, 0)
      .slice(-last)
      .some((sample) => Math.abs(sample) > 1000),
  )
  await panel.getByRole('button', { name: 'Finalizar' }).click()
  await recordingKept(panel)
  t.true(server.statements.at(-1)?.complete)
})

browserTest(
  'a tab of before the permission: the extension starts again, nothing is lost',
  async (t) => {
    const server = await startExtensionServer(t)
    const { browser, openPanel, openPage } = await openExtension(t, {
      microphoneWav: VOICE,
      capture: true,
      // The address is seen and the sound is not given: as where the click was before the
      // permission.
      openPages: 'http://127.0.0.1/*',
      preferences: DEVELOPER_MODE,
      viewport: { width: 900, height: 1000 },
    })
    const panel = await openPanel()
    await signIn(panel, server.origin)
    await openVideoVisit(panel)
    await panel.getByRole('button', { name: 'Iniciar gravação' }).click()
    await recorded(panel, 2)
    const address = `${server.origin}/extension/pages/call.html`
    const call = await browser.newPage()
    await call.goto(address)
    await panel.getByRole('button', { name: /^Compartilhar/ }).dispatchEvent('click')
    await panel.locator('.told p').filter({ hasText: 'depois que o assistente reinicia' }).waitFor()
    const restart = panel.getByRole('button', { name: 'Reiniciar o assistente' })
    t.true(await restart.isDisabled(), 'a recording is not torn off')
    await panel.getByRole('button', { name: 'Pausar gravação' }).dispatchEvent('click')
    await becomes(t, () => restart.isEnabled(), true)
    const before = await clockOf(panel)
    await startAgain(browser, restart)
    t.true(panel.isClosed())
    await call.close()
    const again = await openPanel()
    await again.getByRole('button', { name: 'Abrir a consulta de Maria da Silva' }).click()
    const share = again.getByRole('button', { name: /^Compartilhar/ })
    await share.waitFor()
    await (await openPage(address)).locator('#start').click()
    await share.dispatchEvent('click')
    await again.getByText('O áudio da guia compartilhada é gravado').waitFor()
    await again.bringToFront()
    await again.getByRole('button', { name: /(Iniciar|Retomar) gravação/ }).click()
    await recorded(again, before + 3)
    await again.getByRole('button', { name: 'Finalizar' }).click()
    await recordingKept(again)
    t.true(server.statements.at(-1)?.complete)
    const [id = ''] = [...server.recordings.keys()].slice(-1)
    t.true(Math.abs(pitchOf(server.samplesOf(id, 1).slice(-2 * RATE_HZ)) - TONE_HZ) < 5)
  },
)

browserTest('an organization that allows no capture is offered none', async (t) => {
  const server = await startExtensionServer(t, { mayCapture: false })
  const { openPanel } = await openExtension(t, { microphoneWav: VOICE })
  const panel = await openPanel()
  await signIn(panel, server.origin)
  await openVideoVisit(panel)
  await panel.getByText('Só o microfone é gravado').waitFor()
  t.is(await panel.getByRole('button', { name: /^Compartilhar/ }).count(), 0)
})
