// Own process: a browser that nobody has allowed the microphone

import { browserTest } from '../../helpers/browser.ts'
import {
  allowMicrophone,
  beginVisit,
  openExtension,
  recorded,
  recordingKept,
  refuseMicrophone,
  signIn,
} from '../../helpers/extension-browser.ts'
import { startExtensionServer } from '../../helpers/extension-server.ts'
import { VOICE } from '../../helpers/plugin-page.ts'

const START = /(Iniciar|Retomar) gravação/

browserTest('the microphone is asked for once, on a page of its own', async (t) => {
  const server = await startExtensionServer(t)
  const { browser, openPanel } = await openExtension(t, { microphoneWav: VOICE, unanswered: true })
  const panel = await openPanel()
  await signIn(panel, server.origin)
  await beginVisit(panel, 'Maria da Silva')
  const asking = browser.waitForEvent('page')
  await panel.getByRole('button', { name: START }).click()
  const page = await asking
  t.true(page.url().endsWith('/microphone.html'))
  // A browser without a window answers its own question with no.
  await page.getByText('O microfone está bloqueado para o assistente').waitFor()
  await panel.getByText('Clique em “Tentar novamente”: abre-se uma aba do assistente').waitFor()
  t.is(server.statements.length, 0)
  const pages = browser.pages().length
  await panel.getByRole('button', { name: 'Tentar novamente' }).click()
  // The tab that is there is the one where the no is taken back; then nothing more is clicked.
  await allowMicrophone(browser, panel.url().replace('/panel.html', ''))
  await page.getByText('Pronto. Esta aba pode ser fechada').waitFor()
  await recorded(panel, 2)
  await panel.getByRole('button', { name: 'Pausar' }).first().click()
  await panel.reload()
  await panel.getByRole('button', { name: 'Retomar gravação' }).click()
  await recorded(panel, 4)
  t.is(browser.pages().length, pages, 'no second question')
  await panel.getByRole('button', { name: 'Finalizar' }).click()
  await recordingKept(panel)
  t.true(server.statements.at(-1)?.complete)
})

browserTest('after a no, a tab that is closed without a yes lets the panel go on', async (t) => {
  const server = await startExtensionServer(t)
  const { browser, openPanel } = await openExtension(t, { microphoneWav: VOICE, unanswered: true })
  const panel = await openPanel()
  await signIn(panel, server.origin)
  await beginVisit(panel, 'Maria da Silva')
  const asking = browser.waitForEvent('page')
  await panel.getByRole('button', { name: START }).click()
  await (await asking).close()
  const retry = panel.getByRole('button', { name: 'Tentar novamente' })
  await retry.waitFor()
  await refuseMicrophone(browser, panel.url().replace('/panel.html', ''))
  const again = browser.waitForEvent('page')
  await retry.click()
  const page = await again
  await page.getByText('O microfone está bloqueado').waitFor()
  await retry.waitFor({ state: 'detached' })
  await page.close()
  await retry.waitFor()
  await panel.getByText('A gravação começa sozinha neste painel').waitFor()
  t.is(server.statements.length, 0)
})
