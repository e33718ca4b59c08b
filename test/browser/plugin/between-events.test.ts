/**
 * What happens between a click and what it leads to: answers that come late, and clicks that come
 * first.
 */
import { becomes, browserTest, until } from '../../helpers/browser.ts'
import { type HostPage, openHostPage, VOICE } from '../../helpers/plugin-page.ts'

/** The browser asks for the microphone until `answer()`; `live()`: how many inputs are on. */
const ASKING = `(() => {
  const devices = navigator.mediaDevices
  const ask = devices.getUserMedia.bind(devices)
  const tracks = []
  let answer
  const answered = new Promise((resolve) => { answer = resolve })
  globalThis.answer = answer
  globalThis.asked = 0
  globalThis.given = 0
  globalThis.live = () => tracks.filter(({ readyState }) => readyState === 'live').length
  devices.getUserMedia = async (constraints) => {
    globalThis.asked++
    await answered
    const stream = await ask(constraints)
    tracks.push(...stream.getTracks())
    globalThis.given++
    return stream
  }
})()`

/** The worklet's answer to "stop" waits until `letStop()`. */
const SLOW_STOP = `(() => {
  const held = new Promise((resolve) => { globalThis.letStop = resolve })
  globalThis.stops = 0
  const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    set(listener) {
      set.call(this, listener && (async (event) => {
        if (event.data.type === 'stopped') {
          globalThis.stops++
          await held
        }
        listener(event)
      }))
    },
  })
})()`

async function press(host: HostPage, name: string) {
  await host.page.getByRole('button', { name }).click()
}

async function isAsked(host: HostPage) {
  await host.page.waitForFunction('globalThis.asked > 0')
}

/** The browser gives the microphone, and the plugin gives it back. */
async function answer(host: HostPage) {
  await host.run('answer()')
  await host.page.waitForFunction('globalThis.given > 0 && globalThis.live() === 0')
}

browserTest('unmounting while the browser asks leaves no microphone on', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE, initScript: ASKING })
  await host.open()
  await press(host, 'Iniciar gravação')
  await isAsked(host)
  await host.run('SvcPlugin.instance.unmount()')
  await answer(host)
  t.false((await host.eventNames()).includes('svc.plugin.recorder.started'))
  t.is(host.server.recordings.size, 0)
})

browserTest('a patient who refuses while the browser asks is not recorded', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE, initScript: ASKING })
  await host.open()
  await press(host, 'Iniciar gravação')
  await isAsked(host)
  await host.page.getByRole('radio', { name: 'Paciente recusou' }).click({ force: true })
  await host.page.getByText('Gravação desligada').waitFor()
  await answer(host)
  t.false((await host.eventNames()).includes('svc.plugin.recorder.started'))
  t.true(await host.page.getByRole('button', { name: 'Iniciar gravação' }).isDisabled())
})

browserTest('a patient who refuses later has no microphone on', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE, initScript: ASKING })
  await host.open()
  await host.run('answer()')
  await press(host, 'Iniciar gravação')
  await host.heard('svc.plugin.recorder.started')
  t.is(await host.run('live()'), 1)
  await host.page.locator('summary', { hasText: 'Consentimento do paciente' }).click()
  await host.page.getByRole('radio', { name: 'Paciente recusou' }).click({ force: true })
  await host.page.waitForFunction('globalThis.live() === 0')
  await host.heard('svc.plugin.recorder.paused')
  t.is(await host.run('live()'), 0)
})

browserTest('pausing and finishing before the last sound has come ends once', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE, initScript: SLOW_STOP })
  await host.open()
  await press(host, 'Iniciar gravação')
  await host.heard('svc.plugin.recorder.started')
  await host.recorded(1)
  await press(host, 'Pausar gravação')
  await host.page.waitForFunction('globalThis.stops === 1')
  await press(host, 'Finalizar')
  await host.run('letStop()')
  await host.page.getByText(/Gravação (completa|com falhas)/).waitFor()
  const told = (await host.eventNames()).filter((name) => name === 'svc.plugin.recorder.paused')
  t.is(told.length, 1)
  t.true(host.server.statements[0]?.complete)
})

browserTest('a start in a second tab waits until it is known whose recording it is', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE })
  await host.open()
  await press(host, 'Iniciar gravação')
  await host.heard('svc.plugin.recorder.started')
  const second = await host.page.context().newPage()
  await second.goto(`${host.server.origin}/host`)
  await second.waitForFunction('globalThis.host && globalThis.SvcPlugin')
  // In the same turn as it becomes ready: long before the other tab is known.
  await second.evaluate(`host.open().then(() => {
    const { shadowRoot } = document.querySelector('[data-svc-plugin]')
    return new Promise((resolve) => {
      const click = () => {
        const button = shadowRoot.querySelector('.record-start, .record')
        if (!button) return requestAnimationFrame(click)
        button.click()
        resolve()
      }
      click()
    })
  })`)
  await second.getByText('aberto em outra aba').waitFor()
  t.deepEqual(await second.evaluate(`host.names().filter((name) => name.includes('recorder'))`), [])
  t.is(host.server.recordings.size, 1)
  t.is([...host.server.recordings.values()][0]?.state, 'recording')
})

