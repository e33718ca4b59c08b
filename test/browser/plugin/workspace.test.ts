/**
 * The workspace around the recorder, on the whole service: what the doctor corrects, chooses and
 * writes arrives, and is there again.
 */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { ClinicalDocument, Ehr, Segment } from '../../../core/contract/api.ts'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { openWorkspacePage, type WorkspacePage } from '../../helpers/workspace-page.ts'

const VOICE = join(import.meta.dirname, '../../fixtures/speech/conversa.wav')

const SAID = [
  'Bom dia, o que a senhora está sentindo?',
  'Estou com dor de cabeça há três dias, pior à noite.',
  'A pressão hoje está 120 por 80.',
  'A frequência cardíaca é de 72 batimentos por minuto.',
  'O peso é 70 quilos e a altura é um metro e setenta e dois.',
  'Tomo losartana 50 miligramas uma vez ao dia.',
].map((text, index) => ({
  text,
  confidence: index === 3 ? 0.4 : 0.95,
  ...(index === 5 ? { doubted: 'miligramas' } : {}),
}))
/** As a chart writes it, and the words it stands for. */
const WRITTEN: [text: string, said: string[]][] = [
  ['A pressão hoje está 120/80.', ['120 por 80']],
  ['A frequência cardíaca é de 72 bpm.', ['72 batimentos por minuto']],
  ['O peso é 70 kg e a altura é 1,72 m.', ['70 quilos', 'um metro e setenta e dois']],
]

async function transcript({ api }: WorkspacePage, id: string): Promise<Segment[]> {
  const { transcriptions } = await api<{ transcriptions: Segment[] }>(
    'GET',
    `/ehrs/${id}/transcriptions`,
  )
  return transcriptions
}

const line = ({ page }: WorkspacePage, text: string) =>
  page.locator('.line').filter({ hasText: text })

/** Corrects the line at `time` to `text`. */
async function correct({ page, press }: WorkspacePage, time: string, text: string) {
  await press(`Corrigir trecho de ${time}`)
  await page.getByRole('textbox', { name: `Trecho de ${time}` }).fill(text)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: `Trecho de ${time}` }).waitFor({ state: 'detached' })
}

async function generate({ page, tab, press }: WorkspacePage) {
  await tab('Transcrição')
  await press('Gerar documento')
  await page.getByRole('button', { name: /^Gerar Anamnese padrão/ }).click()
  await page.getByRole('heading', { name: 'Anamnese padrão' }).first().waitFor()
}

