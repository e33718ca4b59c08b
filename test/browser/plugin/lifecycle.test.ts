import { browserTest } from '../../helpers/browser.ts'
import { openHostPage } from '../../helpers/plugin-page.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

browserTest(
  'mounting tells opened, created and ready, in this order, with the exact payloads',
  async (t) => {
    const host = await openHostPage(t)
    t.deepEqual(await host.open(), { value: { mounted: true } })
    const events = await host.events()
    t.deepEqual(
      events.map(({ eventName }) => eventName),
      ['svc.plugin.opened', 'svc.plugin.ehr.created', 'svc.plugin.ready'],
    )
    t.like(events[1], { eventData: { type: 'IN_PERSON' } })
    t.regex(String((events[1]?.eventData as { id?: string } | undefined)?.id), UUID)
  },
)

browserTest(
  'a consultation that exists is opened without saying that it was created',
  async (t) => {
    const host = await openHostPage(t)
    await host.open()
    await host.reload()
    await host.open()
    t.deepEqual(await host.eventNames(), ['svc.plugin.opened', 'svc.plugin.ready'])
  },
)

browserTest(
  'closed is the last word, said once, and the next mount may follow at once',
  async (t) => {
    const host = await openHostPage(t)
    await host.open()
    const second = await host.run(`(async () => {
    SvcPlugin.instance.unmount()
    await SvcPlugin.instance.init({ token: 'good' })
    return SvcPlugin.instance.mount({ ...host.ids })
  })()`)
    t.deepEqual(second, { mounted: true })
    t.deepEqual((await host.eventNames()).slice(2), [
      'svc.plugin.ready',
      'svc.plugin.closed',
      'svc.plugin.opened',
      'svc.plugin.ready',
    ])
    t.is(await host.run('document.querySelectorAll("[data-svc-plugin]").length'), 1)
  },
)

browserTest('the header says whose visit is open, where the host gave it a name', async (t) => {
  const host = await openHostPage(t)
  await host.open()
  const title = () => host.page.locator('.header h1')
  t.is(await title().textContent(), 'Atendimento')
  Object.assign(host.server.ehr() ?? {}, { name: 'Maria das Dores '.repeat(9) })
  await host.reload()
  await host.open()
  t.regex((await title().textContent()) ?? '', /^Maria das Dores/)
  const { height, width } = (await title().boundingBox()) ?? { height: 99, width: 999 }
  t.true(height < 30 && width < 400, 'in its one line')
})

browserTest('unmounting takes everything off the page', async (t) => {
  const host = await openHostPage(t)
  await host.open()
  await host.run('SvcPlugin.instance.unmount()')
  t.is(await host.run('document.querySelectorAll("[data-svc-plugin]").length'), 0)
  t.is((await host.eventNames()).at(-1), 'svc.plugin.closed')
})

browserTest(
  'a second mount changes nothing and says why; another patient is warned about',
  async (t) => {
    const host = await openHostPage(t)
    await host.open()
    const again = await host.run('SvcPlugin.instance.mount(host.ids)')
    t.deepEqual(again, { mounted: false, reason: 'ALREADY_MOUNTED' })
    const warning = host.page.waitForEvent('console', { predicate: (m) => m.type() === 'warning' })
    const other = await host.run(
      'SvcPlugin.mount({ ...host.ids, patientId: "p2", consultationId: "c2" })',
    )
    t.deepEqual(other, { mounted: false, reason: 'ALREADY_MOUNTED' })
    t.regex((await warning).text(), /another consultation is open/)
    await host.page.getByText('O prontuário pediu outro atendimento').waitFor()
    t.is(host.server.ehr()?.consultation_id, 'c1')
  },
)

browserTest(
  'a listener that throws harms neither the others nor the plugin, and the page is told',
  async (t) => {
    const host = await openHostPage(t)
    await host.run(`SvcPlugin.addMessageListener(() => { throw new Error('host bug') })`)
    t.deepEqual(await host.open(), { value: { mounted: true } })
    t.is((await host.eventNames()).length, 3)
    t.true((await host.run<string[]>('host.errors')).some((text) => text.includes('host bug')))
  },
)

browserTest('with messageSubscriptions false nothing is told', async (t) => {
  const host = await openHostPage(t)
  await host.open({ options: { messageSubscriptions: false } })
  t.deepEqual(await host.events(), [])
})

browserTest('a model that nobody has is ignored, and the console says so', async (t) => {
  const host = await openHostPage(t)
  const told: string[] = []
  host.page.on('console', (message) => {
    if (message.type() === 'warning') told.push(message.text())
  })
  const chosen = () => host.page.getByLabel('Modelo do documento').inputValue()
  const open = async (defaultTemplate: string) => {
    t.deepEqual(await host.open({ options: { defaultTemplate } }), { value: { mounted: true } })
  }
  await open('soap')
  t.is(await chosen(), 'soap')
  t.deepEqual(told, [])
  await host.run('SvcPlugin.unmount()')
  await open('anamneseDoHospital')
  t.is(await chosen(), 'anamnesis')
  t.is(told.length, 1)
  t.regex(told[0] ?? '', /defaultTemplate is no model of this organization/)
})

