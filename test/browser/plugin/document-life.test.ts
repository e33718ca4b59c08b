/**
 * A document's life with the real service: what was written survives a reload, a lost connection
 * and another window; earlier versions come back, and so does what was deleted; sources lead to the
 * words they rest on.
 */
import type { ExecutionContext } from 'ava'
import type { ClinicalDocument } from '../../../core/contract/api.ts'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

const SPOKEN = [
  { text: 'Estou com dor de garganta há dois dias.' },
  { text: 'A pressão está 120 por 80.' },
  { text: 'Vou receitar dipirona 500 miligramas de seis em seis horas.' },
]

async function openDocument(t: ExecutionContext, id: string, options: object = {}) {
  const w = await openWorkspacePage(t)
  await w.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const ehrId = await w.prepare(id, SPOKEN)
  const { page } = w
  const mount = () => w.open(id, { enableFillEhr: true, ...options })
  await mount()
  await page.getByRole('tab', { name: 'Documentos' }).click()
  await page.getByRole('button', { name: 'Gerar documento' }).first().click()
  await page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  const text = page.locator('.editor-text')
  await text.waitFor()
  const complaint = page.locator('[data-field="Queixa Principal"] p').first()
  return {
    ...w,
    ehrId,
    mount,
    text,
    complaint,
    keyboard: page.keyboard,
    async reopen() {
      await mount()
      await page.getByRole('tab', { name: 'Documentos' }).click()
      await page.getByRole('button', { name: /^Anamnese padrão/ }).click()
      await text.waitFor()
    },
    /** What the service holds of the newest document. */
    async stored(): Promise<ClinicalDocument> {
      const path = `/ehrs/${ehrId}/documents`
      const { documents } = await w.api<{ documents: ClinicalDocument[] }>('GET', path)
      return documents[0] as ClinicalDocument
    },
    /**
     * As from an input method: in one step, which one undo takes back, however slowly a busy
     * machine types.
     */
    async write(words: string) {
      await complaint.click()
      await page.keyboard.press('End')
      await page.keyboard.insertText(words)
    },
    /** Once it says so. */
    async holds(expected: string) {
      await page.locator('.save-mark.saved').waitFor()
      t.is((await this.stored()).content['Queixa Principal'], expected)
    },
    /** Until what `act` changes is stored: the mark of what was saved before it may still stand. */
    async saves(act: () => Promise<void>) {
      const answer = page.waitForResponse(
        (response) => response.request().method() === 'PATCH' && response.ok(),
      )
      await act()
      await answer
    },
  }
}

