/**
 * Every screen of the plugin, one after the other, on the whole service: whoever looks at all of
 * them (tests of accessibility, the pictures of the README) goes this one way, so that nobody looks
 * at fewer.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ClinicalDocument } from '../../core/contract/api.ts'
import { NOT_UNDERSTOOD } from '../../core/transcription/ports.ts'
import { sampleScan } from './upload-samples.ts'
import type { WorkspacePage } from './workspace-page.ts'

/** What is shown now, by a name for people; a picture of it is `slug`. */
export type See = (slug: string) => Promise<void>

export const CONVERSATION = [
  'Bom dia, o que a senhora está sentindo?',
  'Estou com dor de cabeça há três dias, pior à noite.',
  'Alguma alergia a medicamentos?',
  'Tenho alergia a penicilina.',
  'A pressão hoje está 120 por 80 e a frequência cardíaca é de 72 batimentos por minuto.',
  'O peso é 70 quilos e a altura é um metro e setenta e dois.',
  'Tomo losartana 50 miligramas uma vez ao dia.',
  'É enxaqueca. Vou prescrever dipirona 500 miligramas a cada seis horas, se tiver dor.',
  'Volte em duas semanas. Se a dor piorar, procure a emergência.',
].map((text, index) => ({ text, confidence: index === 3 ? 0.4 : 0.95 }))

const VOICE = join(import.meta.dirname, '../fixtures/speech/conversa.wav')

/** For `openWorkspacePage`: a microphone that speaks, and the loop's own tab to share. */
export const SCREENS_BROWSER = {
  microphoneWav: VOICE,
  initScript: `navigator.mediaDevices.getDisplayMedia = async () => {
    const context = new AudioContext()
    const out = new MediaStreamAudioDestinationNode(context)
    const tone = new OscillatorNode(context)
    tone.connect(out)
    tone.start()
    const picture = document.createElement('canvas')
    picture.getContext('2d')
    const stream = picture.captureStream()
    for (const track of out.stream.getAudioTracks()) stream.addTrack(track)
    return stream
  }`,
}

/**
 * Speech in "the hospital's network" that is ready and hears nothing: what was said is written
 * beforehand.
 */