browserTest('of a list of messageSubscriptions only these are told', async (t) => {
  const host = await openHostPage(t)
  const messageSubscriptions = ['svc.plugin.ready', 'svc.plugin.ehr.fill']
  t.deepEqual(await host.open({ options: { messageSubscriptions } }), { value: { mounted: true } })
  t.deepEqual(await host.eventNames(), ['svc.plugin.ready'])
})

browserTest('no script of the page can put its own calls in the place of the plugin', async (t) => {
  const host = await openHostPage(t)
  const attempts = [
    'SvcPlugin.instance.mount = () => {}',
    'SvcPlugin.init = () => {}',
    'SvcPlugin.instance = {}',
    'globalThis.SvcPlugin = {}',
    'delete globalThis.SvcPlugin',
    'Object.defineProperty(globalThis, "SvcPlugin", { value: {} })',
  ]
  for (const attempt of attempts) {
    const outcome = `(() => { 'use strict'; try { ${attempt} } catch ({ name }) { return name } })()`
    t.is(await host.run(outcome), 'TypeError', attempt)
  }
})

browserTest(
  'once a page names its listeners, other scripts hear neither what was said nor what is filled',
  async (t) => {
    const host = await openHostPage(t, { server: { alreadySaid: true } })
    const { page } = host
    await host.run(`(() => {
      const kept = () => {
        const names = []
        return { names, listen: ({ eventName }) => void names.push(eventName) }
      }
      globalThis.own = kept()
      globalThis.early = kept()
      globalThis.late = kept()
      SvcPlugin.addMessageListener(early.listen)
      return 0
    })()`)
    await host.run(`(async () => {
      const getToken = async () => 'good'
      await SvcPlugin.init({ getToken, messageListeners: [own.listen] })
      SvcPlugin.addMessageListener(late.listen)
      const renderElement = host.place()
      await SvcPlugin.mount({ ...host.ids, options: { renderElement, enableFillEhr: true } })
    })()`)
    t.like(
      await host.run(
        `host.outcome(SvcPlugin.init({ token: 'x', messageListeners: [late.listen] }))`,
      ),
      { code: 'INVALID_ARGUMENT' },
    )
    await page.getByRole('button', { name: 'Gerar documento' }).click()
    await page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
    await page.getByRole('button', { name: 'Preencher prontuário' }).click()
    await page.waitForFunction(`own.names.includes('svc.plugin.ehr.fill')`)
    t.true(await host.run(`own.names.includes('svc.plugin.ehr.transcriptions')`))
    const heard = await host.run<string[]>('[...new Set([...early.names, ...late.names])].sort()')
    t.deepEqual(heard, [
      'svc.plugin.ehr.created',
      'svc.plugin.ehr.document.created',
      'svc.plugin.opened',
      'svc.plugin.ready',
    ])
    // The next patient of the same page, with the same listeners.
    await host.run(`SvcPlugin.unmount()`)
    t.like(
      await host.run(
        `host.outcome(SvcPlugin.init({ token: 'good', messageListeners: [own.listen] }))`,
      ),
      { value: null },
    )
  },
)

browserTest('calls made while it loads wait for it, and say what became of them', async (t) => {
  const host = await openHostPage(t)
  const outcomes = await host.run(`(async () => {
    const before = await host.outcome(SvcPlugin.instance.appendContext('cedo demais'))
    await SvcPlugin.instance.init({ token: 'good' })
    SvcPlugin.instance.mount(host.ids)
    const calls = [
      SvcPlugin.instance.appendContext('Um'),
      SvcPlugin.instance.addBackgroundHistory('Histórico'),
      SvcPlugin.instance.addBackgroundHistory('Outro'),
      SvcPlugin.instance.addBackgroundHistory('Novo', true),
      SvcPlugin.instance.appendContext('Dois'),
    ]
    return [before, ...(await Promise.all(calls.map(host.outcome)))]
  })()`)
  t.like(outcomes, [
    { code: 'NOT_MOUNTED' },
    { value: { applied: true } },
    { value: { applied: true } },
    { value: { applied: false, reason: 'ALREADY_PRESENT' } },
    { value: { applied: true } },
    { value: { applied: true } },
  ])
  t.like(host.server.ehr(), { context_markdown: 'Um\n\nDois', background_history: 'Novo' })
})

browserTest('the older names still work and warn once each', async (t) => {
  const host = await openHostPage(t)
  await host.open()
  const warnings: string[] = []
  host.page.on('console', (message) => warnings.push(message.text()))
  await host.run(`(async () => {
    await SvcPlugin.instance.addEhrContext('A')
    await SvcPlugin.instance.setBackgroundHistory('B', true)
    await SvcPlugin.instance.setBackgroundHistory('C', true)
  })()`)
  t.is(host.server.ehr()?.background_history, 'C')
  t.is(warnings.filter((text) => text.includes('deprecated')).length, 2)
})

