import { browserTest } from '../../helpers/browser.ts'
import { openBoth } from '../../helpers/extension-page.ts'

const COMPLAINT = 'Dor de cabeça há três dias'
const FIELDS = {
  'Queixa Principal': '#complaint',
  'História da Doença Atual': ['#not-there', '#shell >>> #exam'],
  'Hipóteses Diagnósticas': '#shell >>> #rich',
  Orientações: '#shell >>> #inner >>> #plan',
}
const LOCAL = 'http://localhost/*'
const frameAt = (host: string) => (port: string) =>
  `http://${host}:${port}/extension/pages/frame.html`
const own = frameAt('localhost')
/** Another origin on the same machine. */
const alike = frameAt('alike.localhost')
const ruleFor = (more = {}) => ({
  rule: (port: string) => ({ frames: { '#shell': new URL(own(port)).origin }, ...more }),
  byButton: true,
})
const at =
  (shell: (port: string) => string, other = alike) =>
  (port: string) =>
    `?shell=${encodeURIComponent(shell(port))}&other=${encodeURIComponent(other(port))}`

browserTest(
  'a frame of another address is filled after the doctor opens that address',
  async (t) => {
    const options = { fields: FIELDS, query: at(own), ...ruleFor() }
    const both = await openBoth(t, 'portal.html', options)
    const { panel, ehr, server, sheet, row, fill, write, undo, told, allow, sayYesTo } = both
    const host = `localhost:${new URL(server.origin).port}`
    const origins = () => panel.evaluate('chrome.permissions.getAll().then((all) => all.origins)')
    await fill()
    await sheet.getByText(`Há campos em um quadro de outro endereço: ${host}`).waitFor()
    await row('Orientações').getByText('outro endereço').waitFor()
    t.deepEqual(await origins(), [])
    await sayYesTo(LOCAL)
    t.deepEqual(await origins(), [], 'nothing is open before the click')
    await ehr.bringToFront()
    await allow(host)
    await row('Orientações').getByText('→ Conduta').waitFor()
    t.deepEqual(await origins(), [LOCAL])
    const inside = ehr.frameLocator('#shell')
    t.is(await inside.locator('#exam').inputValue(), '', 'nothing is written before a click')
    await write()
    await told('4 campos preenchidos')
    t.is(await ehr.locator('#complaint').inputValue(), COMPLAINT)
    t.not(await inside.locator('#exam').inputValue(), '')
    t.is(await inside.locator('#rich').textContent(), 'Cefaleia tensional')
    t.not(await inside.frameLocator('#inner').locator('#plan').inputValue(), '')
    const frames = ehr.frames()
    const heard = await frames
      .find((one) => one.url() === own(new URL(server.origin).port))
      ?.evaluate('heard')
    t.deepEqual(heard, ['input exam', 'change exam', 'input rich'])
    t.deepEqual(await ehr.evaluate('heard'), [])
    await undo()
    await told('Desfeito')
    t.is(await ehr.locator('#complaint').inputValue(), '')
    t.is(await inside.locator('#exam').inputValue(), '')
    t.is(await inside.locator('#rich').textContent(), '')
    t.is(await inside.frameLocator('#inner').locator('#plan').inputValue(), '')

    // The frame that looks alike has another address.
    const other = ehr.frameLocator('#other')
    t.is(await other.locator('#exam').inputValue(), '')
    await panel.getByRole('button', { name: 'Consultas' }).dispatchEvent('click')
    await panel.getByLabel('Nome do paciente').waitFor()
    t.deepEqual(await origins(), [], 'given back with the visit')
  },
)

browserTest('at the caret of such a frame, and back; no other frame is offered', async (t) => {
  const both = await openBoth(t, 'portal.html', { query: at(own), ...ruleFor() })
  const { panel, ehr, server, text, fill, undo, told, allow, sayYesTo } = both
  await sayYesTo(LOCAL)
  await ehr.bringToFront()
  await ehr.frameLocator('#other').locator('#exam').click()
  await fill()
  await told('uma página de outro endereço')
  t.is(await panel.getByRole('button', { name: /^Permitir/ }).count(), 0)
  const exam = ehr.frameLocator('#shell').locator('#exam')
  await exam.click()
  await fill()
  await told('em um quadro de outro endereço')
  await allow(`localhost:${new URL(server.origin).port}`)
  await told('Inserido em “Exame”')
  t.true((await exam.inputValue()).includes(text))
  await undo()
  await told('Desfeito')
  t.is(await exam.inputValue(), '')
})

