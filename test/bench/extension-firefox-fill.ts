/**
 * The extension in Firefox's own sidebar, by mouse and keys of the browser's window: a doctor's
 * document goes to plain fields, to editors and to a frame of another address, is taken back, and
 * is copied; the browser's question for the frame's address is answered on its own button. Each
 * step says "ok" or what went wrong. `PICTURES=folder` keeps a picture of the window after each.
 */
import { startExtensionServer } from '../helpers/extension-server.ts'
import { teardowns } from './figures.ts'
import { findFirefox, openFirefoxWalk } from './firefox-walk.ts'

const COMPLAINT = 'Dor de cabeça há três dias'
const OPEN = 'Alt+Shift+S'
const LIMIT_MS = 15_000
const FIELDS = {
  'Queixa Principal': ['#complaint', '#plain'],
  'História da Doença Atual': ['#tiny_ifr >>> body', '#shell >>> #exam'],
  'Hipóteses Diagnósticas': '#shell >>> #rich',
  Orientações: '.ck-editor__editable',
  'Medicações Prescritas': '#quill .ql-editor',
}
/** The browser's question for an address, while it is asked. */
const QUESTION = "document.getElementById('addon-webext-permissions-notification')"

export async function benchExtensionFirefoxFill() {
  const firefox = findFirefox()
  if ('missing' in firefox) return firefox
  const down = teardowns()
  const fields: Record<string, string | string[]> = {}
  try {
    const server = await startExtensionServer(down, {
      alreadySaid: true,
      fields,
      rule: (port) => ({ frames: { '#shell': `http://localhost:${port}` } }),
    })
    // The buttons of its questions may be pressed at once.
    const preferences = { 'security.notification_enable_delay': 0 }
    const walk = await openFirefoxWalk(down, firefox.path, preferences)
    const { page, panel, press, step } = walk

    async function openEhr(name: string) {
      await panel.openTab()
      await page.go(`${server.origin}/extension/pages/${name}`)
    }
    const fill = () => panel.click({ css: 'button.grow' })
    async function told(words: string) {
      const said = "driven.find({ css: '.told' }).map(driven.text).join(' ')"
      await panel
        .until(`(${said}).includes(${JSON.stringify(words)})`, LIMIT_MS)
        .catch(async () => {
          throw new Error(`not ${JSON.stringify(words)}; the panel says: ${await panel.run(said)}`)
        })
    }
    async function is(expression: string, wanted: string) {
      const value = await page.run<string>(expression)
      if (value !== wanted) throw new Error(`${expression}: ${JSON.stringify(value)}`)
    }
    /** Answers the browser's question with one of its two buttons. */
    async function answer(which: 'button' | 'secondaryButton') {
      for (let attempt = 0; attempt < 100; attempt++) {
        const isAsked = await panel.inWindow(`
          const question = ${QUESTION}
          if (!question || PopupNotifications.panel.state !== 'open') return false
          question.${which}.click()
          return true`)
        if (isAsked) return
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error('the browser asks nothing')
    }
    const valueIn = (id: string) => `document.querySelector('#${id}').value`

    await step('a document is there', async () => {
      await openEhr('plain.html')
      await walk.openVisit(server.origin)
      await press('^Gerar documento')
      await press('Gerar Anamnese padrão')
      await panel.waitFor({ css: 'button.grow' })
      await is('document.title', 'Prontuário')
    })
    await step('a page on which the button was not clicked stays closed', async () => {
      await fill()
      await told('clique no botão do assistente')
    })
    await step('plain field, at the caret, and back', async () => {
      await panel.key(OPEN)
      await page.click({ css: '#evolution' })
      await fill()
      await told('Inserido em “Evolução”')
      const text = await page.run<string>(valueIn('evolution'))
      if (!text.includes(COMPLAINT)) throw new Error(text)
      await press('^Desfazer')
      await told('Desfeito')
      await is(valueIn('evolution'), 'Antes. Depois.')
    })
    await step('the button is pressed while the extension sleeps', async () => {
      await openEhr('plain.html')
      await panel.sleep()
      await panel.key(OPEN)
      await page.click({ css: '#evolution' })
      await fill()
      await told('Inserido em “Evolução”')
    })
    Object.assign(fields, FIELDS)
    const shell = `${server.origin.replace('127.0.0.1', 'localhost')}/extension/pages/frame.html`
    await step('a frame of another address: no, and nothing is written', async () => {
      await openEhr(`portal.html?shell=${encodeURIComponent(shell)}`)
      await panel.key(OPEN)
      await fill()
      await press('^Permitir localhost')
      await answer('secondaryButton')
      await told('Sem a permissão')
      await is(valueIn('complaint'), '')
      await press('^Fechar')
    })
    await step('a frame of another address: yes, filled, and back', async () => {
      await fill()
      await press('^Permitir localhost')
      await answer('button')
      await press('^Preencher 3 campos')
      await told('3 campos preenchidos')
      await is(valueIn('complaint'), COMPLAINT)
      await press('^Desfazer')
      await told('Desfeito')
      await is(valueIn('complaint'), '')
    })
    await step('TinyMCE, CKEditor and Quill, by rules, and back', async () => {
      await openEhr('editors.html')
      await panel.key(OPEN)
      await page.until('window.wrappedJSObject?.held ?? window.held')
      const held = 'JSON.stringify((window.wrappedJSObject ?? window).held())'
      const before = await page.run<string>(held)
      await fill()
      await press('^Preencher 3 campos')
      await told('3 campos preenchidos')
      const filled = await page.run<string>(held)
      for (const part of ['dor de cabe&ccedil;a', 'Retorno em duas', 'Dipirona'])
        if (!filled.includes(part)) throw new Error(filled)
      await press('^Desfazer')
      await told('Desfeito')
      await is(held, before)
    })
    await step('a field is copied', async () => {
      await openEhr('call.html')
      await fill()
      await press('^Campo por campo')
      await press('^Copiar Queixa Principal')
      await told('Copiado: Queixa Principal')
      const text = await panel.inWindow<string>('return navigator.clipboard.readText()')
      if (text !== COMPLAINT) throw new Error(`copied: ${JSON.stringify(text)}`)
    })
    await step('recording begins, and the page is in front again', async () => {
      await panel.click({ role: 'tab', name: '^Gravação' })
      await press('Iniciar gravação')
      await panel.waitFor({ role: 'button', name: 'Pausar gravação' })
      const title = await panel.inWindow<string>('return gBrowser.selectedTab.label')
      if (title !== 'Chamada') throw new Error(`in front: ${title}`)
    })
    return { version: walk.version, steps: walk.steps }
  } finally {
    await down.run()
  }
}