export async function quietRecognizer(t: { teardown(end: () => unknown): void }) {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end('{"segments":[]}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { SVC_SPEECH_ENGINE: 'remote', SVC_SPEECH_REMOTE_URL: `http://127.0.0.1:${port}` }
}

/** In the order in which they are seen; each stands for itself. */
export const SCREENS = {
  start,
  recorder,
  transcript,
  contextAndFiles,
  models,
  documents,
  floatingWindow,
  failures,
} as const satisfies Record<string, (w: WorkspacePage, see: See) => Promise<void>>

/**
 * `see` is called on each screen while it is shown, and may resize the page and turn the colours.
 */
export async function everyScreen(w: WorkspacePage, see: See): Promise<void> {
  for (const show of Object.values(SCREENS)) await show(w, see)
}

const button = ({ page }: WorkspacePage, name: string | RegExp) =>
  page.getByRole('button', { name }).first()
const shown = ({ page }: WorkspacePage, text: string | RegExp) =>
  page.getByText(text).first().waitFor()
const choose = ({ page }: WorkspacePage, name: string | RegExp) =>
  page.getByRole('radio', { name }).click({ force: true })
const leave = async ({ page }: WorkspacePage, locator: string) => {
  await page.keyboard.press('Escape')
  await page.locator(locator).first().waitFor({ state: 'detached' })
}

/** Before anything was said. */
async function start(w: WorkspacePage, see: See) {
  await w.prepare('start')
  await w.open('start', { enableFileUpload: true })
  await w.page.getByText('Ler para o paciente').click()
  await see('start')
  await choose(w, 'Paciente recusou')
  await shown(w, 'A gravação fica desligada')
  await see('start-refused')
  await w.tab('Transcrição')
  await see('transcript-empty')
  await w.tab('Anexos')
  await see('files-empty')
  await w.tab('Documentos')
  await see('documents-empty')
  await w.press('Atalhos do teclado')
  await see('keys')
  await leave(w, '.dialog')
}

async function recorder(w: WorkspacePage, see: See) {
  await w.prepare('recorder', CONVERSATION)
  await w.open('recorder')
  await choose(w, 'Paciente informado e de acordo')
  await choose(w, /^Telemedicina/)
  await button(w, 'Compartilhar áudio da guia').waitFor()
  await see('telemedicine')
  await button(w, 'Compartilhar áudio da guia').click()
  await shown(w, 'O áudio da guia compartilhada é gravado')
  await see('telemedicine-shared')
  await button(w, 'Iniciar gravação').click()
  await w.page
    .getByText(/00:0[2-9]/)
    .first()
    .waitFor()
  await see('recording')
  await w.page.locator('details.microphone summary').click()
  await see('microphones')
  await w.page.locator('details.microphone summary').click()
  await button(w, 'Pausar gravação').click()
  await button(w, 'Retomar gravação').waitFor()
  await see('paused')
  await w.page.getByLabel('Mais opções').click()
  await see('recorder-menu')
  await button(w, 'Zerar gravação…').click()
  await see('reset-question')
  await leave(w, '.dialog')
  await button(w, 'Finalizar').click()
  await shown(w, /Gravação (completa|com falhas)/)
  await see('finished')

  await w.prepare('blocked')
  await w.visit()
  await w.run(
    `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError') }`,
  )
  await w.mount('blocked')
  await button(w, 'Iniciar gravação').click()
  await shown(w, 'O navegador bloqueou o microfone')
  await see('microphone-help')
}

async function transcript(w: WorkspacePage, see: See) {
  await w.prepare('said', CONVERSATION)
  await w.open('said')
  await w.tab('Transcrição')
  await shown(w, 'Estou com dor de cabeça')
  await see('transcript')
  await w.press('Buscar na transcrição')
  await w.page.getByRole('searchbox').fill('dor')
  await shown(w, /1 de \d/)
  await see('transcript-search')
  await w.press('Fechar busca')
  await w.press('Corrigir trecho de 00m 05s')
  await w.page.getByRole('textbox', { name: 'Trecho de 00m 05s' }).waitFor()
  await see('transcript-correcting')
  await leave(w, '.line-editor')
  await w.press('Ocultar o texto')
  await see('transcript-hidden')
  await w.press('Mostrar o texto')
  await w.prepare('missed', [...CONVERSATION.slice(0, 2), { text: NOT_UNDERSTOOD }])
  await w.open('missed')
  await w.tab('Transcrição')
  await shown(w, 'Trecho não compreendido')
  await see('transcript-not-understood')
}

async function contextAndFiles(w: WorkspacePage, see: See) {
  await w.open('said', { enableFileUpload: true })
  await w.run(
    `SvcPlugin.instance.addBackgroundHistory('Hipertensão há 10 anos. Última consulta: pressão controlada.')`,
  )
  await w.tab('Contexto')
  await w.page.getByLabel('Contexto do paciente').fill('Retorno com **exames**.\n- usa óculos')
  await shown(w, 'Salvo')
  await see('context')

  await w.tab('Anexos')
  const scan = await sampleScan('Hemoglobina: 13,2 g/dL', 'Glicemia: 98 mg/dL')
  await w.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'exame.png', mimeType: 'image/png', buffer: scan })
  await w.page.locator('.text-toggle').waitFor({ timeout: 90_000 })
  await see('files')
  await w.page.locator('.text-toggle').click()
  await w.page.locator('.page-text').waitFor()
  await see('file-text')
  await button(w, 'Remover exame.png').click()
  await w.page.locator('.remove-question').waitFor()
  await see('file-removal')
  await leave(w, '.remove-question')
  await drag(w, 'dragenter')
  await w.page.locator('.drop-overlay').waitFor()
  await see('drop-overlay')
  await drag(w, 'dragleave')
}

const drag = ({ run }: WorkspacePage, kind: string) =>
  run(`(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'a.pdf', { type: 'application/pdf' }))
    const box = document.querySelector('[data-svc-plugin]').shadowRoot.querySelector('.window')
    box.dispatchEvent(new DragEvent('${kind}', { dataTransfer, bubbles: true, composed: true, cancelable: true }))
  })()`)

async function models(w: WorkspacePage, see: See) {
  await w.prepare('models', CONVERSATION)
  await w.open('models')
  await w.tab('Documentos')
  await button(w, 'Gerar documento').click()
  await button(w, /^Gerar Anamnese padrão/).waitFor()
  // Beneath the records, the papers that a visit ends with.
  await w.page.mouse.move(0, 0)
  await w.page.getByText('Orientações ao paciente', { exact: true }).scrollIntoViewIfNeeded()
  await see('model-picker')
  await button(w, 'Novo modelo').click()
  await button(w, 'Salvar modelo').click()
  await w.page.locator('.fault').first().waitFor()
  await see('model-faults')
  await w.page.getByLabel('Nome do modelo').fill('Retorno de hipertensos')
  await w.page.getByLabel('Para que serve').fill('Consulta curta de controle')
  await w.page.getByLabel('Título da seção').fill('Sinais Vitais')
  await w.page.getByLabel('Como é preenchida').selectOption('dict')
  await w.page.getByLabel('Nomes dos campos, um por linha').fill('PA Sistólica\nPA Diastólica')
  await see('model-editor')
  await w.page.keyboard.press('Escape')
  await w.page.locator('.dialog').getByText('Descartar as alterações?').waitFor()
  await see('discard-question')
  await button(w, 'Descartar').click()
  await button(w, /^Gerar Anamnese padrão/).waitFor()
}

