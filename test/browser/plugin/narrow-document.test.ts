/**
 * A document in little room: what was clicked stays in sight, the actions take one line, and an
 * empty one says what it lacks.
 */
import { browserTest } from '../../helpers/browser.ts'
import { openHostPage } from '../../helpers/plugin-page.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

for (const width of [320, 330, 360, 440])
  browserTest(`the actions of a document stand in one line, ${width} px wide`, async (t) => {
    const { page, open } = await openHostPage(t, { server: { alreadySaid: true } })
    await page.setViewportSize({ width, height: 560 })
    await open({ options: { enableFillEhr: true }, embedded: true })
    await page.getByRole('button', { name: 'Gerar documento' }).click()
    await page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
    await page.locator('.editor-text').waitFor()
    const tops = await page
      .locator('.action-bar .button')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
    t.is(tops.length, 3)
    t.is(new Set(tops).size, 1, String(tops))
  })

browserTest('the line that was clicked does not vanish behind its sources', async (t) => {
  const { page, open } = await openHostPage(t, { server: { alreadySaid: true } })
  await page.setViewportSize({ width: 360, height: 560 })
  await open({ options: { enableFillEhr: true }, embedded: true })
  await page.getByRole('button', { name: 'Gerar documento' }).click()
  await page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await page.locator('.editor-text').waitFor()
  const scroll = page.locator('.document-scroll')
  const line = page.locator('[data-field="História da Doença Atual"] p').first()
  const bottom = async () => {
    const { y, height } = (await scroll.boundingBox())!
    return y + height
  }
  // Just above the lower edge, and clicked at once: the mouse that rests there would have shown the
  // sources before.
  const { y, height } = (await line.boundingBox())!
  const by = y + height + 4 - (await bottom())
  await scroll.evaluate(
    (box, px) => (box as unknown as { scrollBy(x: 0, y: number): void }).scrollBy(0, px),
    by,
  )
  const before = await bottom()
  const place = (await line.boundingBox())!
  t.true(place.y + place.height <= before)
  const devtools = await page.context().newCDPSession(page)
  for (const type of ['mousePressed', 'mouseReleased'] as const)
    await devtools.send('Input.dispatchMouseEvent', {
      type,
      x: place.x + 20,
      y: place.y + place.height - 8,
      button: 'left',
      clickCount: 1,
    })
  await page.locator('.evidence:not(.waiting)').waitFor()
  t.true((await bottom()) < before, 'the sources take room')
  const shown = await line.boundingBox()
  t.true((shown?.y ?? 0) + (shown?.height ?? 0) <= (await bottom()) + 1)
})

browserTest(
  'a document in which nothing was said shows what it lacks, ready to be filled in',
  async (t) => {
    const w = await openWorkspacePage(t, { viewport: { width: 360, height: 740 } })
    await w.prepare('c1', [{ text: 'Bom dia.' }, { text: 'Está frio hoje.' }])
    await w.open('c1')
    await w.press('Gerar documento')
    await w.page.getByRole('searchbox').fill('receita')
    await w.page.getByRole('searchbox').press('Enter')
    await w.page.locator('.editor-text').waitFor()
    const missing = w.page.getByRole('button', { name: /^Preencher: / })
    await missing.first().click()
    await w.page.keyboard.type('Repouso')
    await w.page.locator('.save-mark.saved').waitFor()
    t.true(await missing.first().isVisible(), 'the rest stays open')
  },
)
