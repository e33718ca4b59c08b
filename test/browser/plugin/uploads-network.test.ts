import { randomBytes } from 'node:crypto'
import { becomes, browserTest, until } from '../../helpers/browser.ts'
import { samplePdf } from '../../helpers/upload-samples.ts'
import {
  type HeardUpload,
  openUploadsPage,
  pdf,
  type UploadsPage,
} from '../../helpers/uploads-page.ts'

const ON = { enableFileUpload: true }

/** A readable PDF of about so many bytes, no two alike. */
function bigPdf(name: string, bytes: number) {
  const small = samplePdf(name)
  const padding = `%${randomBytes(Math.ceil(bytes / 2)).toString('hex')}\n%%EOF\n`
  return pdf(name, Buffer.concat([small, Buffer.from(padding)]))
}

const isSending = ({ method, path }: { method: string; path: string }) =>
  method === 'PUT' && path.includes('/uploads/')

/** Started and not ended yet, at its worst. */
function mostAtOnce(heard: readonly HeardUpload[]): number {
  const open = new Set<string>()
  return heard.reduce((most, { event, fileName }) => {
    if (event === 'started') open.add(fileName)
    else open.delete(fileName)
    return Math.max(most, open.size)
  }, 0)
}

const names = async (host: UploadsPage, event: string) =>
  (await host.uploads()).filter((one) => one.event === event).map(({ fileName }) => fileName)