browserTest('a patient within a frame is looked at before anything is written', async (t) => {
  const both = await openBoth(t, 'portal.html', {
    fields: FIELDS,
    query: at(own),
    ...ruleFor({ read: { patient_name: '#shell >>> #patient' } }),
  })
  const { ehr, server, sheet, fill, write, told, allow, sayYesTo } = both
  await fill()
  await sheet.getByText('O paciente está em um quadro').waitFor()
  t.true(await sheet.getByRole('button', { name: /^Preencher \d/ }).isDisabled())
  t.true(await sheet.getByRole('button', { name: 'Inserir no cursor' }).isDisabled())
  await sayYesTo(LOCAL)
  await ehr.bringToFront()
  await allow(`localhost:${new URL(server.origin).port}`)
  await sheet.getByRole('button', { name: 'Preencher 4 campos' }).waitFor()
  const frame = ehr.frames().find((one) => one.url() === own(new URL(server.origin).port))
  await frame?.evaluate("document.querySelector('#patient').textContent = 'Ana Costa'")
  await write()
  await told('O paciente da página mudou')
  t.is(await ehr.locator('#complaint').inputValue(), '')
  t.is(await ehr.frameLocator('#shell').locator('#exam').inputValue(), '')
})

browserTest('a frame that has another address than the rule says gets nothing', async (t) => {
  // Where the rule expects the frame there is one that looks alike, and the true one elsewhere.
  const both = await openBoth(t, 'portal.html', {
    fields: FIELDS,
    query: at(alike, own),
    ...ruleFor(),
  })
  const { panel, ehr, server, row, fill, write, close, told, allow, sayYesTo } = both
  // Even where the extension may read it.
  for (const pages of [LOCAL, 'http://alike.localhost/*']) await sayYesTo(pages)
  await ehr.bringToFront()
  await fill()
  await allow(`localhost:${new URL(server.origin).port}`)
  await row('Orientações').getByText('outro endereço').waitFor()
  const mayRead = "chrome.permissions.request({ origins: ['http://alike.localhost/*'] })"
  const devtools = await panel.context().newCDPSession(panel)
  const asked = { expression: mayRead, userGesture: true, awaitPromise: true, returnByValue: true }
  t.true((await devtools.send('Runtime.evaluate', asked)).result.value)
  await close()
  await fill()
  await row('Orientações').getByText('outro endereço').waitFor()
  await write()
  await told('1 campo preenchido')
  for (const id of ['shell', 'other']) {
    const inside = ehr.frameLocator(`#${id}`)
    t.is(await inside.locator('#exam').inputValue(), '', id)
    t.is(await inside.locator('#rich').textContent(), '', id)
  }
})

