// Own process: among the longest, and begun first
/**
 * Filling the record with a host's schema, on the whole service; the network between breaks where a
 * failure must be seen.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { PluginMessage } from '../../../core/contract/events.ts'
import { becomes, browserTest, until } from '../../helpers/browser.ts'
import { chatServer } from '../../helpers/chat-server.ts'
import { VISIT } from '../../helpers/structured-material.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

/** What rules write of it. */
const COMPLAINT = 'Está com dor de cabeça há 3 dias, pior à noite.'

const SCHEMA = {
  type: 'object',
  description: 'Prontuário',
  properties: {
    queixaPrincipal: { type: 'string', description: 'Queixa principal' },
    pas: { type: 'number', description: 'Pressão arterial sistólica' },
    cid: { $ref: '#/$defs/CID' },
    medidas: { $ref: '#/$defs/AnthropometricData' },
  },
}
const VOICE = join(import.meta.dirname, '../../fixtures/speech/fala-1.wav')
/**
 * Of a token that is to last until the document is open, and not much longer: after 45 s of silence
 * the plugin gives the held data up.
 */
const LIFE_S = 20
const OPTIONS = { enableFillEhr: true, structuredOutputSchema: SCHEMA }
const STRUCTURED = 'svc.plugin.ehr.structured_output'
const FILL = 'svc.plugin.ehr.fill'

async function openFilled(t: ExecutionContext, settings: Record<string, string> = {}) {
  const host = await openWorkspacePage(t, { settings })
  const { page, run, proxy } = host
  const fillButton = page.locator('.action-bar .button.primary')

  return {
    ...host,
    fillButton,
    label: async () =>
      (await fillButton.getAttribute('aria-label')) ?? (await fillButton.textContent()) ?? '',
    events: () => run<PluginMessage[]>('host.events'),
    /** What the host heard of filling, in order. */
    async filling() {
      const events = await run<PluginMessage[]>('host.events')
      return events.map(({ eventName }) => eventName).filter((name) => /fill|structured/.test(name))
    },
    /** A visit with a document, which is open. */
    async openDocument(
      id: string,
      options: object = OPTIONS,
      credentials: (ehrId: string) => Promise<object> = async () => ({}),
    ): Promise<string> {
      const ehrId = await host.prepare(
        id,
        VISIT.map((text) => ({ text })),
      )
      await host
        .api('POST', `/ehrs/${ehrId}/documents`, { template_id: 'anamnesis' })
        .catch(() => {})
      t.deepEqual(await host.open(id, options, true, await credentials(ehrId)), {
        value: { mounted: true },
      })
      await host.tab('Documentos')
      await page.locator('.document-card, .document-row, .document-item').first().click()
      await fillButton.waitFor()
      return ehrId
    },
    /** Until released, the data are on their way; `lose` breaks the connection instead. */
    holdData() {
      let release: (what: 'go' | 'lose') => void = () => {}
      const decided = new Promise<'go' | 'lose'>((resolve) => {
        release = resolve
      })
      proxy.setGate(async ({ path }, request) => {
        if (path.endsWith('/structured-output') && (await decided) === 'lose')
          request.socket.destroy()
        return undefined
      })
      return release
    },
    letPass: () => proxy.setGate(() => undefined),
    requests: () => proxy.passed.filter(({ path }) => path.endsWith('/structured-output')).length,
  }
}

