// Own process: among the longest, and begun first
import { becomes, browserTest } from '../../helpers/browser.ts'
import { beginVisit, openExtension, signIn } from '../../helpers/extension-browser.ts'
import { askInPage, openBoth } from '../../helpers/extension-page.ts'
import { startExtensionServer } from '../../helpers/extension-server.ts'

const COMPLAINT = 'Dor de cabeça há três dias'
const FIELDS = {
  'Queixa Principal': '#complaint',
  'historia da doenca atual': ['#not-there', '#history'],
  'Dados Antropométricos > Peso': '#weight',
  'Hipóteses Diagnósticas': '#hypothesis',
  Orientações: '#plan',
  'Medicações em uso': '#inner >>> #exam',
}
const wordsOf = (plain: string) => ({ plain, html: `<p>${plain}</p>` })

browserTest(
  'a rule’s fields are shown, filled with one click and taken back with one',
  async (t) => {
    const { ehr, sheet, row, fill, write, undo, told, claims, uses } = await openBoth(
      t,
      'form.html',
      { fields: FIELDS },
    )
    await claims('Preencher prontuário')
    await fill()
    await sheet.getByText('Página: Prontuário de exemplo').waitFor()
    t.true((await row('Queixa Principal').textContent())?.includes(`→ Queixa${COMPLAINT}`))
    t.true((await row('Dados Antropométricos > Peso').textContent())?.includes('→ Peso (kg)70'))
    // What is there already is shown, and not written over without a word of the doctor's.
    t.true((await row('Orientações').textContent())?.includes('Na página: Retorno marcado.'))
    t.false(await row('Orientações').getByRole('checkbox').isChecked())
    t.deepEqual(await ehr.evaluate('heard'), [])
    // Nothing is sent by the look.
    await claims('Preencher prontuário')
    t.is(uses(), 0)
    await write()
    await told('5 campos preenchidos. Confira na página. Outro não foi: veja abaixo.')
    await row('Orientações').getByText('Não preenchido: ficou como estava').waitFor()
    await claims(/^5 de 6 campos no prontuário às \d\d:\d\d$/)
    t.is(uses(), 1)
    t.is(await ehr.locator('#complaint').inputValue(), COMPLAINT)
    t.is(await ehr.locator('#weight').inputValue(), '70')
    t.is(await ehr.locator('#hypothesis').inputValue(), '1')
    t.is(await ehr.locator('#plan').inputValue(), 'Retorno marcado.')
    const exam = ehr.frameLocator('#inner').locator('#exam')
    t.is(await exam.inputValue(), '- Losartana 50 mg, uma vez ao dia')
    const heard = (await ehr.evaluate('heard')) as string[]
    t.deepEqual(heard.slice(0, 2), ['input complaint', 'change complaint'])
    await undo()
    await told('Desfeito')
    for (const id of ['complaint', 'history', 'weight', 'hypothesis'])
      t.is(await ehr.locator(`#${id}`).inputValue(), '', id)
    t.is(await exam.inputValue(), '')
    await claims('Preencher prontuário')
  },
)

browserTest('a text of the page gives way only where the doctor says so', async (t) => {
  const { ehr, panel, row, fill, write, told } = await openBoth(t, 'form.html', {
    fields: { Orientações: '#plan', 'Queixa Principal': '#complaint' },
  })
  await fill()
  await row('Orientações').getByRole('checkbox').check()
  await ehr.evaluate("document.querySelector('#complaint').value = 'de outra pessoa'")
  await write()
  await told('1 de 2 campos')
  t.true((await ehr.locator('#plan').inputValue()).startsWith('- Retorno em duas semanas'))
  t.is(await ehr.locator('#complaint').inputValue(), 'de outra pessoa')
  await row('Queixa Principal').getByText('mudou desde que foi mostrado').waitFor()
  await panel.keyboard.press('Alt+z')
  await told('Desfeito')
  t.is(await ehr.locator('#plan').inputValue(), 'Retorno marcado.')
})

