/**
 * Every sentence of a value has its own source in view, and one without a source what comes closest
 * to it.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { EvidencePart, EvidenceSpan } from '../../../core/contract/api.ts'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { type HostPage, openHostPage } from '../../helpers/plugin-page.ts'
import { SEGMENTS, sampleDocument, TEMPLATES } from '../../helpers/plugin-script.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const FAULTS = `axe.run({ include: [['[data-svc-plugin]']] }, { runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa', 'best-practice'] })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html)))`

const HISTORY =
  'Dor de cabeça há três dias. Piora com esforço físico.\n- Pressão de 120 por 80.\n- Alergia a dipirona.'

function part(words: string, finding: Omit<EvidencePart, 'start' | 'end'>): EvidencePart {
  const start = HISTORY.indexOf(words)
  return { start, end: start + words.length, ...finding }
}

function line(index: number): EvidenceSpan {
  const { id, text, start_ms, end_ms } = SEGMENTS[index]!
  return { source: 'segment', segment_id: id, start: 0, end: text.length, start_ms, end_ms }
}

/** The newest one, after the page was loaded again. */
async function openDocument({ page, reload, open }: HostPage) {
  await reload()
  await open({ embedded: true })
  await page.getByRole('tab', { name: 'Documentos' }).click()
  await page.getByRole('button', { name: /^Anamnese padrão/ }).click()
}

function documentBySentence(ehrId: string) {
  const document = sampleDocument(TEMPLATES[0]!, ehrId)
  const name = 'História da Doença Atual'
  return {
    ...document,
    content: { ...document.content, [name]: HISTORY },
    evidence: [
      ...document.evidence.filter(({ path }) => path[0] !== name),
      {
        path: [name],
        verdict: 'contradicted' as const,
        spans: [line(6)],
        reason: 'A alergia foi negada.',
        parts: [
          part('Dor de cabeça há três dias.', { verdict: 'supported', spans: [line(1)] }),
          part('Piora com esforço físico.', {
            verdict: 'not_found',
            spans: [],
            nearest: [line(8)],
          }),
          part('Pressão de 120 por 80.', { verdict: 'supported', spans: [line(2)] }),
          part('Alergia a dipirona.', {
            verdict: 'contradicted',
            spans: [line(6)],
            reason: 'A alergia foi negada.',
          }),
        ],
      },
    ],
  }
}

browserTest(
  'a sentence without a source is underlined, shows what comes closest, and is one key away',
  async (t) => {
    const host = await openHostPage(t, { server: { alreadySaid: true } })
    const { page, server } = host
    await host.open({ options: { enableFillEhr: true }, embedded: true })
    server.documents.push(documentBySentence(server.ehr()!.id))
    await host.reload()
    await host.open({ options: { enableFillEhr: true }, embedded: true })
    await page.getByRole('tab', { name: 'Documentos' }).click()
    await page.getByRole('button', { name: /^Anamnese padrão/ }).click()
    const underlined = page.locator('.in-doubt')
    await underlined.first().waitFor()
    const words = () => underlined.allTextContents()
    const field = page.locator('[data-field="História da Doença Atual"]')
    const panel = page.getByRole('complementary', { name: 'Fonte' })
    const mark = (says: string) =>
      page.getByRole('button', { name: `Fonte de História da Doença Atual: ${says}`, exact: true })
    const shows = (pattern: RegExp) =>
      becomes(t, async () => pattern.test((await panel.textContent()) ?? ''), true)

    t.deepEqual(await words(), ['Piora com esforço físico.', 'Alergia a dipirona.'])
    t.is(await underlined.first().getAttribute('title'), 'sem fonte')
    await mark('2 frases a conferir').focus()
    await shows(
      /Piora com esforço físico.*Volte em duas semanas.*Alergia a dipirona.*Fontes das outras frases/s,
    )

    await underlined.first().hover()
    await shows(
      /sem fonte|Nenhum trecho.*O que foi dito de mais próximo \(confira; não é prova\):.*Volte em duas/s,
    )
    t.is(await panel.locator('blockquote').count(), 1)
    await field.getByText('Pressão de 120').hover()
    await shows(/A pressão hoje está 120 por 80/)
    t.is(await panel.locator('blockquote').count(), 1)

    await page.evaluate(await readFile(AXE, 'utf8'))
    t.deepEqual(await host.run<string[]>(FAULTS), [])

    await field.getByText('Dor de cabeça').click()
    await page.keyboard.press('Home')
    await page.keyboard.press('F8')
    await shows(/O que foi dito de mais próximo.*Volte em duas semanas/s)
    await page.keyboard.press('F8')
    await shows(/A alergia foi negada/)
    await page.keyboard.press('F9')
    await page.locator('.toast').getByText('Não há áudio guardado deste trecho.').waitFor()

    // By keys from a mark to its sources and back, and on in the text.
    await mark('2 frases a conferir').focus()
    await page.keyboard.press('Enter')
    await becomes(t, () => panel.evaluate((one) => one.matches(':focus')), true)
    await page.keyboard.press('Escape')
    t.true(await mark('2 frases a conferir').evaluate((one) => one.matches(':focus')))
    await panel.getByRole('button').first().focus()
    await page.keyboard.press('Escape')
    await becomes(
      t,
      () => page.locator('.editor-text').evaluate((one) => one.matches(':focus')),
      true,
    )
    await shows(/A alergia foi negada/)

    // What stays word for word stays what it was, unsaved and saved; the rest is the doctor's own.
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.type('Sem alergias conhecidas.')
    await becomes(t, async () => (await words()).join(), 'Piora com esforço físico.')
    await mark('editado · 1 sem fonte').waitFor()
    await field.getByText('Sem alergias').hover()
    await shows(/Escrito ou alterado por você/)
    await page.locator('.save-mark.saved').waitFor()
    t.deepEqual(await words(), ['Piora com esforço físico.'])
    await field.getByText('Pressão de 120').hover()
    await shows(/A pressão hoje está 120 por 80/)
  },
)

