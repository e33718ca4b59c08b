/**
 * "Said and not written" beside a document, on the whole service: a doctor sees what is missing
 * with its time, hears and sees the sentence, takes it into its field or into one of her choice,
 * and leaves out what does not belong, for good.
 */
import type { ClinicalDocument } from '../../../core/contract/api.ts'
import { browserTest } from '../../helpers/browser.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

const DESK = { width: 900, height: 760 }
const PHONE = { width: 360, height: 740 }
const DARK = (on: boolean) =>
  `document.querySelector('[data-svc-plugin]').toggleAttribute('data-dark', ${on})`

browserTest('what was said and not written is taken in or left out', async (t) => {
  t.timeout(240_000)
  const w = await openWorkspacePage(t, { viewport: DESK })
  const { page, press, tab } = w
  const id = await w.prepare('c1')
  await w.api('PATCH', `/ehrs/${id}`, { append_context: 'Queixa de dor de cabeça.' })
  await w.open('c1')
  await tab('Documentos')
  await press('Gerar documento')
  await page.getByRole('button', { name: /^Gerar Anamnese padrão/ }).click()
  await page.locator('.editor-text').waitFor()
  t.is(await page.locator('.unwritten details').count(), 0)

  // More is written in the context, and what the document lacks is listed when it is opened again.
  const more = [
    'Em uso de losartana 50 mg pela manhã.',
    'Alérgica a dipirona.',
    'Retorno em 30 dias.',
  ].join('\n')
  await w.api('PATCH', `/ehrs/${id}`, { append_context: more })
  await page.reload()
  await w.open('c1')
  await tab('Documentos')
  await page.locator('.document-open').first().click()
  const entries = page.locator('.unwritten li')
  await entries.first().waitFor()
  const count = await entries.count()
  t.true(count >= 2, String(count))
  await page.getByText(`Dito e não escrito (${count})`).waitFor()

  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    for (const dark of [false, true]) {
      await w.run(DARK(dark))
      await page.waitForTimeout(300)
      await w.isAccessible(`unwritten ${size.width} ${dark ? 'dark' : 'light'}`)
    }
    t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  }
  await w.run(DARK(false))

  // Its words stand in the panel of sources.
  await page.getByRole('button', { name: /^Ver no contexto: Losartana/ }).click()
  t.regex((await page.locator('.evidence mark').textContent()) ?? '', /losartana 50 mg/i)

  // One press, with the keyboard: it stands in its field, as the doctor's, with its source.
  await page.getByRole('button', { name: /^Incluir em Medicações em uso: Losartana/ }).focus()
  await page.keyboard.press('Enter')
  await page
    .locator('.editor-text')
    .getByText(/^Losartana 50 mg/)
    .waitFor()
  await page.getByText(`Dito e não escrito (${count - 1})`).waitFor()
  const read = async () => {
    const { documents } = await w.api<{ documents: ClinicalDocument[] }>(
      'GET',
      `/ehrs/${id}/documents`,
    )
    return documents[0]!
  }
  const taken = await read()
  t.deepEqual(taken.edited_paths, [['Medicações em uso', '0']])
  t.true(taken.evidence.some(({ path, parts }) => path[0] === 'Medicações em uso' && parts?.[0]))

  // What is left out does not come back.
  const rest = await entries.allTextContents()
  await entries
    .first()
    .getByRole('button', { name: /^Não incluir/ })
    .click()
  await page.waitForFunction(
    `document.querySelector('[data-svc-plugin]').shadowRoot.querySelectorAll('.unwritten li').length === ${count - 2}`,
  )
  await page.reload()
  await w.open('c1')
  await tab('Documentos')
  await page.locator('.document-open').first().click()
  await page.locator('.editor-text').waitFor()
  await page.waitForTimeout(1500)
  t.deepEqual(await entries.allTextContents(), rest.slice(1))
})
