/**
 * Every row of SPEC-GAPS 2.2 and 2.12, as the doctor meets it: on the whole service, in a browser
 * whose network and clock can be moved.
 */
import { keepHold } from '../../../models/outgoing-hold.ts'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { openWorkspacePage, type WorkspacePage } from '../../helpers/workspace-page.ts'

const VIEW = { viewport: { width: 360, height: 760 } }
const button = ({ page }: WorkspacePage, name: string) => page.getByRole('button', { name })
const shows = ({ page }: WorkspacePage, text: string) => page.getByText(text).first().waitFor()

browserTest(
  'authentication: with a provider it can be tried again, without one it cannot',
  async (t) => {
    const w = await openWorkspacePage(t, VIEW)
    await w.prepare('c1')
    // `mount` though `init` failed, as a host does that does not handle it.
    const mount = 'host.outcome(SvcPlugin.instance.mount(host.ids))'
    await w.open('c1', {}, true, { tokens: [], token: 'none' })
    t.like(await w.run(mount), { code: 'AUTH_FAILED' })
    await shows(w, 'Não foi possível autenticar')
    await shows(w, 'Verifique o token ou fale com o suporte.')
    await shows(w, 'Código: AUTH_FAILED')
    t.is(await button(w, 'Tentar novamente').count(), 0)
    await w.isAccessible('auth')

    await w.open('c1', {}, true, {
      tokens: ['none', 'none', 'none', 'none', w.access],
    })
    t.like(await w.run(mount), { code: 'AUTH_FAILED' })
    await button(w, 'Tentar novamente').click()
    await w.page.getByRole('tab', { name: 'Gravação' }).waitFor()
    t.true((await w.heard('svc.plugin.error.auth')).length > 0)
  },
)

browserTest(
  'another patient: a page that blocks and shows nothing of the consultation; a held box says so on every page',
  async (t) => {
    const w = await openWorkspacePage(t, VIEW)
    const id = await w.prepare('c1', [{ text: 'Segredo de outra pessoa' }])
    await w.api('PATCH', `/ehrs/${id}`, { append_context: 'Contexto de outra pessoa' })
    await w.visit()
    const outcome = await w.run(
      `(host.ids = { doctorId: 'd1', patientId: 'p2', consultationId: 'c1' }, host.outcome(host.open({ tokens: ['${w.access}'] })))`,
    )
    t.like(outcome, { code: 'identifier_mismatch' })
    await shows(w, 'Este atendimento pertence a outro paciente')
    const text = await w.page.locator('[data-svc-plugin]').evaluate((host) => {
      const { shadowRoot } = host as unknown as { shadowRoot: { textContent: string } }
      return shadowRoot.textContent
    })
    t.notRegex(text, /outra pessoa|p1|Tentar novamente/)
    await w.isAccessible('another patient')
    await button(w, 'Fechar').last().click()
    await w.page.locator('[data-svc-plugin]').waitFor({ state: 'detached' })

    const note = { since: new Date(), because: 'restored' as const, madeAt: null }
    await keepHold(w.service.dataDir, note)
    await w.open('c1')
    await shows(w, 'Esta instalação é uma cópia restaurada e está isolada.')
    await w.isAccessible('held')
  },
)

browserTest(
  'no network: a countdown, the doctor who does not wait, and the page that opens by itself',
  async (t) => {
    const w = await openWorkspacePage(t, VIEW)
    await w.prepare('c1')
    await w.visit()
    // Once, so that all it is made of is here.
    await w.mount('c1')
    await w.run('SvcPlugin.instance.unmount()')
    await w.run(`SvcPlugin.instance.init({ token: '${w.access}' })`)
    w.proxy.setUp(false)
    const ids = `{ doctorId: 'd1', patientId: 'p1', consultationId: 'c1' }`
    t.like(await w.run(`host.outcome(SvcPlugin.instance.mount(${ids}))`), { code: 'network' })
    await shows(w, 'Sem conexão com o servidor')
    await shows(w, 'está guardado')
    await w.page.getByText(/Nova tentativa em \d+ s/).waitFor()
    await w.isAccessible('offline')
    w.proxy.setUp(true)
    // By itself, at the end of the countdown.
    await w.page.getByRole('tab', { name: 'Gravação' }).waitFor()
    t.pass()
  },
)

