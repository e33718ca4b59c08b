import { becomes, browserTest } from '../../helpers/browser.ts'
import { openHostPage } from '../../helpers/plugin-page.ts'

browserTest(
  '“Por escrito” holds, however fast it is chosen after the answer and however slow the server is',
  async (t) => {
    const { page, open, run, server } = await openHostPage(t)
    await open({ embedded: true })
    const method = page.getByLabel('Como foi informado')
    const held = async () => JSON.stringify(server.ehr()?.consent, ['status', 'method'])
    let free = () => {}
    const slow = new Promise<void>((resolve) => {
      free = resolve
    })
    await page.route('**/api/v1/ehrs/*', async (route) => {
      if (route.request().method() === 'PATCH') await slow
      await route.continue()
    })
    await page.getByRole('radio', { name: /informado e de acordo/ }).click({ force: true })
    await method.selectOption('written')
    free()
    await becomes(t, held, '{"status":"given","method":"written"}')
    t.is(await method.inputValue(), 'written')

    await page.getByRole('radio', { name: 'Paciente recusou' }).click({ force: true })
    await becomes(t, held, '{"status":"refused","method":"verbal"}')
    // Both within one task: the page has not drawn the first choice when the second is made.
    await run(`(() => {
      const root = document.querySelector('[data-svc-plugin]').shadowRoot
      root.querySelector('input[name=svc-consent][value=given]').click()
      const select = root.querySelector('.consent-record select')
      select.value = 'written'
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)
    await becomes(t, held, '{"status":"given","method":"written"}')
    await becomes(t, () => method.inputValue(), 'written')
  },
)
