import type { Page } from 'playwright-core'
import { becomes, browserTest } from '../../helpers/browser.ts'
import {
  beginVisit,
  type ExtensionBrowser,
  openExtension,
  recorded,
  signIn,
} from '../../helpers/extension-browser.ts'
import { startExtensionServer } from '../../helpers/extension-server.ts'
import { VOICE } from '../../helpers/plugin-page.ts'

/** No test reaches the browser's own keys: what it does on one is done here, in its worker. */
async function press({ browser }: ExtensionBrowser, panel: Page) {
  const { id } = await panel.evaluate<{ id: number }>('chrome.windows.getCurrent()')
  const key = `chrome.commands.onCommand.dispatch('record', { windowId: ${id} })`
  await browser.serviceWorkers()[0]!.evaluate(key)
}

browserTest('one key records and pauses the visit of its own window, no other', async (t) => {
  const server = await startExtensionServer(t)
  const extension = await openExtension(t, { microphoneWav: VOICE })
  const { browser, openPanel, openWindow } = extension
  const one = await openPanel()
  await signIn(one, server.origin)
  const commands = await one.evaluate<{ name: string; shortcut: string }[]>(
    'chrome.commands.getAll()',
  )
  // The browser gives no key that is one of its own: Alt+Shift+A and Alt+Shift+P are.
  t.deepEqual(
    commands.map(({ name, shortcut }) => `${name} ${shortcut}`),
    ['_execute_action Alt+Shift+S', 'record Alt+Shift+G'],
  )
  await beginVisit(one, 'Maria da Silva')
  const other = await openWindow()
  await beginVisit(other, 'João Pereira')
  await press(extension, other)
  await recorded(other, 1)
  const [maria, joao] = server.visits
  t.is(server.recordingsOf(joao!.consultation_id).length, 1)
  // What is recorded is not paused from another patient's window.
  await press(extension, one)
  await one.getByText('A consulta de João Pereira está sendo gravada').first().waitFor()
  t.is(server.recordingsOf(maria!.consultation_id).length, 0)
  await recorded(other, 2)
  const badge = () =>
    browser.serviceWorkers()[0]!.evaluate<string>('chrome.action.getBadgeText({})')
  t.regex(await badge(), /^0:0\d$/)
  await press(extension, other)
  await other.getByRole('button', { name: 'Retomar gravação' }).waitFor()
  await becomes(t, badge, '')
  await press(extension, one)
  await recorded(one, 1)
  t.is(server.recordingsOf(maria!.consultation_id).length, 1)
})
