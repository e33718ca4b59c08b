/**
 * What is asked for is drawn with the next frame, or when an answer has come. Who went on meanwhile
 * is not called away, and who waits is led there.
 */
import type { ExecutionContext } from 'ava'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { type HostPage, openHostPage } from '../../helpers/plugin-page.ts'
import { scriptedRewrite } from '../../helpers/plugin-server-rewrite.ts'
import { samplePdf } from '../../helpers/upload-samples.ts'
import { openUploadsPage, pdf } from '../../helpers/uploads-page.ts'

const SUTURE = { code: '0401010066', display: 'SUTURA', text: 'Realizada sutura', score: 0.99 }

/**
 * In the page: a field of the host's own, around the frame where there is one, what has the focus,
 * and an act that somebody goes on after before anything is drawn.
 */
const HANDS = `(() => {
  const ehr = top.document.querySelector('#ehr') ?? top.document.createElement('input')
  ehr.id = 'ehr'
  top.document.body.append(ehr)
  const root = () => document.querySelector('[data-svc-plugin]').shadowRoot
  const place = (selector) => selector === '#ehr' ? ehr : root().querySelector(selector)
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  globalThis.hands = {
    has: (selector) => place(selector)?.matches(':focus') ?? false,
    go: (selector) => place(selector).focus(),
    async act(selector, goes, kind = 'click') {
      place(selector).closest('button, [tabindex]').focus()
      place(selector).dispatchEvent(new MouseEvent(kind, { bubbles: true, composed: true }))
      if (goes) place(goes).focus()
      await drawn()
    },
  }
})()`

async function openPage(t: ExecutionContext) {
  const rewrite = scriptedRewrite()
  const host = await openHostPage(t, {
    server: { alreadySaid: true, procedures: [SUTURE], rewrite },
  })
  await host.run(HANDS)
  await host.open({ embedded: true, options: { enableFillEhr: true } })
  return { ...host, rewrite }
}

async function openDocument(t: ExecutionContext) {
  const host = await openPage(t)
  const { page } = host
  await page.getByRole('button', { name: 'Gerar documento' }).click()
  await page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await host.heard('svc.plugin.ehr.document.created')
  await page.locator('.editor-text').waitFor()
  await page.locator('.procedures .suggested').waitFor()
  return host
}

async function openTab(t: ExecutionContext, tab: string) {
  const host = await openPage(t)
  await host.page.getByRole('tab', { name: tab }).click()
  return host
}

const has = ({ run }: Pick<HostPage, 'run'>, place: string) =>
  run<boolean>(`hands.has(${JSON.stringify(place)})`)

const act = ({ run }: Pick<HostPage, 'run'>, ...args: (string | null)[]) =>
  run(`hands.act(${args.map((one) => JSON.stringify(one)).join()})`)

const GENERATE = '.dock .button:last-child'

interface Case {
  open(t: ExecutionContext): Promise<HostPage>
  press: string
  /** What the focus is for, where nobody has gone on. */
  comes: string
  /** Where in the panel somebody may have gone. */
  inside: string
  kind?: string
}

const CASES: Record<string, Case> = {
  'a code that is confirmed': {
    open: openDocument,
    press: '.procedures .suggested button',
    comes: '.procedures .times',
    inside: '.diagnoses input[type=search]',
  },
  'the menu of a document': {
    async open(t) {
      const host = await openDocument(t)
      await host.page.getByRole('button', { name: 'Voltar' }).click()
      await host.page.locator('.card-more').waitFor()
      return host
    },
    press: '.card-more',
    comes: '.card-menu button',
    inside: '#svc-tab-documents',
  },
  'the correction of a line': {
    open: (t) => openTab(t, 'Transcrição'),
    press: '[data-segment=s1] .line-edit',
    comes: '.line-editor textarea',
    inside: '#svc-tab-transcript',
  },
  'a line that is pressed twice': {
    open: (t) => openTab(t, 'Transcrição'),
    press: '[data-segment=s1]',
    kind: 'dblclick',
    comes: '.line-editor textarea',
    inside: '#svc-tab-transcript',
  },
  'the search of the transcript': {
    open: (t) => openTab(t, 'Transcrição'),
    press: '.toolbar [aria-expanded]',
    comes: '.search-bar input',
    inside: '#svc-tab-transcript',
  },
}

for (const [what, { open, press, comes, inside, kind = 'click' }] of Object.entries(CASES))
  browserTest(`${what} calls nobody back from where they went`, async (t) => {
    for (const goes of [null, '#ehr', inside]) {
      const host = await open(t)
      await host.page.locator(press).first().waitFor()
      await act(host, press, goes, kind)
      await host.page.locator(comes).first().waitFor()
      t.true(await has(host, goes ?? comes), goes ?? 'nobody went anywhere')
    }
  })

