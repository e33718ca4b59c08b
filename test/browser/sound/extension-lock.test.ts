// Own process: it records in real time
/** The panel's lock, in Chromium: what is on the screen, and what goes on behind it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { becomes, browserTest } from '../../helpers/browser.ts'
import {
  beginVisit,
  choosePin,
  clockOf,
  openExtension,
  PIN,
  recorded,
  recordingKept,
  signIn,
} from '../../helpers/extension-browser.ts'
import { startExtensionServer } from '../../helpers/extension-server.ts'
import { VOICE } from '../../helpers/plugin-page.ts'

const MINUTES = 10

/** As if nobody had touched any panel for so long. */
const leaveAlone = (panel: Page, minutes: number) =>
  panel.evaluate(`chrome.storage.session.get('lock').then(({ lock }) =>
    chrome.storage.session.set({ lock: { ...lock, activeAt: Date.now() - ${minutes * 60_000} } }))`)

/** How long ago somebody touched one, in minutes. */
const leftFor = (panel: Page) =>
  panel.evaluate<number>(`chrome.storage.session.get('lock').then(({ lock }) =>
    (Date.now() - lock.activeAt) / 60000)`)

async function tryPin(panel: Page, pin: string) {
  await panel.getByLabel('PIN (4 a 12 números)').fill(pin)
  await panel.getByRole('button', { name: 'Desbloquear' }).click()
}

const wrongPins = (acts: readonly string[]) => acts.filter((act) => act === 'pin_wrong').length

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

browserTest(
  'left alone it locks: no patient on the screen, the recording goes on, the PIN brings all back',
  async (t) => {
    const server = await startExtensionServer(t)
    server.said.lockMinutes = MINUTES
    const { openPanel, browser } = await openExtension(t, { microphoneWav: VOICE })
    const panel = await openPanel()
    await signIn(panel, server.origin)
    await choosePin(panel, '1234')
    await panel.getByText('nem todos iguais nem em sequência').waitFor()
    await choosePin(panel, PIN, '2581')
    await panel.getByText('Os dois PINs não são iguais').waitFor()
    await choosePin(panel)
    await beginVisit(panel, 'Maria da Silva')
    await panel.getByRole('button', { name: /(Iniciar|Retomar) gravação/ }).click()
    await recorded(panel, 1)
    const before = await clockOf(panel)
    const second = await openPanel()
    await second.getByText('Maria da Silva').first().waitFor()
    await leaveAlone(second, MINUTES + 0.1)
    await second.getByText('Painel bloqueado').waitFor()
    await panel.getByText('Painel bloqueado').waitFor()
    await panel.getByText(/Gravação em andamento · \d\d:\d\d/).waitFor()
    for (const page of [panel, second]) t.false(/Maria|Silva/.test(await wholeText(page)))
    const [worker] = browser.serviceWorkers()
    await becomes(
      t,
      async () => (await worker!.evaluate('chrome.action.getTitle({})')) as string,
      'Assistente de consulta',
    )
    await panel.waitForTimeout(2500)
    await tryPin(panel, '9999')
    await panel.getByText('O PIN não confere. Restam 4.').waitFor()
    t.false(/Maria|Silva/.test(await wholeText(panel)))
    await tryPin(panel, PIN)
    await recorded(panel, before + 3)
    // The other window is opened with it.
    await second.getByText('Maria da Silva').first().waitFor()
    await panel.getByRole('button', { name: 'Finalizar' }).click()
    await recordingKept(panel)
    t.is(server.recordings.size, 1)
    t.true(server.statements.at(-1)?.complete)
    const acts = server.lockActs.join(' ')
    t.regex(acts, /^pin_set locked pin_wrong opened/)
  },
)