async function documents(w: WorkspacePage, see: See) {
  const { page } = w
  await w.prepare('written', CONVERSATION)
  await w.open('written')
  await w.tab('Documentos')
  await button(w, 'Gerar documento').click()
  // Rules write faster than anybody looks: here the sections arrive over a slow line.
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: 1500, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', slow)
  await button(w, /^Gerar Anamnese padrão/).click()
  await page.locator('.generation .field').first().waitFor({ timeout: 60_000 })
  await see('generating')
  await network.send('Network.emulateNetworkConditions', { ...slow, downloadThroughput: -1 })
  await network.detach()
  await page.locator('.editor-text').waitFor({ timeout: 60_000 })

  await w.open('written', { enableFillEhr: true })
  await w.tab('Documentos')
  await button(w, /^Anamnese padrão/).click()
  await page.locator('.editor-text').waitFor()
  await page.locator('[data-field="Queixa Principal"] p').first().hover()
  await page.getByRole('complementary', { name: 'Fonte' }).locator('mark').first().waitFor()
  await see('document')
  await page.getByText(/^Não informado na consulta/).click()
  await page.getByText(/^Não informado na consulta/).scrollIntoViewIfNeeded()
  await see('not-informed')
  await button(w, 'Opções de Queixa Principal').click()
  await page.getByRole('menuitem').first().waitFor()
  await see('section-menu')
  await page.keyboard.press('Escape')
  await suggestion(w, see)
  const search = page.getByRole('searchbox', { name: 'Procurar outro código' })
  await search.fill('enxaqueca')
  await page.locator('.diagnoses .result').first().click()
  await page.locator('.diagnoses input[type=radio]').first().waitFor()
  await search.fill('dor')
  await page.locator('.diagnoses .result').first().waitFor()
  await search.scrollIntoViewIfNeeded()
  await see('diagnoses')
  await page.locator('section.procedures').scrollIntoViewIfNeeded()
  await see('procedures')
  await search.fill('')
  await conflict(w, see)
  await button(w, 'Histórico de versões').click()
  await button(w, 'Ver a versão 1').click()
  await page.getByRole('group', { name: 'Versão 1' }).waitFor()
  await see('versions')
  await page.keyboard.press('Escape')
  await button(w, 'Marcar como revisado').click()
  await button(w, /^Revisado$/).waitFor()
  await button(w, 'Preencher prontuário').click()
  await button(w, /^Enviado ao prontuário às/).waitFor()
  await see('reviewed')
  await button(w, 'Voltar').click()
  await button(w, 'Ações de Anamnese padrão').click()
  await page.getByRole('menuitem').first().waitFor()
  await see('documents')
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await shown(w, 'Anamnese padrão excluído')
  await see('document-deleted')
}

/**
 * This service has no language model: the menu says so, and what one would suggest is written here.
 */
async function suggestion(w: WorkspacePage, see: See) {
  const { page } = w
  const complaint = page.locator('[data-field="Queixa Principal"] p').first()
  await complaint.click()
  await button(w, 'Reescrever o trecho').click()
  await shown(w, 'este servidor trabalha sem um')
  await see('rewrite-menu')
  await page.keyboard.press('Escape')

  const session = '**/api/v1/session/validate'
  const rewriting = '**/api/v1/documents/*/rewrite'
  await page.route(session, async (route) => {
    const answer = await route.fetch()
    const generator = { kind: 'llama', model: 'modelo.gguf' }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), generator } })
  })
  const written = (await complaint.textContent()) ?? ''
  const lines = [written.replace(/^Está com dor/, 'Dor')]
  await page.route(rewriting, (route) =>
    route.fulfill({
      contentType: 'application/x-ndjson',
      body: `${JSON.stringify({ type: 'done', lines, kept: [] })}\n`,
    }),
  )
  await w.open('written', { enableFillEhr: true })
  await w.tab('Documentos')
  await button(w, /^Anamnese padrão/).click()
  await complaint.click()
  await button(w, 'Reescrever o trecho').click()
  await page.getByRole('menuitem', { name: 'Mais curto' }).click()
  await button(w, 'Aceitar').waitFor()
  await see('suggestion')
  await button(w, 'Rejeitar').click()
  await page.unroute(session)
  await page.unroute(rewriting)
}

