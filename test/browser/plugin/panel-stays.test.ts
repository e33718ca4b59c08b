/**
 * What is brought into view moves within the panel: neither its header nor the host's page goes
 * with it.
 */
import { browserTest } from '../../helpers/browser.ts'
import { CONVERSATION } from '../../helpers/plugin-screens.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

const LONG = Array.from({ length: 20 }, () => CONVERSATION).flat()

browserTest('in a long transcript a search and a source move the lines alone', async (t) => {
  const w = await openWorkspacePage(t, { viewport: { width: 440, height: 560 } })
  const { page, run } = w
  await w.prepare('long', LONG)
  await w.open('long')
  const places = () =>
    run<object>(`(() => {
      const shadow = document.querySelector('[data-svc-plugin]').shadowRoot
      return { page: scrollY, window: shadow.querySelector('.window').scrollTop,
        header: shadow.querySelector('.header').getBoundingClientRect().top }
    })()`)
  const before = await places()

  await w.tab('Transcrição')
  await w.press('Buscar na transcrição')
  await page.getByRole('searchbox').fill('dor')
  await page.locator('mark.current').waitFor()
  for (let i = 0; i < 25; i++) await page.getByRole('searchbox').press('Enter')
  await page.getByText(/^26 de/).waitFor()
  t.true(await page.locator('mark.current').isVisible())
  t.deepEqual(await places(), before)
  await w.press('Fechar busca')

  await w.tab('Documentos')
  await w.press('Gerar documento')
  await page.getByRole('button', { name: /^Gerar Anamnese padrão/ }).click()
  await page.locator('.editor-text').waitFor()
  await page.locator('[data-field="Medicações em uso"] .value-text').first().hover()
  await page.getByRole('button', { name: 'Ver na transcrição' }).first().click()
  await page.locator('.line.highlighted').waitFor()
  t.deepEqual(await places(), before)
})
