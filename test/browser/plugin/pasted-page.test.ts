/** Pages of word processors in the editor: what looks like a list or a table there is one here. */
import type { ExecutionContext } from 'ava'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { openHostPage } from '../../helpers/plugin-page.ts'

const item = (marker: string, text: string) =>
  `<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
   style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`
const cell = (html: string) => `<td valign=top>${html}</td>`

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment-->
<p class=MsoNormal><b>Conduta</b><o:p></o:p></p>
${item('·', 'Repouso')}${item('·', 'Hidratação')}
${item('1.', 'Hemograma')}${item('2.', 'Retorno')}
<table class=MsoTableGrid border=1>
<tr>${cell('<p class=MsoNormal>Exame<o:p></o:p></p>')}${cell('<p class=MsoNormal>Valor</p>')}</tr>
<tr>${cell('<p class=MsoNormal>Hb</p>')}${cell('<p class=MsoNormal>13,2</p><p class=MsoNormal>g/dL</p>')}</tr>
</table><!--EndFragment--></body></html>`

const WORD_PLAIN =
  'Conduta\r\n·\tRepouso\r\n·\tHidratação\r\n1.\tHemograma\r\n2.\tRetorno\r\nExame\tValor\r\nHb\t13,2\r\ng/dL\r\n'

const GOOGLE = `<b style="font-weight:normal" id="docs-internal-guid-1"><div dir="ltr"><table><tbody>
<tr><td><p dir="ltr"><span>PA</span></p></td><td><p dir="ltr"><span>120/80</span></p></td></tr>
</tbody></table></div></b>`

const SAID = 'Dor de cabeça há três dias'

async function openDocument(t: ExecutionContext, policy?: string) {
  const pageHeaders = policy ? { 'Content-Security-Policy': policy } : {}
  const host = await openHostPage(t, { server: { alreadySaid: true, pageHeaders } })
  const { page, run } = host
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await run(`(globalThis.violations = [], addEventListener('securitypolicyviolation',
    ({ violatedDirective }) => violations.push(violatedDirective)), 0)`)
  await host.open({ embedded: true })
  await page.getByRole('button', { name: 'Gerar documento' }).click()
  await page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await page.locator('.editor-text').waitFor()
  return {
    host,
    saves: (expected: string) =>
      becomes(
        t,
        async () => String(host.server.documents[0]?.content['Queixa Principal']),
        expected,
      ),
    async newLine() {
      await page.locator('[data-field="Queixa Principal"] p').last().click()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
    },
    /** As the doctor does it: over the computer's clipboard, with the keys. */
    async paste(html: string, text: string) {
      await run(`navigator.clipboard.write([new ClipboardItem({
        'text/html': new Blob([${JSON.stringify(html)}], { type: 'text/html' }),
        'text/plain': new Blob([${JSON.stringify(text)}], { type: 'text/plain' }),
      })])`)
      await page.keyboard.press('Control+v')
    },
  }
}

browserTest('lists and tables of Word and Google Docs stay lists and tables', async (t) => {
  const { host, newLine } = await openDocument(t)
  const complaint = () => host.server.documents[0]?.content['Queixa Principal'] ?? null

  async function paste(html: string, plain: string) {
    await newLine()
    // The browser would tidy what the clipboard holds.
    await host.run(`(() => {
      const text = document.querySelector('[data-svc-plugin]').shadowRoot.querySelector('.editor-text')
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', ${JSON.stringify(html)})
      clipboardData.setData('text/plain', ${JSON.stringify(plain)})
      text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })()`)
  }

  await paste(WORD, WORD_PLAIN)
  const first = [
    SAID,
    'Conduta',
    '- Repouso',
    '- Hidratação',
    '1. Hemograma',
    '2. Retorno',
    '| Exame | Valor |',
    '| --- | --- |',
    '| Hb | 13,2 g/dL |',
  ].join('\n')
  await becomes(t, async () => String(complaint()), first)
  await host.page.getByRole('button', { name: 'Desfazer (Ctrl+Z)' }).click()
  await becomes(t, async () => String(complaint()).includes('Repouso'), false)
  await paste(GOOGLE, 'PA\t120/80')
  await becomes(t, async () => String(complaint()).includes('| PA | 120/80 |'), true)
})

browserTest('what is pasted is a step of its own to undo, between what is typed', async (t) => {
  const { host, newLine, paste, saves } = await openDocument(t)
  const { keyboard } = host.page
  await newLine()
  await paste('<p>Repouso</p><p>Retorno</p>', 'Repouso\nRetorno')
  await keyboard.type(' breve')
  await saves(`${SAID}\nRepouso\nRetorno breve`)
  await keyboard.press('Control+z')
  await saves(`${SAID}\nRepouso\nRetorno`)
  await keyboard.press('Control+z')
  const lines = host.page.locator('[data-field="Queixa Principal"] p')
  t.deepEqual(await lines.allTextContents(), [SAID, ''])
  await keyboard.press('Control+z')
  await becomes(t, async () => String(await lines.count()), '1')
  await keyboard.press('Control+Shift+z')
  await keyboard.press('Control+Shift+z')
  await saves(`${SAID}\nRepouso\nRetorno`)
})

/** As a program does that brings its page alone. */
const alone = (html: string) => `(() => {
  const text = document.querySelector('[data-svc-plugin]').shadowRoot.querySelector('.editor-text')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', ${JSON.stringify(html)})
  text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
})()`

browserTest('what is crossed out or raised on a page is so in the document', async (t) => {
  const { newLine, paste, saves } = await openDocument(t)
  await newLine()
  await paste(
    '<p><s>Losartana 50 mg</s> Enalapril 10 mg</p><p>Glicemia 98<sup>1</sup> mg/dL</p>',
    'Losartana 50 mg Enalapril 10 mg\n\nGlicemia 981 mg/dL',
  )
  const word = `${SAID}\nLosartana 50 mg (riscado) Enalapril 10 mg\nGlicemia 98¹ mg/dL`
  await saves(word)
  await newLine()
  // Google Docs says both by styles.
  await paste(
    '<p><span style="text-decoration:line-through;color:#000">AAS</span><span> 10</span><span style="font-size:0.6em;vertical-align:super">3</span></p>',
    'AAS 103',
  )
  await saves(`${word}\nAAS (riscado) 10³`)
})

browserTest('a page alone, without plain text, loses no word either', async (t) => {
  const { host, newLine, saves } = await openDocument(t)
  await newLine()
  // Its marks lose a word of what they are on.
  await host.run(
    alone(
      '<div data-pm-slice="0 0 -3 [&quot;table&quot;]"><p>Al&eacute;rgica a</p> dipirona &lt;grave&gt;</div>',
    ),
  )
  await saves(`${SAID}\nAlérgica a\ndipirona <grave>`)
})

const policy = (trustedTypes: string) =>
  [
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws:; img-src blob:",
    `require-trusted-types-for 'script'; trusted-types ${trustedTypes}`,
  ].join('; ')
const LIST = '<ul><li>Repouso</li><li>Hidratação</li></ul>'

browserTest('under Trusted Types a list is pasted by the policy the page lists', async (t) => {
  const { host, newLine, paste, saves } = await openDocument(t, policy('ProseMirrorClipboard'))
  await newLine()
  await paste(LIST, 'Repouso\nHidratação')
  await saves(`${SAID}\n- Repouso\n- Hidratação`)
  t.deepEqual(await host.run('violations'), [])
})

for (const [what, trustedTypes, before] of [
  ['lists no policy', "'none'", '0'],
  [
    'has made that policy for itself',
    'ProseMirrorClipboard',
    "(trustedTypes.createPolicy('ProseMirrorClipboard', { createHTML: (html) => html }), 0)",
  ],
] as const)
  browserTest(`where the page ${what}, the words alone go in, as words`, async (t) => {
    const { host, newLine, paste, saves } = await openDocument(t, policy(trustedTypes))
    await host.run(before)
    await newLine()
    await paste(LIST, 'Repouso\nHidratação')
    await saves(`${SAID}\nRepouso\nHidratação`)
    t.is(await host.page.locator('[data-field="Queixa Principal"] ul').count(), 0)
    t.deepEqual(await host.run('violations'), ['trusted-types'])
    await newLine()
    await host.run(alone('<style>p { color: red }</style><p>Retorno &agrave;s 8h</p>'))
    await saves(`${SAID}\nRepouso\nHidratação\nRetorno às 8h`)
  })

browserTest('a page that is wrong about its own parts is pasted as its words', async (t) => {
  const { newLine, paste, saves } = await openDocument(t)
  await newLine()
  const page = '<p>Repouso</p><p data-pm-slice="0 0 -3 []">Hidratação</p><p>Retorno</p>'
  await paste(page, 'Repouso\n\nHidratação\n\nRetorno')
  await saves(`${SAID}\nRepouso\nHidratação\nRetorno`)
})