browserTest(
  'a fault of the server: the request to ask for, and details without a clinical word',
  async (t) => {
    const w = await openWorkspacePage(t, VIEW)
    await w.prepare('c1', [{ text: 'Segredo clínico' }])
    await w.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await w.page.route('**/api/v1/ehrs/by-external-id', (route) =>
      route.fulfill({
        status: 500,
        headers: { 'X-Request-Id': 'req-4711', 'Access-Control-Expose-Headers': 'X-Request-Id' },
        json: { error: 'internal_error', message: 'Algo deu errado.' },
      }),
    )
    t.like(await w.open('c1'), { code: 'internal_error' })
    await shows(w, 'Algo deu errado')
    await shows(w, 'Solicitação: req-4711')
    await button(w, 'Copiar detalhes').click()
    await shows(w, 'Detalhes copiados')
    await w.isAccessible('unexpected')
    const details = JSON.parse(await w.run<string>('navigator.clipboard.readText()'))
    t.deepEqual(Object.keys(details), ['code', 'request_id', 'at', 'base', 'browser'])
    t.like(details, { code: 'internal_error', request_id: 'req-4711' })
    await w.page.unroute('**/api/v1/ehrs/by-external-id')
    await button(w, 'Tentar novamente').click()
    await w.page.getByRole('tab', { name: 'Gravação' }).waitFor()
  },
)

browserTest('a refusal on opening is told in the words of who refused', async (t) => {
  const w = await openWorkspacePage(t, VIEW)
  await w.prepare('c1', [{ text: 'Segredo clínico' }])
  const path = '**/api/v1/ehrs/by-external-id'
  for (const [status, error, message, shown] of [
    [403, 'forbidden', 'A sessão é de outro médico.', 'Sem permissão para este atendimento'],
    [404, 'not_found', 'Consulta não encontrada.', 'Consulta não encontrada.'],
    [410, 'consultation_erased', 'Os dados foram eliminados.', 'Os dados foram eliminados.'],
    [422, 'validation_error', 'doctor_id é longo demais.', 'doctor_id é longo demais.'],
  ] as const) {
    await w.page.route(path, (route) =>
      route.fulfill({
        status,
        headers: { 'X-Request-Id': 'req-4712', 'Access-Control-Expose-Headers': 'X-Request-Id' },
        json: { error, message },
      }),
    )
    t.like(await w.open('c1'), { code: error })
    await shows(w, shown)
    await shows(w, `Código: ${error}`)
    await shows(w, 'Solicitação: req-4712')
    t.is(await w.page.getByText('Segredo clínico').count(), 0)
    t.is(await w.page.getByRole('tab').count(), 0)
    await w.isAccessible(error)
    await w.page.unroute(path)
    await button(w, 'Tentar novamente').click()
    await w.page.getByRole('tab', { name: 'Gravação' }).waitFor()
  }
})

browserTest(
  'a session that ends in use: nothing is lost, and it goes on where the page renews it',
  async (t) => {
    const w = await openWorkspacePage(t, VIEW)
    const id = await w.prepare('c1')
    await w.open('c1', {}, true, { tokens: [w.access, 'none', 'none', w.access] })
    const refuse = (path: string) =>
      w.page.route(path, (route) =>
        route.fulfill({ status: 401, json: { error: 'token_revoked', message: '' } }),
      )
    await refuse('**/api/v1/ehrs/*')
    await w.tab('Contexto')
    await w.page.getByLabel('Contexto do paciente').fill('Escrito durante a falha')
    await shows(w, 'A sessão terminou. A gravação continua guardada neste computador.')
    await w.isAccessible('session ended')
    await w.page.unroute('**/api/v1/ehrs/*')
    await button(w, 'Reconectar').click()
    await w.page.getByText('A sessão terminou').first().waitFor({ state: 'detached' })
    await w.page.getByText('Salvo', { exact: true }).waitFor()
    t.like(await w.api('GET', `/ehrs/${id}`), { context_markdown: 'Escrito durante a falha' })

    // A page that cannot renew: no button that cannot work.
    await w.open('c1', {}, true, { tokens: [], token: w.access })
    await refuse('**/api/v1/ehrs/*')
    await w.tab('Contexto')
    await w.page.getByLabel('Contexto do paciente').fill('Outro texto')
    await shows(w, 'A sessão terminou e esta página não a renova')
    t.is(await button(w, 'Reconectar').count(), 0)
  },
)

