import { readFile } from 'node:fs/promises'
import type { ExecutionContext } from 'ava'
import { browserTest, until } from '../../helpers/browser.ts'
import { type HostPage, openHostPage, VOICE } from '../../helpers/plugin-page.ts'

const RATE_HZ = 16_000

/** Until the clock shows so many seconds, of this recording and the ones before it. */
async function record(host: HostPage, seconds: number) {
  await host.page.getByRole('button', { name: /(Iniciar|Retomar) gravação/ }).click()
  await host.heard('svc.plugin.recorder.started')
  await host.recorded(seconds)
}

/** Goes on for so many seconds more. */
async function goOn(host: HostPage, seconds: number) {
  await host.recorded((await host.clock()) + seconds)
}

/** The event comes first, then the screen. */
async function pause(host: HostPage) {
  await host.page.keyboard.press('r')
  await host.heard('svc.plugin.recorder.paused')
  await host.page.getByRole('button', { name: 'Retomar gravação' }).waitFor()
}

async function finish(host: HostPage) {
  await host.page.getByRole('button', { name: 'Finalizar' }).click()
  await host.page.getByText(/Gravação (completa|com falhas)/).waitFor()
}

/** The digests of the plugin and of what arrived agree, and nothing is missing. */
function isWhole(t: ExecutionContext, host: HostPage) {
  const statement = host.server.statements.at(-1)
  t.true(statement?.complete)
  t.true(statement?.channels[0]?.matches)
}

browserTest(
  'what the microphone gives arrives, sample by sample, and sounds like it',
  async (t) => {
    const host = await openHostPage(t, { microphoneWav: VOICE })
    await host.open()
    await record(host, 5)
    await finish(host)
    isWhole(t, host)
    const [id = ''] = host.server.recordings.keys()
    const heard = host.server.samplesOf(id)
    t.true(heard.length >= 5 * RATE_HZ)
    const wav = await readFile(VOICE)
    const said = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length))
    // A machine that is busy beyond its cores may drop a block of it; no machine drops one in every
    // second.
    const seconds = [1, 2, 3, 4].map((at) => heard.subarray(at * RATE_HZ, (at + 1) * RATE_HZ))
    t.true(seconds.some((second) => bestMatch(second, said) > 0.97))
  },
)

browserTest('started and paused are told, and the clock counts recorded time only', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE })
  await host.open()
  await record(host, 2)
  await pause(host)
  const clock = host.page.getByRole('timer')
  const frozen = await clock.textContent()
  // Nothing is what has to happen, so it is given time.
  await host.page.waitForTimeout(1500)
  t.is(await clock.textContent(), frozen)
  const heard = (await host.eventNames()).filter((name) => name.includes('recorder'))
  t.deepEqual(heard, ['svc.plugin.recorder.started', 'svc.plugin.recorder.paused'])
  await record(host, 3)
  await finish(host)
  isWhole(t, host)
})

browserTest(
  'the transcript reaches the host as a cumulative list, complete at the end',
  async (t) => {
    const host = await openHostPage(t, { microphoneWav: VOICE })
    await host.open()
    await record(host, 3)
    await finish(host)
    const lists = (await host.events()).flatMap((event) =>
      event.eventName === 'svc.plugin.ehr.transcriptions' ? [event.eventData] : [],
    )
    const counts = lists.map(({ transcriptions }) => transcriptions.length)
    t.deepEqual(
      counts,
      [...counts].sort((a, b) => a - b),
    )
    t.deepEqual(lists[0]?.transcriptions[0], {
      start_time: '00m 00s',
      text: 'Bom dia, o que a senhora está sentindo?',
    })
    t.true(lists.at(-1)?.complete)
  },
)

browserTest('a server that dies in the middle loses nothing, and the doctor is told', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE })
  await host.open()
  await record(host, 2)
  await host.server.stop()
  await host.page.getByText('Sem conexão: gravando neste computador').first().waitFor()
  await goOn(host, 2)
  await host.server.start()
  await host.page.getByText('Tudo guardado no servidor').waitFor()
  await finish(host)
  isWhole(t, host)
  const [id = ''] = host.server.recordings.keys()
  t.true(host.server.samplesOf(id).length >= 4 * RATE_HZ)
})

