import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { becomes, browserTest } from '../../helpers/browser.ts'
import {
  beginVisit,
  clockOf,
  type ExtensionBrowser,
  openExtension,
  recorded,
  recordingKept,
  signIn,
} from '../../helpers/extension-browser.ts'
import { startExtensionServer } from '../../helpers/extension-server.ts'
import { VOICE } from '../../helpers/plugin-page.ts'

const RATE_HZ = 16_000
const START = /(Iniciar|Retomar) gravação/

async function stopWorker({ browser }: ExtensionBrowser, page: Page) {
  const devtools = await browser.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
}

async function finish(panel: Page) {
  await panel.getByRole('button', { name: 'Finalizar' }).click()
  await recordingKept(panel)
}

browserTest(
  'a recording goes on when the panel reloads and closes and the worker ends',
  async (t) => {
    const server = await startExtensionServer(t)
    const extension = await openExtension(t, { microphoneWav: VOICE })
    const panel = await extension.openPanel()
    await signIn(panel, server.origin)
    await beginVisit(panel, 'Maria da Silva')
    await panel.getByRole('button', { name: START }).click()
    await recorded(panel, 2)
    await panel.reload()
    await recorded(panel, 4)
    await stopWorker(extension, panel)
    const before = await clockOf(panel)
    await panel.close()
    // Nobody looks; it is recorded all the same.
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const again = await extension.openPanel()
    await recorded(again, before + 3)
    await again.getByText('Maria da Silva').waitFor()
    await finish(again)
    const statement = server.statements.at(-1)
    t.true(statement?.complete)
    t.true(statement?.channels[0]?.matches)
    t.is(server.recordings.size, 1)
    const [id = ''] = server.recordings.keys()
    t.true(server.samplesOf(id).length >= (before + 3) * RATE_HZ)
  },
)

browserTest('what the appliance could not take is sent after the browser was killed', async (t) => {
  const profileFolder = await mkdtemp(join(tmpdir(), 'svc-extension-'))
  const server = await startExtensionServer(t)
  const first = await openExtension(t, { microphoneWav: VOICE, profileFolder })
  const panel = await first.openPanel()
  await signIn(panel, server.origin)
  await beginVisit(panel, 'Maria da Silva')
  await panel.getByRole('button', { name: START }).click()
  await recorded(panel, 2)
  server.setChannelsUp(false)
  await recorded(panel, 6)
  const killed = new Promise((resolve) => first.browser.once('close', resolve))
  const devtools = await first.browser.newCDPSession(panel)
  devtools.send('Browser.crash').catch(() => {})
  await killed
  server.setChannelsUp(true)
  const second = await openExtension(t, { microphoneWav: VOICE, profileFolder })
  t.teardown(() => rm(profileFolder, { recursive: true, force: true, maxRetries: 5 }))
  const after = await second.openPanel()
  await after.getByRole('button', { name: 'Abrir a consulta de Maria da Silva' }).click()
  await after.getByRole('button', { name: 'Retomar gravação' }).waitFor()
  await finish(after)
  const [id = ''] = server.recordings.keys()
  t.is(server.recordings.size, 1)
  t.true(server.samplesOf(id).length >= 5 * RATE_HZ)
})

browserTest('one microphone, one patient: the second visit waits, and says for whom', async (t) => {
  const server = await startExtensionServer(t)
  const { openPanel, browser } = await openExtension(t, { microphoneWav: VOICE })
  const one = await openPanel()
  await signIn(one, server.origin)
  await beginVisit(one, 'Maria da Silva')
  await one.getByRole('button', { name: START }).click()
  await recorded(one, 1)
  await one.getByRole('button', { name: 'Consultas' }).click()
  await one.getByText('Gravando: Maria da Silva').waitFor()
  await beginVisit(one, 'João Pereira')
  await one.getByText('Gravando: Maria da Silva').waitFor()
  await one.getByRole('button', { name: START }).click()
  await one
    .getByRole('status')
    .filter({ hasText: 'A consulta de Maria da Silva está sendo gravada' })
    .waitFor({ state: 'attached' })
  const [worker] = browser.serviceWorkers()
  await becomes(
    t,
    async () => (await worker!.evaluate('chrome.action.getBadgeText({})')) !== '',
    true,
  )
  t.is(server.recordings.size, 1)
  const [maria, joao] = server.visits
  t.is(server.recordingsOf(maria!.consultation_id).length, 1)
  t.is(server.recordingsOf(joao!.consultation_id).length, 0)
})