browserTest(
  'two minutes before a session that nobody renews ends, the doctor hears of it',
  async (t) => {
    const w = await openWorkspacePage(t, VIEW)
    await w.prepare('c1')
    const soon = (ms: number) =>
      w.page.route('**/api/v1/session/validate', async (route) => {
        const answer = await route.fetch()
        const expires_at = new Date(Date.now() + ms).toISOString()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), expires_at } })
      })
    await w.page.clock.install()
    await soon(300_000)
    await w.open('c1', {}, true, { tokens: [], token: w.access })
    t.is(await w.page.getByText('A sessão termina em menos de 2 minutos').count(), 0)
    await w.page.clock.fastForward(180_000)
    await shows(w, 'A sessão termina em menos de 2 minutos')
    await w.isAccessible('session ending')
    await w.open('c1')
    await w.page.getByRole('tab', { name: 'Gravação' }).waitFor()
    await w.page.clock.fastForward(180_000)
    t.is(await w.page.getByText('A sessão termina em menos de 2 minutos').count(), 0)
  },
)

browserTest(
  'a server that does not answer: shapes at once, words after 3 s, a button after 15 s',
  async (t) => {
    const w = await openWorkspacePage(t, VIEW)
    await w.prepare('c1')
    await w.page.clock.install()
    let held = true
    let letGo = () => {}
    w.proxy.setGate(({ path }) => {
      if (!held || !path.includes('by-external-id')) return
      return new Promise<undefined>((resolve) => {
        letGo = () => resolve(undefined)
      })
    })
    const outcome = w.open('c1')
    await w.page.locator('.loading .bone').first().waitFor()
    t.is(await w.page.getByText('Carregando assistente…').count(), 0)
    await w.page.clock.fastForward(3100)
    await shows(w, 'Carregando assistente…')
    t.is(await button(w, 'Tentar novamente').count(), 0)
    await w.page.clock.fastForward(11_950)
    t.like(await outcome, { code: 'READY_TIMEOUT' })
    await shows(w, 'Está demorando mais que o normal.')
    await w.isAccessible('loading')
    held = false
    await button(w, 'Tentar novamente').click()
    await w.page.getByRole('tab', { name: 'Gravação' }).waitFor()
    t.is((await w.heard('svc.plugin.ready')).length, 1)
    letGo()
  },
)

browserTest(
  'a browser that lacks what is needed is told so, with those that have it',
  async (t) => {
    const w = await openWorkspacePage(t, {
      ...VIEW,
      initScript: 'delete globalThis.AudioWorkletNode',
    })
    await w.prepare('c1')
    t.like(await w.open('c1'), { code: 'UNSUPPORTED_BROWSER' })
    await shows(w, 'Este navegador não é compatível')
    for (const name of ['Chrome ou Edge', 'Firefox', 'Safari']) await shows(w, name)
    await shows(w, 'https://')
    t.is(await button(w, 'Tentar novamente').count(), 0)
    await w.isAccessible('unsupported')
  },
)

browserTest(
  'a page without HTTPS is told so, and may be used for everything but sound',
  async (t) => {
    const w = await openWorkspacePage(t, {
      ...VIEW,
      initScript: `Object.defineProperty(globalThis, 'isSecureContext', { get: () => false })`,
    })
    const id = await w.prepare('c1')
    t.like(await w.open('c1'), { code: 'INSECURE_PAGE' })
    await shows(w, 'Esta página não é segura (HTTPS)')
    await w.isAccessible('insecure')
    await button(w, 'Continuar sem gravar').click()
    await w.tab('Contexto')
    await w.page.getByLabel('Contexto do paciente').fill('Sem som')
    await w.page.getByText('Salvo', { exact: true }).waitFor()
    await becomes(t, async () => (await w.heard('svc.plugin.ready')).length === 1, true)
    const written = async () =>
      (await w.api<{ context_markdown: string }>('GET', `/ehrs/${id}`)).context_markdown
    // Asked seldom: the box answers ten questions a second.
    for (let i = 0; i < 120 && (await written()) !== 'Sem som'; i++)
      await w.page.waitForTimeout(500)
    t.is(await written(), 'Sem som')
  },
)
