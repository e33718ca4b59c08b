import { browserTest, until } from '../../helpers/browser.ts'
import { openHostPage } from '../../helpers/plugin-page.ts'

const VALIDATE = '/session/validate'

browserTest('init without a token asks the host for one, once', async (t) => {
  const host = await openHostPage(t)
  await host.open({ tokens: ['good'] })
  t.is(await host.run('host.provided'), 1)
  t.true(host.server.requests.every(({ token }) => token === 'good'))
})

browserTest('a refused request renews once and is tried once more', async (t) => {
  const host = await openHostPage(t)
  host.server.acceptTokens('fresh')
  t.deepEqual(await host.open({ token: 'stale', tokens: ['fresh'] }), { value: { mounted: true } })
  t.is(await host.run('host.provided'), 1)
  t.deepEqual(
    host.server.requests.filter(({ path }) => path === VALIDATE).map(({ token }) => token),
    ['stale', 'fresh'],
  )
})

browserTest('who acts goes beside a token that names no doctor, and beside no other', async (t) => {
  const host = await openHostPage(t)
  await host.open({ tokens: ['nobody'] })
  await until(() => host.server.helloDoctors.length > 0, 'the channel is open')
  const doctor = await host.run<string>('host.ids.doctorId')
  const after = () =>
    host.server.requests.slice(
      1 + host.server.requests.findLastIndex(({ path }) => path === '/ehrs/by-external-id'),
    )
  t.true(after().length > 0)
  t.deepEqual([...new Set(after().map((asked) => asked.doctor))], [encodeURIComponent(doctor)])
  t.deepEqual(host.server.helloDoctors, [doctor])

  host.server.intercept(async ({ path }) => {
    if (path !== VALIDATE) return undefined
    const expires_at = new Date(Date.now() + 3600_000).toISOString()
    const recording = { warn_after_ms: 7_200_000, pause_after_ms: 10_800_000 }
    const speech = { state: 'ready', engine: null, model: null, message: null }
    const generator = { kind: 'rules', model: null }
    const organization = { id: 'o', name: 'Hospital' }
    const body = { organization, doctor_id: 'dr', expires_at, speech, generator, recording }
    return { status: 200, body }
  })
  await host.page.reload()
  await host.open({ tokens: ['named'] })
  await until(() => host.server.helloDoctors.length > 1, 'the channel is open again')
  t.deepEqual([...new Set(after().map((asked) => asked.doctor))], [undefined])
  t.is(host.server.helloDoctors.at(-1), undefined)
})

browserTest('requests refused at the same time share one renewal', async (t) => {
  const host = await openHostPage(t)
  let opened = false
  host.server.intercept(({ path, token }) => {
    opened ||= path === '/ehrs/by-external-id'
    const late = opened && path !== '/ehrs/by-external-id' && token === 'first'
    return late ? { status: 401, body: { error: 'token_expired', message: '' } } : undefined
  })
  await host.open({ tokens: ['first', 'second', 'third'] })
  t.is(await host.run('host.provided'), 2)
  const retried = () => host.server.requests.filter(({ token }) => token === 'second')
  await until(() => retried().length >= 3, 'the refused are sent again')
  t.is(await host.run('host.provided'), 2)
})

browserTest('a second refusal ends authentication with the event and a screen', async (t) => {
  const host = await openHostPage(t)
  host.server.acceptTokens('none')
  t.like(await host.open({ tokens: ['a', 'b', 'c'] }), { code: 'AUTH_FAILED' })
  t.is(await host.run('host.provided'), 2)
  t.deepEqual(await host.eventNames(), ['svc.plugin.error.auth'])
  t.like(await host.run('host.outcome(SvcPlugin.instance.mount(host.ids))'), {
    code: 'AUTH_FAILED',
  })
  await host.page.getByText('Não foi possível autenticar').waitFor()
  host.server.acceptTokens('c')
  await host.page.getByRole('button', { name: 'Tentar novamente' }).click()
  await host.page.getByRole('tab', { name: 'Gravação' }).waitFor()
})

browserTest(
  '403 forbidden is about permission: no renewal, no end of authentication',
  async (t) => {
    const host = await openHostPage(t)
    host.server.intercept(({ path }) =>
      path === '/ehrs/by-external-id'
        ? { status: 403, body: { error: 'forbidden', message: 'Sem permissão.' } }
        : undefined,
    )
    t.like(await host.open(), { code: 'forbidden' })
    t.is(await host.run('host.provided'), 1)
    t.false((await host.eventNames()).includes('svc.plugin.error.auth'))
    await host.page.getByText('Sem permissão para este atendimento').waitFor()
  },
)