browserTest('words of the last second survive a reload, and a lost connection too', async (t) => {
  const d = await openDocument(t, 'c-reload')
  const before = String((await d.stored()).content['Queixa Principal'])
  await d.write(' Sem febre.')
  await d.reopen()
  await d.holds(`${before} Sem febre.`)
  t.is(await d.complaint.textContent(), `${before} Sem febre.`)

  const isSave = (url: URL) => url.pathname.includes('/documents/')
  await d.page.route(isSave, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await d.write(' Sem tosse.')
  await d.page.getByText('Não foi possível salvar. Tentando de novo…').waitFor()
  t.is((await d.stored()).content['Queixa Principal'], `${before} Sem febre.`)
  // The browser asks before such a page is left; the doctor leaves all the same.
  d.page.once('dialog', (dialog) => void dialog.accept())
  await d.visit()
  await d.page.unroute(isSave)
  await d.reopen()
  await d.holds(`${before} Sem febre. Sem tosse.`)
  t.is(await d.complaint.textContent(), `${before} Sem febre. Sem tosse.`)
  t.deepEqual(d.faults, [])
})

browserTest(
  'another window’s text and ours: one stays, the other is in the history and one undo away',
  async (t) => {
    const d = await openDocument(t, 'c-conflict')
    const { id, version, content } = await d.stored()
    const before = String(content['Queixa Principal'])
    const theirs = { ...content, 'Queixa Principal': 'Escrito em outra janela' }
    await d.api('PATCH', `/documents/${id}`, { version, content: theirs })
    await d.write(' Minhas palavras.')
    const dialog = d.page.getByRole('dialog', { name: /alterado em outro lugar/ })
    await dialog.getByText('Minhas palavras').waitFor()
    await dialog.getByRole('button', { name: 'Usar o outro' }).click()
    await dialog.waitFor({ state: 'detached' })
    await becomes(t, async () => (await d.complaint.textContent()) ?? '', 'Escrito em outra janela')

    await d.page.getByRole('button', { name: 'Histórico de versões' }).click()
    const kinds = d.page.getByRole('list', { name: 'Histórico de versões' }).locator('strong')
    await kinds.first().waitFor()
    t.deepEqual(await kinds.allTextContents(), ['Restaurado', 'Editado', 'Editado', 'Gerado'])
    await d.page.getByRole('button', { name: 'Ver a versão 3' }).click()
    const preview = d.page.getByRole('group', { name: 'Versão 3' })
    await preview.getByText(`${before} Minhas palavras.`).waitFor()
    await d.page.getByRole('button', { name: 'Restaurar esta versão' }).click()
    await becomes(
      t,
      async () => (await d.complaint.textContent()) ?? '',
      `${before} Minhas palavras.`,
    )
    await d.holds(`${before} Minhas palavras.`)

    const undo = d.page.getByRole('button', { name: 'Desfazer (Ctrl+Z)' })
    for (const text of ['Escrito em outra janela', `${before} Minhas palavras.`, before]) {
      await d.saves(() => undo.click())
      await d.holds(text)
    }
    await d.saves(() => d.page.getByRole('button', { name: 'Refazer (Ctrl+Shift+Z)' }).click())
    await d.holds(`${before} Minhas palavras.`)
  },
)

browserTest(
  'a source is one look away and leads to the words; the review is copied along',
  async (t) => {
    const d = await openDocument(t, 'c-sources')
    await d.complaint.hover()
    const source = d.page.getByRole('complementary', { name: 'Fonte' })
    t.regex((await source.locator('mark').first().textContent()) ?? '', /garganta/)
    await d.page.getByRole('button', { name: 'Marcar como revisado' }).click()
    await d.page.getByText(/Elaborado com apoio de IA e revisado por d1 em/).waitFor()
    await d.page.getByRole('button', { name: 'Copiar documento' }).click()
    await d.page.getByText('Copiado').first().waitFor()
    const copied = () => d.run<string>('navigator.clipboard.readText()')
    t.regex(await copied(), /## Queixa Principal:[\s\S]*Elaborado com apoio de IA/)
    await d.complaint.hover()
    await d.page.getByRole('button', { name: 'Opções de Queixa Principal' }).click()
    await d.page.getByRole('menuitem', { name: 'Copiar seção' }).click()
    await becomes(t, async () => (await copied()).startsWith('Queixa Principal:\n'), true)
    // It is told when the browser says that it is done.
    const told = async () => (await d.heard('svc.plugin.ehr.document.copied')).length
    await becomes(t, async () => (await told()) >= 2, true)
    t.is(await told(), 2)
    await d.complaint.hover()
    await source.getByRole('button', { name: 'Ver na transcrição' }).first().click()
    t.regex((await d.page.locator('.line.highlighted').textContent()) ?? '', /dor de garganta/)
  },
)

browserTest('a deleted document is brought back from the list', async (t) => {
  const d = await openDocument(t, 'c-delete')
  await d.page.getByRole('button', { name: 'Voltar' }).click()
  await d.page.getByRole('button', { name: 'Ações de Anamnese padrão' }).click()
  await d.page.getByRole('menuitem', { name: 'Excluir' }).click()
  await d.page.getByText('Anamnese padrão excluído').first().waitFor()
  t.is(await d.stored(), undefined as never)
  await d.page.getByRole('button', { name: 'Desfazer' }).click()
  await d.page.getByRole('button', { name: /^Anamnese padrão/ }).waitFor()
  t.is((await d.stored()).status, 'draft')
})

browserTest(
  'a clipboard that is blocked leaves the text selected for the doctor’s own keys',
  async (t) => {
    const d = await openDocument(t, 'c-blocked')
    await d.run(`(() => {
    navigator.clipboard.write = navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
  })()`)
    await d.page.getByRole('button', { name: 'Copiar documento' }).click()
    await d.page
      .getByText(/O texto está selecionado: pressione Ctrl\+C/)
      .first()
      .waitFor()
    await d.keyboard.press('Control+c')
    await becomes(
      t,
      async () => (await d.run<string>('navigator.clipboard.readText()')).includes('garganta'),
      true,
    )
    t.false((await d.run<string[]>('host.names()')).includes('svc.plugin.ehr.document.copied'))
  },
)