browserTest('whoever uses it is not locked out, and can lock it', async (t) => {
  const server = await startExtensionServer(t)
  server.said.lockMinutes = MINUTES
  const { openPanel } = await openExtension(t)
  const panel = await openPanel()
  await signIn(panel, server.origin)
  await choosePin(panel)
  await panel.getByLabel('Nome do paciente').waitFor()
  await leaveAlone(panel, MINUTES - 5)
  // What is typed counts, but is noted once in five seconds.
  for (let times = 0; times < 20 && (await leftFor(panel)) > 4; times++)
    await panel.getByLabel('Nome do paciente').pressSequentially('Maria ', { delay: 100 })
  t.true((await leftFor(panel)) < 4)
  t.is(await panel.getByText('Painel bloqueado').count(), 0)
  await panel.getByRole('button', { name: 'Bloquear agora' }).click()
  await panel.getByText('Painel bloqueado').waitFor()
  t.false((await wholeText(panel)).includes('Maria'))
})

browserTest('five wrong PINs end the device, also across a restart of the browser', async (t) => {
  const profileFolder = await mkdtemp(join(tmpdir(), 'svc-extension-'))
  const server = await startExtensionServer(t)
  server.said.lockMinutes = 10
  const first = await openExtension(t, { profileFolder })
  const panel = await first.openPanel()
  await signIn(panel, server.origin)
  await choosePin(panel)
  await beginVisit(panel, 'Maria da Silva')
  await panel.getByRole('button', { name: 'Consultas' }).click()
  await panel.getByRole('button', { name: 'Bloquear agora' }).click()
  for (const [at, pin] of ['1111', '2222', '3333'].entries()) {
    await tryPin(panel, pin)
    await panel.getByText(`O PIN não confere. Restam ${4 - at}.`).waitFor()
  }
  // Each is reported after it is counted: a browser that closes at once keeps the count alone.
  await becomes(t, async () => wrongPins(server.lockActs) === 3, true)
  await first.browser.close()

  const second = await openExtension(t, { profileFolder })
  t.teardown(() => rm(profileFolder, { recursive: true, force: true, maxRetries: 5 }))
  const after = await second.openPanel()
  await after.getByText('Painel bloqueado').waitFor()
  t.false(/Maria|Silva/.test(await wholeText(after)))
  await tryPin(after, '4444')
  await after.getByText('Resta 1 tentativa').waitFor()
  await tryPin(after, '5555')
  await after.getByText('o acesso deste computador foi encerrado').waitFor()
  await after.getByLabel('Código de acesso').waitFor()
  t.is(server.signedOut(), 1)
  t.is(wrongPins(server.lockActs), 4)
  t.is(server.lockActs.at(-1), 'pin_exhausted')
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

browserTest(
  'where the versions no longer fit it says what to do, and sends what it kept',
  async (t) => {
    const server = await startExtensionServer(t)
    const { openPanel } = await openExtension(t, { microphoneWav: VOICE })
    const panel = await openPanel()
    await signIn(panel, server.origin)
    await beginVisit(panel, 'Maria da Silva')
    await panel.getByRole('button', { name: /(Iniciar|Retomar) gravação/ }).click()
    await recorded(panel, 1)
    server.setChannelsUp(false)
    await recorded(panel, 4)
    await panel.getByRole('button', { name: 'Consultas' }).click()
    server.said.version = { product: '9.0.0', extension_min: '9.0.0' }
    await panel.reload()
    await panel.getByText('Esta extensão é antiga demais').waitFor()
    t.true(await panel.getByRole('button', { name: 'Abrir consulta', exact: true }).isDisabled())
    await panel.getByRole('button', { name: 'Procurar atualização' }).click()
    await panel.getByText('O navegador não encontrou atualização').waitFor()
    server.setChannelsUp(true)
    await panel.getByRole('button', { name: 'Abrir a consulta de Maria da Silva' }).click()
    await panel.getByRole('button', { name: 'Finalizar' }).click()
    await recordingKept(panel)
    t.true(server.statements.at(-1)?.complete)
    server.said.version = { product: '0.0.9', extension_min: '0.0.1' }
    await panel.getByRole('button', { name: 'Consultas' }).click()
    await panel.reload()
    await panel.getByText('O servidor do hospital é antigo demais').waitFor()
  },
)

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
