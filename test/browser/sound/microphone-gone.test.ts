/**
 * A microphone that goes away, is muted or gives only zeros in the middle of a visit: told within
 * two seconds, another one goes on, and what was not captured is stated.
 */
import type { ExecutionContext } from 'ava'
import { becomes, browserTest, until } from '../../helpers/browser.ts'
import { type HostPage, openHostPage, VOICE } from '../../helpers/plugin-page.ts'

/** `inputs`: the tracks that the recorder was given; `only`: no other device is there. */
const INPUTS = `(() => {
  globalThis.inputs = []
  const { getUserMedia, enumerateDevices } = MediaDevices.prototype
  MediaDevices.prototype.getUserMedia = async function (options) {
    const stream = await getUserMedia.call(this, options)
    inputs.push(...stream.getAudioTracks())
    return stream
  }
  MediaDevices.prototype.enumerateDevices = async function () {
    const all = await enumerateDevices.call(this)
    const { deviceId } = inputs.at(-1)?.getSettings() ?? {}
    return globalThis.only ? all.filter((one) => one.deviceId === deviceId) : all
  }
  const muted = new WeakSet()
  Object.defineProperty(MediaStreamTrack.prototype, 'muted', { get() { return muted.has(this) } })
  const say = (track, type) => track.dispatchEvent(new Event(type))
  globalThis.unplug = () => { inputs.at(-1).stop(); say(inputs.at(-1), 'ended') }
  globalThis.mute = () => { inputs.at(-1).enabled = false; muted.add(inputs.at(-1)); say(inputs.at(-1), 'mute') }
  globalThis.unmute = () => { inputs.at(-1).enabled = true; muted.delete(inputs.at(-1)); say(inputs.at(-1), 'unmute') }
  globalThis.zeros = () => { inputs.at(-1).enabled = false }
  globalThis.tones = 0
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (...at) { globalThis.tones++; return start.apply(this, at) }
})()`

async function recording(t: ExecutionContext, before = ''): Promise<HostPage> {
  const host = await openHostPage(t, { microphoneWav: VOICE, initScript: INPUTS })
  await host.open()
  if (before) await host.run(before)
  await host.page.getByRole('button', { name: 'Iniciar gravação' }).click()
  await host.heard('svc.plugin.recorder.started')
  await host.recorded(2)
  return host
}

async function lostAtTheEnd(host: HostPage): Promise<number> {
  await host.page.getByRole('button', { name: 'Finalizar' }).click()
  await host.page.getByText(/Gravação (completa|com falhas)/).waitFor()
  await until(() => host.server.statements.length === 1, 'the statement was sent')
  return host.server.statements[0]!.channels[0]!.lost_ms
}

const GOES_ON = /A gravação continua com “/

/** In ms, from the act to the words on the screen. */
async function toldAfter(host: HostPage, act: string, words: string | RegExp): Promise<number> {
  const at = Date.now()
  await host.run(act)
  await host.page.getByText(words).first().waitFor()
  return Date.now() - at
}

browserTest('unplugged: another one goes on by itself, and the statement says it', async (t) => {
  const host = await recording(t)
  await host.run('unplug()')
  await host.page.getByText(GOES_ON).first().waitFor()
  const goneOn = await host.clock()
  await host.recorded(goneOn + 2)
  t.false((await host.eventNames()).includes('svc.plugin.recorder.paused'))
  t.is(await host.run('inputs.length'), 2)
  t.is(await host.run(`inputs[1].readyState`), 'live')
  t.true((await lostAtTheEnd(host)) > 0)
  await host.page.getByText(/o microfone “.+” parou; a gravação continuou com “.+”/).waitFor()
  t.is(host.server.recordings.size, 1)
})

browserTest('which microphone stopped and which went on is said after a reload, too', async (t) => {
  const host = await recording(t)
  await host.run('unplug()')
  await host.page.getByText(GOES_ON).first().waitFor()
  await host.recorded((await host.clock()) + 1)
  await host.reload()
  await host.open()
  const WENT_ON = /o microfone “.+” parou; a gravação continuou com “.+”/
  await host.page.getByText(WENT_ON).first().waitFor()
  await host.page.getByRole('button', { name: 'Finalizar' }).click()
  await host.page.getByText(/Gravação (completa|com falhas)/).waitFor()
  t.true(await host.page.getByText(WENT_ON).first().isVisible())
})

browserTest('unplugged, and no other there: it pauses, rings, and the title says so', async (t) => {
  const host = await recording(t, 'globalThis.only = true')
  const title = await host.page.title()
  await host.run('unplug()')
  await host.heard('svc.plugin.recorder.paused')
  await becomes(t, async () => (await host.page.title()).includes('Gravação parada'), true)
  t.true((await host.run<number>('tones')) > 0)
  await host.run('globalThis.only = false')
  await host.page.getByRole('button', { name: 'Retomar gravação' }).click()
  await host.page.getByRole('button', { name: 'Pausar gravação' }).waitFor()
  await becomes(t, () => host.page.title(), title)
})

browserTest('unplugged where the doctor wants no other: it stops and rings', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE, initScript: INPUTS })
  await host.open()
  await host.page.locator('details.microphone summary').click()
  const goOn = host.page.getByRole('checkbox', { name: 'Se o microfone parar' })
  t.true(await goOn.isChecked())
  await goOn.uncheck()
  await host.page.getByRole('button', { name: 'Iniciar gravação' }).click()
  await host.heard('svc.plugin.recorder.started')
  await host.recorded(1)
  await host.run('unplug()')
  await host.heard('svc.plugin.recorder.paused')
  await becomes(t, async () => (await host.page.title()).includes('Gravação parada'), true)
  t.is(await host.run('inputs.length'), 1)
})

browserTest('muted: told at once; heard again, the missing time is stated', async (t) => {
  const host = await recording(t, 'globalThis.only = true')
  t.true((await toldAfter(host, 'mute()', 'O microfone está mudo')) < 2000)
  await becomes(t, async () => (await host.page.title()).includes('Sem som do microfone'), true)
  await host.recorded((await host.clock()) + 1)
  await host.run('unmute()')
  await host.page.getByText('O microfone está mudo').waitFor({ state: 'detached' })
  await becomes(t, async () => (await host.page.title()).includes('Sem som'), false)
  await host.recorded((await host.clock()) + 1)
  t.false((await host.eventNames()).includes('svc.plugin.recorder.paused'))
  t.true((await lostAtTheEnd(host)) > 1500)
  await host.page.getByText('Gravação com falhas').waitFor()
})

browserTest('muted for good: another one goes on', async (t) => {
  const host = await recording(t)
  await host.run('mute()')
  await host.page.getByText(GOES_ON).first().waitFor()
  await host.recorded((await host.clock()) + 1)
  t.true((await lostAtTheEnd(host)) >= 1500)
})

browserTest(
  'only zeros: told within two seconds; another one goes on, the gap stands',
  async (t) => {
    const host = await recording(t)
    t.true((await toldAfter(host, 'zeros()', 'não envia som algum')) < 3000)
    await host.page.getByText(GOES_ON).first().waitFor()
    await host.recorded((await host.clock()) + 1)
    t.true((await lostAtTheEnd(host)) >= 8000)
  },
)
