import { becomes, browserTest } from '../../helpers/browser.ts'
import { type HostPage, openHostPage, VOICE } from '../../helpers/plugin-page.ts'

async function openDocument(host: HostPage, options: object = {}) {
  await host.open({ options: { enableFillEhr: true, ...options }, embedded: true })
  await host.run(`SvcPlugin.instance.appendContext('Retorno')`)
  await host.page.getByRole('button', { name: 'Gerar documento' }).click()
  await host.page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await host.heard('svc.plugin.ehr.document.created')
  // The page that shows a document being written gives way to the editor first.
  await host.page.locator('.editor-text').waitFor()
}

browserTest('the whole job is done with the keyboard alone', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE, server: { alreadySaid: true } })
  const { keyboard } = host.page
  await host.open({ options: { enableFillEhr: true }, embedded: true })
  const focus = () =>
    host.run<string>(`(() => {
    const { activeElement } = document.querySelector('[data-svc-plugin]').shadowRoot
    return activeElement ? (activeElement.getAttribute('aria-label') ?? activeElement.textContent) : ''
  })()`)
  const tabTo = async (name: RegExp) => {
    for (let i = 0; i < 80; i++) {
      await keyboard.press('Tab')
      if (name.test(await focus())) return
    }
    throw new Error(`the Tab key does not reach ${name}`)
  }

  await tabTo(/Iniciar gravação/)
  await keyboard.press('Enter')
  await host.heard('svc.plugin.recorder.started')
  await becomes(t, async () => /Pausar gravação/.test(await focus()), true)
  await host.page.getByText('Volte em duas semanas').waitFor()
  await keyboard.press('r')
  await host.heard('svc.plugin.recorder.paused')
  await keyboard.press('g')
  await host.page.getByRole('dialog').waitFor()
  await keyboard.type('cardio')
  await becomes(t, async () => (await host.page.locator('.template').count()) === 1, true)
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('Tab')
  await tabTo(/^Gerar Cardiologia/)
  await keyboard.press('Enter')
  await host.heard('svc.plugin.ehr.document.created')

  await host.page.locator('.editor-text').waitFor()
  await tabTo(/Texto do documento/)
  await keyboard.press('Control+Home')
  await keyboard.press('Shift+End')
  await keyboard.type('Cefaleia há três dias')
  await keyboard.press('Control+s')
  await host.page.getByText('Alteração salva').first().waitFor()
  await tabTo(/Fonte de Frequência cardíaca/)
  await host.page.getByRole('complementary').getByText('72 batimentos por minuto').waitFor()
  await keyboard.press('Control+Enter')
  const fill = await host.heard('svc.plugin.ehr.fill')
  t.like(fill, {
    eventData: {
      template: { id: 'anamnesisCardiology', name: 'Cardiologia', slug: 'cardiologia' },
    },
  })
  t.is(host.server.documents[0]?.content['Queixa Principal'], 'Cefaleia há três dias')
})

browserTest(
  'every value says where it comes from: words, calculation, the doctor, or nothing',
  async (t) => {
    const host = await openHostPage(t, { server: { alreadySaid: true } })
    await openDocument(host)
    const source = host.page.getByRole('complementary', { name: 'Fonte' })
    await host.page.getByText('1,72 m', { exact: true }).hover()
    await source.locator('mark').getByText('um metro e setenta e dois', { exact: true }).waitFor()
    await host.page.getByText('23,66 kg/m²', { exact: true }).hover()
    await source.getByText('Calculado a partir de Peso, Altura').waitFor()
    await host.page.getByText('Cefaleia tensional', { exact: true }).hover()
    await source.getByText('Nenhum trecho da conversa').waitFor()
    await host.page.getByText('Retorno em duas semanas', { exact: true }).hover()
    await source.getByText('O prazo não é o que foi dito.').waitFor()
    t.is(await source.locator('mark').textContent(), 'Volte em duas semanas')
    await host.page.getByText('1 valor contradiz a conversa').waitFor()
    await host.page.getByText('Retirado: “Dipirona 1 g”').waitFor()
    const missing = host.page.locator('.missing').getByText('História Vacinal')
    t.false(await missing.isVisible())
    await host.page.getByText('Não informado na consulta (5)').click()
    await missing.waitFor()
    t.pass()
  },
)