browserTest(
  'a schema that cannot be kept refuses the mount and leaves nothing behind',
  async (t) => {
    const host = await openFilled(t)
    const wrong = { ...SCHEMA, properties: { peso: { type: 'date' } } }
    const refused = (await host.open('c-wrong', { structuredOutputSchema: wrong })) as {
      code: string
      message: string
    }
    t.is(refused.code, 'INVALID_SCHEMA')
    t.regex(refused.message, /#\/properties\/peso\/type: "type" must be one of/)
    await host.page.waitForFunction(`host.names().includes('svc.plugin.closed')`)
    t.deepEqual(await host.run('host.names()'), ['svc.plugin.opened', 'svc.plugin.closed'])
    t.is(await host.page.locator('[data-svc-plugin]').count(), 0)
    const circular = `(() => { const a = { type: 'object' }; a.properties = { a }; return host.outcome(host.open({ tokens: ['${host.access}'], options: { structuredOutputSchema: a } })) })()`
    t.is((await host.run<{ code: string }>(circular)).code, 'INVALID_SCHEMA')
    t.deepEqual(
      await host.open('c-wrong', OPTIONS),
      { value: { mounted: true } },
      'the next may begin',
    )
  },
)

browserTest(
  'first the text, then the data; from the cache the second time, anew after an edit',
  async (t) => {
    const host = await openFilled(t)
    await host.openDocument('c-order')
    t.is(await host.label(), 'Preencher prontuário')
    const release = host.holdData()
    await host.fillButton.dblclick()
    await becomes(t, host.label, 'Preparando os dados estruturados…')
    t.deepEqual(await host.filling(), [FILL], 'the text has not waited for the data')
    await host.isAccessible('preparing')
    release('go')
    await host.page.waitForFunction(`host.names().includes('${STRUCTURED}')`)
    t.deepEqual(await host.filling(), [FILL, STRUCTURED], 'a second click was one too many')
    const [fill] = await host.heard(FILL)
    const [data] = await host.heard(STRUCTURED)
    t.deepEqual(Object.keys(fill!.eventData), ['document', 'template'])
    t.true(fill!.eventData.document.includes(COMPLAINT))
    t.deepEqual(data!.eventData, {
      output: {
        queixaPrincipal: COMPLAINT,
        pas: 120,
        cid: { code: 'G439', description: 'Enxaqueca, sem especificação' },
        medidas: { weight: 70, height: 172, imc: 23.66 },
      },
      from_cache: false,
    })
    t.regex(await host.label(), /^Enviado ao prontuário às \d\d:\d\d$/)

    host.letPass()
    await host.fillButton.click()
    await host.page.waitForFunction(
      `host.names().filter((n) => n === '${STRUCTURED}').length === 2`,
    )
    t.true((await host.heard(STRUCTURED))[1]!.eventData.from_cache)

    const text = host.page.locator('[contenteditable=true]').first()
    await text.getByText(COMPLAINT).first().click()
    await host.page.keyboard.press('End')
    await host.page.keyboard.type(' Pior com luz.')
    await becomes(t, host.label, 'Preencher prontuário')
    await host.fillButton.click()
    await host.page.waitForFunction(
      `host.names().filter((n) => n === '${STRUCTURED}').length === 3`,
    )
    const edited = (await host.heard(STRUCTURED))[2]!.eventData
    t.is(edited.output.queixaPrincipal, `${COMPLAINT} Pior com luz.`)
    t.false(edited.from_cache)
    t.deepEqual(host.faults, [])
  },
)

browserTest(
  'when the data fail the text has been sent, and only the data are tried again',
  async (t) => {
    const host = await openFilled(t)
    await host.openDocument('c-failure')
    host.holdData()('lose')
    await host.fillButton.click()
    const again = host.page.getByRole('button', { name: 'Tentar enviar os dados de novo' })
    await again.waitFor()
    t.deepEqual(await host.filling(), [FILL])
    t.regex(await host.label(), /^Enviado ao prontuário às/)
    await host.isAccessible('data failed')
    // A browser may itself try a broken connection again.
    const tried = host.requests()
    await again.click()
    await until(() => host.requests() > tried, 'tried again')
    await again.waitFor()
    t.deepEqual(await host.filling(), [FILL])
    host.letPass()
    await again.click()
    await host.page.waitForFunction(`host.names().includes('${STRUCTURED}')`)
    t.deepEqual(await host.filling(), [FILL, STRUCTURED])
    await becomes(t, async () => (await again.count()) === 0, true)
  },
)

browserTest('closing in the middle: nothing is heard after it', async (t) => {
  const host = await openFilled(t)
  await host.openDocument('c-closing')
  const release = host.holdData()
  await host.fillButton.click()
  await becomes(t, host.label, 'Preparando os dados estruturados…')
  await host.run('SvcPlugin.instance.unmount()')
  release('go')
  // Its own request is through before the next thing on the page is.
  await host.run(`fetch('/healthz').then((answer) => answer.text())`)
  const names = await host.run<string[]>('host.names()')
  t.is(names.at(-1), 'svc.plugin.closed')
  t.false(names.includes(STRUCTURED))
})

browserTest(
  'a token that runs out while the data are prepared is renewed once, and late lines come meanwhile',
  async (t) => {
    const late =
      'E volto a sentir a dor quando leio ou quando fico muito tempo na frente do computador.'
    let hear = () => {}
    const mayHear = new Promise<void>((resolve) => {
      hear = resolve
    })
    const speech = await chatServer(t, async (response) => {
      await mayHear
      response.end(JSON.stringify({ segments: [{ start: 0, end: 30, text: late }] }))
    })
    const host = await openFilled(t, {
      SVC_SPEECH_ENGINE: 'remote',
      SVC_SPEECH_REMOTE_URL: `${speech.baseUrl}/v1`,
    })
    const { page, run, service } = host
    const call = (method: string, path: string, token: string, body?: Uint8Array<ArrayBuffer>) =>
      fetch(`${service.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        ...(body ? { body } : {}),
      })
    let short = ''
    let runsOutAt = 0
    await host.openDocument('c-late', OPTIONS, async (ehrId) => {
      const sound = Uint8Array.from(await readFile(VOICE))
      t.is((await call('POST', `/ehrs/${ehrId}/audio`, host.access, sound)).status, 201)
      short = await host.store.shortToken(service.apiKey, LIFE_S)
      runsOutAt = Date.now() + LIFE_S * 1000
      return { tokens: [short, host.access] }
    })
    const release = host.holdData()
    await host.fillButton.click()
    await becomes(t, host.label, 'Preparando os dados estruturados…')
    t.is(await run('host.provided'), 1)

    await until(() => Date.now() > runsOutAt, 'the token has run out')
    t.is((await call('POST', '/session/validate', short)).status, 401)
    host.proxy.cutChannels()
    await page.waitForFunction('host.provided === 2')
    hear()
    await page.waitForFunction(
      `host.events.some(({ eventData }) => eventData?.complete && eventData.transcriptions.some(({ text }) => text === '${late}'))`,
    )
    t.deepEqual(await host.filling(), [FILL])
    release('go')
    await page.waitForFunction(`host.names().includes('${STRUCTURED}')`)
    t.deepEqual(await host.filling(), [FILL, STRUCTURED])
    t.is((await host.heard(STRUCTURED))[0]?.eventData.output.pas, 120)
    t.is(await run('host.provided'), 2, 'data and channel share one renewal')
    t.false((await run<string[]>('host.names()')).includes('svc.plugin.error.auth'))
    t.deepEqual(host.faults, [])
  },
)

browserTest('without a schema only the text is sent', async (t) => {
  const host = await openFilled(t)
  await host.openDocument('c-plain', { enableFillEhr: true })
  await host.fillButton.click()
  await becomes(t, async () => /^Enviado ao prontuário às/.test(await host.label()), true)
  t.deepEqual(await host.filling(), [FILL])
  t.is(host.requests(), 0)
})