browserTest(
  'the transcript: corrected, found, named, hidden, and what follows from it',
  async (t) => {
    const w = await openWorkspacePage(t, { viewport: { width: 900, height: 760 } })
    const { page, tab, press, run } = w
    const id = await w.prepare('c1', SAID)
    t.deepEqual(await w.open('c1'), { value: { mounted: true } })

    // A document from before the correction, whose sources point into the lines.
    const before = await generated(w, id)
    t.is(vitalSign(before, 'PA Sistólica'), '120 mmHg')

    await tab('Transcrição')
    t.true(await line(w, 'frequência').evaluate(({ classList }) => classList.contains('unsure')))
    await readings(t, w)
    await correct(w, '00m 10s', 'A pressão agora está 130 por 80.')
    await line(w, 'agora está 130/80').getByText('corrigido').waitFor()
    const [, , pressure] = await transcript(w, id)
    t.like(pressure, { text: 'A pressão agora está 130 por 80.', edited: true })
    t.is(pressure?.earlier?.[0]?.text, SAID[2]?.text)

    // The host hears the corrected list, once.
    const told = await w.heard('svc.plugin.ehr.transcriptions')
    t.is(told.length, 2)
    t.is(told.at(-1)?.eventData.transcriptions[2]?.text, 'A pressão agora está 130 por 80.')
    t.deepEqual(Object.keys(told.at(-1)?.eventData.transcriptions[2] ?? {}), ['start_time', 'text'])

    const after = await generated(w, id)
    t.is(vitalSign(after, 'PA Sistólica'), '130 mmHg')

    await tab('Transcrição')
    // Who spoke, by keyboard alone; an emptied line says so; and back again.
    await page.getByRole('button', { name: 'Corrigir trecho de 00m 05s' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Quem fala' }).selectOption('Paciente')
    await page.getByRole('button', { name: 'Salvar correção' }).click()
    await line(w, 'dor de cabeça').getByText('Paciente:').waitFor()
    t.is((await transcript(w, id))[1]?.speaker, 'patient')
    await correct(w, '00m 00s', '')
    await page.getByText('Trecho apagado na correção').waitFor()
    await press('Corrigir trecho de 00m 00s')
    await press('Desfazer correção')
    await page.locator('.line-editor').waitFor({ state: 'detached' })
    await line(w, 'Bom dia').waitFor()
    t.is((await transcript(w, id))[0]?.edited, undefined)

    // Escape leaves the line as it was, and the window where it is.
    await press('Corrigir trecho de 00m 25s')
    await page.getByRole('textbox', { name: 'Trecho de 00m 25s' }).fill('outra coisa')
    await page.keyboard.press('Escape')
    await line(w, 'Tomo losartana').waitFor()

    await press('Buscar na transcrição')
    await page.getByRole('searchbox').fill('PRESSAO')
    await page.getByText('1 de 1').waitFor()
    t.is(await page.locator('mark.current').textContent(), 'pressão')
    await page.getByRole('searchbox').fill('está')
    await page.getByText('1 de 2').waitFor()
    await press('Próximo resultado')
    await page.getByText('2 de 2').waitFor()
    await page.keyboard.press('Shift+Enter')
    t.is(await page.locator('mark').count(), 2)
    await w.isAccessible('search')
    await press('Fechar busca')
    await page.locator('mark').first().waitFor({ state: 'detached' })

    await press('Ocultar o texto')
    await page.getByText('Transcrição oculta').waitFor()
    t.is(await page.getByText('losartana').count(), 0)
    await w.open('c1')
    await tab('Transcrição')
    await page.getByText('Transcrição oculta').waitFor()
    await page.getByRole('button', { name: 'Mostrar o texto' }).last().click()
    await line(w, 'losartana').waitFor()

    await sourcesStayRight(t, w, before)
    t.deepEqual(w.faults, [])
    t.deepEqual(await run('host.errors'), [])
  },
)

/**
 * Numbers and units as they are written, the words that were said one look or one click away; what
 * is doubtful is marked in both.
 */
async function readings(t: ExecutionContext, w: WorkspacePage) {
  const { page, press } = w
  for (const [text, said] of WRITTEN) {
    const words = line(w, text).locator('.words')
    t.is(await words.textContent(), text)
    const titles = words.locator('.written')
    for (const [index, one] of said.entries())
      t.is(await titles.nth(index).getAttribute('title'), `Como foi dito: “${one}”`)
  }
  const doubtful = line(w, 'Tomo losartana').locator('.doubt')
  t.is(await doubtful.textContent(), '50 mg (Palavra incerta: confira)')
  t.is(
    await doubtful.getAttribute('title'),
    'Palavra incerta: confira\nComo foi dito: “50 miligramas”',
  )
  await w.isAccessible('written')
  await press('Como foi dito')
  await line(w, '120 por 80').waitFor()
  t.is(await line(w, 'A pressão').locator('.words').textContent(), SAID[2]!.text)
  t.is(await doubtful.textContent(), 'miligramas (Palavra incerta: confira)')
  await page.getByRole('button', { name: 'Como foi dito', pressed: true }).click()
  await line(w, '120/80').waitFor()
  await press('Corrigir trecho de 00m 10s')
  const spoken = page.getByRole('textbox', { name: 'Trecho de 00m 10s' })
  t.is(await spoken.inputValue(), SAID[2]!.text)
  await page.getByText('Corrija as palavras como foram ditas.').waitFor()
  await page.keyboard.press('Escape')
}

/** As the doctor has it written; read from the service. */
async function generated(w: WorkspacePage, id: string): Promise<ClinicalDocument> {
  const count = (await w.heard('svc.plugin.ehr.document.created')).length
  await generate(w)
  await w.page.waitForFunction(
    `host.names().filter((name) => name === 'svc.plugin.ehr.document.created').length > ${count}`,
  )
  return (await documents(w, id))[0]!
}

async function documents({ api }: WorkspacePage, id: string): Promise<ClinicalDocument[]> {
  return (await api<{ documents: ClinicalDocument[] }>('GET', `/ehrs/${id}/documents`)).documents
}

function vitalSign({ content }: ClinicalDocument, key: string) {
  const vitals = content['Sinais Vitais']
  return vitals && !Array.isArray(vitals) && typeof vitals === 'object' ? vitals[key] : undefined
}

/**
 * The words that were corrected are no source any more; those beside them, which moved, still are.
 */
async function sourcesStayRight(t: ExecutionContext, w: WorkspacePage, before: ClinicalDocument) {
  const spans = before.evidence.filter(({ path }) => path[0] === 'Sinais Vitais')
  const of = (key: string) => spans.find(({ path }) => path[1] === key)?.spans[0]
  t.truthy(of('PA Sistólica'))
  await w.tab('Documentos')
  const back = w.page.getByRole('button', { name: 'Voltar' })
  if (await back.isVisible()) await back.click()
  await w.page.locator('.document-open').last().click()
  // The editor is drawn anew while it opens: what is pointed at then is another element a moment
  // later.
  await becomes(
    t,
    async () => {
      await w.page.getByText('72 bpm').first().hover()
      await w.page.getByText('120 mmHg').first().hover()
      return w.page.getByText('O trecho foi corrigido depois').first().isVisible()
    },
    true,
  )
  await w.page.getByText('72 bpm').first().hover()
  await w.page.locator('.evidence mark').first().waitFor()
  t.regex((await w.page.locator('.evidence blockquote').first().textContent()) ?? '', /72/)
}

browserTest(
  'before the recording: modality, consent, context, model; sound from a file',
  async (t) => {
    const w = await openWorkspacePage(t, { viewport: { width: 420, height: 860 } })
    const { page, tab, press, api } = w
    const id = await w.prepare('c1')
    const ehr = () => api<Ehr & { consent: { method: string } }>('GET', `/ehrs/${id}`)

    await w.open('c1', { allowChangeConsultationType: false })
    t.is(await page.getByText('Modalidade do atendimento').count(), 0)
    await w.open('c1', { defaultTemplate: 'anamnesisCardiology' })
    t.is(
      await page.getByRole('combobox', { name: 'Modelo do documento' }).inputValue(),
      'anamnesisCardiology',
    )
    await page.getByRole('combobox', { name: 'Modelo do documento' }).selectOption('soap')
    await page.getByRole('radio', { name: 'Telemedicina' }).check({ force: true })
    await page.getByText('Ler para o paciente').click()
    t.is(await page.locator('.script blockquote p').count(), 2)

    await page.getByRole('radio', { name: 'Paciente recusou' }).check({ force: true })
    await page.getByText('A gravação fica desligada').waitFor()
    t.true(await page.getByRole('button', { name: 'Iniciar gravação' }).isDisabled())
    await w.isAccessible('refused')
    await tab('Transcrição')
    t.true(await page.getByRole('button', { name: 'Importar áudio' }).isDisabled())
    await tab('Gravação')
    await page.getByRole('radio', { name: 'Paciente informado e de acordo' }).check({ force: true })
    const written = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('"written"') ?? false,
    )
    await page.getByRole('combobox', { name: 'Como foi informado' }).selectOption('Por escrito')
    await page.getByText(/Registrado às \d\d:\d\d/).waitFor()
    await written
    // Asked seldom: the box answers ten questions a second.
    for (let i = 0; i < 120 && (await ehr()).consent.method !== 'written'; i++)
      await page.waitForTimeout(500)
    t.is((await ehr()).consent.method, 'written')
    t.like(await ehr(), { type: 'TELEMEDICINE', consent: { status: 'given' } })
    t.true(await page.getByRole('radio', { name: 'Paciente informado e de acordo' }).isChecked())

    await press('Editar')
    await page.getByLabel('Contexto do paciente').fill('Asma na infância')
    await tab('Gravação')
    await page.locator('.preview summary').click()
    t.is(await page.locator('.preview .background-text').textContent(), 'Asma na infância')

    // The chosen model is the one that is offered.
    await press('Gerar documento')
    await page.getByRole('button', { name: 'Gerar SOAP' }).waitFor()
    await page.keyboard.press('Escape')

    await tab('Transcrição')
    await page.locator('input[type=file]').setInputFiles(VOICE)
    await page
      .getByText(/Áudio importado \(.+\)/)
      .first()
      .waitFor()
    const { recorded_ms, status } = await ehr()
    t.true(recorded_ms > 5000)
    t.is(status, 'open', 'a file leaves the recorder to the doctor')
    await page.locator('input[type=file]').setInputFiles({
      name: 'carta.wav',
      mimeType: 'audio/wav',
      buffer: Buffer.from('isto não é um som'),
    })
    await page.locator('.import-line.failed').waitFor()
    await w.isAccessible('import failed')
    await page.locator('.import-line').getByRole('button', { name: 'Dispensar' }).click()
    await page.locator('.import-line').waitFor({ state: 'detached' })
    t.deepEqual(w.faults, [])
  },
)

browserTest('where the operator asks for it, nothing is recorded before the answer', async (t) => {
  const w = await openWorkspacePage(t, { settings: { SVC_CONSENT_LATER: 'false' } })
  const { page } = w
  await w.prepare('c1')
  await w.open('c1')
  await page.getByText('Registre a resposta do paciente para gravar.').first().waitFor()
  t.is(await page.getByText('Registrar depois').count(), 0)
  const start = page.getByRole('button', { name: 'Iniciar gravação' })
  t.true(await start.isDisabled())
  await page.getByRole('radio', { name: 'Paciente informado e de acordo' }).check({ force: true })
  await becomes(t, () => start.isEnabled(), true)
  const other = await w.prepare('c2')
  const refused = await fetch(`${w.service.url}/api/v1/ehrs/${other}/recordings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${w.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channels: 1 }),
  })
  t.is(refused.status, 403)
  t.is(((await refused.json()) as { error: string }).error, 'consent_required')
})

browserTest(
  'the context: marked, saved after a second, refused when too long, history removed and put back',
  async (t) => {
    const w = await openWorkspacePage(t, { viewport: { width: 360, height: 760 } })
    const { page, tab, press, api, run } = w
    const id = await w.prepare('c1')
    const ehr = () => api<Ehr>('GET', `/ehrs/${id}`)
    await w.open('c1')
    await tab('Contexto')
    const field = page.getByLabel('Contexto do paciente')
    await field.fill('alergia a dipirona')
    await page.getByText('Não salvo').waitFor()
    await field.evaluate((area) =>
      (area as unknown as { setSelectionRange(a: number, b: number): void }).setSelectionRange(
        10,
        18,
      ),
    )
    await press('Negrito')
    t.is(await field.inputValue(), 'alergia a **dipirona**')
    await press('Lista')
    await page.keyboard.press('Control+z')
    await becomes(t, () => field.inputValue(), 'alergia a **dipirona**')
    await press('Título')
    t.is(await field.inputValue(), '## alergia a **dipirona**')
    // What was saved a moment ago may still be what is said.
    await becomes(t, async () => (await ehr()).context_markdown, '## alergia a **dipirona**')
    await page.getByText('Salvo', { exact: true }).waitFor()
    await w.isAccessible('context')

    await field.fill('x'.repeat(50_010))
    await page.getByText('Tire 10 para que ele seja salvo').waitFor()
    await w.isAccessible('too long')
    t.deepEqual(await run(`SvcPlugin.instance.appendContext('mais')`), {
      applied: false,
      reason: 'TOO_LONG',
    })
    t.is((await ehr()).context_markdown, '## alergia a **dipirona**')
    await field.fill('curto')
    await page.getByText('Salvo', { exact: true }).waitFor()
    t.is((await ehr()).context_markdown, 'curto')
    t.deepEqual(
      await run(`SvcPlugin.instance.appendContext(${JSON.stringify('y'.repeat(50_000))})`),
      { applied: false, reason: 'TOO_LONG' },
    )

    // Another page was faster: the promise says what the server did.
    await api('PATCH', `/ehrs/${id}`, {
      set_background_history: { text: 'Asma', replace_if_exists: false },
    })
    t.deepEqual(await run(`SvcPlugin.instance.addBackgroundHistory('Outro')`), {
      applied: false,
      reason: 'ALREADY_PRESENT',
    })
    await page.locator('.background').getByText('Asma').waitFor()
    await press('Remover histórico')
    await page.locator('.background').waitFor({ state: 'detached' })
    t.is((await ehr()).background_history, null)
    await press('Desfazer')
    await page.locator('.background').getByText('Asma').waitFor()
    t.is((await ehr()).background_history, 'Asma')
    t.deepEqual(w.faults, [])
  },
)

browserTest(
  'models: favourites stay, searching finds them, sections are shown before anything is written',
  async (t) => {
    const w = await openWorkspacePage(t, { viewport: { width: 360, height: 760 } })
    const { page, tab, press } = w
    await w.prepare('c1', SAID)
    await w.open('c1')
    await tab('Transcrição')
    await press('Gerar documento')
    const favorites = page.locator('section').filter({ hasText: 'Favoritos' })
    t.is(await favorites.count(), 0)
    await press('Marcar Anamnese de neurologia como favorito')
    await favorites.getByText('Anamnese de neurologia').waitFor()
    await w.isAccessible('picker')
    await page.getByRole('searchbox').fill('NEUROL')
    await becomes(t, async () => (await page.locator('.template').count()) === 1, true)
    await page.getByText('Seções', { exact: true }).click()
    await page.getByText('Queixa Principal ·').waitFor()
    await w.open('c1', { darkMode: true })
    await tab('Transcrição')
    await press('Gerar documento')
    await favorites.getByText('Anamnese de neurologia').waitFor()
    await w.isAccessible('picker, dark')
    await press('Tirar Anamnese de neurologia dos favoritos')
    await favorites.waitFor({ state: 'detached' })
  },
)
