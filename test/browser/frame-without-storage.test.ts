/**
 * The legacy frame in the page of another site, in a browser that blocks what third parties keep;
 * and the plugin in a page that may keep nothing: recording works from memory, and says what that
 * costs.
 */
import type { ExecutionContext } from 'ava'
import { browserTest, until } from '../helpers/browser.ts'
import { openEmbedHost } from '../helpers/embed-host.ts'
import { openHostPage, VOICE } from '../helpers/plugin-page.ts'

const COST = 'se perde se a página for fechada ou recarregada'

/** As Chromium keeps "Bloquear cookies de terceiros", and "bloquear todos os dados de sites". */
const NO_THIRD_PARTIES = { profile: { block_third_party_cookies: true, cookie_controls_mode: 1 } }
const NO_DATA_AT_ALL = { profile: { default_content_setting_values: { cookies: 2 } } }

const isRefused = `navigator.locks.request('x', () => 'held').then(() => false, ({ name }) => name)`

browserTest('the frame records where third parties may keep nothing', async (t) => {
  const host = await openEmbedHost(t, {
    microphoneWav: VOICE,
    preferences: NO_THIRD_PARTIES,
    site: 'localhost',
  })
  const ids = host.ids()
  await host.open({ ...ids, bearerToken: await host.bearerOf(ids) })
  await host.hears('svc.plugin.recorder')
  t.is(await host.frame().evaluate(isRefused), 'SecurityError', 'the browser does block')
  await host.frame().getByText(COST).waitFor()
  t.is(await host.frame().getByText('aberto em outra aba').count(), 0)
  await host.frame().getByRole('radio', { name: 'Paciente informado e de acordo' }).click()
  await host.frame().getByRole('button', { name: 'Iniciar gravação' }).click()
  await host.hears('svc.plugin.recorder', ({ elapsedSeconds }) => elapsedSeconds >= 2)
  await host.frame().getByRole('button', { name: 'Finalizar' }).click()
  await host
    .frame()
    .getByText(/Gravação (completa|com falhas)/)
    .waitFor()
})

async function recordsAndEnds(t: ExecutionContext, options: Parameters<typeof openHostPage>[1]) {
  const host = await openHostPage(t, { microphoneWav: VOICE, ...options })
  await host.open()
  await host.page.getByText(COST).waitFor()
  await host.page.getByRole('button', { name: 'Iniciar gravação' }).click()
  await host.heard('svc.plugin.recorder.started')
  await host.recorded(2)
  await host.page.getByRole('button', { name: 'Finalizar' }).click()
  await host.page.getByText(/Gravação (completa|com falhas)/).waitFor()
  await until(() => host.server.statements.length === 1, 'the statement was sent')
  t.true(host.server.statements[0]!.complete)
  return host
}

browserTest('a page of its own records where all site data is blocked', async (t) => {
  const host = await recordsAndEnds(t, { preferences: NO_DATA_AT_ALL })
  t.is(await host.run(isRefused), 'SecurityError', 'the browser does block')
})

/** Each of what tabs share and pages keep, refused by itself: other browsers draw other lines. */
const REFUSING = `(() => {
  const refuse = () => { throw new DOMException('refused', 'SecurityError') }
  for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { get: refuse })
  globalThis.BroadcastChannel = class { constructor() { refuse() } }
  LockManager.prototype.request = async () => refuse()
})()`

browserTest('a browser that refuses each by itself is as one without', async (t) => {
  await recordsAndEnds(t, { initScript: REFUSING })
  t.pass()
})
