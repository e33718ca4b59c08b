import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { samplePdf, samplePicture, sampleScan } from '../../helpers/upload-samples.ts'
import { openUploadsPage, pdf, type UploadsPage } from '../../helpers/uploads-page.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const ON = { enableFileUpload: true }

/**
 * A drag from outside, as the browser itself reports it, over the floating panel unless it is told
 * where.
 */
async function dragFile({ page }: UploadsPage, path: string) {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'drop', { x, y } = { x: 1080, y: 400 }) =>
    session.send('Input.dispatchDragEvent', { type, x, y, data })
  return { send, end: () => session.detach() }
}

const copyPicture = (buffer: Buffer) => `(async () => {
  const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (c) => c.charCodeAt(0))
  const picture = new Blob([bytes], { type: 'image/png' })
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
})()`

browserTest(
  'files are dropped on the panel or pasted into it, wherever the doctor is',
  async (t) => {
    const host = await openUploadsPage(t)
    const { page } = host
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const path = join(tmpdir(), `laudo-${process.pid}.pdf`)
    await writeFile(
      path,
      samplePdf('Laudo: sem alterações'.normalize('NFD').replaceAll(/\p{M}/gu, '')),
    )
    await host.open('c-1', ON, false)

    const drag = await dragFile(host, path)
    await drag.send('dragEnter')
    await page.getByText('Solte para anexar').waitFor()
    await drag.send('dragOver')
    // A mouse moves on and on; of two moves at once the browser takes one.
    await becomes(
      t,
      async () => {
        await drag.send('dragOver', { x: 100, y: 100 })
        return page.getByText('Solte para anexar').isVisible()
      },
      false,
    )
    await drag.send('dragEnter')
    await page.getByText('Solte para anexar').waitFor()
    await drag.send('dragOver')
    await drag.send('drop')
    await page.getByText('Solte para anexar').waitFor({ state: 'detached' })
    const [, dropped] = await host.ended(1)
    t.like(dropped, { event: 'success', fileName: `laudo-${process.pid}.pdf`, source: 'user' })
    await becomes(t, async () => (await host.tab().getAttribute('aria-selected')) === 'true', true)
    await drag.end()

    // A screenshot from the clipboard, with the focus on something else of the panel.
    await page.getByRole('tab', { name: 'Gravação' }).click()
    await host.run(copyPicture(await samplePicture('png')))
    await page.keyboard.press('Control+v')
    const [, pasted] = (await host.ended(2)).slice(2)
    t.regex(pasted!.fileName, /^Imagem colada \d\d:\d\d\.png$/)
    t.like(pasted, { event: 'success', source: 'user' })

    // In a field, too, a picture is no text; text stays text.
    await page.getByRole('tab', { name: 'Contexto' }).click()
    await page.getByLabel('Contexto do paciente').focus()
    await host.run(copyPicture(await samplePicture('png', { colour: '#aa3322' })))
    await page.keyboard.press('Control+v')
    t.is((await host.ended(3)).length, 6)
    await page.getByRole('tab', { name: 'Contexto' }).click()
    await page.getByLabel('Contexto do paciente').focus()
    await host.run(`navigator.clipboard.writeText('asma desde a infância')`)
    await page.keyboard.press('Control+v')
    await becomes(
      t,
      () => page.getByLabel('Contexto do paciente').inputValue(),
      'asma desde a infância',
    )
    t.is((await host.uploads()).length, 6)
  },
)

browserTest(
  'with uploads off nothing is taken in, but what the host sent is there to be read',
  async (t) => {
    const host = await openUploadsPage(t)
    const { page } = host
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const path = join(tmpdir(), `solto-${process.pid}.pdf`)
    await writeFile(path, samplePdf('Solto'))
    await host.open('c-1', {}, false)
    t.is(await host.tab().count(), 0)
    const drag = await dragFile(host, path)
    await drag.send('dragEnter')
    await drag.send('dragOver')
    await drag.send('drop')
    await drag.end()
    await page.getByRole('tab', { name: 'Gravação' }).click()
    await host.run(copyPicture(await samplePicture('png')))
    await page.keyboard.press('Control+v')
    t.regex(page.url(), /\/host$/, 'the page is still there')

    await host.fromHost(pdf('do-prontuario.pdf', samplePdf('Sodio 140 mEq/L, potassio 4,2 mEq/L')))
    const heard = await host.ended(1)
    t.deepEqual(
      heard.map(({ event, source }) => `${event} ${source}`),
      ['started host', 'success host'],
    )
    await host.tab().click()
    const row = host.row('do-prontuario.pdf')
    await row.getByText('Pronto').waitFor()
    t.is(await page.getByRole('button', { name: /Escolher|Remover|Tentar|Cancelar/ }).count(), 0)
    await row.getByRole('button', { name: 'Texto lido do arquivo' }).click()
    await row.getByText('Sodio 140 mEq/L, potassio 4,2 mEq/L').waitFor()

    await host.visit()
    await host.open('c-1')
    await host.tab().click()
    await host.row('do-prontuario.pdf').getByText('Pronto').waitFor()
    t.deepEqual(await host.uploads(), [])
  },
)

