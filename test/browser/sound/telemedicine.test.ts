/**
 * The second channel: what a host injects and what a doctor shares, with the browser's own audio
 * thread.
 */
import type { ExecutionContext } from 'ava'
import { becomes, browserTest, until } from '../../helpers/browser.ts'
import { pitchOf } from '../../helpers/pitch.ts'
import { type HostPage, openHostPage, VOICE } from '../../helpers/plugin-page.ts'

const RATE_HZ = 16_000
const TONE_HZ = 440
const REMOTE = { options: { consultationType: 'TELEMEDICINE' } }

/** `call()`: a stream with a tone, as a host's video call has one; `call.end()` ends it. */
const CALL = `globalThis.call = () => {
  const context = new AudioContext()
  const tone = new OscillatorNode(context, { frequency: ${TONE_HZ} })
  const out = new MediaStreamAudioDestinationNode(context)
  tone.connect(out)
  tone.start()
  globalThis.called = out.stream
  return out.stream
}`

/** The browser's question, answered with a stream of the given kind. */
const SHARING = (answer: string) => `${CALL}
navigator.mediaDevices.getDisplayMedia = async () => {
  const picture = document.createElement('canvas')
  picture.getContext('2d')
  ${answer}
}`
const WITH_SOUND = `const stream = picture.captureStream()
  for (const track of call().getAudioTracks()) stream.addTrack(track)
  globalThis.sharedTracks = stream.getTracks()
  return stream`

async function openRemote(t: ExecutionContext, initScript = CALL, mount: object = REMOTE) {
  const host = await openHostPage(t, { microphoneWav: VOICE, initScript })
  await host.open(mount)
  return host
}

async function record(host: HostPage, seconds: number) {
  await host.page.getByRole('button', { name: /(Iniciar|Retomar) gravação/ }).click()
  await host.heard('svc.plugin.recorder.started')
  await host.recorded(seconds)
}

async function finish(host: HostPage) {
  await host.page.getByRole('button', { name: 'Finalizar' }).click()
  await host.page.getByText(/Gravação (completa|com falhas)/).waitFor()
}

const isSilent = (samples: Int16Array) => samples.every((sample) => sample === 0)

browserTest(
  'a stream of the host is the second channel, of one clock with the first; silence where it is not there; its tracks stay as they are',
  async (t) => {
    const host = await openRemote(t)
    await host.run('SvcPlugin.instance.setScreenMediaStream(call())')
    await host.page.getByText('O prontuário envia o áudio do paciente').waitFor()
    await record(host, 3)
    await host.run('SvcPlugin.instance.setScreenMediaStream(null)')
    await host.page.getByText('Só o microfone é gravado').waitFor()
    await host.recorded(5)
    await finish(host)
    const [id = ''] = host.server.recordings.keys()
    const [microphone, remote] = [host.server.samplesOf(id, 0), host.server.samplesOf(id, 1)]
    t.is(microphone.length, remote.length)
    t.true(Math.abs(pitchOf(remote.subarray(RATE_HZ, 2 * RATE_HZ)) - TONE_HZ) < 5)
    t.true(isSilent(remote.subarray(-RATE_HZ)))
    t.false(isSilent(microphone.subarray(-RATE_HZ)))
    t.true(host.server.statements.at(-1)?.complete)
    t.is(host.server.statements.at(-1)?.channels.length, 2)
    await host.run('SvcPlugin.instance.unmount()')
    const state =
      'called.getTracks().every((track) => track.readyState === "live" && track.enabled)'
    t.true(await host.run(state))
  },
)

browserTest(
  'a stream that comes into a recording in the room begins one of two channels, and no sound is lost between',
  async (t) => {
    const host = await openRemote(t, CALL, {})
    await record(host, 2)
    await host.run('SvcPlugin.instance.setScreenMediaStream(call())')
    await until(() => host.server.recordings.size === 2, 'the second recording has begun')
    await host.recorded(5)
    await finish(host)
    const [first = '', second = ''] = host.server.recordings.keys()
    t.is(host.server.recordings.get(first)?.channels.length, 1)
    t.true(Math.abs(pitchOf(host.server.samplesOf(second, 1).subarray(-RATE_HZ)) - TONE_HZ) < 5)
    t.is(host.server.samplesOf(second, 0).length, host.server.samplesOf(second, 1).length)
    t.true(host.server.statements.every(({ complete }) => complete))
    const shown = await host.page.getByText(/Gravação (completa|com falhas)/).textContent()
    const seconds =
      (host.server.samplesOf(first).length + host.server.samplesOf(second).length) / RATE_HZ
    t.true(Math.abs(Number(/(\d+)s/.exec(shown ?? '')?.[1]) - seconds) <= 1)
  },
)

