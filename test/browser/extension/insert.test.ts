import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { browserTest } from '../../helpers/browser.ts'
import { beginVisit, openExtension, signIn } from '../../helpers/extension-browser.ts'
import { startExtensionServer } from '../../helpers/extension-server.ts'

/** A visit with a document in the panel, and an EHR's page in the tab that is seen. */
async function openBoth(t: ExecutionContext, page: string) {
  const server = await startExtensionServer(t, { alreadySaid: true })
  const { browser, openPanel } = await openExtension(t, {
    openPages: 'http://127.0.0.1/*',
    viewport: { width: 900, height: 700 },
  })
  const panel = await openPanel()
  await signIn(panel, server.origin)
  await beginVisit(panel, 'Maria da Silva')
  await panel.getByRole('button', { name: 'Gerar documento' }).click()
  await panel.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  const fill = panel.getByRole('button', { name: /^Preencher prontuário|^Preenchido/ })
  await fill.waitFor()
  const ehr = await browser.newPage()
  await ehr.goto(`${server.origin}/extension/pages/${page}`)
  const [document] = server.documents
  const text = document!.markdown.split('\n').find((line) => line && !line.startsWith('#'))!
  return {
    panel,
    ehr,
    text,
    /** As a click of the doctor on the button in the panel beside. */
    async fill() {
      await ehr.bringToFront()
      await panel.locator('button.grow').dispatchEvent('click')
    },
    async told(words: string) {
      const told = panel.locator('.told p')
      await told
        .filter({ hasText: words })
        .waitFor({ timeout: 20_000 })
        .catch(async () => t.is(await told.textContent(), words))
    },
  }
}

function textIn(page: Page, selector: string): Promise<string> {
  return page.locator(selector).inputValue()
}

browserTest('a document goes to the caret of the field that was clicked, and back', async (t) => {
  const { panel, ehr, text, fill, told } = await openBoth(t, 'plain.html')
  await ehr.locator('#evolution').click()
  await ehr.evaluate("document.querySelector('#evolution').setSelectionRange(7, 7)")
  await fill()
  await told('Inserido em “Evolução”')
  const written = await textIn(ehr, '#evolution')
  t.true(written.startsWith('Antes. ') && written.endsWith('Depois.'))
  t.true(written.includes(text))
  t.deepEqual(await ehr.evaluate('heard'), ['input evolution', 'change evolution'])
  await panel.locator('.told button').dispatchEvent('click')
  await told('Desfeito')
  t.is(await textIn(ehr, '#evolution'), 'Antes. Depois.')
})

browserTest('frames and free texts take it too; the others say why they do not', async (t) => {
  const { ehr, text, fill, told } = await openBoth(t, 'plain.html')
  const inner = ehr.frameLocator('#inner')
  await inner.locator('#inside').click()
  await fill()
  await told('Inserido em “Dentro”')
  t.true((await inner.locator('#inside').inputValue()).includes(text))

  await ehr.locator('#rich').click()
  await fill()
  await told('Inserido em “Texto livre”')
  t.true((await ehr.locator('#rich').textContent())?.includes(text))

  await ehr.frameLocator('#foreign').locator('#inside').click()
  await fill()
  await told('página de outro endereço')

  await ehr.locator('#short').click()
  await fill()
  await told('não cabe')
  t.is(await textIn(ehr, '#short'), '')

  for (const id of ['signed', 'password', 'trap']) {
    await ehr.locator(`#${id}`).focus()
    await fill()
    await told('não aceita texto')
    t.is(await textIn(ehr, `#${id}`), '')
    await ehr.locator('#stubborn').click()
    await fill()
    await told('não manteve')
  }
})

browserTest('the patient is read from the page after a click, and looked at before', async (t) => {
  const server = await startExtensionServer(t)
  const { browser, openPanel } = await openExtension(t, {
    openPages: 'http://127.0.0.1/*',
    viewport: { width: 900, height: 700 },
  })
  const panel = await openPanel()
  await signIn(panel, server.origin)
  const name = panel.getByLabel('Nome do paciente')
  await name.waitFor()
  const ehr = await browser.newPage()
  await ehr.goto(`${server.origin}/extension/pages/plain.html`)
  t.is(await name.inputValue(), '')
  await panel.getByRole('button', { name: 'Ler da página' }).dispatchEvent('click')
  await panel.getByText('confira o paciente').waitFor()
  t.is(await name.inputValue(), 'Maria da Silva')
  await panel.getByText('Atendimento V-7').waitFor()
  t.is(server.visits.length, 0)
  await panel.getByRole('button', { name: 'Abrir consulta' }).dispatchEvent('click')
  await panel.getByRole('tab', { name: 'Gravação' }).waitFor()
  const [visit] = server.visits
  t.like(visit, { consultation_id: 'V-7', patient: { id: 'P-42', name: 'Maria da Silva' } })
})
