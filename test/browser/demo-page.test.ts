/**
 * The sample EHR as a page: it opens a record beside the assistant, fits every screen, and obeys
 * its own strict policy.
 */
import type { ExecutionContext } from 'ava'
import { browserTest, openBrowser } from '../helpers/browser.ts'
import { startAppliance } from '../helpers/demo-appliance.ts'
import { axeFaults } from '../helpers/demo-axe.ts'

/**
 * The name of the input that this page gets when it asks for one; Chromium's own says that it is a
 * fake.
 */
const MICROPHONE =
  'navigator.mediaDevices.getUserMedia({ audio: true }).then((stream) => stream.getTracks()[0].label)'

browserTest(
  'choosing a patient opens the record and mounts the assistant in the page',
  async (t) => {
    const { page, faults } = await openDemo(t)
    await page.getByRole('button', { name: 'Maria Souza' }).click()
    await page.getByRole('heading', { name: 'Maria Souza' }).waitFor()
    await page
      .locator('#assistant-place')
      .getByRole('button', { name: 'Iniciar gravação' })
      .waitFor()
    await page.getByText('Eventos recebidos pelo prontuário').click()
    await page.locator('.log li:nth-child(3)').waitFor()
    const names = await page.locator('.log code').allTextContents()
    t.deepEqual(names.toReversed(), [
      'svc.plugin.opened',
      'svc.plugin.ehr.created',
      'svc.plugin.ready',
    ])
    t.deepEqual(faults, [])
  },
)

browserTest('another patient closes the first visit and opens its own', async (t) => {
  const { page, faults } = await openDemo(t)
  await page.getByRole('button', { name: 'Maria Souza' }).click()
  await page.getByRole('button', { name: 'Iniciar gravação' }).waitFor()
  await page.getByRole('button', { name: 'Ana Lima' }).click()
  await page.getByText('Eventos recebidos pelo prontuário').click()
  await page.locator('.log li:nth-child(6)').waitFor()
  const names = (await page.locator('.log code').allTextContents()).toReversed()
  t.is(names.indexOf('svc.plugin.closed'), 3)
  t.is(names.lastIndexOf('svc.plugin.opened'), 4)
  t.deepEqual(faults, [])
})

browserTest('the assistant floats when asked, and comes back', async (t) => {
  const { page, faults } = await openDemo(t)
  await page.getByRole('button', { name: 'Maria Souza' }).click()
  await page.locator('#assistant-place').getByRole('button', { name: 'Iniciar gravação' }).waitFor()
  await page.getByRole('button', { name: 'Flutuante' }).click()
  await page.getByRole('button', { name: 'Fechar assistente' }).click()
  await page.getByRole('button', { name: 'Abrir assistente' }).click()
  await page.getByRole('button', { name: 'Fechar assistente' }).waitFor()
  await page.getByRole('button', { name: 'Embutido' }).click()
  await page.locator('#assistant-place').getByRole('button', { name: 'Iniciar gravação' }).waitFor()
  t.is(await page.getByRole('button', { name: 'Fechar assistente' }).count(), 0)
  t.deepEqual(faults, [])
})

browserTest(
  'the sample takes the place of the microphone from the click on, and gives it back',
  async (t) => {
    const { page, faults } = await openDemo(t)
    await page.getByRole('button', { name: 'Beatriz Farias' }).click()
    t.regex(await page.evaluate<string>(MICROPHONE), /Fake/)
    // In the same turn as the click: nothing has been fetched yet.
    const early = await page.evaluate<string>(
      `document.querySelector('.guide button.primary').click(), ${MICROPHONE}`,
    )
    t.notRegex(early, /Fake/)
    await page.getByRole('button', { name: 'Usar meu microfone' }).click()
    t.regex(await page.evaluate<string>(MICROPHONE), /Fake/)
    t.deepEqual(faults, [])
  },
)

for (const colorScheme of ['light', 'dark'] as const)
  browserTest(
    `nothing is wider than a phone, and axe finds nothing (${colorScheme})`,
    async (t) => {
      const { page, faults } = await openDemo(t, {
        viewport: { width: 360, height: 740 },
        colorScheme,
      })
      await page.getByRole('button', { name: 'Maria Souza' }).click()
      await page.getByRole('button', { name: 'Iniciar gravação' }).waitFor()
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      t.is(width, 360)
      t.deepEqual(await axeFaults(page), [])
      t.deepEqual(faults, [])
    },
  )

browserTest('the minimal example mounts the plugin under its own policy', async (t) => {
  const { page, faults } = await openDemo(t, {}, '/demo/minimal')
  await page.locator('#assistente').getByRole('button', { name: 'Iniciar gravação' }).waitFor()
  t.deepEqual(faults, [])
})

/** The built program without speech, and a page on it. */
async function openDemo(
  t: ExecutionContext,
  look: { viewport?: { width: number; height: number }; colorScheme?: 'light' | 'dark' } = {},
  path = '/demo',
) {
  const { url } = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off' })
  const context = await openBrowser(t, {
    ...look,
    flags: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  })
  const page = await context.newPage()
  /** What the page threw, and what its policy refused. */
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text())
  })
  await page.goto(url + path)
  return { page, faults }
}