browserTest('a frame within such a frame is filled after both addresses are open', async (t) => {
  const deeper = (port: string) => `${own(port)}?deep=${encodeURIComponent(alike(port))}`
  const both = await openBoth(t, 'portal.html', {
    fields: {
      'Queixa Principal': '#complaint',
      'História da Doença Atual': '#shell >>> #exam',
      'Hipóteses Diagnósticas': '#shell >>> #deep >>> #rich',
      Orientações: '#shell >>> #deep >>> #exam',
      'Medicações em uso': '#shell >>> #unnamed >>> #exam',
    },
    query: at(deeper),
    rule: (port) => ({
      frames: {
        '#shell': new URL(own(port)).origin,
        '#shell >>> #deep': new URL(alike(port)).origin,
      },
    }),
    byButton: true,
  })
  const { panel, ehr, server, text, row, fill, write, undo, told, allow, sayYesTo } = both
  const port = new URL(server.origin).port
  await fill()
  await row('Orientações').getByText('outro endereço').waitFor()
  for (const pages of [LOCAL, 'http://alike.localhost/*']) await sayYesTo(pages)
  await ehr.bringToFront()
  // The outer one first: what is in it is known only then.
  await allow(`localhost:${port}`)
  await row('Orientações').getByText('outro endereço').waitFor()
  await allow(`alike.localhost:${port}`)
  await row('Orientações').getByText('→ Exame').waitFor()
  await row('Medicações em uso').getByText('não está nesta página').waitFor()
  await write()
  await told('4 campos preenchidos. Confira na página. Outro não foi')
  const shell = ehr.frameLocator('#shell')
  const deep = shell.frameLocator('#deep')
  t.not(await shell.locator('#exam').inputValue(), '')
  t.is(await deep.locator('#rich').textContent(), 'Cefaleia tensional')
  t.true((await deep.locator('#exam').inputValue()).includes('Retorno em duas semanas'))
  await undo()
  await told('Desfeito')
  t.is(await deep.locator('#exam').inputValue(), '')
  t.is(await shell.locator('#exam').inputValue(), '')

  await deep.locator('#exam').click()
  await fill()
  await panel.getByRole('button', { name: 'Inserir no cursor' }).dispatchEvent('click')
  await told('Inserido em “Exame”')
  t.true((await deep.locator('#exam').inputValue()).includes(text))
})

browserTest('a frame in a sandbox is filled where its address is named, else told', async (t) => {
  const both = await openBoth(t, 'portal.html', {
    fields: {
      'Queixa Principal': '#complaint',
      'História da Doença Atual': '#other >>> #exam',
      Orientações: '#shell >>> #exam',
    },
    query: (port) => `${at(own)(port)}&boxed`,
    rule: (port) => ({ frames: { '#other': new URL(alike(port)).origin } }),
    byButton: true,
  })
  const { ehr, server, row, fill, write, told, allow, sayYesTo, claims } = both
  await fill()
  await row('Orientações').getByText('outro endereço').waitFor()
  await sayYesTo('http://alike.localhost/*')
  await ehr.bringToFront()
  await allow(`alike.localhost:${new URL(server.origin).port}`)
  await row('História da Doença Atual').getByText('→ Exame').waitFor()
  await write()
  await told('2 campos preenchidos')
  await claims(/^2 de 3 campos/)
  t.not(await ehr.frameLocator('#other').locator('#exam').inputValue(), '')
  t.is(await ehr.frameLocator('#shell').locator('#exam').inputValue(), '')
})

browserTest('a frame that goes elsewhere after the look, or is covered, gets none', async (t) => {
  const both = await openBoth(t, 'portal.html', { fields: FIELDS, query: at(own), ...ruleFor() })
  const { ehr, server, row, fill, write, close, told, allow, sayYesTo } = both
  const port = new URL(server.origin).port
  await sayYesTo(LOCAL)
  await ehr.bringToFront()
  await fill()
  await allow(`localhost:${port}`)
  await row('Orientações').getByText('→ Conduta').waitFor()
  const inside = ehr.frameLocator('#shell')
  const goTo = async (address: string) => {
    await ehr.evaluate(`document.querySelector('#shell').src = ${JSON.stringify(address)}`)
    await inside.locator('#exam').waitFor()
    await ehr.waitForTimeout(500)
  }
  await goTo(alike(port))
  await write()
  await told('1 de 4 campos')
  await row('Orientações').getByText('outro endereço').waitFor()
  t.is(await inside.locator('#exam').inputValue(), '')
  // The same address again is another page than the one that was looked at.
  await goTo(own(port))
  await ehr.evaluate("document.querySelector('#complaint').value = ''")
  await close()
  await fill()
  await row('Orientações').getByText('→ Conduta').waitFor()
  await goTo(own(port))
  await write()
  await row('Orientações').getByText('mudou desde que foi mostrado').waitFor()
  t.is(await inside.locator('#exam').inputValue(), '')
  await ehr.evaluate(`(() => {
    const cover = document.createElement('div')
    cover.style.cssText = 'position: fixed; inset: 0; background: white'
    document.body.append(cover)
  })()`)
  await close()
  await fill()
  await row('Orientações').getByText('escondido ou coberto').waitFor()
})
