/** Pages of word processors in the editor: what looks like a list or a table there is one here. */
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

const GOOGLE = `<b style="font-weight:normal" id="docs-internal-guid-1"><div dir="ltr"><table><tbody>
<tr><td><p dir="ltr"><span>PA</span></p></td><td><p dir="ltr"><span>120/80</span></p></td></tr>
</tbody></table></div></b>`

browserTest('lists and tables of Word and Google Docs stay lists and tables', async (t) => {
  const host = await openHostPage(t, { server: { alreadySaid: true } })
  await host.open({ embedded: true })
  await host.page.getByRole('button', { name: 'Gerar documento' }).click()
  await host.page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await host.page.locator('.editor-text').waitFor()
  const complaint = () => host.server.documents[0]?.content['Queixa Principal'] ?? null

  async function paste(html: string) {
    await host.page.locator('[data-field="Queixa Principal"] p').last().click()
    await host.page.keyboard.press('End')
    await host.page.keyboard.press('Enter')
    await host.run(`(() => {
      const text = document.querySelector('[data-svc-plugin]').shadowRoot.querySelector('.editor-text')
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', ${JSON.stringify(html)})
      text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })()`)
  }

  await paste(WORD)
  const first = [
    'Dor de cabeça há três dias',
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
  await paste(GOOGLE)
  await becomes(t, async () => String(complaint()).includes('| PA | 120/80 |'), true)
})
