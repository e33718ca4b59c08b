/**
 * The main job by keyboard alone, on the whole service: nothing needs a pointer, the focus is
 * always in sight and never held.
 */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { ClinicalDocument } from '../../../core/contract/api.ts'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { CONVERSATION } from '../../helpers/plugin-screens.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

const VOICE = join(import.meta.dirname, '../../fixtures/speech/conversa.wav')
/** More stops than any screen has. */
const ALL_STOPS = 120

/**
 * In the page: what has the focus inside the plugin, as it is read aloud; its place and whether the
 * focus shows.
 */
const FOCUS = `(() => {
  const host = document.querySelector('[data-svc-plugin]')
  const at = document.activeElement === host ? host.shadowRoot.activeElement : null
  if (!at) return { name: '', isInside: false, isSeen: false }
  const { width, height } = at.getBoundingClientRect()
  const isTab = at.getAttribute('role') === 'tab'
  const name = (isTab ? 'Guia ' : '') + (at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent).trim()
  return { name, isInside: true, isSeen: at.matches(':focus-visible') && width > 0 && height > 0 }
})()`

interface Focus {
  name: string
  isInside: boolean
  isSeen: boolean
}

async function openByKeyboard(t: ExecutionContext) {
  const w = await openWorkspacePage(t, { microphoneWav: VOICE })
  await w.page.context().grantPermissions(['clipboard-read', 'clipboard-write', 'microphone'])
  const id = await w.prepare('c1', CONVERSATION)
  const { page, run } = w
  const { keyboard } = page
  const focus = () => run<Focus>(FOCUS)
  return {
    ...w,
    id,
    keyboard,
    focus,
    /** After a step that redraws: the keyboard still stands somewhere in the plugin. */
    async holdsFocus(after: string) {
      await becomes(t, async () => (await focus()).isInside, true)
      t.true((await focus()).isSeen, `${after}: ${(await focus()).name}`)
    },
    /** With Tab, or Shift+Tab. */
    async tabTo(name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
      const passed: string[] = []
      for (let i = 0; i < ALL_STOPS; i++) {
        await keyboard.press(key)
        const at = await focus()
        if (at.isInside) t.true(at.isSeen, at.name)
        if (at.isInside && name.test(at.name)) return
        passed.push(at.name.slice(0, 40))
      }
      throw new Error(`${key} does not reach ${name}: ${passed.join(' | ')}`)
    },
    async hears(event: string) {
      await page.waitForFunction(`host.names().includes(${JSON.stringify(event)})`)
    },
    async stored(): Promise<ClinicalDocument> {
      const path = `/ehrs/${id}/documents`
      const { documents } = await w.api<{ documents: ClinicalDocument[] }>('GET', path)
      return documents[0] as ClinicalDocument
    },
  }
}

browserTest('the whole job by keyboard alone, from the host page and back to it', async (t) => {
  t.timeout(15 * 60_000)
  const w = await openByKeyboard(t)
  const { keyboard, page, tabTo, hears, holdsFocus, focus } = w
  await w.open('c1', { enableFillEhr: true }, false)

  // Consent: the group is one stop, the arrows choose.
  await tabTo(/^Registrar depois/)
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowUp')
  t.regex((await focus()).name, /^Paciente informado e de acordo/)
  await page.getByText(/Registrado às/).waitFor()

  await tabTo(/^Iniciar gravação/)
  await keyboard.press('Enter')
  await hears('svc.plugin.recorder.started')
  await holdsFocus('recording')
  await becomes(t, async () => /^Pausar gravação/.test((await focus()).name), true)
  await keyboard.press('Space')
  await hears('svc.plugin.recorder.paused')
  await holdsFocus('paused')
  await keyboard.press('r')
  await becomes(t, async () => /^Pausar gravação/.test((await focus()).name), true)
  await tabTo(/^Finalizar/)
  await keyboard.press('Enter')
  await page.getByText(/Gravação (completa|com falhas)/).waitFor()
  await holdsFocus('finished')

  // The tabs are one stop too.
  await tabTo(/^Guia /, 'Shift+Tab')
  for (let i = 0; i < 5 && !/^Guia Contexto/.test((await focus()).name); i++)
    await keyboard.press('ArrowRight')
  await tabTo(/^Contexto do paciente/)
  await keyboard.type('Hipertensa há 10 anos.')
  await keyboard.press('Control+s')
  await page.getByText('Salvo', { exact: true }).waitFor()

  await tabTo(/^Gerar documento/)
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await keyboard.type('anamnese pad')
  await tabTo(/^Gerar Anamnese padrão/)
  await keyboard.press('Enter')
  await hears('svc.plugin.ehr.document.created')
  await page.locator('.editor-text').waitFor()
  await holdsFocus('document')

  await tabTo(/^Fonte de Queixa Principal/)
  await page.getByRole('complementary', { name: 'Fonte' }).locator('mark').first().waitFor()
  await tabTo(/^Texto do documento/, 'Shift+Tab')
  await keyboard.press('Control+Home')
  await keyboard.press('End')
  await keyboard.type(' Sem febre.')
  await keyboard.press('Control+s')
  const complaint = async () => String((await w.stored()).content['Queixa Principal'])
  await becomes(t, async () => / Sem febre\.$/.test(await complaint()), true)
  await keyboard.press('Enter')
  await keyboard.type('Segunda linha')
  await keyboard.press('Alt+Shift+ArrowUp')
  await keyboard.press('Control+s')
  await becomes(
    t,
    async () => String((await w.stored()).content['Queixa Principal']).startsWith('Segunda linha'),
    true,
  )

  await tabTo(/^Copiar documento/)
  await keyboard.press('Enter')
  await hears('svc.plugin.ehr.document.copied')
  await tabTo(/^Marcar como revisado/)
  await keyboard.press('Enter')
  await becomes(t, async () => (await w.stored()).status, 'reviewed')
  await holdsFocus('reviewed')
  await keyboard.press('Control+Enter')
  await hears('svc.plugin.ehr.fill')
  await holdsFocus('filled')

  await keyboard.press('Escape')
  await hears('svc.plugin.ehr.document.minimized')
  await becomes(t, async () => /^Abrir assistente/.test((await focus()).name), true)
  await holdsFocus('minimised')
  await keyboard.press('Enter')
  await hears('svc.plugin.maximized')
  await holdsFocus('restored')

  // Whoever goes on with Tab comes out of it, and back in.
  // Out of it twice in a row: while something is redrawn the focus is nowhere for a moment.
  for (let stops = 0, outside = 0; outside < 2 && stops < ALL_STOPS; stops++) {
    if ((await focus()).isInside) {
      outside = 0
      await keyboard.press('Tab')
    } else outside++
  }
  t.false((await focus()).isInside)
  await tabTo(/^Fechar assistente/)
  await keyboard.press('Enter')
  await hears('svc.plugin.closed')
  t.deepEqual(w.faults, [])
})
