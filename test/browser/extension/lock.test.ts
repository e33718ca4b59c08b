/** The panel's lock, in Chromium: what is on the screen, and what goes on behind it. */
import type { Page } from 'playwright-core'
import { browserTest } from '../../helpers/browser.ts'
import { openExtension, signIn } from '../../helpers/extension-browser.ts'
import { startExtensionServer } from '../../helpers/extension-server.ts'

const PIN = '2580'
const MINUTES = 10

/** As if nobody had touched any panel for so long. */
const leaveAlone = (panel: Page, minutes: number) =>
  panel.evaluate(`chrome.storage.session.get('lock').then(({ lock }) =>
    chrome.storage.session.set({ lock: { ...lock, activeAt: Date.now() - ${minutes * 60_000} } }))`)

/** How long ago somebody touched one, in minutes. */
const leftFor = (panel: Page) =>
  panel.evaluate<number>(`chrome.storage.session.get('lock').then(({ lock }) =>
    (Date.now() - lock.activeAt) / 60000)`)

async function choosePin(panel: Page, pin = PIN, again = pin) {
  await panel.getByLabel('PIN (4 a 12 números)').fill(pin)
  await panel.getByLabel('PIN, outra vez').fill(again)
  await panel.getByRole('button', { name: 'Guardar o PIN' }).click()
}

/** All that is in the page, in fields and open shadow roots too. */
const WHOLE_TEXT = `(function read(root) {
  return [...root.querySelectorAll('*')].map((one) => [
    ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent),
    one.value ?? '',
    one.shadowRoot ? read(one.shadowRoot) : '',
  ].join(' ')).join(' ')
})(document)`
const wholeText = (panel: Page) => panel.evaluate<string>(WHOLE_TEXT)

/** What a script of the extension itself finds of the PIN. */
const READ_PIN = `new Promise((resolve) => {
  indexedDB.open('svc-extension').onsuccess = ({ target }) => {
    target.result.transaction('kept').objectStore('kept').get('pin').onsuccess = async (event) => {
      const kept = event.target.result
      const read = await crypto.subtle.exportKey('raw', kept.key).then(() => 'read', (e) => e.name)
      resolve({ read, rounds: kept.rounds, fields: Object.keys(kept) })
    }
  }
})`

browserTest('whoever uses it is not locked out, and can lock it', async (t) => {
  const server = await startExtensionServer(t)
  server.said.lockMinutes = MINUTES
  const { openPanel } = await openExtension(t)
  const panel = await openPanel()
  await signIn(panel, server.origin)
  await choosePin(panel)
  await panel.getByLabel('Nome do paciente').waitFor()
  await leaveAlone(panel, MINUTES - 5)
  // What is typed counts, within seconds.
  for (let times = 0; times < 20 && (await leftFor(panel)) > 4; times++)
    await panel.getByLabel('Nome do paciente').pressSequentially('Maria ')
  t.true((await leftFor(panel)) < 4)
  t.is(await panel.getByText('Painel bloqueado').count(), 0)
  await panel.getByRole('button', { name: 'Bloquear agora' }).click()
  await panel.getByText('Painel bloqueado').waitFor()
  t.false((await wholeText(panel)).includes('Maria'))
})

browserTest('neither the PIN nor its key can be read out of what is kept', async (t) => {
  const server = await startExtensionServer(t)
  server.said.lockMinutes = 10
  const { openPanel } = await openExtension(t)
  const panel = await openPanel()
  await signIn(panel, server.origin)
  await choosePin(panel)
  await panel.getByLabel('Nome do paciente').waitFor()
  const outcome = await panel.evaluate<{ read: string; rounds: number; fields: string[] }>(READ_PIN)
  t.is(outcome.read, 'InvalidAccessError')
  t.true(outcome.rounds >= 600_000)
  t.deepEqual(outcome.fields.sort(), ['key', 'rounds', 'salt', 'signature'])
})

browserTest('the link of an invitation signs in by itself, address and all', async (t) => {
  const server = await startExtensionServer(t)
  const { openPanel } = await openExtension(t)
  const panel = await openPanel()
  const link = `${server.origin}/extension#code=ABCD-EFGH-JKLM-NPQR`
  await panel.getByLabel('Código de acesso').fill(link)
  await panel.getByLabel('Nome deste computador').fill('Consultório 3')
  await panel.getByRole('button', { name: 'Entrar' }).click()
  await panel.getByText('Dra. Ana Souza').waitFor()
  t.pass()
})