browserTest(
  'three at once, the rest wait; any of them can be called off and tried again',
  async (t) => {
    const host = await openUploadsPage(t)
    const { page, proxy } = host
    const held: (() => void)[] = []
    proxy.setGate((passing) => {
      if (!isSending(passing)) return undefined
      return new Promise((go) => held.push(() => go(undefined)))
    })
    await host.open('c-1', ON)
    await host.tab().click()
    await host.pick(...[1, 2, 3, 4, 5].map((n) => bigPdf(`${n}.pdf`, 3_000_000)))
    await until(() => held.length === 3, 'three are being sent')
    await host
      .row('1.pdf')
      .getByText(/Enviando \d+%/)
      .waitFor()
    await host.row('4.pdf').getByText('Na fila').waitFor()
    t.is(held.length, 3)
    t.deepEqual((await names(host, 'started')).sort(), ['1.pdf', '2.pdf', '3.pdf'])

    // One on its way, and one that waits.
    await page.getByRole('button', { name: 'Cancelar o envio de 5.pdf' }).click()
    await page.getByRole('button', { name: 'Cancelar o envio de 1.pdf' }).click()
    const [waiting, sent] = (await host.ended(2)).filter(({ event }) => event === 'error')
    t.like(waiting, { fileId: null, fileName: '5.pdf', error: { code: 'UPLOAD_CANCELED' } })
    t.like(sent, {
      fileName: '1.pdf',
      error: { code: 'UPLOAD_CANCELED', message: 'Envio cancelado.' },
    })
    t.truthy(sent!.fileId)
    // Its place goes to the next one.
    await until(() => held.length === 4, 'the fourth is being sent')
    proxy.setGate(() => undefined)
    for (const go of held) go()
    await host.ended(5)
    t.is(mostAtOnce(await host.uploads()), 3)
    t.deepEqual((await names(host, 'success')).sort(), ['2.pdf', '3.pdf', '4.pdf'])
    const row = host.row('1.pdf')
    await row.getByText('Cancelado', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Tentar de novo' }).click()
    const again = (await host.ended(6)).slice(-2)
    t.like(again, [
      { event: 'started', fileName: '1.pdf' },
      { event: 'success', fileName: '1.pdf' },
    ])
    t.not(again[0]!.fileId, sent!.fileId)
    await host.row('5.pdf').getByRole('button', { name: 'Remover' }).click()
    await host.row('5.pdf').waitFor({ state: 'detached' })
    await host.close()
    await host.open('c-1', ON)
    await host.tab().click()
    await host.row('4.pdf').waitFor()
    t.is(await page.getByRole('listitem').count(), 4)
  },
)

browserTest('a network that breaks in the middle costs nothing but time', async (t) => {
  const host = await openUploadsPage(t)
  const { page, proxy } = host
  await host.open('c-1', ON)
  await host.tab().click()

  // The connection breaks after a megabyte.
  let cuts = 0
  proxy.setGate((passing) => (isSending(passing) && cuts++ === 0 ? { cutAfter: 1e6 } : undefined))
  await host.pick(bigPdf('cortado.pdf', 6_000_000))
  const heard = await host.ended(1)
  t.true(cuts >= 2)
  t.deepEqual(
    heard.map(({ event, error }) => error?.code ?? event),
    ['started', 'success'],
  )

  // The box took it, and its answer was lost.
  let tries = 0
  proxy.setGate((passing) => {
    return isSending(passing) && tries++ === 0 ? { cutAfter: Infinity } : undefined
  })
  await host.pick(bigPdf('sem-resposta.pdf', 200_000))
  t.deepEqual(
    (await host.ended(2)).slice(2).map(({ event, error }) => error?.code ?? event),
    ['started', 'success'],
  )
  t.true(tries >= 2)

  // No network at all: it says so, and goes on by itself.
  proxy.setUp(false)
  await host.pick(bigPdf('offline.pdf', 100_000))
  await host.row('offline.pdf').getByText('Sem conexão: tentando de novo').waitFor()
  proxy.setUp(true)
  t.like((await host.ended(3)).slice(4), [{ event: 'started' }, { event: 'success' }])
  await page.getByText('Sem conexão: tentando de novo').waitFor({ state: 'detached' })

  // The channel is away while the box reads: it is asked instead.
  await host.page.evaluate('globalThis.WebSocket = class { constructor() { throw new Error() } }')
  proxy.setUp(false)
  proxy.setUp(true)
  await host.pick(bigPdf('sem-canal.pdf', 100_000))
  t.like((await host.ended(4)).slice(6), [{ event: 'started' }, { event: 'success' }])
})

browserTest(
  'what the network takes for good, the end of the session and of the panel end a file once',
  async (t) => {
    const host = await openUploadsPage(t)
    const { page, proxy } = host
    await page.clock.install()
    await host.visit()
    await host.open('c-1', ON)
    await host.tab().click()
    proxy.setUp(false)
    await host.pick(bigPdf('perdido.pdf', 50_000))
    const row = host.row('perdido.pdf')
    await row.getByText('Sem conexão: tentando de novo').waitFor()
    // In each turn a pause ends, unless the try before it has not failed yet.
    const isGivenUp = async () => {
      await page.clock.runFor(15_000)
      return (await host.uploads()).length > 0
    }
    await becomes(t, isGivenUp, true)
    t.like(await host.ended(1), [
      { event: 'error', fileId: null, error: { code: 'NETWORK_ERROR' } },
    ])
    await row.getByText('Sem conexão com o servidor').waitFor()
    proxy.setUp(true)
    await row.getByRole('button', { name: 'Tentar de novo' }).click()
    t.like((await host.ended(2)).slice(1), [{ event: 'started' }, { event: 'success' }])

    // The session ends: the host is told, and the file says why.
    proxy.setGate((_, request) => {
      if (request.headers.authorization) request.headers.authorization = 'Bearer over'
      return undefined
    })
    await host.pick(bigPdf('sessao.pdf', 50_000))
    t.like((await host.ended(3)).at(-1), {
      event: 'error',
      fileId: null,
      fileName: 'sessao.pdf',
      error: { code: 'AUTH_FAILED' },
    })
    await host.row('sessao.pdf').getByText('A sessão terminou.').waitFor()
    await host.close()

    // Closing waits five seconds for what is on its way, then ends it, before it says that it is
    // closed.
    proxy.setGate((passing) => (isSending(passing) ? new Promise(() => {}) : undefined))
    await host.open('c-2', ON)
    await host.fromHost(...[1, 2, 3].map((n) => bigPdf(`${n}.pdf`, 300_000)))
    await host.fromHost(bigPdf('4.pdf', 300_000))
    await page.waitForFunction(`uploads.length === 3`)
    const closing = host.close()
    await page.clock.runFor(6000)
    await closing
    const heard = await host.uploads()
    const ends = heard.slice(3)
    t.deepEqual(ends.map(({ fileName }) => fileName).sort(), ['1.pdf', '2.pdf', '3.pdf', '4.pdf'])
    for (const { event, error, fileId, fileName } of ends) {
      t.is(event, 'error')
      t.is(error?.code, 'UPLOAD_CANCELED')
      t.is(fileId === null, fileName === '4.pdf')
    }
    t.is(await host.run('closedAt'), 7)
    await becomes(t, async () => (await host.uploads()).length === 7, true)
  },
)