browserTest('403 of another kind renews like a 401', async (t) => {
  const host = await openHostPage(t)
  host.server.intercept(({ path, token }) =>
    path === VALIDATE && token === 'first'
      ? { status: 403, body: { error: 'token_revoked', message: '' } }
      : undefined,
  )
  t.deepEqual(await host.open({ tokens: ['first', 'second'] }), { value: { mounted: true } })
  t.is(await host.run('host.provided'), 2)
})

browserTest('with a token only, a refusal ends authentication at once', async (t) => {
  const host = await openHostPage(t)
  host.server.acceptTokens('other')
  t.like(await host.open({ token: 'only', tokens: [] }), { code: 'AUTH_FAILED' })
  t.is(host.server.requests.length, 1)
  t.deepEqual(await host.eventNames(), ['svc.plugin.error.auth'])
})

browserTest('an API key in the page is refused loudly, and goes nowhere', async (t) => {
  const host = await openHostPage(t)
  const said: string[] = []
  host.page.on('console', (message) => said.push(message.text()))
  t.like(await host.open({ token: 'svc_key_abc', tokens: [] }), { code: 'API_KEY_IN_PAGE' })
  t.deepEqual(await host.eventNames(), ['svc.plugin.error.auth'])
  t.like(await host.run('host.outcome(SvcPlugin.instance.mount(host.ids))'), {
    code: 'API_KEY_IN_PAGE',
  })
  await host.page.getByText('Esta página recebeu uma chave de API').waitFor()
  t.true(said.some((text) => text.includes('is an API key: revoke it')))
  t.false(said.join().includes('svc_key_abc'))
  t.deepEqual(host.server.requests, [])
})

browserTest(
  'a login page for a token is an authentication failure, not a lost network',
  async (t) => {
    const host = await openHostPage(t)
    const warning = host.page.waitForEvent('console', { predicate: (m) => m.type() === 'warning' })
    const page = '<!doctype html>\n<form>Entrar</form>'
    t.like(await host.open({ tokens: [page] }), { code: 'AUTH_FAILED' })
    t.regex((await warning).text(), /getToken gave is no token but a page of HTML/)
    t.deepEqual(await host.eventNames(), ['svc.plugin.error.auth'])
    t.is(host.server.requests.length, 0)
  },
)

browserTest('unmounting invalidates a renewal in progress, without an event', async (t) => {
  const host = await openHostPage(t)
  const outcome = await host.run(`(async () => {
    host.listen()
    const init = SvcPlugin.instance.init({ getToken: () => new Promise((r) => setTimeout(() => r('late'), 300)) })
    SvcPlugin.instance.unmount()
    return host.outcome(init)
  })()`)
  t.like(outcome, { code: 'UNMOUNTED' })
  t.deepEqual(await host.events(), [])
  t.is(host.server.requests.length, 0)
})

browserTest('mounting without init is refused with its code, on the screen too', async (t) => {
  const host = await openHostPage(t)
  t.like(await host.run('host.outcome(SvcPlugin.instance.mount(host.ids))'), {
    code: 'NOT_INITIALIZED',
  })
  await host.page.getByText('Não foi possível autenticar').waitFor()
})

browserTest('init without any credential, and mount without ids, are refused', async (t) => {
  const host = await openHostPage(t)
  t.like(await host.run('host.outcome(SvcPlugin.init({}))'), { code: 'INVALID_ARGUMENT' })
  t.like(await host.run('host.outcome(SvcPlugin.mount({ doctorId: "d" }))'), {
    code: 'INVALID_ARGUMENT',
  })
})

browserTest(
  'a session that ends during use shows a banner, and the doctor can reconnect',
  async (t) => {
    const host = await openHostPage(t)
    await host.open({ tokens: ['a', 'throw', 'b'] })
    host.server.acceptTokens('b')
    await host.page
      .getByRole('radio', { name: 'Paciente informado e de acordo' })
      .click({ force: true })
    await host.heard('svc.plugin.error.auth')
    await host.page.getByText('A sessão terminou').waitFor()
    await host.page.getByRole('button', { name: 'Reconectar' }).click()
    await host.page.getByText('A sessão terminou').waitFor({ state: 'detached' })
    t.pass()
  },
)

browserTest('a document that was not written since the session is over says that', async (t) => {
  const host = await openHostPage(t, { server: { alreadySaid: true } })
  await host.open({ tokens: ['a', 'throw'] })
  await host.page.getByRole('button', { name: 'Gerar documento' }).click()
  host.server.acceptTokens('none')
  await host.page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await host.page.getByText('O documento não foi gerado').waitFor()
  await host.page.getByText('Sessão encerrada').waitFor()
  t.is(await host.page.getByText('Serviço indisponível').count(), 0)
})
