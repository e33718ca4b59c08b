/**
 * The editor of documents as a doctor uses it: typed, dragged and pasted for real, inside the
 * shadow root.
 */
import type { ExecutionContext } from 'ava'
import type { Locator } from 'playwright-core'
import type { DocumentValue } from '../../../core/contract/api.ts'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { type HostPage, openHostPage } from '../../helpers/plugin-page.ts'

async function openEditor(t: ExecutionContext, options: object = {}) {
  const host = await openHostPage(t, { server: { alreadySaid: true } })
  await mount(host, options)
  await host.page.getByRole('button', { name: 'Gerar documento' }).click()
  await host.page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await host.heard('svc.plugin.ehr.document.created')
  await host.page.locator('.editor-text').waitFor()
  return tools(t, host)
}

function mount(host: HostPage, options: object) {
  return host.open({ options: { enableFillEhr: true, ...options }, embedded: true })
}

function tools(t: ExecutionContext, host: HostPage) {
  const { page, server } = host
  const section = (name: string) => page.locator(`[data-field="${name}"]`)
  const stored = (name: string) => server.documents[0]?.content[name] ?? null
  return {
    host,
    page,
    keyboard: page.keyboard,
    section,
    lines: (name: string) => section(name).locator('.value-text, .text-body p'),
    stored,
    order: () =>
      page
        .locator('.field[data-field]:not(.closed)')
        .evaluateAll((sections) => sections.map((one) => one.getAttribute('data-field') ?? '')),
    /**
     * What autosave comes to; with the answer, an emptied section closes and what is below it moves
     * up.
     */
    async saves(name: string, expected: DocumentValue) {
      await becomes(t, async () => JSON.stringify(stored(name)), JSON.stringify(expected))
      await page.locator('.save-mark.saved').waitFor()
    },
    /** By the handle that stands beside it, as a hand does. */
    async drag(from: Locator, to: Locator, edge: 'above' | 'below') {
      await from.scrollIntoViewIfNeeded()
      await from.hover()
      const handle = page.locator('.drag-handle')
      await handle.waitFor()
      await handle.hover()
      const grip = (await handle.boundingBox())!
      await page.mouse.down()
      await page.mouse.move(grip.x + 9, grip.y + 20, { steps: 3 })
      await page.locator('.drop-line').waitFor()
      // News that come or go move the text meanwhile: a hand follows.
      const goal = async () => {
        const { x, y, height } = (await to.boundingBox())!
        return { x: x + 40, y: edge === 'above' ? y + 1 : y + height - 1 }
      }
      let at: Awaited<ReturnType<typeof goal>> | undefined
      for (let next = await goal(); next.y !== at?.y; next = await goal()) {
        at = next
        await page.mouse.move(at.x, at.y, { steps: 8 })
      }
      await page.mouse.up()
    },
  }
}

browserTest(
  'what is typed becomes blocks, is saved a second later and can be undone',
  async (t) => {
    const { keyboard, lines, saves, section, page, host } = await openEditor(t)
    const before = host.server.documents[0]!.content
    let free = () => {}
    const mayBeSaved = new Promise<undefined>((resolve) => {
      free = () => resolve(undefined)
    })
    host.server.intercept(({ method }) => (method === 'PATCH' ? mayBeSaved : undefined))
    await lines('Queixa Principal').first().click()
    await keyboard.press('End')
    await keyboard.press('Enter')
    await keyboard.type('- piora à noite')
    await keyboard.press('Enter')
    await keyboard.type('melhora com repouso')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await keyboard.type('[] pedir exame')
    await page.getByText('Não salvo').or(page.getByText('Salvando…')).first().waitFor()
    free()
    const written =
      'Dor de cabeça há três dias\n- piora à noite\n- melhora com repouso\n- [ ] pedir exame'
    await saves('Queixa Principal', written)
    await page.locator('.save-mark.saved').waitFor()
    await section('Queixa Principal').getByRole('checkbox').click()
    await saves('Queixa Principal', written.replace('[ ]', '[x]'))
    await page.getByRole('button', { name: 'Desfazer (Ctrl+Z)' }).click()
    await saves('Queixa Principal', written)

    await lines('Orientações').last().click()
    await keyboard.press('End')
    await keyboard.press('Enter')
    await keyboard.type('Beber água')
    await saves('Orientações', [...(before.Orientações as string[]), 'Beber água'])

    const vitals = section('Sinais Vitais').locator('[data-key="Temperatura"]')
    await vitals.click()
    await keyboard.type('36,8 °C')
    await keyboard.press('Enter')
    const dict = before['Sinais Vitais'] as Record<string, string>
    await saves('Sinais Vitais', { ...dict, Temperatura: '36,8 °C' })
    await page.getByRole('button', { name: 'Fonte de Temperatura: editado' }).waitFor()
    await page.getByRole('button', { name: 'Fonte de Frequência cardíaca: 00m 15s' }).waitFor()
    for (const [name, value] of Object.entries(before))
      if (!['Queixa Principal', 'Orientações', 'Sinais Vitais'].includes(name))
        t.deepEqual(host.server.documents[0]?.content[name], value, name)
  },
)

