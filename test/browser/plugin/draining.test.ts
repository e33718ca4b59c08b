/** What a doctor sees of an appliance that is about to be maintained. */
import { browserTest } from '../../helpers/browser.ts'
import { openHostPage, VOICE } from '../../helpers/plugin-page.ts'

const NEWS = 'O serviço entra em manutenção'
/** Longer than the channel takes to open, shorter than the plugin waits for another tab. */
const LATE_LOCK = `{
  const request = navigator.locks.request.bind(navigator.locks)
  navigator.locks.request = async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    return request(...given)
  }
}`

browserTest('a new visit is told before anybody speaks', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE })
  host.server.drain(true)
  await host.open()
  await host.page.locator('p', { hasText: NEWS }).waitFor()
  t.is(host.server.recordings.size, 0)
})

browserTest('what the server says before the lock of the tab is had, is told too', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE, initScript: LATE_LOCK })
  host.server.drain(true)
  await host.open()
  await host.page.locator('p', { hasText: NEWS }).waitFor()
  t.is(host.server.welcomes, 1)
})

browserTest(
  'a recording that is refused stops, keeps its sound, and goes on afterwards',
  async (t) => {
    const host = await openHostPage(t, { microphoneWav: VOICE })
    await host.open()
    host.server.drain(true)
    await host.page.getByRole('button', { name: 'Iniciar gravação' }).click()
    await host.page.locator('p', { hasText: NEWS }).waitFor()
    await host.heard('svc.plugin.recorder.paused')
    t.is(host.server.recordings.size, 0)

    host.server.drain(false)
    // Where the refusal came before the first sound, there is nothing to resume.
    await host.page.getByRole('button', { name: /^(Iniciar|Retomar) gravação/ }).click()
    await host.recorded(2)
    await host.page.getByRole('button', { name: 'Finalizar' }).click()
    await host.page.getByText('Gravação completa').waitFor()
    t.true(host.server.statements.every(({ complete }) => complete))
  },
)

browserTest('a visit that is being recorded sees nothing of it and ends as usual', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE })
  await host.open()
  await host.page.getByRole('button', { name: 'Iniciar gravação' }).click()
  await host.recorded(1)
  host.server.drain(true)
  host.server.closeChannels(1012)
  await host.recorded(3)
  await host.page.getByRole('button', { name: 'Finalizar' }).click()
  await host.page.getByText('Gravação completa').waitFor()
  t.is(await host.page.getByText(NEWS).count(), 0)
  t.true(host.server.statements[0]?.complete)
})