/** Another window writes while this one does. */
async function conflict(w: WorkspacePage, see: See) {
  const path = `/ehrs/${await w.prepare('written')}/documents`
  const [held] = (await w.api<{ documents: ClinicalDocument[] }>('GET', path)).documents
  if (!held) throw new Error('no document')
  const content = { ...held.content, 'Queixa Principal': 'Cefaleia há três dias' }
  await w.api('PATCH', `/documents/${held.id}`, { version: held.version, content })
  await w.page.locator('[data-field="Queixa Principal"] p').first().click()
  await w.page.keyboard.press('End')
  await w.page.keyboard.type(', sem febre')
  const dialog = w.page.getByRole('dialog', { name: /alterado em outro lugar/ })
  await dialog.waitFor()
  await see('conflict')
  await dialog.getByRole('button', { name: 'Manter o meu' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function floatingWindow(w: WorkspacePage, see: See) {
  await w.prepare('window')
  await w.open('window', {}, false)
  await see('floating')
  await button(w, 'Iniciar gravação').click()
  await button(w, 'Pausar gravação').waitFor()
  await button(w, 'Minimizar').click()
  await button(w, /Abrir assistente/).waitFor()
  await see('minimized')
  await button(w, /Abrir assistente/).click()
  await button(w, 'Fechar assistente').click()
  await button(w, 'Pausar e fechar').waitFor()
  await see('close-question')
  await button(w, 'Pausar e fechar').click()
  await w.page.locator('[data-svc-plugin]').waitFor({ state: 'detached' })
}

/**
 * Every screen that says why there is nothing else, and the banner of a session that ended
 * (SPEC-GAPS 2.12).
 */
async function failures(w: WorkspacePage, see: See) {
  const { page, proxy } = w
  await w.prepare('failing')
  await w.visit()
  await w.mount('failing', { tokens: [], token: 'none' })
  await mountAnyway(w)
  await shown(w, 'Não foi possível autenticar')
  await see('error-auth')

  await w.visit()
  await w.mount('failing', {}, 'p2')
  await shown(w, 'Este atendimento pertence a outro paciente')
  await see('error-other-patient')

  await w.visit()
  await w.run('delete globalThis.AudioWorkletNode')
  await w.mount('failing')
  await shown(w, 'Este navegador não é compatível')
  await see('error-unsupported')

  await w.visit()
  await w.run(`Object.defineProperty(globalThis, 'isSecureContext', { get: () => false })`)
  await w.mount('failing')
  await shown(w, 'Esta página não é segura (HTTPS)')
  await see('error-insecure')

  const opening = '**/api/v1/ehrs/by-external-id'
  await page.route(opening, (route) =>
    route.fulfill({
      status: 500,
      headers: { 'X-Request-Id': 'req-4711', 'Access-Control-Expose-Headers': 'X-Request-Id' },
      json: { error: 'internal_error', message: 'Algo deu errado.' },
    }),
  )
  await w.open('failing')
  await shown(w, 'Algo deu errado')
  await see('error-unexpected')
  await page.unroute(opening)

  await w.open('failing')
  const refused = '**/api/v1/ehrs/*'
  await page.route(refused, (route) =>
    route.fulfill({ status: 401, json: { error: 'token_revoked', message: '' } }),
  )
  await w.tab('Contexto')
  await page.getByLabel('Contexto do paciente').fill('Escrito durante a falha')
  await shown(w, 'A sessão terminou')
  await see('session-ended')
  await page.unroute(refused)

  let held = true
  proxy.setGate(({ path }) =>
    held && path.includes('by-external-id') ? new Promise<undefined>(() => {}) : undefined,
  )
  await w.visit()
  void w.mount('failing').catch(() => {})
  await page.locator('.loading .bone').first().waitFor()
  await see('loading')
  await shown(w, 'Está demorando mais que o normal.')
  await see('loading-late')
  held = false

  await w.visit()
  // Once, so that all it is made of is here.
  await w.mount('written')
  await w.run('SvcPlugin.instance.unmount()')
  await w.run(`SvcPlugin.instance.init({ token: '${w.access}' })`)
  proxy.setUp(false)
  await mountAnyway(w)
  await shown(w, 'Sem conexão com o servidor')
  await see('error-offline')
  proxy.setUp(true)
}

/** As a host does that does not handle a failed `init`. */
const mountAnyway = ({ run }: WorkspacePage) =>
  run(
    `host.outcome(SvcPlugin.instance.mount({ doctorId: 'd1', patientId: 'p1', consultationId: 'failing' }))`,
  )