for (const [darkMode, width] of [
  [false, 1100],
  [true, 360],
  [false, 320],
] as const)
  browserTest(
    `the keyboard is enough, and no rule of accessibility is broken (${darkMode ? 'dark' : 'light'}, ${width} px)`,
    async (t) => {
      const host = await openUploadsPage(t, { viewport: { width, height: 720 } })
      const { page } = host
      await page.evaluate(await readFile(AXE, 'utf8'))
      await host.open('c-1', { ...ON, darkMode })
      await page.getByRole('tab', { name: 'Gravação' }).focus()
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
      await becomes(
        t,
        async () => (await host.tab().getAttribute('aria-selected')) === 'true',
        true,
      )
      await isAccessible(t, host, 'nothing there')
      const choosing = page.waitForEvent('filechooser')
      await tabTo(host, 'Escolher arquivos')
      await page.keyboard.press('Enter')
      const scan = await sampleScan('Hemoglobina glicada: 6,1 %')
      await (await choosing).setFiles([
        pdf(
          'Hemograma completo com plaquetas 2026-03-01.pdf',
          samplePdf('Hemoglobina 13,2 g/dL, hematocrito 39', 'Plaquetas 250.000, leucocitos 6.200'),
        ),
        { name: 'exame.png', mimeType: 'image/png', buffer: scan },
        pdf('planilha.pdf', Buffer.from('PK')),
      ])
      await host.ended(3)
      await page
        .getByRole('status')
        .filter({ hasText: /Anexo (pronto|com falha)/ })
        .waitFor({ state: 'attached' })
      await host.row('exame.png').locator('canvas').waitFor()
      await tabTo(host, 'Texto lido do arquivo: Hemograma completo com plaquetas 2026-03-01.pdf')
      await page.keyboard.press('Enter')
      await page.getByText('Página 2').waitFor()
      await isAccessible(t, host, 'files')
      await tabTo(host, 'Remover exame.png')
      await page.keyboard.press('Enter')
      await becomes(t, () => focused(host), 'Manter exame.png')
      await isAccessible(t, host, 'question')
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/files-${width}.png` })
      await page.keyboard.press('Enter')
      await becomes(t, () => focused(host), 'Remover exame.png')
      await page.keyboard.press('Enter')
      await becomes(t, () => focused(host), 'Manter exame.png')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
      await host.row('exame.png').waitFor({ state: 'detached' })
      const isInside = `document.querySelector('[data-svc-plugin]').shadowRoot.activeElement !== null`
      t.true(await host.run(isInside))
      const isWide = `document.querySelector('[data-svc-plugin]').shadowRoot.querySelector('.body').scrollWidth > ${width}`
      t.false(await host.run(isWide))
    },
  )

function focused({ run }: UploadsPage): Promise<string> {
  return run(`(() => {
    const { activeElement } = document.querySelector('[data-svc-plugin]').shadowRoot
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
  })()`)
}

async function tabTo(host: UploadsPage, name: string) {
  for (let i = 0; i < 40; i++) {
    if ((await focused(host)) === name) return
    await host.page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${name}`)
}

/** No violation of WCAG 2.2 A and AA on what is shown now. */
async function isAccessible(t: ExecutionContext, { run }: UploadsPage, screen: string) {
  const violations = await run(`(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await axe.run({ include: [['[data-svc-plugin]']] }, { runOnly: tags })
    return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html, failureSummary }) => html + failureSummary) }))
  })()`)
  t.deepEqual(violations, [], screen)
}
