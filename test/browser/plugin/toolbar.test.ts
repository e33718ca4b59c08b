/**
 * The tools of a document come and go with the cursor: neither the text nor a tool may move for it.
 */
import { browserTest } from '../../helpers/browser.ts'
import { openHostPage } from '../../helpers/plugin-page.ts'

const BAR = `document.querySelector('[data-svc-plugin]').shadowRoot.querySelector('.editor-toolbar')`

for (const width of [320, 360, 440, 700, 1280])
  browserTest(`a table's tools move nothing, ${width} px wide`, async (t) => {
    const { page, run, open } = await openHostPage(t, { server: { alreadySaid: true } })
    await page.setViewportSize({ width, height: 760 })
    await open({ embedded: true })
    await page.getByRole('button', { name: 'Gerar documento' }).click()
    await page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
    const line = page.locator('[data-field="Queixa Principal"] p').first()
    await line.click()
    await page.keyboard.press('End')
    await page.getByRole('button', { name: 'Inserir tabela' }).click()
    /** Where the bar ends, where the text is, where each tool is that is always there. */
    const places = async () => ({
      bar: await run(`${BAR}.getBoundingClientRect().bottom`),
      text: (await line.boundingBox())?.y,
      tools: await run(`['Desfazer', 'Mover', 'Reescrever'].map((name) =>
        ${BAR}.querySelector('[aria-label^="' + name + '"]').getBoundingClientRect().x)`),
    })
    await page.getByRole('button', { name: 'Inserir coluna' }).waitFor()
    const inTable = await places()
    await line.click()
    await page.getByRole('button', { name: 'Inserir tabela' }).waitFor()
    t.deepEqual(await places(), inTable)
    await page.locator('.editor-text td').first().click()
    await page.getByRole('button', { name: 'Inserir coluna' }).waitFor()
    t.deepEqual(await places(), inTable)
  })