browserTest('what does not arrive is told field by field', async (t) => {
  const { ehr, row, fill, write, told, claims, uses } = await openBoth(t, 'form.html', {
    fields: {
      '*': '#nowhere',
      'Queixa Principal': '#stubborn',
      'História da Doença Atual': '#short',
      'Medicações em uso': '#signed',
      'Dados Antropométricos > Altura': '.twice',
      'Dados Antropométricos > IMC': '#foreign >>> #exam',
      'Sinais Vitais > PA Sistólica': '#date',
      'Hipóteses Diagnósticas': '#masked',
      Orientações: '#hypothesis',
    },
  })
  await fill()
  const says = async (key: string, words: string) =>
    t.true((await row(key).textContent())?.includes(words), key)
  await row('Documento inteiro').waitFor()
  await says('Documento inteiro', 'não está nesta página')
  await says('História da Doença Atual', 'não cabe')
  await says('Medicações em uso', 'não aceita texto')
  t.false((await row('Medicações em uso').textContent())?.includes('Já está'))
  await says('Dados Antropométricos > Altura', 'Há mais de um')
  await says('Dados Antropométricos > IMC', 'outro endereço')
  await says('Sinais Vitais > PA Sistólica', 'não aceita este valor')
  await says('Orientações', 'não aceita este valor')
  await write()
  await told('0 de 2 campos')
  await says('Queixa Principal', 'não manteve')
  await says('Hipóteses Diagnósticas', 'A página mudou o texto')
  await says('Hipóteses Diagnósticas', 'Na página: CEFALEIA TENSIONAL')
  await claims('Preencher prontuário')
  t.is(uses(), 0)
  for (const id of ['short', 'signed', 'date', 'hypothesis'])
    t.is(await ehr.locator(`#${id}`).inputValue(), '', id)
})

browserTest('ticks, dates and choices take what is one, and nothing else', async (t) => {
  const { ehr } = await openBoth(t, 'form.html')
  async function put(selector: string, plain: string) {
    const target = { key: 'k', selectors: [selector], words: wordsOf(plain) }
    const [proposal] = await askInPage<{ refusal?: string }[]>(ehr, 'propose', 't', [target])
    if (proposal?.refusal) return proposal.refusal
    const patient = { selectors: {}, found: {} }
    const filled = await askInPage<{ outcome: string }[]>(ehr, 'fill', 't', ['k'], patient)
    return filled[0]?.outcome
  }
  const undo = () => askInPage(ehr, 'undo', 't')
  t.is(await put('#fever', 'Sim.'), 'written')
  t.true(await ehr.locator('#fever').isChecked())
  t.deepEqual(await undo(), [])
  t.false(await ehr.locator('#fever').isChecked())
  t.is(await put('#fever', 'há dois dias'), 'no_fit')
  t.is(await put('input[name=sex]', 'masculino'), 'written')
  t.true(await ehr.locator('[value=M]').isChecked())
  t.deepEqual(await undo(), [])
  t.false(await ehr.locator('[value=M]').isChecked())
  t.is(await put('#date', '03/05/2026'), 'written')
  t.is(await ehr.locator('#date').inputValue(), '2026-05-03')
  t.is(await put('#weight', '70,5 kg'), 'written')
  t.is(await ehr.locator('#weight').inputValue(), '70.5')
  t.is(await put('#weight', '120 por 80'), 'no_fit')
  t.is(await put('#hypothesis', 'enxaqueca'), 'written')
  t.is(await put('#hypothesis', 'gripe'), 'no_fit')
  t.is(await put('((', 'x'), 'no_field')
})

browserTest('a page of React takes it all: its own state changes, and changes back', async (t) => {
  const { ehr, row, fill, write, undo, told, claims } = await openBoth(t, 'react-form.html', {
    fields: {
      'Queixa Principal': '#complaint',
      'História da Doença Atual': '#history',
      'Hipóteses Diagnósticas': '#hypothesis',
      Orientações: '#fixed',
    },
  })
  const state = async () => JSON.parse((await ehr.locator('#state').textContent()) ?? '')
  await ehr.locator('#state').waitFor()
  await fill()
  await row('Queixa Principal').waitFor()
  await write()
  await told('3 de 4 campos')
  t.like(await state(), { complaint: COMPLAINT, hypothesis: '1' })
  await row('Orientações').getByText('não manteve').waitFor()
  await claims(/^3 de 4 campos no prontuário/)
  await undo()
  await told('Desfeito')
  t.deepEqual(await state(), { complaint: '', history: '', hypothesis: '' })

  const patient = { selectors: {}, found: {} }
  const targets = [
    { key: 'fever', selectors: ['#fever'], words: wordsOf('sim') },
    { key: 'sex', selectors: ['[name=sex]'], words: wordsOf('Feminino') },
  ]
  await askInPage(ehr, 'propose', 'u', targets)
  await askInPage(ehr, 'fill', 'u', ['fever', 'sex'], patient)
  t.like(await state(), { fever: true, sex: 'F' })
})