browserTest(
  'a dialog has the focus within the panel, and leaves the host’s field alone',
  async (t) => {
    const host = await openPage(t)
    const dialog = host.page.getByRole('dialog')
    await becomes(t, () => host.page.locator(GENERATE).isEnabled(), true)
    const isInside = () => dialog.evaluate((one) => one.querySelector(':focus') !== null)
    await act(host, GENERATE, '#svc-tab-context')
    await dialog.waitFor()
    t.true(await isInside())
    await act(host, '.dialog-head button', '#ehr')
    await dialog.waitFor({ state: 'detached' })
    t.true(await has(host, '#ehr'))
    await act(host, GENERATE, '#ehr')
    await dialog.waitFor()
    t.true(await has(host, '#ehr'))
    await act(host, '.dialog-head button', null)
    await dialog.waitFor({ state: 'detached' })
  },
)

browserTest('other words that are ready do not take the keys from the host’s field', async (t) => {
  const host = await openDocument(t)
  const { page, rewrite, run } = host
  const panel = page.getByRole('complementary', { name: 'Sugestão de redação' })
  await page.locator('[data-field="Queixa Principal"] p').first().click()
  for (const goes of ['#ehr', '.procedures input[type=search]', null]) {
    const free = rewrite.hold()
    await page.getByRole('button', { name: 'Reescrever o trecho', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Mais curto', exact: true }).click()
    await becomes(t, () => has(host, '.suggestion [data-first]'), true)
    if (goes) await run(`hands.go(${JSON.stringify(goes)})`)
    free()
    await panel.getByText('O modelo não sugeriu nenhuma mudança.').waitFor()
    await run('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    t.true(await has(host, goes ?? '.suggestion [data-first]'), goes ?? 'nobody went anywhere')
    await panel.getByRole('button', { name: 'Fechar' }).click()
    await panel.waitFor({ state: 'detached' })
  }
})

browserTest('a file that is gone leaves who went on where they are', async (t) => {
  const host = await openUploadsPage(t)
  const { page, proxy, run } = host
  await run(HANDS)
  await host.open('c-1', { enableFileUpload: true })
  await host.tab().click()
  await host.pick(...['a.pdf', 'b.pdf', 'c.pdf'].map((name) => pdf(name, samplePdf(name))))
  await host.ended(3)
  for (const [name, goes] of [
    ['a.pdf', '#ehr'],
    ['b.pdf', '#svc-tab-files'],
    ['c.pdf', null],
  ] as const) {
    const row = host.row(name)
    const question = '.remove-question .plain'
    const first = '.file .remove button'
    await act(host, first, '#ehr')
    await row.getByText('Remover este anexo?').waitFor()
    t.true(await has(host, '#ehr'))
    await act(host, question, null)
    t.true(await has(host, first))
    await act(host, first, null)
    t.true(await has(host, question))
    let go = () => {}
    const asked = new Promise<void>((resolve) =>
      proxy.setGate(({ method }) => {
        if (method !== 'DELETE') return undefined
        resolve()
        return new Promise((free) => {
          go = () => free(undefined)
        })
      }),
    )
    await act(host, '.remove-question .danger', null)
    await asked
    if (goes) await run(`hands.go(${JSON.stringify(goes)})`)
    go()
    // Said when the box has answered; the row may be gone before, by its own message.
    const told = page.getByRole('status').getByText(`Anexo removido: ${name}`)
    await told.waitFor({ state: 'attached' })
    await row.waitFor({ state: 'detached' })
    t.true(await has(host, goes ?? '.files'), goes ?? 'nobody went anywhere')
  }
})

browserTest('in a frame, a field of the page around it keeps the focus too', async (t) => {
  const { page, run } = await openHostPage(t, { server: { alreadySaid: true } })
  await run(`new Promise((loaded) => {
    const frame = document.createElement('iframe')
    Object.assign(frame, { src: location.href, width: 420, height: 700, onload: () => loaded() })
    document.body.append(frame)
  })`)
  const frame = page.frames()[1]!
  await frame.waitForFunction('globalThis.host && globalThis.SvcPlugin')
  const inner = { run: <T>(expression: string) => frame.evaluate(expression) as Promise<T> }
  await inner.run(HANDS)
  await inner.run('host.outcome(host.open({ embedded: true }))')
  await frame.getByRole('tab', { name: 'Transcrição' }).click()
  const editor = frame.locator('.line-editor')
  for (const goes of [null, '#ehr']) {
    await frame.locator('.line-edit').first().waitFor()
    await act(inner, '.line-edit', goes)
    await editor.waitFor()
    t.true(await has(inner, goes ?? '.line-editor textarea'), goes ?? 'nobody went anywhere')
    await editor.getByRole('button', { name: 'Cancelar' }).click()
    await editor.waitFor({ state: 'detached' })

    // What was pressed is still there, and has the focus within the frame.
    await act(inner, '.toolbar [aria-expanded]', goes)
    await frame.locator('.search-bar').waitFor()
    t.true(await has(inner, goes ?? '.search-bar input'), goes ?? 'nobody went anywhere')
    await frame.getByRole('button', { name: 'Fechar busca' }).click()
    await frame.locator('.search-bar').waitFor({ state: 'detached' })
  }
})
