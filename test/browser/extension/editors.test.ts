import type { Page } from 'playwright-core'
import { browserTest } from '../../helpers/browser.ts'
import { openBoth } from '../../helpers/extension-page.ts'

const COMPLAINT = 'Dor de cabeça há três dias'
const FIRST = 'Retorno em duas semanas'
const SECOND = 'Procurar a emergência se a dor piorar'
const OLD = 'Texto de antes.'

/** What the editors say that they hold, not what the page shows. */
async function held(page: Page): Promise<Record<'tiny' | 'ck' | 'quill' | 'plain', string>> {
  const editors = (await page.evaluate('held()')) as Record<'tiny' | 'ck' | 'quill', string>
  return { ...editors, plain: await page.locator('#plain').innerHTML() }
}

async function open(...given: Parameters<typeof openBoth>) {
  const both = await openBoth(...given)
  await both.ehr.waitForFunction('window.held')
  return both
}

browserTest('rules fill TinyMCE, CKEditor, Quill and editable texts, and undo them', async (t) => {
  const { ehr, row, fill, write, undo, told } = await open(t, 'editors.html', {
    fields: {
      'Queixa Principal': '#plain',
      'História da Doença Atual': '#tiny_ifr >>> body',
      Orientações: '.ck-editor__editable',
      'Medicações Prescritas': '#quill .ql-editor',
    },
  })
  const before = await held(ehr)
  await fill()
  await row('Queixa Principal').getByRole('checkbox').check()
  await write()
  await told('4 campos preenchidos')
  const { plain, tiny, ck, quill } = await held(ehr)
  t.is(plain, `<p>${COMPLAINT}</p>`)
  t.is(
    tiny,
    '<p>Estou com dor de cabe&ccedil;a h&aacute; tr&ecirc;s dias, pior &agrave; noite.</p>',
  )
  t.is(ck, `<ul><li>${FIRST}</li><li>${SECOND}</li></ul>`)
  t.is(quill.trim(), 'Dipirona 500 mg a cada 6 horas, se dor')
  await undo()
  await told('Desfeito')
  t.deepEqual(await held(ehr), before)
})

browserTest('what an editor was given by a script comes back too', async (t) => {
  const { ehr, row, fill, write, undo, told } = await open(t, 'editors.html', {
    fields: {
      'História da Doença Atual': '#tiny_ifr >>> body',
      Orientações: '.ck-editor__editable',
      'Medicações Prescritas': '#quill .ql-editor',
    },
  })
  await ehr.evaluate(`give('<p><strong>Sinais:</strong> estáveis.</p><p>${OLD}</p>')`)
  const before = await held(ehr)
  await fill()
  for (const key of ['História da Doença Atual', 'Orientações', 'Medicações Prescritas']) {
    t.true((await row(key).textContent())?.includes(OLD), key)
    await row(key).getByRole('checkbox').check()
  }
  await write()
  await told('3 campos preenchidos')
  for (const text of Object.values(await held(ehr))) t.false(text.includes(OLD))
  await undo()
  await told('Desfeito')
  t.deepEqual(await held(ehr), before)
})

browserTest('a document goes to the caret of an editor, in paragraphs, and back', async (t) => {
  const { ehr, fill, undo, told } = await open(t, 'editors.html')
  await ehr.evaluate(`give('<p>${OLD}</p>')`)
  const places = {
    plain: ehr.locator('#plain'),
    tiny: ehr.frameLocator('#tiny_ifr').locator('body'),
    ck: ehr.locator('.ck-editor__editable'),
    quill: ehr.locator('#quill .ql-editor'),
  }
  for (const [name, place] of Object.entries(places)) {
    const key = name as keyof typeof places
    await place.click()
    await place.press('Control+End')
    const before = (await held(ehr))[key]
    await fill()
    await told('Inserido')
    const after = (await held(ehr))[key]
    t.true(after.includes(key === 'plain' ? 'Antes.' : OLD), key)
    const [, bold, line] =
      /(Queixa Principal):?(?:<\/strong><\/p>\s*<p>|\n)(Dor de [^<]*)/.exec(after) ?? []
    t.is(bold, 'Queixa Principal', after)
    t.truthy(line)
    await undo()
    await told('Desfeito')
    t.is((await held(ehr))[key], before, key)
  }
})
