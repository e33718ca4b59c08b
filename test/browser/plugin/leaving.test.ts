/**
 * A page that is left with words that are not saved: they go out with it, and nobody leaves words
 * or sound behind unasked.
 */
import { becomes, browserTest, until } from '../../helpers/browser.ts'
import { openHostPage, VOICE } from '../../helpers/plugin-page.ts'

browserTest(
  'what was typed goes out with the page; while it is on its way, leaving is asked about',
  async (t) => {
    const host = await openHostPage(t, { server: { alreadySaid: true } })
    const { page, server } = host
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    const context = async (words: string) => {
      await host.open()
      await page.getByRole('tab', { name: 'Contexto' }).click()
      await page.getByLabel('Contexto do paciente').click()
      await page.keyboard.type(words)
    }
    const document = async (words: string) => {
      await host.open()
      await page.getByRole('tab', { name: 'Documentos' }).click()
      await page.getByRole('button', { name: 'Gerar documento' }).first().click()
      await page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
      await page.locator('[data-field] p').first().click()
      await page.keyboard.type(words)
    }
    const contextHolds = (words: string) => server.ehr()?.context_markdown.includes(words) ?? false
    const documentHolds = (words: string) =>
      JSON.stringify(server.documents.at(-1)?.content).includes(words)

    for (const [what, write, path, isHeld] of [
      ['context', context, '/ehrs/', contextHolds],
      ['document', document, '/documents/', documentHolds],
    ] as const) {
      await write('Retorno em dias')
      await host.reload()
      await until(
        () => isHeld('Retorno em dias'),
        `${what}: the words of the last second are there`,
      )

      // A server that is busy: the first request never gets its answer, nor is it worked on.
      let held = 0
      server.intercept((request) =>
        request.method === 'PATCH' && request.path.startsWith(path) && held++ === 0
          ? new Promise(() => {})
          : undefined,
      )
      asked.length = 0
      await write('Volta antes')
      await until(() => held > 0, `${what}: it is on its way`)
      await host.reload()
      t.deepEqual(asked, ['beforeunload'], what)
      await until(() => isHeld('Volta antes'), `${what}: sent again on the way out`)
      server.intercept(() => undefined)
    }
  },
)

browserTest(
  'while sound of a paused recording lies in this browser only, leaving is asked about',
  async (t) => {
    const host = await openHostPage(t, { microphoneWav: VOICE })
    const { page, server } = host
    let asked = 0
    page.on('dialog', (dialog) => {
      if (dialog.type() === 'beforeunload') asked++
      void dialog.accept()
    })
    await host.open()
    await page.getByRole('button', { name: 'Iniciar gravação' }).click()
    await host.heard('svc.plugin.recorder.started')
    await host.recorded(1)
    server.setChannelsUp(false)
    await host.recorded((await host.clock()) + 1)
    await page.getByRole('button', { name: 'Pausar gravação' }).click()
    await host.heard('svc.plugin.recorder.paused')
    await host.reload()
    t.is(asked, 1)

    server.setChannelsUp(true)
    const asksAgain = async () => {
      asked = 0
      await host.open()
      await page.getByRole('tab', { name: 'Contexto' }).click()
      await page.getByRole('tab', { name: 'Gravação' }).click()
      const [id = ''] = server.recordings.keys()
      const isThere = server.samplesOf(id).length > 2 * 16_000
      await host.reload()
      return `${isThere} ${asked}`
    }
    await becomes(t, asksAgain, 'true 0')
  },
)