browserTest('a stream without sound, and one that ends, are said', async (t) => {
  const host = await openRemote(t)
  await host.run('SvcPlugin.instance.setScreenMediaStream(new MediaStream())')
  await host.page.getByText('O vídeo do prontuário veio sem áudio').waitFor()
  await host.run('SvcPlugin.instance.setScreenMediaStream(call())')
  await host.page.getByText('O vídeo do prontuário veio sem áudio').waitFor({ state: 'detached' })
  // A track that its owner stops says nothing: the browser's word is given for it.
  await host.run(
    'called.getTracks().forEach((track) => { track.stop(); track.dispatchEvent(new Event("ended")) })',
  )
  await host.page.getByText('O áudio do paciente terminou').waitFor()
  t.pass()
})

browserTest(
  'a shared tab is the second channel; its end pauses, and the doctor goes on with it or without',
  async (t) => {
    const host = await openRemote(t, SHARING(WITH_SOUND))
    await host.page.getByRole('button', { name: 'Compartilhar áudio da guia' }).click()
    await host.page.getByText('O áudio da guia compartilhada é gravado').waitFor()
    await record(host, 2)
    const endSharing = `sharedTracks.forEach((track) => { track.stop(); track.dispatchEvent(new Event('ended')) })`
    await host.run(endSharing)
    await host.heard('svc.plugin.recorder.paused')
    await host.page.getByText('Compartilhamento encerrado').first().waitFor()
    await host.page.getByRole('button', { name: 'Compartilhar de novo' }).click()
    await host.page.getByText('O áudio da guia compartilhada é gravado').waitFor()
    await host.recorded(4)
    await host.run(endSharing)
    await host.page.getByRole('button', { name: 'Continuar só com o microfone' }).click()
    await host.recorded(5)
    await finish(host)
    t.is(host.server.recordings.size, 1)
    const [id = ''] = host.server.recordings.keys()
    const remote = host.server.samplesOf(id, 1)
    // A machine that is busy beyond its cores may drop a block of one half second; none drops one
    // in each.
    const halves = [1, 2, 3].map((at) =>
      remote.subarray((at * RATE_HZ) / 2, ((at + 1) * RATE_HZ) / 2),
    )
    t.true(halves.some((half) => Math.abs(pitchOf(half) - TONE_HZ) < 5))
    t.true(isSilent(remote.subarray(-RATE_HZ / 4)))
    t.true(host.server.statements.at(-1)?.complete)
  },
)

for (const [what, answer, words] of [
  [
    'a tab without sound says how to tick its box',
    'return picture.captureStream()',
    'Compartilhar também o áudio da guia',
  ],
  [
    'a no is no fault',
    'throw new DOMException("Permission denied", "NotAllowedError")',
    'Compartilhamento cancelado',
  ],
  [
    'a frame that may not share says so',
    'throw new DOMException("Access to the feature display-capture is disallowed by permissions policy", "NotAllowedError")',
    'O prontuário não permite compartilhar',
  ],
] as const)
  browserTest(`sharing: ${what}`, async (t) => {
    const host = await openRemote(t, SHARING(answer))
    await host.page.getByRole('button', { name: 'Compartilhar áudio da guia' }).click()
    await host.page.getByText(words).waitFor()
    t.true(await host.page.getByRole('button', { name: 'Compartilhar de novo' }).isVisible())
  })

browserTest(
  'sharing is offered in teleconsultations only, where the host allows it, and the browser can',
  async (t) => {
    const host = await openRemote(t, CALL, {})
    const share = host.page.getByRole('button', { name: 'Compartilhar áudio da guia' })
    const card = host.page.getByText('Áudio da teleconsulta')
    t.is(await card.count(), 0)
    await host.page.getByRole('radio', { name: /Telemedicina/ }).click({ force: true })
    await becomes(t, () => share.isVisible(), true)
    await host.run('SvcPlugin.instance.unmount()')
    await host.open({ options: { ...REMOTE.options, allowScreenSharing: false } })
    await becomes(t, () => card.isVisible(), true)
    t.is(await share.count(), 0)
    await host.run('SvcPlugin.instance.unmount()')
    await host.run('delete MediaDevices.prototype.getDisplayMedia')
    await host.open(REMOTE)
    await host.page.getByText('Este navegador não compartilha guias').waitFor()
    t.is(await share.count(), 0)
  },
)