browserTest('sound that waits in the browser survives a reload and is sent', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE })
  host.page.on('dialog', (dialog) => void dialog.accept())
  await host.open()
  await record(host, 2)
  host.server.setChannelsUp(false)
  await goOn(host, 2)
  await pause(host)
  const [id = ''] = host.server.recordings.keys()
  const held = host.server.samplesOf(id).length
  await host.reload()
  host.server.setChannelsUp(true)
  await host.open()
  await host.page.getByRole('button', { name: 'Retomar gravação' }).waitFor()
  await host.page.getByText('Tudo guardado no servidor').waitFor()
  t.true(host.server.samplesOf(id).length > held + RATE_HZ)
  await finish(host)
  t.is(host.server.recordings.size, 1)
  isWhole(t, host)
})

browserTest(
  'sound that waits is sent although the page before lets go of its lock late',
  async (t) => {
    const host = await openHostPage(t, { microphoneWav: VOICE })
    host.page.on('dialog', (dialog) => void dialog.accept())
    await host.open()
    await record(host, 1)
    host.server.setChannelsUp(false)
    await goOn(host, 2)
    await pause(host)
    const other = await host.page.context().newPage()
    await other.goto(`${host.server.origin}/host`)
    await other.evaluate(`(async () => {
    const { held } = await navigator.locks.query()
    navigator.locks.request(held[0].name, () => new Promise((resolve) => { globalThis.letGo = resolve }))
  })()`)
    await host.reload()
    await other.waitForFunction('globalThis.letGo')
    host.server.setChannelsUp(true)
    await host.open()
    await until(() => host.server.welcomes > 1, 'the new page was welcomed')
    await other.evaluate('letGo()')
    await host.page.getByText('Tudo guardado no servidor').waitFor()
    await finish(host)
    t.is(host.server.recordings.size, 1)
    isWhole(t, host)
  },
)

browserTest(
  'zeroing asks first, then starts another recording and closes the one before',
  async (t) => {
    const host = await openHostPage(t, { microphoneWav: VOICE })
    await host.open()
    await record(host, 1)
    await host.page.getByLabel('Mais opções').click()
    await host.page.getByRole('button', { name: 'Zerar gravação…' }).click()
    await host.page.getByRole('dialog').getByRole('button', { name: 'Zerar', exact: true }).click()
    await host.page.getByRole('button', { name: 'Iniciar gravação' }).waitFor()
    await record(host, 1)
    await finish(host)
    t.is(host.server.recordings.size, 2)
    t.is(host.server.statements.length, 2)
    t.true(host.server.statements.every(({ complete }) => complete))
  },
)

browserTest(
  'a microphone that was refused says how to allow it, and the rest stays usable',
  async (t) => {
    const host = await openHostPage(t, { denyMicrophone: true })
    await host.open()
    await host.page.getByRole('button', { name: 'Iniciar gravação' }).click()
    await host.page.getByText('O navegador bloqueou o microfone').waitFor()
    await host.page.getByRole('tab', { name: 'Contexto' }).click()
    await host.page.getByLabel('Contexto do paciente').fill('Retorno')
    await until(() => host.server.ehr()?.context_markdown === 'Retorno', 'the context is saved')
    await host.page.getByText('Salvo', { exact: true }).waitFor()
    t.pass()
  },
)

browserTest('a patient who refuses switches the recorder off', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE })
  await host.open()
  await host.page.getByRole('radio', { name: 'Paciente recusou' }).click({ force: true })
  await host.page.getByText('Gravação desligada').waitFor()
  t.true(await host.page.getByRole('button', { name: 'Iniciar gravação' }).isDisabled())
  await host.page.keyboard.press('r')
  t.false((await host.eventNames()).includes('svc.plugin.recorder.started'))
  t.is(host.server.ehr()?.consent.status, 'refused')
})