for (const [name, page] of [
  ['Vue', 'vue-form.html'],
  ['Angular', 'angular-form.html'],
] as const)
  browserTest(
    `a page of ${name} takes it all: its own state changes, and changes back`,
    async (t) => {
      const { ehr, row, fill, write, undo, told } = await openBoth(t, page, {
        fields: {
          'Queixa Principal': '#complaint',
          'História da Doença Atual': '#history',
          'Hipóteses Diagnósticas': '#hypothesis',
        },
      })
      const state = async () => JSON.parse((await ehr.locator('#state').textContent()) ?? '')
      await ehr.locator('#state').waitFor()
      const empty = await state()
      await fill()
      await row('Queixa Principal').waitFor()
      await write()
      await told('3 campos preenchidos')
      const filled = await state()
      t.like(filled, { complaint: COMPLAINT, hypothesis: '1' })
      t.is(filled.history, await ehr.locator('#history').inputValue())
      t.not(filled.history, '')
      await undo()
      await told('Desfeito')
      t.deepEqual(await state(), empty)

      const patient = { selectors: {}, found: {} }
      const targets = [
        { key: 'fever', selectors: ['#fever'], words: wordsOf('sim') },
        { key: 'sex', selectors: ['[name=sex]'], words: wordsOf('Feminino') },
      ]
      await askInPage(ehr, 'propose', 'u', targets)
      await askInPage(ehr, 'fill', 'u', ['fever', 'sex'], patient)
      t.like(await state(), { fever: true, sex: 'F' })
    },
  )

browserTest('another patient’s page is not written to', async (t) => {
  const { ehr, sheet, row, fill, write, saySame, told, claims } = await openBoth(t, 'form.html', {
    fields: { 'Queixa Principal': '#complaint' },
    patient: 'João Pereira',
  })
  await fill()
  await sheet.getByText('Na página o paciente é Maria da Silva').waitFor()
  for (const name of ['Preencher 1 campo', 'Inserir no cursor']) {
    const button = sheet.getByRole('button', { name })
    t.true(await button.isDisabled())
    // A click that was on its way when the button was still another.
    await button.dispatchEvent('click')
    await told('Na página o paciente é Maria da Silva')
    t.is(await ehr.locator('#complaint').inputValue(), '')
  }
  await saySame()
  // Between the look and the click the page goes on to somebody else.
  await ehr.evaluate("document.querySelector('#patient').textContent = 'Ana Costa'")
  await write()
  await told('O paciente da página mudou')
  await row('Queixa Principal').getByText('Não preenchido: ficou como estava').waitFor()
  await claims('Preencher prontuário')
  t.is(await ehr.locator('#complaint').inputValue(), '')
  // Nor does what was shown for one page go to another.
  await ehr.evaluate("document.querySelector('#patient').textContent = 'Maria da Silva'")
  await fill()
  await saySame()
  await ehr.reload()
  await write()
  await told('A página mudou. Nada foi escrito')
  t.is(await ehr.locator('#complaint').inputValue(), '')
})

browserTest('each field is copied as text, Markdown or HTML', async (t) => {
  const { browser, ehr, panel, row, fill, told } = await openBoth(t, 'plain.html')
  await browser.grantPermissions(['clipboard-read', 'clipboard-write'])
  await fill()
  await told('Clique antes no campo')
  await panel.bringToFront()
  await panel.getByRole('button', { name: 'Campo por campo' }).click()
  const copied = async (format: string, key: string) => {
    await panel.getByLabel('Copiar como').selectOption(format)
    await row(key)
      .getByRole('button', { name: `Copiar ${key}` })
      .click()
    await told(`Copiado: ${key}`)
    return panel.evaluate('navigator.clipboard.readText()')
  }
  t.is(await copied('Texto', 'Queixa Principal'), COMPLAINT)
  t.is(await copied('HTML', 'Queixa Principal'), `<p>${COMPLAINT}</p>`)
  const items = ['Retorno em duas semanas', 'Procurar a emergência se a dor piorar']
  t.is(await copied('Markdown', 'Orientações'), items.map((one) => `- ${one}`).join('\n'))
  t.is(
    await copied('HTML', 'Orientações'),
    `<ul>${items.map((one) => `<li>${one}</li>`).join('')}</ul>`,
  )
  t.true(String(await copied('Markdown', 'Documento inteiro')).startsWith('## Queixa Principal'))
  t.is(await ehr.locator('#evolution').inputValue(), 'Antes. Depois.')
})

browserTest('an organization that allows no filling is offered none; copying stays', async (t) => {
  const server = await startExtensionServer(t, { alreadySaid: true, mayFill: false })
  const { browser, openPanel } = await openExtension(t)
  await browser.grantPermissions(['clipboard-read', 'clipboard-write'])
  const panel = await openPanel()
  await signIn(panel, server.origin)
  await beginVisit(panel, 'Maria da Silva')
  await panel.getByRole('button', { name: 'Gerar documento' }).click()
  await panel.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await panel.locator('.editor-text').waitFor()
  await panel
    .getByRole('button', { name: /^Copiar/ })
    .first()
    .click()
  await becomes(
    t,
    async () => {
      const text: string = await panel.evaluate('navigator.clipboard.readText()')
      return text.includes(COMPLAINT)
    },
    true,
  )
  t.is(await panel.getByRole('button', { name: /prontuário|no cursor/ }).count(), 0)
})
