/**
 * The window and its surroundings: from 320 px on, on a page that is as careless as pages are, by
 * keyboard and by pointer.
 */
import type { ExecutionContext } from 'ava'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { openWorkspacePage, type WorkspacePage } from '../../helpers/workspace-page.ts'

const TABS = ['Gravação', 'Transcrição', 'Contexto', 'Anexos', 'Documentos']

interface Box {
  x: number
  y: number
  width: number
  height: number
}

async function boxOf(w: WorkspacePage, selector: string): Promise<Box> {
  const box = await w.page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`nothing to see of ${selector}`)
  return box
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** In the page, of everything drawn: does any text stand outside of the window or below 12 px? */
const CUT_OR_SMALL = `(() => {
  const root = document.querySelector('[data-svc-plugin]').shadowRoot
  const frame = root.querySelector('.window').getBoundingClientRect()
  return [...root.querySelectorAll('button, p, span, label, strong, small, h1, h2, h3, summary, select, textarea')]
    .filter((node) => node.checkVisibility({ opacityProperty: true }) && !node.closest('.hidden'))
    .filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
    .filter((node) => {
      const { left, right } = node.getBoundingClientRect()
      const size = parseFloat(getComputedStyle(node).fontSize)
      return left < frame.left - 1 || right > frame.right + 1 || size < 12
    })
    .map((node) => node.textContent.trim().slice(0, 40))
})()`

browserTest('every tab fits from 320 px, nothing is cut, and news covers nothing', async (t) => {
  const w = await openWorkspacePage(t, { viewport: { width: 320, height: 700 } })
  const { page, tab, press } = w
  const id = await w.prepare('c1', [{ text: 'Bom dia' }, { text: 'A pressão está 120 por 80.' }])
  await w.api('PATCH', `/ehrs/${id}`, {
    set_background_history: { text: 'Asma desde a infância', replace_if_exists: true },
  })
  for (const [width, darkMode] of [
    [320, false],
    [360, true],
  ] as const) {
    await page.setViewportSize({ width, height: 700 })
    await w.open('c1', { darkMode, enableFileUpload: true, enableFillEhr: true })
    const fits = await page.locator('.tabs').evaluate((bar) => {
      const { scrollWidth, clientWidth } = bar as unknown as Record<string, number>
      return Number(scrollWidth) <= Number(clientWidth)
    })
    t.true(fits, `tabs at ${width} px`)
    for (const name of TABS) {
      await tab(name)
      t.deepEqual(await w.run(CUT_OR_SMALL), [], `${name} at ${width} px`)
      await w.isAccessible(`${name} at ${width} px`)
    }
    await tab('Contexto')
    await press('Remover histórico')
    const toast = await boxOf(w, '.toast')
    for (const covered of ['.dock button', '.dock .primary', '.tabs', '#svc-context'])
      t.false(overlap(toast, await boxOf(w, covered)), `a toast over ${covered}`)
    await press('Desfazer')
    await page.locator('.background').waitFor()
    await tab('Transcrição')
    await press('Corrigir trecho de 00m 05s')
    await w.isAccessible(`correcting at ${width} px`)
    t.deepEqual(await w.run(CUT_OR_SMALL), [], `correcting at ${width} px`)
    await page.keyboard.press('Escape')
    await press('Atalhos do teclado')
    await w.isAccessible(`keys at ${width} px`)
    await page.keyboard.press('Escape')
    await press('Gerar documento')
    await page.getByRole('button', { name: /^Gerar Anamnese padrão/ }).click()
    await page.locator('.editor-text').waitFor()
    await page.locator('.toast').waitFor({ state: 'detached' })
    const bottomOf = ({ y, height }: Box) => y + height
    const bar = await boxOf(w, '.action-bar')
    await press('Marcar como revisado')
    const news = await boxOf(w, '.toast')
    t.is(bottomOf(await boxOf(w, '.action-bar')), bottomOf(bar), 'buttons stay where they are')
    t.false(overlap(news, await boxOf(w, '.action-bar')), 'a toast over the buttons of a document')
  }
  t.deepEqual(w.faults, [])
})

