/** Pieces that are fetched when a doctor comes to need them, on a page that keeps to its policy. */
import { browserTest } from '../../helpers/browser.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

const SPOKEN = [{ text: 'Estou com dor de garganta há dois dias.' }]

browserTest('a document that cannot be fetched is told, read, and opened again', async (t) => {
  const w = await openWorkspacePage(t)
  const { page } = w
  await w.prepare('c-late', SPOKEN)
  let refused = 0
  const isPiece = (url: URL) => /\/plugin\/document-view-[A-Z0-9]{8}\.js$/.test(url.pathname)
  await page.route(isPiece, (route) => {
    refused += 1
    return route.abort()
  })
  await w.open('c-late', {})
  await page.getByRole('tab', { name: 'Documentos' }).click()
  t.is(refused, 0)
  await page.getByRole('button', { name: 'Gerar documento' }).first().click()
  await page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'Não foi possível abrir para editar' })
  await told.waitFor()
  t.is(refused, 1)
  await page.getByText('dor de garganta').first().waitFor()
  await page.unroute(isPiece)
  await told.getByRole('button', { name: 'Tentar novamente' }).click()
  await page.locator('.editor-text').waitFor()
  t.is(await told.count(), 0)
  t.deepEqual(w.faults, [])
})
