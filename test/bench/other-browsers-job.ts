/**
 * What a doctor does in a consultation, step by step, for a browser that WebDriver drives. Steps
 * build on each other.
 */
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { SAMPLE_RATE_HZ } from '../helpers/demo-audio.ts'
import type { FaultFront } from '../helpers/fault-front.ts'
import type { VirtualSound } from '../helpers/virtual-sound.ts'
import type { Page } from '../helpers/webdriver.ts'

export const SAMPLE_SOUND = fileURLToPath(
  new URL('../../bin/tools/demo/samples/garganta.ogg', import.meta.url),
)
/** Of bin/tools/demo/samples/garganta.json. */
const PATIENT = 'Beatriz Farias'
const RECOGNIZED_MS = 120_000
const CLOCK = `Number(driven.find({ css: '.big-clock' })[0]?.textContent.split(':').reduce((all, part) => all * 60 + Number(part), 0))`

interface Room {
  page: Page
  front: FaultFront
  sound: VirtualSound
  /** What is said, PCM16 mono 16 kHz. */
  samples: Int16Array
}

export function mainJob({
  page,
  front,
  sound,
  samples,
}: Room): Record<string, () => Promise<void>> {
  const button = (name: string) => ({ role: 'button', name })
  const heard = (event: string) =>
    `window.heard.some(({ eventName }) => eventName === 'svc.plugin.${event}')`
  const part = (fromS: number, toS: number) =>
    samples.subarray(fromS * SAMPLE_RATE_HZ, toS * SAMPLE_RATE_HZ)
  const block = (field: string, css = '') => ({ css: `[data-field="${field}"] ${css}`.trim() })

  async function openDemo(query = '') {
    await page.go(`${front.origin}/demo${query}`)
    await page.until('!!globalThis.SvcPlugin')
    // As any script of the host page would.
    await page.run(
      `(window.heard = [], SvcPlugin.instance.addMessageListener((message) => window.heard.push(message)), true)`,
    )
    await page.size(1440, 1000)
  }

  /** In the page: whether a section's words are such. */
  const holds = (field: string, words: string) =>
    `new RegExp(${JSON.stringify(words)}).test(driven.text(${`driven.find(${JSON.stringify(block(field))})[0]`}))`

  async function openDocument() {
    await page.click({ role: 'tab', name: 'Documentos' })
    await page.until(`!!driven.find({ css: '.editor-text, .card-more' })[0]`)
    if (await page.countOf({ css: '.editor-text' })) return
    await tabTo('^SOAP')
    await page.press('Enter')
    await page.waitFor({ css: '.editor-text' })
  }

  async function tabTo(name: string) {
    const passed: string[] = []
    for (let stops = 0; stops < 60; stops++) {
      await page.press('Tab')
      const at = await page.run<string>('driven.focused() ? driven.name(driven.focused()) : ""')
      if (new RegExp(name).test(at)) return
      passed.push(at.slice(0, 30))
    }
    throw new Error(`Tab does not reach ${name}: ${passed.join(' | ')}`)
  }

  return {
    async 'the plugin opens in a page with a strict policy'() {
      await openDemo()
      await page.click(button(PATIENT))
      await page.waitFor(button('Iniciar gravação'))
      await page.until(heard('ready'))
    },

    async 'context is written and saved'() {
      await page.click({ role: 'tab', name: 'Contexto' })
      await page.click({ css: 'textarea[placeholder^="Ex.:"]' })
      await page.type('Retorno de amigdalite: ção, ñ, 37,5 °C')
      await page.waitFor({ text: '^Salvo' })
    },

    async 'the patient agrees and the microphone opens'() {
      await page.click({ role: 'tab', name: 'Gravação' })
      await page.click({ css: 'label', text: '^Paciente informado e de acordo' })
      await page.click(button('Usar meu microfone'))
      await page.click(button('Iniciar gravação'))
      await page.until(heard('recorder.started'))
    },

    async 'words appear while they are spoken'() {
      await sound.say(part(0, 12))
      await page.waitFor({ text: 'dor de garganta' })
    },

    async 'a cut network loses nothing'() {
      front.setLine('down')
      await sound.say(part(12, 24))
      await page.waitFor({ text: 'Sem conexão' })
      front.setLine('up')
      await page.waitFor({ text: 'Tudo guardado no servidor' }, 60_000)
    },

    async 'a page that is loaded anew goes on with its recording'() {
      const before = await page.run<number>(CLOCK)
      await openDemo()
      await page.click(button(PATIENT))
      await page.waitFor(button('Retomar gravação'))
      await page.click(button('Usar meu microfone'))
      await page.click(button('Retomar gravação'))
      await page.until(heard('recorder.started'))
      await sound.say(part(24, samples.length / SAMPLE_RATE_HZ))
      const after = await page.run<number>(CLOCK)
      assert(after > before + 40, `the clock went from ${before} to ${after} s`)
    },

    async 'the recording is finished and all of it is in the box'() {
      await page.click(button('Finalizar'))
      await page.waitFor({ role: 'status', text: 'aperte Gerar documento' }, RECOGNIZED_MS)
      const lines = await page.run<string[]>(
        `window.heard.findLast(({ eventName }) => eventName === 'svc.plugin.ehr.transcriptions').eventData.transcriptions.map(({ text }) => text)`,
      )
      const text = lines.join(' ')
      for (const words of [
        'dor de garganta há 3 dias',
        'alergia a camarão',
        '115 por 75',
        'amoxicilina 500',
      ])
        assert(text.includes(words), `«${words}» is not in: ${text}`)
    },

    async 'a document comes, and fills the form of the EHR'() {
      await page.click(button('Gerar documento'))
      await page.click(button('^Gerar SOAP'))
      await page.click(button('Preencher prontuário'))
      await page.waitFor({ text: 'Recebido do assistente às' })
      const values = await page.run<string[]>(
        `[...document.querySelectorAll('textarea, input')].map(({ value }) => value).filter(Boolean)`,
      )
      for (const words of ['dor de garganta', 'amoxicilina 500'])
        assert(
          values.some((value) => value.includes(words)),
          `«${words}» is not in the form: ${values}`,
        )
    },

    async 'a value leads to the words it came from, and they are heard again'() {
      await page.click({ role: 'button', name: '^Fonte de Plano|^Fonte de' })
      await page.waitFor({ css: 'mark' })
      const loudest = sound.listen()
      await page.click(button('Ouvir o trecho'))
      await page.until(`!!driven.find({ role: 'button', name: 'Parar o áudio' })[0]`)
      await page.waitForNone(button('Parar o áudio'))
      const level = await loudest()
      assert(level > 0.05, `the loudspeaker gave ${level}`)
      await page.click(button('Ver na transcrição'))
      await page.waitFor({ css: '.line.highlighted' })
      await page.click({ role: 'tab', name: 'Documentos' })
    },

    async 'the text is edited, undone, done again, selected and replaced'() {
      await page.click(block('Avaliação', 'p'), -1)
      await page.press('End')
      await page.type(' à direita')
      await page.until(holds('Avaliação', 'amigdalite.* à direita'))
      await page.press('Control+z')
      await page.until(`!${holds('Avaliação', 'à direita')}`)
      await page.press('Control+Shift+z')
      await page.until(holds('Avaliação', 'à direita'))
      await page.press('Home')
      await page.press('Shift+End')
      await page.type('Amigdalite aguda')
      await page.until(
        `${holds('Avaliação', 'Amigdalite aguda')} && !${holds('Avaliação', 'direita')}`,
      )
    },

    async 'words are cut and pasted, as blocks'() {
      await page.press('Home')
      await page.press('Shift+End')
      await page.press('Control+x')
      await page.until(`!${holds('Avaliação', 'Amigdalite')}`)
      await page.press('Control+v')
      await page.until(holds('Avaliação', 'Amigdalite aguda'))
      await page.press('End')
      await page.press('Enter')
      await page.type('- sem abscesso')
      await page.until(
        `!!driven.find({ css: '[data-field="Avaliação"] *', text: '^sem abscesso' })[0]`,
      )
    },

    async 'the document is copied, and pasted into the EHR'() {
      await page.click(button('Copiar documento'))
      await page.until(heard('ehr.document.copied'))
      await page.click({ css: 'textarea' })
      await page.press('Control+a')
      await page.press('Control+v')
      await page.until(`/## Subjetivo/.test(document.querySelector('textarea').value)`)
    },

    async 'words of the last second survive leaving the page'() {
      await page.click(block('Subjetivo', 'p'), -1)
      await page.press('End')
      await page.type(' Nega tosse.')
      await openDemo()
      await page.click(button(PATIENT))
      await openDocument()
      await page.until(holds('Subjetivo', 'Nega tosse'))
    },

    async 'the keyboard alone writes, saves and fills'() {
      await page.click({ role: 'tab', name: 'Documentos' })
      await openDocument()
      await tabTo('Texto do documento')
      await page.press('Control+Home')
      await page.press('End')
      await page.type(' Sem febre.')
      await page.until(holds('Subjetivo', 'Sem febre'))
      await page.press('Enter')
      await page.type('Segunda linha')
      await page.press('Alt+Shift+ArrowUp')
      await page.until(holds('Subjetivo', '^(?!.*Sem febre.*Segunda linha).*Segunda linha'))
      await page.press('Control+Enter')
      await page.until(heard('ehr.fill'))
    },

    async 'what was written as context is still there'() {
      await page.click({ role: 'tab', name: 'Contexto' })
      await page.until(
        `driven.find({ css: 'textarea[placeholder^="Ex.:"]' })[0]?.value.includes('ção, ñ, 37,5 °C')`,
      )
    },

    async 'in English, dark, as narrow as a phone'() {
      await page.go(`${front.origin}/demo`)
      await page.until('!!globalThis.SvcPlugin')
      await page.run(`(document.documentElement.dataset.svcLanguage = 'en')`)
      await page.size(360, 740)
      await page.click(button('^Escuro'))
      await page.click(button('Ana Lima'))
      await page.waitFor(button('Start recording'))
      await page.run(
        `driven.find({ role: 'button', name: 'Start recording' })[0].scrollIntoView({ block: 'center' }), true`,
      )
      // Firefox's window gets no narrower than 500 px.
      assert(
        await page.run('document.documentElement.scrollWidth <= innerWidth'),
        'wider than the page',
      )
    },
  }
}