/**
 * What careless and hostile pages do to everything on them; whatever is inherited, and whatever can
 * be forced.
 */
const HOSTILE = `body * { --ink: red !important; --ground: red !important; color: red !important; background: hotpink !important; font: italic 30px serif !important; letter-spacing: 9px !important;
  line-height: 3 !important; text-transform: uppercase !important; direction: rtl !important; text-align: right !important; visibility: visible;
  border: 5px solid lime !important; margin: 11px !important; padding: 13px !important; box-sizing: content-box !important; opacity: .3 !important;
  word-spacing: 20px !important; text-indent: 50px !important; transform: rotate(3deg) !important; cursor: wait !important; user-select: none !important;
  white-space: pre !important; display: inline !important; animation: none !important; transition: none !important; filter: blur(3px) !important; zoom: 1.5 }
  :root { --ink: red; --ground: red; --accent: red; --font: serif; direction: rtl; letter-spacing: 9px; line-height: 3; writing-mode: vertical-rl }
  body div { display: none !important; position: static !important; width: 1px !important; height: 1px !important; z-index: -1 !important }
  body button { all: unset !important } ::selection { background: lime }`

const PROPERTIES = [
  'color',
  'backgroundColor',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'letterSpacing',
  'lineHeight',
  'textTransform',
  'direction',
  'textAlign',
  'opacity',
  'wordSpacing',
  'textIndent',
  'transform',
  'whiteSpace',
  'writingMode',
  'filter',
  'display',
  'padding',
  'margin',
  'borderTopWidth',
  'boxSizing',
  'visibility',
  'zoom',
]

/** Computed styles and places of all that is drawn. */
const LOOK = `[...document.querySelector('[data-svc-plugin]').shadowRoot.querySelectorAll('*')].map((node) => {
  const style = getComputedStyle(node)
  return [node.className?.baseVal ?? node.className, ...${JSON.stringify(PROPERTIES)}.map((name) => style[name])].join(' ')
})`

const addStyle = (css: string) =>
  `(() => { const style = document.createElement('style'); style.textContent = ${JSON.stringify(css)}; document.head.append(style) })()`

/** Once nothing moves any more: the same twice. */
async function look(w: WorkspacePage): Promise<string[]> {
  await w.tab('Contexto')
  await w.page.getByText('Salvo', { exact: true }).waitFor()
  let before: string[] = []
  for (;;) {
    const now = await w.run<string[]>(LOOK)
    if (now.join() === before.join()) return now
    before = now
    await w.run('new Promise((passed) => setTimeout(passed, 100))')
  }
}

browserTest(
  'no rule of a hostile page reaches the plugin, and none of its rules the page',
  async (t) => {
    const w = await openWorkspacePage(t)
    await w.prepare('c1', [{ text: 'Bom dia' }])
    const quiet = `[...document.querySelectorAll('main, main *')].map((node) => JSON.stringify(Object.fromEntries([...getComputedStyle(node)].map((name) => [name, getComputedStyle(node).getPropertyValue(name)]))))`
    await w.visit()
    const before = await w.run<string[]>(quiet)
    await w.open('c1', {}, false)
    t.deepEqual(await w.run(quiet), before, 'the page looks as it did')
    const undisturbed = await look(w)
    const place = await boxOf(w, '.window')

    await w.visit()
    await w.run(addStyle(HOSTILE))
    const ids = JSON.stringify({ doctorId: 'd1', patientId: 'p1', consultationId: 'c1' })
    await w.run(`(host.ids = ${ids}, host.open({ tokens: ['${w.access}'] }))`)
    t.deepEqual(await look(w), undisturbed)
    t.deepEqual(await boxOf(w, '.window'), place)
    // Nothing of ours is on the page but one element, and nothing global but SvcPlugin.
    t.is(await w.run('document.querySelectorAll("[data-svc-plugin]").length'), 1)
    t.is(await w.run('document.adoptedStyleSheets.length'), 0)
  },
)