browserTest('a wrong argument is refused with a code, never silently', async (t) => {
  const host = await openHostPage(t)
  await host.open()
  for (const call of ['uploadFiles("x")', 'uploadFiles(["x"])', 'setScreenMediaStream({})'])
    t.like(await host.run(`host.outcome(SvcPlugin.instance.${call})`), { code: 'INVALID_ARGUMENT' })
  t.like(
    await host.run(
      `host.outcome((async () => SvcPlugin.instance.addMessageListener('listener'))())`,
    ),
    { code: 'INVALID_ARGUMENT' },
  )
  const input = `Object.assign(document.createElement('input'), { type: 'file' }).files`
  t.like(await host.run(`host.outcome(SvcPlugin.instance.uploadFiles(${input}))`), { value: null })
  t.like(await host.run('host.outcome(SvcPlugin.instance.setScreenMediaStream(null))'), {
    value: null,
  })
})

browserTest(
  'an element that was not found opens a whole floating window, and the console says why',
  async (t) => {
    const host = await openHostPage(t)
    const warning = host.page.waitForEvent('console', { predicate: (m) => m.type() === 'warning' })
    t.deepEqual(await host.open({ options: { renderElement: null } }), { value: { mounted: true } })
    t.regex((await warning).text(), /renderElement is null/)
    await host.page.getByRole('button', { name: 'Fechar assistente' }).waitFor()
  },
)

browserTest('an assistant that a page took away unseen is spoken of in the console', async (t) => {
  const host = await openHostPage(t)
  await host.open({ embedded: true })
  const warning = host.page.waitForEvent('console', { predicate: (m) => m.type() === 'warning' })
  await host.run('document.querySelector("#place").remove()')
  t.like(await host.run('SvcPlugin.instance.mount(host.ids)'), { reason: 'ALREADY_MOUNTED' })
  t.regex((await warning).text(), /taken off the page.*unmount/)
})

browserTest(
  'another patient under the same consultation gets a blocking page without data',
  async (t) => {
    const host = await openHostPage(t)
    await host.open()
    await host.run('SvcPlugin.instance.unmount()')
    await host.run('host.ids.patientId = "p2"')
    t.like(await host.open(), { code: 'identifier_mismatch' })
    await host.page.getByText('pertence a outro paciente').waitFor()
    t.is(await host.page.getByRole('tab').count(), 0)
    t.is(await host.page.getByRole('button', { name: 'Tentar novamente' }).count(), 0)
  },
)

browserTest('a server that is down is said, tried again, and then it opens', async (t) => {
  const host = await openHostPage(t)
  // Once, so that all it is made of is here.
  await host.open()
  await host.run('SvcPlugin.instance.unmount()')
  await host.run('SvcPlugin.instance.init({ token: "good" })')
  await host.server.stop()
  t.like(await host.run('host.outcome(SvcPlugin.instance.mount(host.ids))'), { code: 'network' })
  await host.page.getByText('Sem conexão com o servidor').waitFor()
  await host.server.start()
  // On a slow machine it may have tried again by itself before the click.
  const opened = host.page.getByRole('tab', { name: 'Gravação' })
  const again = host.page.getByRole('button', { name: 'Tentar novamente' })
  await Promise.race([again.click(), opened.waitFor()])
  await opened.waitFor()
  t.pass()
})

browserTest('the rules of a careless host page stay outside', async (t) => {
  const host = await openHostPage(t)
  await host.open()
  const button = host.page.getByRole('button', { name: 'Iniciar gravação' })
  const style = (property: string) =>
    button.evaluate((node, name) => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle(node: unknown): Record<string, string>
      }
      return getComputedStyle(node)[name]
    }, property)
  t.not(await style('backgroundColor'), 'rgb(255, 105, 180)')
  t.is(await style('textTransform'), 'none')
  t.is(await style('letterSpacing'), 'normal')
})

browserTest(
  'it runs under a strict Content-Security-Policy that allows only its origin',
  async (t) => {
    const policy = "default-src 'none'; script-src 'self'; connect-src 'self' ws:; style-src 'self'"
    const host = await openHostPage(t, {
      server: { pageHeaders: { 'Content-Security-Policy': policy } },
    })
    const faults: string[] = []
    host.page.on('console', (message) => {
      if (message.type() === 'error' && /Content.Security/.test(message.text()))
        faults.push(message.text())
    })
    t.deepEqual(await host.open(), { value: { mounted: true } })
    await host.page.getByRole('tab', { name: 'Documentos' }).click()
    t.deepEqual(faults, [])
    const box = await host.page.locator('.window').boundingBox()
    t.is(box?.width, 400)
    t.is(box?.height, 640)
  },
)
