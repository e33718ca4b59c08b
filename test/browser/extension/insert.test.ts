import type { Page } from 'playwright-core'
import { browserTest } from '../../helpers/browser.ts'
import { openExtension, signIn } from '../../helpers/extension-browser.ts'
import { openBoth } from '../../helpers/extension-page.ts'
import { startExtensionServer } from '../../helpers/extension-server.ts'

function textIn(page: Page, selector: string): Promise<string> {
  return page.locator(selector).inputValue()
}

browserTest('a document goes to the caret of the field that was clicked, and back', async (t) => {
  const { ehr, text, fill, told, undo, claims, uses } = await openBoth(t, 'plain.html')
  await fill()
  await told('Clique antes no campo')
  await claims('Preencher prontuário')
  t.is(uses(), 0)
  await ehr.locator('#evolution').click()
  await ehr.evaluate("document.querySelector('#evolution').setSelectionRange(7, 7)")
  await fill()
  await told('Inserido em “Evolução”')
  const written = await textIn(ehr, '#evolution')
  t.true(written.startsWith('Antes. ') && written.endsWith('Depois.'))
  t.true(written.includes(text))
  await claims(/^Enviado ao prontuário às \d\d:\d\d$/)
  t.is(uses(), 1)
  t.deepEqual(await ehr.evaluate('heard'), ['input evolution', 'change evolution'])
  await undo()
  await told('Desfeito')
  t.is(await textIn(ehr, '#evolution'), 'Antes. Depois.')
  await claims('Preencher prontuário')

  // Another try that fails takes nothing back from what is there.
  await fill()
  await told('Inserido em “Evolução”')
  await ehr.locator('#short').click()
  await fill()
  await told('não cabe')
  await claims(/^Enviado ao prontuário às/)
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
    await told(id === 'trap' ? 'não está à vista' : 'não aceita texto')
    t.is(await textIn(ehr, `#${id}`), '')
    await ehr.locator('#stubborn').click()
    await fill()
    await told('não manteve')
  }
})

browserTest(
  'the caret of another patient’s page is asked about before it gets a word',
  async (t) => {
    const { ehr, sheet, fill, saySame, told } = await openBoth(t, 'plain.html', {
      patient: 'João Pereira',
      rule: () => ({ read: { patient_name: '#patient' } }),
    })
    await ehr.locator('#evolution').click()
    await fill()
    await sheet.getByText('Na página o paciente é Maria da Silva').waitFor()
    const insert = sheet.getByRole('button', { name: 'Inserir no cursor' })
    t.true(await insert.isDisabled())
    t.is(await textIn(ehr, '#evolution'), 'Antes. Depois.')
    await saySame()
    await insert.dispatchEvent('click')
    await told('Inserido em “Evolução”')
  },
)

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