/** Where the window comes to: it is drawn with the next frame. */
async function stands(t: ExecutionContext, w: WorkspacePage, place: Partial<Box>) {
  const told = (box: Partial<Box>) => JSON.stringify(box, Object.keys(place))
  await becomes(t, async () => told(await boxOf(w, '.window')), told(place))
}

async function minimizes(t: ExecutionContext, w: WorkspacePage, how: () => Promise<void>) {
  await how()
  await w.page.locator('.pill').waitFor()
  t.false((await w.heard('svc.plugin.closed')).length > 0)
}

browserTest(
  'the floating window: its place, moved, resized, minimised, maximised, remembered',
  async (t) => {
    const w = await openWorkspacePage(t, { viewport: { width: 1280, height: 900 } })
    const { page, press } = w
    await w.prepare('c1')
    await w.open('c1', {}, false)
    await stands(t, w, { x: 864, y: 244, width: 400, height: 640 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await stands(t, w, { x: 1024 })
    await page.setViewportSize({ width: 1280, height: 900 })
    await stands(t, w, { x: 864 })

    const { x, y } = await boxOf(w, '.header')
    await page.mouse.move(x + 150, y + 20)
    await page.mouse.down()
    await page.mouse.move(x - 150, y - 80, { steps: 4 })
    await page.mouse.up()
    await stands(t, w, { x: 564, y: 144 })
    await page.locator('.resize').focus()
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight')
    await stands(t, w, { width: 464 })

    await minimizes(t, w, () => page.keyboard.press('Escape'))
    t.is((await w.heard('svc.plugin.ehr.document.minimized')).length, 1)
    await w.isAccessible('pill')
    const maximized = async () => (await w.heard('svc.plugin.maximized')).length
    t.is(await maximized(), 0)
    await press('Abrir assistente')
    await stands(t, w, { x: 564, y: 144, width: 464 })
    t.is(await maximized(), 1, 'from the pill')
    await press('Maximizar')
    await stands(t, w, { x: 16, y: 16, width: 1248, height: 868 })
    t.is(await maximized(), 2)
    await press('Restaurar tamanho')
    await w.open('c1', {}, false)
    await stands(t, w, { x: 564, y: 144, width: 464 })

    // A narrow page: a sheet over all of it, without a place to remember.
    await page.setViewportSize({ width: 600, height: 700 })
    await stands(t, w, { x: 0, y: 0, width: 600, height: 700 })
    t.is(await page.getByRole('button', { name: 'Maximizar' }).count(), 0)
    await page.setViewportSize({ width: 700, height: 500 })
    await stands(t, w, { x: 236, y: 32, width: 464, height: 468 })
    await page.setViewportSize({ width: 1280, height: 900 })
    await stands(t, w, { x: 564, y: 144, height: 640 })
  },
)

browserTest(
  'letters are keys until the doctor switches them off; Ctrl+S always saves',
  async (t) => {
    const w = await openWorkspacePage(t)
    const { page, press, tab } = w
    const id = await w.prepare('c1', [{ text: 'Bom dia' }])
    await w.open('c1')
    await page.locator('#svc-tab-recording').focus()
    await page.keyboard.press('g')
    await page.getByRole('dialog', { name: 'Escolha o modelo' }).waitFor()
    await page.keyboard.press('Escape')
    await press('Atalhos do teclado')
    await page.getByRole('checkbox', { name: 'Usar as letras R e G' }).uncheck()
    await page.keyboard.press('Escape')
    await w.open('c1')
    await page.locator('#svc-tab-recording').focus()
    await page.keyboard.press('g')
    t.is(await page.getByText('Tecla R inicia e pausa').count(), 0)
    await tab('Contexto')
    t.is(await page.getByRole('dialog').count(), 0)
    await page.getByLabel('Contexto do paciente').fill('rg')
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await page.keyboard.press('Control+s')
    await saved
    t.like(await w.api('GET', `/ehrs/${id}`), { context_markdown: 'rg' })
  },
)