browserTest('a source leads to its line of the transcript', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE })
  await openDocument(host)
  await host.page.getByRole('button', { name: 'Voltar' }).click()
  await host.page.keyboard.press('r')
  await host.page.getByRole('tab', { name: 'Transcrição' }).click()
  await host.page.getByText('A pressão hoje está 120 por 80.').waitFor()
  await host.page.getByRole('tab', { name: 'Documentos' }).click()
  await host.page.getByRole('button', { name: /^Anamnese padrão/ }).click()
  await host.page.locator('.editor-text').getByText('120 mmHg').hover()
  await host.page.getByRole('button', { name: 'Ver na transcrição' }).click()
  const line = host.page.locator('.line.highlighted')
  await line.waitFor()
  t.regex((await line.textContent()) ?? '', /A pressão hoje está 120 por 80/)
})

browserTest(
  'an edited value is marked as the doctor’s, and the others keep their sources',
  async (t) => {
    const host = await openHostPage(t, { server: { alreadySaid: true } })
    await openDocument(host)
    await host.page.locator('[data-key="Temperatura"]').click()
    await host.page.keyboard.type('36,8 °C')
    await host.page.getByRole('button', { name: 'Fonte de Temperatura: editado' }).waitFor()
    await host.page.locator('.save-mark.saved').waitFor()
    await host.page.getByRole('button', { name: 'Fonte de Altura: 00m 20s' }).waitFor()
    t.like(host.server.documents[0]?.content['Sinais Vitais'], {
      Temperatura: '36,8 °C',
      'PA Sistólica': '120 mmHg',
    })
  },
)

browserTest(
  'a document that was changed elsewhere is not overwritten, and the doctor’s words stay',
  async (t) => {
    const host = await openHostPage(t)
    await openDocument(host)
    const known = host.server.documents[0]!
    const complaint = () => host.server.documents[0]?.content['Queixa Principal']
    const content = { ...known.content, 'Queixa Principal': 'Outra pessoa' }
    host.server.documents[0] = { ...known, content, version: 5 }
    await host.page.locator('[data-field="Queixa Principal"] p').click()
    await host.page.keyboard.press('End')
    await host.page.keyboard.type(', minhas palavras')
    const dialog = host.page.getByRole('dialog', { name: /foi alterado em outro lugar/ })
    await dialog.getByText('Outra pessoa').waitFor()
    await dialog.getByText(', minhas palavras').waitFor()
    t.is(complaint(), 'Outra pessoa')
    await host.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    t.is(complaint(), 'Outra pessoa', 'putting it off decides nothing')
    await host.page.getByRole('button', { name: 'Seções diferentes' }).click()
    await dialog.getByRole('button', { name: 'Manter o meu' }).click()
    await dialog.waitFor({ state: 'detached' })
    t.is(complaint(), 'Dor de cabeça há três dias, minhas palavras')
    await host.page.getByRole('button', { name: 'Histórico de versões' }).click()
    await host.page.getByRole('button', { name: 'Ver a versão 1' }).click()
    await host.page.getByRole('group', { name: 'Versão 1' }).getByText('Outra pessoa').waitFor()
  },
)

