// Own process: it stops the browser's processes for some seconds
import { browserTest } from '../../helpers/browser.ts'
import { beginVisit, openExtension, recorded, signIn } from '../../helpers/extension-browser.ts'
import { startExtensionServer } from '../../helpers/extension-server.ts'
import { VOICE } from '../../helpers/plugin-page.ts'

/**
 * The browser keeps some two seconds of sound for pages that stand still: of 5 s only 3 are lost.
 */
const SLEEP_MS = 12_000

browserTest('a computer that slept says for how long, also to a panel opened later', async (t) => {
  const server = await startExtensionServer(t)
  const { browser, openPanel } = await openExtension(t, { microphoneWav: VOICE })
  const panel = await openPanel()
  await signIn(panel, server.origin)
  await beginVisit(panel, 'Maria da Silva')
  await panel.getByRole('button', { name: /(Iniciar|Retomar) gravação/ }).click()
  await recorded(panel, 2)
  const root = await browser.browser()!.newBrowserCDPSession()
  const { processInfo } = await root.send('SystemInfo.getProcessInfo')
  const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  await panel.close()
  for (const id of pages) process.kill(id, 'SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, SLEEP_MS))
  for (const id of pages) process.kill(id, 'SIGCONT')
  const again = await openPanel()
  await again.getByText(/Gravação interrompida por \d+ s/).waitFor()
  await again.getByRole('button', { name: 'Pausar gravação' }).waitFor()
  await again.getByRole('button', { name: 'Dispensar' }).click()
  await again.getByText('Gravação interrompida').waitFor({ state: 'detached' })
  await again.getByRole('button', { name: 'Finalizar' }).click()
  await again.getByText('Gravação com falhas').waitFor()
  t.true(server.statements.at(-1)?.complete)
})