browserTest('accents and words composed by an input method arrive whole', async (t) => {
  const { page, lines, saves, keyboard } = await openEditor(t)
  await lines('Queixa Principal').first().click()
  await keyboard.press('End')
  const client = await page.context().newCDPSession(page)
  for (const text of [' n', ' na', ' náu', ' náuse', ' náusea'])
    await client.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  await client.send('Input.insertText', { text: ' náusea' })
  await keyboard.type(' e vômito')
  await saves('Queixa Principal', 'Dor de cabeça há três dias náusea e vômito')
})

browserTest(
  'the structure survives whatever is selected, deleted, typed over and pasted',
  async (t) => {
    const { page, keyboard, lines, section, saves, stored, host } = await openEditor(t)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const names = Object.keys(host.server.documents[0]!.content)
    const medicine = lines('Medicações em uso').first()
    await lines('História da Doença Atual').first().click()
    await keyboard.press('Home')
    await page.keyboard.down('Shift')
    await medicine.click({ position: { x: 2, y: 8 } })
    await page.keyboard.up('Shift')
    await keyboard.type('x')
    await saves('História da Doença Atual', 'x')
    await saves('Medicações em uso', ['Losartana 50 mg, uma vez ao dia'])
    await section('Sinais Vitais').locator('[data-key="PA Sistólica"] .value-text').click()
    await keyboard.press('Control+a')
    await keyboard.press('Delete')
    await saves('Queixa Principal', null)
    t.deepEqual(Object.keys(host.server.documents[0]!.content), names)
    await page.getByRole('button', { name: 'Desfazer (Ctrl+Z)' }).click()
    await saves('Queixa Principal', 'Dor de cabeça há três dias')
    t.like(stored('Sinais Vitais'), { 'PA Sistólica': '120 mmHg' })

    // A caret that a click moved, and a key before the browser told of it: all was selected, and
    // nothing of it is typed over.
    await keyboard.press('Control+a')
    await host.run(`(() => {
      const root = document.querySelector('[data-svc-plugin]').shadowRoot
      const line = root.querySelector('[data-field="Queixa Principal"] .text-body p')
      root.getSelection().collapse(line.firstChild, 3)
      const key = new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true })
      line.closest('.ProseMirror').dispatchEvent(key)
    })()`)
    await saves('Queixa Principal', 'Dor\n de cabeça há três dias')
    await page.getByRole('button', { name: 'Desfazer (Ctrl+Z)' }).click()
    await saves('Queixa Principal', 'Dor de cabeça há três dias')

    const html =
      '<h2 onclick="x()">Exame</h2><p><b>Bom</b> <a href="javascript:x()">estado</a></p><ul><li>um<li>dois</ul><script>x()</script><img src=x onerror=x()>'
    await host.run(`navigator.clipboard.write([new ClipboardItem({
    'text/html': new Blob([${JSON.stringify(html)}], { type: 'text/html' }),
    'text/plain': new Blob(['Exame'], { type: 'text/plain' }) })])`)
    await lines('Queixa Principal').first().click()
    await keyboard.press('End')
    await keyboard.press('Enter')
    await keyboard.press('Control+v')
    await saves(
      'Queixa Principal',
      'Dor de cabeça há três dias\n#### Exame\nBom estado\n- um\n- dois',
    )
    await lines('Orientações').first().click()
    await keyboard.press('End')
    await keyboard.press('Control+v')
    await saves('Orientações', [
      'Retorno em duas semanasExame',
      'Bom estado',
      'um',
      'dois',
      'Procurar a emergência se a dor piorar',
    ])
  },
)