browserTest(
  'a sentence that was heard with doubt is underlined, and names the words to listen to',
  async (t) => {
    const host = await openHostPage(t, { server: { alreadySaid: true } })
    const { page, server } = host
    await host.open({ embedded: true })
    const document = sampleDocument(TEMPLATES[0]!, server.ehr()!.id)
    const path = ['História da Doença Atual']
    const supported = { verdict: 'supported' as const, spans: [line(1)] }
    server.documents.push({
      ...document,
      content: { ...document.content, [path[0]!]: HISTORY },
      evidence: [
        {
          path,
          ...supported,
          unsure: ['cabeça', '3'],
          parts: [
            part('Dor de cabeça há três dias.', { ...supported, unsure: ['cabeça', '3'] }),
            part('Piora com esforço físico.', supported),
          ],
        },
      ],
    })
    await openDocument(host)
    const underlined = page.locator('.in-doubt')
    await underlined.first().waitFor()
    t.deepEqual(await underlined.allTextContents(), ['Dor de cabeça há três dias.'])
    t.is(await underlined.first().getAttribute('title'), 'ouvido com dúvida')
    const mark = 'Fonte de História da Doença Atual: 1 frase a conferir'
    await page.getByRole('button', { name: mark, exact: true }).waitFor()
    await underlined.first().hover()
    const panel = page.getByRole('complementary', { name: 'Fonte' })
    await panel.getByText('Ouvido com dúvida: cabeça, 3. Ouça o trecho antes').waitFor()
  },
)

browserTest(
  'a source in a context that was written on since shows the words of then, and no others',
  async (t) => {
    const host = await openHostPage(t, { server: { alreadySaid: true } })
    const { page, server } = host
    await host.open({ embedded: true })
    const words = 'Hipertensa há dez anos.'
    const document = sampleDocument(TEMPLATES[0]!, server.ehr()!.id)
    const name = 'História da Doença Atual'
    const spans: EvidenceSpan[] = [{ source: 'context', start: 0, end: words.length, words }]
    server.documents.push({
      ...document,
      content: { ...document.content, [name]: words },
      evidence: [{ path: [name], verdict: 'supported', spans }],
    })
    server.changeContext(`Veio com a filha. ${words}`)
    await openDocument(host)
    await page.locator(`[data-field="${name}"]`).getByText('Hipertensa').hover()
    const panel = page.getByRole('complementary', { name: 'Fonte' })
    await panel.getByText('O texto foi alterado depois que o documento foi escrito.').waitFor()
    t.deepEqual(await panel.locator('mark').allTextContents(), [words])
  },
)