browserTest('copying gives rich and plain text, and tells the host without the text', async (t) => {
  const host = await openHostPage(t)
  await host.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openDocument(host)
  await host.page.getByRole('button', { name: 'Copiar documento' }).click()
  t.is((await host.heard('svc.plugin.ehr.document.copied')).eventData, undefined)
  const [html, plain] = await host.run<[string, string]>(`(async () => {
    const [item] = await navigator.clipboard.read()
    return Promise.all(['text/html', 'text/plain'].map(async (type) => (await item.getType(type)).text()))
  })()`)
  t.regex(html, /<h2[^>]*>Queixa Principal<\/h2>/)
  t.regex(html, /PA Sistólica: 120 mmHg/)
  t.regex(plain, /^## Queixa Principal:/)
})

browserTest('copy and fill are there only when the host allows them', async (t) => {
  const host = await openHostPage(t)
  await openDocument(host, { enableFillEhr: false, allowCopyDocument: false })
  await host.page.getByRole('button', { name: 'Marcar como revisado' }).waitFor()
  t.is(await host.page.getByRole('button', { name: 'Copiar documento' }).count(), 0)
  t.is(await host.page.getByRole('button', { name: 'Preencher prontuário' }).count(), 0)
  await host.page.keyboard.press('Control+Enter')
  t.false((await host.eventNames()).includes('svc.plugin.ehr.fill'))
})

browserTest('canceling a generation stops it and leaves nothing behind', async (t) => {
  const host = await openHostPage(t, { server: { fieldPauseMs: 3000 } })
  await host.open({ embedded: true })
  await host.run(`SvcPlugin.instance.appendContext('Retorno')`)
  await host.page.getByRole('button', { name: 'Gerar documento' }).click()
  await host.page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await host.page.getByText('Dor de cabeça há três dias').first().waitFor()
  await host.page.getByRole('button', { name: 'Cancelar' }).click()
  await host.page.getByText('Nenhum documento ainda').waitFor()
  t.is(host.server.documents.length, 0)
  t.false((await host.eventNames()).includes('svc.plugin.ehr.document.created'))
})

browserTest('a generation that fails says why and can be tried again', async (t) => {
  const host = await openHostPage(t)
  await host.open({ embedded: true })
  await host.run(`SvcPlugin.instance.appendContext('Retorno')`)
  host.server.intercept(({ method, path }) =>
    method === 'POST' && path.endsWith('/documents')
      ? {
          status: 503,
          body: { error: 'engine_load_failed', message: 'O modelo não pôde ser carregado.' },
        }
      : undefined,
  )
  await host.page.getByRole('button', { name: 'Gerar documento' }).click()
  await host.page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await host.page.getByText('O modelo não pôde ser carregado.').waitFor()
  host.server.intercept(() => undefined)
  await host.page.getByRole('button', { name: 'Tentar novamente' }).click()
  t.truthy(await host.heard('svc.plugin.ehr.document.created'))
})

browserTest('minimising, maximising and moving the window', async (t) => {
  const host = await openHostPage(t)
  await host.open()
  const frame = host.page.locator('.window')
  const before = (await frame.boundingBox())!
  t.is(before.x + before.width, 1280 - 16)
  await host.page.keyboard.press('Escape')
  t.false((await host.eventNames()).includes('svc.plugin.ehr.document.minimized'))
  await frame.focus()
  await host.page.keyboard.press('Escape')
  await host.heard('svc.plugin.ehr.document.minimized')
  const pill = (await host.page.locator('.pill').boundingBox())!
  t.is(pill.x + pill.width, 1280 - 16)
  t.is(pill.y + pill.height, 800 - 16)
  await host.page.getByRole('button', { name: /Abrir assistente/ }).click()
  await host.heard('svc.plugin.maximized')
  await host.page.mouse.move(before.x + 120, before.y + 20)
  await host.page.mouse.down()
  await host.page.mouse.move(before.x - 80, before.y + 20, { steps: 4 })
  await host.page.mouse.up()
  const isMoved = async () => (await frame.boundingBox())?.x === before.x - 200
  await becomes(t, isMoved, true)
  await host.reload()
  await host.open()
  await becomes(t, isMoved, true)
})