browserTest('blocks and sections are moved by hand and by keys, as far as they fit', async (t) => {
  const editor = await openEditor(t)
  const { page, keyboard, lines, section, saves, drag, order, host } = editor
  await drag(lines('Orientações').first(), lines('Orientações').last(), 'below')
  await saves('Orientações', ['Procurar a emergência se a dor piorar', 'Retorno em duas semanas'])
  await page
    .getByRole('button', { name: /Fonte de Orientações: 00m 40s/ })
    .first()
    .waitFor()

  await drag(lines('Medicações em uso').first(), lines('Queixa Principal').first(), 'below')
  await saves('Medicações em uso', null)
  await saves('Queixa Principal', 'Dor de cabeça há três dias\n- Losartana 50 mg, uma vez ao dia')

  const before = await order()
  await drag(
    section('Sinais Vitais').locator('h3'),
    section('Queixa Principal').locator('h3'),
    'above',
  )
  await becomes(t, async () => (await order())[0] ?? '', 'Sinais Vitais')
  await becomes(t, async () => host.server.documents[0]?.layout?.order[0] ?? '', 'Sinais Vitais')
  t.is(Object.keys(host.server.documents[0]!.content)[0], 'Queixa Principal')
  await page.getByRole('button', { name: 'Desfazer (Ctrl+Z)' }).click()
  await becomes(t, async () => (await order()).join(), before.join())
  await becomes(t, async () => String(host.server.documents[0]?.layout), 'null')

  await lines('Orientações').first().click()
  await keyboard.press('Alt+Shift+ArrowDown')
  await saves('Orientações', ['Retorno em duas semanas', 'Procurar a emergência se a dor piorar'])
  await page.getByRole('status').getByText('Movido em Orientações: 2 de 2').waitFor()
  await section('Sinais Vitais').locator('[data-key="Temperatura"]').click()
  await keyboard.press('Alt+Shift+ArrowUp')
  await page
    .getByRole('status')
    .getByText(/^Sinais Vitais: seção \d+ de \d+/)
    .waitFor()

  await section('Exame físico').or(section('Queixa Principal')).first().hover()
  await page.getByRole('button', { name: 'Opções de Orientações' }).click()
  await keyboard.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Ocultar no documento' }).click()
  await becomes(t, async () => host.server.documents[0]?.layout?.hidden.join() ?? '', 'Orientações')
  t.false(await lines('Orientações').first().isVisible())
  await section('Orientações').getByText('Oculta: fora do texto').waitFor()
})

browserTest('disableDragAndDrop takes handles and drop targets away, not the keys', async (t) => {
  const { page, keyboard, lines, saves } = await openEditor(t, {
    editorOptions: { disableDragAndDrop: true },
  })
  await lines('Orientações').first().hover()
  t.is(await page.locator('.drag-handle, .drop-line').count(), 0)
  await lines('Orientações').first().click()
  await keyboard.press('Alt+Shift+ArrowDown')
  await saves('Orientações', ['Procurar a emergência se a dor piorar', 'Retorno em duas semanas'])
})

browserTest(
  'a table is made, grows, and goes; the toolbar says what the cursor is in',
  async (t) => {
    const { page, keyboard, lines, saves } = await openEditor(t)
    const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name })
    await lines('Queixa Principal').first().click()
    await tool('Inserir tabela').click()
    for (const word of ['Exame', 'Valor', 'Hb', '12 | 13']) {
      await keyboard.type(word)
      if (word !== '12 | 13') await keyboard.press('Tab')
    }
    await tool('Inserir linha').click()
    const head = 'Dor de cabeça há três dias\n| Exame | Valor |\n| --- | --- |\n'
    await saves('Queixa Principal', `${head}| Hb | 12 \\| 13 |\n|  |  |`)
    await tool('Remover linha').click()
    await saves('Queixa Principal', `${head}|  |  |`)
    await tool('Remover tabela').click()
    await saves('Queixa Principal', 'Dor de cabeça há três dias')
    await lines('Queixa Principal').first().click()
    const list = tool('Lista com marcadores')
    t.is(await list.getAttribute('aria-pressed'), 'false')
    await list.click()
    await becomes(t, async () => (await list.getAttribute('aria-pressed')) ?? '', 'true')
    await saves('Queixa Principal', '- Dor de cabeça há três dias')
    await keyboard.type(' intensa')
    await list.click()
    await lines('Orientações').first().click()
    await becomes(t, async () => (await list.getAttribute('aria-disabled')) ?? '', 'true')
  },
)

browserTest('a section that was not informed is opened with one click', async (t) => {
  const { page, keyboard, section, saves } = await openEditor(t)
  t.false(await section('Atestado').isVisible())
  await page.getByText('Não informado na consulta (5)').click()
  await page.getByRole('button', { name: 'Preencher: Atestado' }).click()
  await keyboard.type('Dois dias')
  await saves('Atestado', 'Dois dias')
  await page.getByText('Não informado na consulta (4)').waitFor()
})