browserTest(
  'a recording that is ended elsewhere goes on here, and waits for the doctor',
  async (t) => {
    const host = await openHostPage(t, { microphoneWav: VOICE })
    await host.open()
    await press(host, 'Iniciar gravação')
    await until(() => host.server.recordings.size === 1, 'the recording has begun')
    const [first] = host.server.recordings.values()
    await until(() => (first?.channels[0]?.nextSequence ?? 0) > 2, 'sound has arrived')
    host.server.endRecordings()
    await host.page.getByText('O servidor encerrou esta gravação').waitFor()
    await until(() => host.server.uploads.length === 1, 'what it no longer took came as a file')
    await host.recorded((await host.clock()) + 1)
    t.is(host.server.recordings.size, 1)
    await press(host, 'Continuar aqui')
    await until(() => host.server.recordings.size === 2, 'it goes on as a recording of its own')
    await press(host, 'Finalizar')
    await host.page.getByText(/Gravação (completa|com falhas)/).waitFor()
    const [, second] = host.server.recordings.values()
    t.true((second?.nextOffset ?? 0) > 0)
    t.true(host.server.statements.at(-1)?.complete)
  },
)

browserTest(
  'a socket that goes on in another window stays there when the network returns',
  async (t) => {
    const host = await openHostPage(t, { microphoneWav: VOICE })
    await host.open()
    await until(() => host.server.welcomes === 1, 'the channel is open')
    host.server.closeChannels(4409)
    await host.page.getByText('A gravação continuou em outra janela').waitFor()
    await host.run(`dispatchEvent(new Event('online'))`)
    await press(host, 'Continuar aqui')
    await until(() => host.server.welcomes > 1, 'the doctor took it back')
    t.is(host.server.welcomes, 2)
  },
)

browserTest('leaving a document saves it, and words of the last second with it', async (t) => {
  const host = await openHostPage(t, { server: { alreadySaid: true } })
  await host.open({ embedded: true })
  await press(host, 'Gerar documento')
  await press(host, 'Gerar Anamnese padrão')
  await host.heard('svc.plugin.ehr.document.created')
  await host.page.locator('[data-field="Orientações"] .value-text').last().click()
  await host.page.keyboard.press('End')
  await host.page.keyboard.press('Enter')
  await host.page.keyboard.type('Repouso')
  await press(host, 'Voltar')
  await host.page.getByRole('list', { name: 'Documentos do atendimento' }).waitFor()
  t.is((host.server.documents[0]!.content.Orientações as string[]).at(-1), 'Repouso')
})

browserTest('what is added by the host never replaces words that are not saved', async (t) => {
  const host = await openHostPage(t)
  await host.open()
  await host.page.getByRole('tab', { name: 'Contexto' }).click()
  await host.run(`SvcPlugin.instance.appendContext('Do prontuário')`)
  const field = host.page.getByLabel('Contexto do paciente')
  await becomes(t, () => field.inputValue(), 'Do prontuário')
  host.server.intercept(({ method }) =>
    method === 'PATCH'
      ? { status: 409, body: { error: 'version_conflict', message: 'Alterado.' } }
      : undefined,
  )
  host.server.changeContext('De outra pessoa')
  await field.fill('Palavras do médico')
  await host.page.getByText('alterado em outro lugar').waitFor()
  host.server.intercept(() => undefined)
  await host.run(`SvcPlugin.instance.appendContext('Mais um dado')`)
  await becomes(t, () => field.inputValue(), 'Palavras do médico\n\nMais um dado')
})

browserTest(
  'what was typed a moment ago is in the box before a document is asked for',
  async (t) => {
    const host = await openHostPage(t)
    await host.open()
    await host.page.getByRole('tab', { name: 'Contexto' }).click()
    await host.page.getByLabel('Contexto do paciente').fill('Dor há três dias')
    await press(host, 'Gerar documento')
    await press(host, 'Gerar Anamnese padrão')
    await host.heard('svc.plugin.ehr.document.created')
    const asked = host.server.requests.map(({ method, path }) => `${method} ${path}`)
    const saved = asked.findLastIndex((one) => /^PATCH \/ehrs\/[^/]+$/.test(one))
    const generated = asked.findIndex((one) => /^POST \/ehrs\/[^/]+\/documents$/.test(one))
    t.true(saved >= 0 && saved < generated, asked.join('\n'))
    t.is(host.server.ehr()?.context_markdown, 'Dor há três dias')
  },
)
