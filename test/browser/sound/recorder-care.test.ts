/**
 * What keeps a recording from harm beside the network: storage at rest, other tabs, limits,
 * erasing, devices.
 */
import type { ExecutionContext } from 'ava'
import { browserTest, until } from '../../helpers/browser.ts'
import { type HostPage, openHostPage, VOICE } from '../../helpers/plugin-page.ts'

/** Everything in the outbox: `{ takes, frames, keys }`. */
const STORED = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('svc-outbox')
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const names = ['takes', 'frames', 'keys']
    const transaction = opening.result.transaction(names)
    const asked = names.map((name) => transaction.objectStore(name).getAll())
    transaction.oncomplete = () => {
      opening.result.close()
      resolve(Object.fromEntries(names.map((name, i) => [name, asked[i].result])))
    }
  }
})`

/**
 * A computer that is busy beyond its cores drops sound, and says so; what it kept arrives all the
 * same.
 */
const ENDED = /Gravação (completa|com falhas)/

async function start(t: ExecutionContext, options: Parameters<typeof openHostPage>[1] = {}) {
  const host = await openHostPage(t, { microphoneWav: VOICE, ...options })
  host.page.on('dialog', (dialog) => void dialog.accept())
  await host.open()
  await record(host, 1)
  return host
}

async function record(host: HostPage, seconds: number) {
  await host.page.getByRole('button', { name: /(Iniciar|Retomar) gravação/ }).click()
  await host.heard('svc.plugin.recorder.started')
  await host.recorded(seconds)
}

browserTest('what waits in the browser is sealed, and its key goes with it', async (t) => {
  const host = await start(t)
  host.server.setChannelsUp(false)
  await host.recorded((await host.clock()) + 2)
  await host.page.keyboard.press('r')
  await host.heard('svc.plugin.recorder.paused')
  const found = await host.run<
    Record<string, unknown>
  >(`${STORED}.then(({ takes, frames, keys }) => ({
    frames: frames.length,
    plain: frames.filter((frame) => 'bytes' in frame).length,
    readable: keys.filter(({ extractable }) => extractable).length,
    keys: keys.length,
    names: JSON.stringify(takes).includes('p1'),
  }))`)
  t.true(Number(found.frames) > 4)
  t.like(found, { plain: 0, readable: 0, keys: 1, names: false })
  host.server.setChannelsUp(true)
  await host.page.getByRole('button', { name: 'Finalizar' }).click()
  await host.page.getByText(ENDED).waitFor()
  await until(() => host.server.statements.length === 1, 'the statement was sent')
  await host.page.waitForFunction(
    `${STORED}.then((all) => Object.values(all).every(({ length }) => length === 0))`,
  )
  t.true(host.server.statements[0]?.complete)
})

/** From now on the browser has no room left. */
const FULL_DISK = `(() => {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('no room', 'QuotaExceededError')
  }
})()`

const ASIDE =
  "Object.keys(localStorage).filter((name) => name.startsWith('svc.plugin.take.')).length"

browserTest(
  'what was sent while the browser had no room is vouched for by the page that comes back',
  async (t) => {
    const host = await start(t)
    await host.run(FULL_DISK)
    await host.recorded((await host.clock()) + 2)
    await host.page.keyboard.press('r')
    await host.heard('svc.plugin.recorder.paused')
    t.is(await host.run(ASIDE), 1)
    await host.reload()
    await host.open()
    await host.page.getByRole('button', { name: 'Retomar gravação' }).waitFor()
    await record(host, (await host.clock()) + 1)
    await host.page.getByRole('button', { name: 'Finalizar' }).click()
    await host.page.getByText(ENDED).waitFor()
    await until(() => host.server.statements.length === 1, 'the statement was sent')
    t.true(host.server.statements[0]?.complete)
    t.is(host.server.recordings.size, 1)
    t.is(await host.run(ASIDE), 0)
  },
)

browserTest('a browser without room still forgets what has arrived', async (t) => {
  const host = await start(t)
  await host.run(FULL_DISK)
  await host.recorded((await host.clock()) + 1)
  await host.page.getByRole('button', { name: 'Finalizar' }).click()
  await host.page.getByText(ENDED).waitFor()
  await host.page.waitForFunction(
    `${STORED}.then((all) => Object.values(all).every(({ length }) => length === 0))`,
  )
  t.is(await host.run(ASIDE), 0)
})

browserTest(
  'sound that found no room and no line is told as lost by the page that comes back',
  async (t) => {
    const host = await start(t)
    await host.run(FULL_DISK)
    host.server.setChannelsUp(false)
    await host.recorded((await host.clock()) + 2)
    await host.page.keyboard.press('r')
    await host.heard('svc.plugin.recorder.paused')
    await host.reload()
    host.server.setChannelsUp(true)
    await host.open()
    await host.page.getByRole('button', { name: 'Finalizar' }).click()
    await host.page.getByText('Gravação com falhas').waitFor()
    await until(() => host.server.statements.length === 1, 'the statement was sent')
    t.true(host.server.statements[0]!.channels[0]!.lost_ms > 1500)
  },
)

/** From now on writing takes longer than a tab that does not answer is waited for. */
const SLOW_DISK = `(() => {
  const encrypt = SubtleCrypto.prototype.encrypt
  SubtleCrypto.prototype.encrypt = async function (...given) {
    await new Promise((resolve) => setTimeout(resolve, 4000))
    return encrypt.apply(this, given)
  }
})()`

browserTest('another tab takes the recorder over, and the first one reads on', async (t) => {
  const host = await start(t)
  host.server.setChannelsUp(false)
  await host.run(SLOW_DISK)
  await host.recorded((await host.clock()) + 2)
  const other = await host.page.context().newPage()
  await other.goto(`${host.server.origin}/host`)
  await other.waitForFunction('globalThis.host && globalThis.SvcPlugin')
  await other.evaluate('host.open()')
  await other.getByRole('button', { name: 'Gravar aqui' }).waitFor()
  t.is(await other.getByText(/Gravação interrompida/).count(), 0, 'it goes on in the first')
  await other.getByRole('button', { name: 'Gravar aqui' }).click()
  await host.heard('svc.plugin.recorder.paused')
  const saidS = await host.clock()
  host.server.setChannelsUp(true)
  await other.getByRole('button', { name: 'Retomar gravação' }).click()
  await host.page.getByText('aberto em outra aba').waitFor()
  t.true(await host.page.getByRole('button', { name: 'Retomar gravação' }).isDisabled())
  const meter = host.page.getByRole('meter', { name: 'Nível do microfone' })
  t.is(
    await meter.getAttribute('aria-valuenow'),
    '0',
    'a microphone that was let go of hears nothing',
  )
  await other.getByRole('button', { name: 'Pausar gravação' }).waitFor()
  await other.getByRole('button', { name: 'Finalizar' }).click()
  await other.getByText(ENDED).waitFor()
  const [id = ''] = host.server.recordings.keys()
  t.is(host.server.recordings.size, 1)
  t.true(host.server.statements.at(-1)?.complete)
  t.true(host.server.samplesOf(id).length >= saidS * 16_000, 'with what was still being stored')
})

browserTest(
  'a long recording says so, then pauses by itself, and resumes as another one',
  async (t) => {
    const host = await start(t, {
      server: { limits: { warn_after_ms: 2000, pause_after_ms: 4000 } },
    })
    await host.page.getByText('A gravação já está longa').first().waitFor()
    await host.page.getByText('A gravação foi pausada ao chegar').first().waitFor()
    await host.heard('svc.plugin.recorder.paused')
    await record(host, 5)
    await host.page.getByRole('button', { name: 'Finalizar' }).click()
    await host.page.getByText(ENDED).waitFor()
    t.is(host.server.recordings.size, 2)
    t.true(host.server.statements.every(({ complete }) => complete))
  },
)

browserTest('erasing takes sound and text from the server, and begins anew', async (t) => {
  const host = await start(t)
  await host.page.getByText('Bom dia, o que a senhora está sentindo?').waitFor()
  const reset = host.page.getByRole('button', { name: 'Zerar gravação…' })
  await host.page.getByLabel('Mais opções').click()
  await reset.waitFor()
  await host.page.keyboard.press('Escape')
  await reset.waitFor({ state: 'hidden' })
  t.false((await host.eventNames()).includes('svc.plugin.ehr.document.minimized'))
  await host.page.getByLabel('Mais opções').click()
  await reset.click()
  await host.page.getByLabel('Apagar também a transcrição').check()
  await host.page.getByRole('dialog').getByRole('button', { name: 'Zerar', exact: true }).click()
  await host.page.getByRole('button', { name: 'Iniciar gravação' }).waitFor()
  t.is(host.server.recordings.size, 0)
  t.is(await host.page.getByText('Bom dia, o que a senhora está sentindo?').count(), 0)
  t.is(
    await host.run(
      `${STORED}.then(({ takes, frames, keys }) => takes.length + frames.length + keys.length)`,
    ),
    0,
  )
})

const NOTHING_STORED = `${STORED}.then((all) => Object.values(all).every(({ length }) => length === 0))`

browserTest(
  'erased while it is recorded: the recorder stops, says so, and the browser forgets it',
  async (t) => {
    const host = await start(t)
    t.false(await host.run<boolean>(NOTHING_STORED))
    host.server.erase()
    await host.page.getByText('eliminados definitivamente').first().waitFor()
    await host.heard('svc.plugin.recorder.paused')
    await host.page.waitForFunction(NOTHING_STORED)
    await host.page.getByRole('button', { name: 'Iniciar gravação' }).click()
    await host.page.keyboard.press('r')
    t.true(await host.run<boolean>(NOTHING_STORED))
  },
)

browserTest(
  'what an earlier page left of a consultation that was erased since goes when it is opened',
  async (t) => {
    const host = await start(t)
    host.server.setChannelsUp(false)
    await host.recorded((await host.clock()) + 2)
    host.server.erase()
    await host.reload()
    t.false(await host.run<boolean>(NOTHING_STORED), 'sound waits for its channel')
    await host.open().catch(() => {})
    await host.page.waitForFunction(NOTHING_STORED)
  },
)

browserTest('a microphone is chosen while recording, and remembered', async (t) => {
  const host = await start(t)
  await host.page.locator('details.microphone summary').click()
  const second = host.page.getByRole('radio', { name: 'Fake Audio Input 2' })
  // It is chosen once the recorder has taken it, which may be after the click.
  await second.click({ force: true })
  await second.and(host.page.locator(':checked')).waitFor({ state: 'attached' })
  await host.recorded((await host.clock()) + 1)
  t.is(host.server.recordings.size, 1)
  await host.page.getByRole('button', { name: 'Finalizar' }).click()
  await host.page.getByText(ENDED).waitFor()
  t.true(host.server.statements.at(-1)?.complete)
  t.true((await host.run<string>('JSON.stringify(localStorage)')).includes('microphone'))
})