browserTest('closing while recording asks once; unmounting keeps what was said', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE })
  await host.open()
  await record(host, 1)
  await host.page.getByRole('button', { name: 'Fechar assistente' }).click()
  await host.page.getByRole('button', { name: 'Pausar e fechar' }).click()
  await host.heard('svc.plugin.closed')
  // What was said may still arrive as text in between.
  const told = (await host.eventNames()).filter((name) => !name.endsWith('transcriptions'))
  t.deepEqual(told.slice(-2), ['svc.plugin.recorder.paused', 'svc.plugin.closed'])
  const [recording] = host.server.recordings.values()
  await until(() => recording?.state === 'paused', 'the server knows that it is paused')
  t.true((recording?.nextOffset ?? 0) > RATE_HZ / 2)
})

browserTest(
  'a second tab of the same consultation does not record, and takes over when the first is closed',
  async (t) => {
    const host = await openHostPage(t, { microphoneWav: VOICE })
    await host.open()
    const second = await host.page.context().newPage()
    await second.goto(`${host.server.origin}/host`)
    await second.waitForFunction('globalThis.host && globalThis.SvcPlugin')
    await second.evaluate('host.open()')
    await second.getByText('aberto em outra aba').waitFor()
    t.true(await second.getByRole('button', { name: 'Iniciar gravação' }).isDisabled())
    await host.run('SvcPlugin.instance.unmount()')
    await second.getByText('aberto em outra aba').waitFor({ state: 'detached' })
    t.false(await second.getByRole('button', { name: 'Iniciar gravação' }).isDisabled())
  },
)

browserTest('a tab that takes over sends what the one before could not', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE })
  host.page.on('dialog', (dialog) => void dialog.accept())
  await host.open()
  await record(host, 1)
  const second = await host.page.context().newPage()
  await second.goto(`${host.server.origin}/host`)
  await second.waitForFunction('globalThis.host && globalThis.SvcPlugin')
  await second.evaluate('host.open()')
  await second.getByText('aberto em outra aba').waitFor()
  // What the other tab records is not this one's to end, nor to set to zero.
  t.true(await second.getByRole('button', { name: 'Finalizar' }).isDisabled())
  t.true(await second.locator('.menu-item', { hasText: 'Zerar gravação…' }).isDisabled())
  await host.page.bringToFront()
  host.server.setChannelsUp(false)
  await goOn(host, 2)
  await pause(host)
  const [id = ''] = host.server.recordings.keys()
  const held = host.server.samplesOf(id).length
  await host.page.close()
  host.server.setChannelsUp(true)
  await second.getByRole('button', { name: 'Finalizar' }).click()
  await second.getByText(/Gravação (completa|com falhas)/).waitFor()
  t.true(host.server.samplesOf(id).length > held + RATE_HZ / 2)
  t.is(host.server.recordings.size, 1)
  isWhole(t, host)
})

/** The highest normalized correlation of `part` with any place of `whole`, which repeats. */
function bestMatch(part: Int16Array, whole: Int16Array): number {
  // Coarse first, at 2 kHz, then sample by sample around the best place.
  const coarse = Math.round(correlate(thin(part), thin(whole)).at * 8)
  let best = 0
  for (let at = coarse - 24; at <= coarse + 24; at++)
    best = Math.max(best, correlation(part, whole, (at + whole.length) % whole.length))
  return best
}

function correlate(part: Float32Array, whole: Float32Array) {
  let best = { at: 0, value: -1 }
  for (let at = 0; at < whole.length; at++) {
    const value = correlation(part, whole, at)
    if (value > best.value) best = { at, value }
  }
  return best
}

function correlation(part: ArrayLike<number>, whole: ArrayLike<number>, at: number): number {
  let both = 0
  let one = 0
  let other = 0
  for (let i = 0; i < part.length; i++) {
    const a = part[i]!
    const b = whole[(at + i) % whole.length]!
    both += a * b
    one += a * a
    other += b * b
  }
  return both / Math.sqrt(one * other || 1)
}

/** Means of eight: good enough to find the place. */
function thin(samples: Int16Array): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length / 8) }, (_, i) =>
    samples.subarray(i * 8, i * 8 + 8).reduce((sum, sample) => sum + sample, 0),
  )
}
