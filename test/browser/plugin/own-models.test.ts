/** Models of the doctor's own, made in the picker and kept by the whole service. */
import type { Request } from 'playwright-core'
import type { ClinicalDocument } from '../../../core/contract/api.ts'
import type { ChoosableTemplatesBody } from '../../../core/contract/own-models.ts'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { CONVERSATION } from '../../helpers/plugin-screens.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

const CREATE = 'Novo modelo'

browserTest(
  'a model is made, its faults are told beside the fields, it writes documents, is shared, changed and removed',
  async (t) => {
    t.timeout(15 * 60_000)
    const w = await openWorkspacePage(t)
    const { page, press } = w
    const id = await w.prepare('c1', CONVERSATION)
    const own = async () => {
      const { templates } = await w.api<ChoosableTemplatesBody>('GET', `/ehrs/${id}/templates`)
      return templates.filter(({ group }) => group === 'own')
    }
    const dialog = page.getByRole('dialog')
    const choose = async (name: string) => {
      await page.getByRole('searchbox').fill(name)
      await page.getByRole('radio', { name: new RegExp(`^${name}`) }).check({ force: true })
    }
    await w.open('c1', { enableFillEhr: true })
    await w.tab('Documentos')
    await press('Gerar documento')
    await press(CREATE)

    // Nothing is sent while something is missing, and each fault belongs to its field.
    await press('Salvar modelo')
    await dialog.getByText('Preencha este campo.').nth(2).waitFor()
    const name = dialog.getByLabel('Nome do modelo')
    t.is(await name.getAttribute('aria-invalid'), 'true')
    const told = (await name.getAttribute('aria-describedby')) ?? ''
    t.is(await dialog.locator(`#${told}`).textContent(), 'Preencha este campo.')
    t.deepEqual(await own(), [])
    await name.fill('Retorno de hipertensos')
    await dialog.getByLabel('Para que serve').fill('Controle da pressão')
    await becomes(t, async () => (await name.getAttribute('aria-invalid')) === null, true)

    const titles = dialog.getByLabel('Título da seção')
    await titles.first().fill('Sinais Vitais')
    await dialog.getByLabel('Como é preenchida').first().selectOption('dict')
    await press('Adicionar seção')
    await titles.nth(1).fill('Sinais Vitais')
    await press('Salvar modelo')
    await dialog.getByText('Escreva ao menos um nome de campo.').waitFor()
    await dialog.getByText('Já existe uma seção com este título.').waitFor()
    await dialog
      .getByLabel('Nomes dos campos, um por linha')
      .fill('PA Sistólica\nPA Diastólica\nFrequência cardíaca')
    await titles.nth(1).fill('Queixa Principal')
    await press('Mover Queixa Principal para cima')
    await becomes(t, () => titles.first().inputValue(), 'Queixa Principal')
    await press('Salvar modelo')
    await page.getByText('Modelo salvo.').first().waitFor()
    const [made] = await own()
    t.like(made, { name: 'Retorno de hipertensos', shared: false, mine: true })
    t.deepEqual(
      made?.fields.map((field) => field.name),
      ['Queixa Principal', 'Sinais Vitais'],
    )

    // What was just made is what is offered.
    await page.getByRole('button', { name: 'Gerar Retorno de hipertensos' }).click()
    await page.locator('.editor-text').waitFor()
    await page.locator('[data-field="Sinais Vitais"]').getByText('120 mmHg').waitFor()
    const { documents } = await w.api<{ documents: ClinicalDocument[] }>(
      'GET',
      `/ehrs/${id}/documents`,
    )
    t.deepEqual(Object.keys(documents[0]?.content ?? {}), ['Queixa Principal', 'Sinais Vitais'])

    // Escape asks before a change is lost.
    await press('Voltar')
    await press('Novo documento')
    await choose('Retorno de hipertensos')
    await press('Editar modelo Retorno de hipertensos')
    await name.fill('Retorno curto')
    await page.keyboard.press('Escape')
    await dialog.getByText('Descartar as alterações?').waitFor()
    await dialog.getByRole('button', { name: 'Voltar' }).last().click()
    await becomes(t, () => name.inputValue(), 'Retorno curto')
    await dialog.getByRole('checkbox', { name: /^Compartilhar com a instituição/ }).check()
    await press('Salvar modelo')
    await press('Editar modelo Retorno curto')
    t.like((await own())[0], { name: 'Retorno curto', shared: true, version: 2 })

    await press('Excluir modelo')
    await dialog.getByText('Excluir este modelo?').waitFor()
    await dialog.getByRole('button', { name: 'Excluir modelo' }).click()
    await page.getByText('Modelo excluído.').first().waitFor()
    t.deepEqual(await own(), [])
    // The document that it wrote stays.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Retorno de hipertensos/ }).waitFor()

    // No way in where the host hides it.
    await w.open('c1', { allowCreateModels: false })
    await w.tab('Documentos')
    await press('Novo documento')
    await dialog.getByRole('button', { name: /^Gerar / }).waitFor()
    t.is(await page.getByRole('button', { name: CREATE }).count(), 0)
    t.is(await page.getByRole('button', { name: /^(Duplicar|Editar) modelo/ }).count(), 0)

    // What others made meanwhile is there at the next look; what nobody changed is not sent again.
    const asked: Request[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/templates') && request.method() === 'GET') asked.push(request)
    })
    const answers = async () => {
      const all = await Promise.all(asked.map((request) => request.response()))
      return all.map((answer) => answer?.status()).join()
    }
    const reopen = async () => {
      await page.keyboard.press('Escape')
      await press('Novo documento')
    }
    await reopen()
    await becomes(t, answers, '304')
    const fields = [{ name: 'Queixa', type: 'string' }]
    await w.api('POST', `/ehrs/${id}/templates`, {
      name: 'De outra sala',
      purpose: 'x',
      shared: true,
      fields,
    })
    await reopen()
    await page.getByRole('radio', { name: /^De outra sala/ }).waitFor()
    await becomes(t, answers, '304,200')

    // A colleague's is told from one's own, and from those that come with the product.
    const ids = { consultation_id: 'other', doctor_id: 'd2', patient_id: 'p2' }
    const { id: others } = await w.api<{ id: string }>('PUT', '/ehrs/by-external-id', ids)
    const model = { name: 'Do colega', purpose: 'x', shared: true, fields }
    await w.api('POST', `/ehrs/${others}/templates`, model)
    await reopen()
    await page
      .locator('.template')
      .filter({ hasText: 'Do colega' })
      .getByText('Compartilhado')
      .waitFor()
    t.is(await page.getByText('Compartilhado', { exact: true }).count(), 1)
    t.deepEqual(w.faults, [])
  },
)
