/** A proxy before the appliance that takes no large bodies, as nginx with its defaults. */
import { randomBytes } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { browserTest } from '../../helpers/browser.ts'
import { nginxPath, startDefaultNginx } from '../../helpers/default-nginx.ts'
import { samplePdf } from '../../helpers/upload-samples.ts'
import { openUploadsPage, pdf } from '../../helpers/uploads-page.ts'

/** Skipped by name where there is none. */
function nginxTest(title: string, run: (t: ExecutionContext) => Promise<void>) {
  if (nginxPath) return browserTest(title, run)
  return test.skip(`${title} (no nginx found)`, run)
}

const ON = { enableFileUpload: true }
const REFUSED = /O servidor à frente recusou [\d,]+ MB: .*client_max_body_size/

function bigPdf(name: string) {
  const padding = `%${randomBytes(1_500_000).toString('hex')}\n%%EOF\n`
  return pdf(name, Buffer.concat([samplePdf(name), Buffer.from(padding)]))
}

const isSending = ({ method, path }: { method: string; path: string }) =>
  method === 'PUT' && path.includes('/uploads/')

const PAGE = '<html><h1>413 Request Entity Too Large</h1><hr>nginx</html>'

const WAYS = [
  { title: 'that a script may read', answer: { refuse: 413, page: PAGE }, sends: 1 },
  { title: 'that the browser hides: a broken line', answer: { cutAfter: 10_000 }, sends: 2 },
]

for (const { title, answer, sends } of WAYS)
  browserTest(`a proxy refuses 3 MB with an answer ${title}`, async (t) => {
    const host = await openUploadsPage(t)
    // The plugin's own: a browser tries again by itself what breaks on a line that was open before.
    let sent = 0
    host.page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/uploads/')) sent++
    })
    host.proxy.setGate((passing) => (isSending(passing) ? answer : undefined))
    await host.open('c-1', ON)
    await host.tab().click()
    await host.pick(bigPdf('exame.pdf'))
    const [started, error] = await host.ended(1)
    t.is(started!.event, 'started')
    t.like(error, { event: 'error', error: { code: 'FILE_TOO_LARGE' } })
    t.regex(error!.error!.message, REFUSED)
    await host.row('exame.pdf').getByText(REFUSED).waitFor()
    t.is(await host.page.getByText('Sem conexão com o servidor').count(), 0)
    t.is(sent, sends)

    // The administrator raised the limit.
    host.proxy.setGate(() => undefined)
    await host.row('exame.pdf').getByRole('button', { name: 'Tentar de novo' }).click()
    t.like((await host.ended(2)).at(-1), { event: 'success' })
  })

nginxTest(
  'a real nginx with its defaults, from another origin, is told from no network',
  async (t) => {
    const host = await openUploadsPage(t, { front: startDefaultNginx })
    await host.open('c-1', ON)
    await host.tab().click()
    await host.pick(pdf('pequeno.pdf', samplePdf('pequeno')))
    t.like((await host.ended(1)).at(-1), { event: 'success' })
    await host.pick(bigPdf('exame.pdf'))
    const error = (await host.ended(2)).at(-1)
    t.like(error, { event: 'error', error: { code: 'FILE_TOO_LARGE' } })
    t.regex(error!.error!.message, REFUSED)
  },
)
