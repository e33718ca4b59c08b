/**
 * Sound that the browser loses is provoked, not waited for: what the plugin notices, tells the
 * doctor and remembers.
 */
import type { ExecutionContext } from 'ava'
import { browserTest } from '../../helpers/browser.ts'
import { type HostPage, openHostPage, VOICE } from '../../helpers/plugin-page.ts'

const OVERLOADED = 'O computador está sobrecarregado'

/**
 * `freezeSound(ms)`: the audio thread stands still, and nothing wakes it before the time is over.
 */
const FREEZABLE = `(() => {
  const contexts = []
  let frozen = false
  globalThis.AudioContext = class extends AudioContext {
    constructor(...options) {
      super(...options)
      contexts.push(this)
    }
    resume() {
      return frozen ? new Promise(() => {}) : super.resume()
    }
  }
  globalThis.freezeSound = async (ms) => {
    frozen = true
    await Promise.all(contexts.map((context) => context.suspend()))
    await new Promise((resolve) => setTimeout(resolve, ms))
    frozen = false
    await Promise.all(contexts.map((context) => context.resume()))
  }
})()`

/** `droppedMs` is what the browser then says it has dropped, as Chromium does of a busy capture. */
const DROPPING = `globalThis.droppedMs = 0
Object.defineProperty(MediaStreamTrack.prototype, 'stats', {
  configurable: true,
  get: () => ({ totalFramesDuration: 5000 + globalThis.droppedMs, deliveredFramesDuration: 5000 }),
})`

/** Writing takes as long as on a busy disk. */
const SLOW_DISK = `;(() => {
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  SubtleCrypto.prototype.encrypt = async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return encrypt(...given)
  }
})()`

async function startRecording(t: ExecutionContext, initScript: string): Promise<HostPage> {
  const host = await openHostPage(t, { microphoneWav: VOICE, initScript })
  await host.open()
  await host.page.getByRole('button', { name: 'Iniciar gravação' }).click()
  await host.heard('svc.plugin.recorder.started')
  // Time enough to know how far behind the samples are when nothing is lost.
  await host.recorded(3)
  return host
}

/** Also that the server holds all it was sent, so that only the browser's own loss is told. */
async function isToldAtTheEnd(t: ExecutionContext, host: HostPage) {
  await host.page.getByRole('button', { name: 'Finalizar' }).click()
  await host.page.getByText('Gravação com falhas').waitFor()
  await host.page.getByText(/Som não captado: cerca de \d+ s/).waitFor()
  t.is(await host.page.getByText('conferiu cada milissegundo').count(), 0)
  t.true(host.server.statements.at(-1)?.complete)
}

browserTest('an audio thread that stood still is told, on every tab and at the end', async (t) => {
  const host = await startRecording(t, FREEZABLE)
  await host.run('freezeSound(1500)')
  await host.page.getByRole('tab', { name: 'Contexto' }).click()
  await host.page.getByText(OVERLOADED).waitFor()
  await host.page.getByRole('tab', { name: 'Gravação' }).click()
  await isToldAtTheEnd(t, host)
})

browserTest('a long interruption says how long it was', async (t) => {
  const host = await startRecording(t, FREEZABLE)
  await host.run('freezeSound(5000)')
  await host.page.getByText(/Gravação interrompida por \d+ s/).waitFor()
  await host.page.getByRole('button', { name: 'Dispensar' }).click()
  await host.page.getByText('Gravação interrompida').waitFor({ state: 'detached' })
  await isToldAtTheEnd(t, host)
})

browserTest('sound that the browser says it dropped is told', async (t) => {
  const host = await startRecording(t, DROPPING)
  await host.run('droppedMs = 900')
  await host.page.getByText(OVERLOADED).waitFor()
  await isToldAtTheEnd(t, host)
})

browserTest('a stopped page comes back with silence for what it lost, and says so', async (t) => {
  const host = await startRecording(t, '')
  const browser = await host.page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await browser?.send('SystemInfo.getProcessInfo')) ?? {}
  const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  t.true(pages.length > 0)
  for (const id of pages) process.kill(id, 'SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  for (const id of pages) process.kill(id, 'SIGCONT')
  await host.page.getByText(OVERLOADED).waitFor()
  await isToldAtTheEnd(t, host)
})

browserTest('what was lost is still told when the page was reloaded in between', async (t) => {
  const host = await startRecording(t, `${DROPPING}\n${SLOW_DISK}`)
  host.page.on('dialog', (dialog) => void dialog.accept())
  await host.run('droppedMs = 900')
  await host.page.getByText(OVERLOADED).waitFor()
  await host.page.keyboard.press('r')
  await host.heard('svc.plugin.recorder.paused')
  await host.reload()
  await host.open()
  await isToldAtTheEnd(t, host)
})
