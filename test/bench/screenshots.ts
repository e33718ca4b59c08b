/**
 * `npm run screenshots`: takes the pictures of `plugin/README.md`, of the README and of the guide
 * for administrators, on the whole service, with an invented conversation: every screen of the
 * plugin and of the extension, light beside dark, the sample EHR, and the page for administration.
 * `npm run screenshots recorder` takes only a part, as `demo`, `extension` and `admin` do.
 */
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { loadSamples } from '../../bin/tools/demo/load-samples.ts'
import { ADMIN_PLACES, adminAppliance, signInToAdmin } from '../helpers/admin-screens.ts'
import { demoFolder } from '../helpers/demo-service.ts'
import { EXTENSION_PANEL, showExtension } from '../helpers/extension-screens.ts'
import { openBrowser } from '../helpers/open-browser.ts'
import { quietRecognizer, SCREENS, SCREENS_BROWSER } from '../helpers/plugin-screens.ts'
import { openTranscripts } from '../helpers/spoken-lines.ts'
import { openWorkspacePage, type WorkspacePage } from '../helpers/workspace-page.ts'
import { teardowns } from './figures.ts'

const FOLDER = join(import.meta.dirname, '../../plugin/screenshots')
const GUIDE_FOLDER = join(import.meta.dirname, '../../docs/guias/imagens')
/** Those that the guide speaks of. */
const IN_THE_GUIDE: readonly string[] = ['situacao', 'diagnostico', 'rnds']
const PAGE = { width: 1200, height: 680 }
const PANEL = { width: 440, height: 760 }
const WINDOW = { width: 900, height: 700 }
const DESK = { width: 1440, height: 900 }
const LARGEST_BYTES = 120_000
const GAP_PX = 12

const ends = teardowns()
/** Nothing is judged here. */
const nobody = { teardown: ends.teardown, deepEqual: () => true } as unknown as Parameters<
  typeof openWorkspacePage
>[0]

/** Help texts name the browser; this one would say that nobody looks at it. */
const LIKE_A_DOCTORS = [
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
]

async function plugin(parts: readonly (keyof typeof SCREENS)[]) {
  const settings = await quietRecognizer(ends)
  const browser = { ...SCREENS_BROWSER, viewport: PANEL, settings, flags: LIKE_A_DOCTORS }
  const w = await openWorkspacePage(nobody, browser)
  for (const part of parts) {
    await w.page.setViewportSize(part === 'floatingWindow' ? WINDOW : PANEL)
    await SCREENS[part](w, (slug) => lightAndDark(w, slug))
  }
}

async function lightAndDark({ page, run }: WorkspacePage, slug: string) {
  const pictures: Buffer[] = []
  for (const dark of [false, true]) {
    await run(`(() => {
      const host = document.querySelector('[data-svc-plugin]')
      host.toggleAttribute('data-dark', ${dark})
      for (const one of host.shadowRoot.getAnimations()) if (one instanceof CSSTransition) one.finish()
    })()`)
    pictures.push(await page.screenshot())
  }
  await run(`document.querySelector('[data-svc-plugin]').removeAttribute('data-dark')`)
  await beside(slug, pictures, page.viewportSize() ?? PANEL)
}

async function beside(slug: string, pictures: readonly Buffer[], { width, height }: typeof PANEL) {
  const both = sharp({
    create: { width: 2 * width + GAP_PX, height, channels: 3, background: '#8b979f' },
  }).composite(pictures.map((input, i) => ({ input, left: i * (width + GAP_PX), top: 0 })))
  await keep(slug, await both.png().toBuffer())
}

/** The extension's panel, beside a sample page. */
async function extension() {
  const pictures = new Map<string, Buffer[]>()
  for (const scheme of ['light', 'dark'] as const)
    await showExtension(ends, scheme, async (slug, panel) => {
      pictures.set(slug, [...(pictures.get(slug) ?? []), await panel.screenshot()])
    })
  for (const [slug, both] of pictures) await beside(slug, both, EXTENSION_PANEL)
}

/** The sample EHR: a conversation that was had, a document of it, the record filled and sent. */
async function sampleEhr() {
  const settings = await quietRecognizer(ends)
  const folder = await demoFolder(ends, settings)
  const service = await folder.start()
  await service.connected()
  const samples = await loadSamples(join(import.meta.dirname, '../../bin/tools/demo/samples'))
  const sample = samples.find(({ slug }) => slug === 'garganta')
  if (!sample) throw new Error('no sample')
  const browser = await openBrowser(ends, { viewport: DESK, flags: LIKE_A_DOCTORS })
  const page = await browser.newPage()
  await page.goto(`${service.url}/demo`)
  const choose = async () => {
    await page.getByRole('button', { name: sample.patient.name }).click()
    await page.getByRole('button', { name: 'Iniciar gravação' }).waitFor()
  }
  await choose()
  const ehrId = await page.evaluate<string>(
    `sessionStorage.getItem('ehr-' + sessionStorage.getItem('consulta-${sample.slug}'))`,
  )
  const store = await openTranscripts(ends, folder)
  await store.write(
    ehrId,
    sample.turns.map(({ text }) => ({ text })),
  )
  await page.reload()
  await choose()
  await page.getByRole('button', { name: 'Gerar documento' }).first().click()
  await page.getByRole('button', { name: `Gerar ${sample.templateName}`, exact: true }).click()
  await page.locator('.editor-text').waitFor()
  await page.getByRole('searchbox', { name: 'Procurar outro código' }).fill('J03.9')
  await page.getByRole('button', { name: /^J03\.9/ }).click()
  await page.getByRole('radio', { name: /^Diagnóstico principal: J03\.9/ }).waitFor()
  await page.getByRole('button', { name: 'Marcar como revisado' }).click()
  await page.getByRole('button', { name: 'Preencher prontuário' }).click()
  await page.getByText(/Recebido do assistente às/).waitFor()
  const value = page.locator('.editor-text .field[data-field] p').first()
  await value.scrollIntoViewIfNeeded()
  await value.hover()
  await page.getByRole('complementary', { name: 'Fonte' }).locator('mark').first().waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await picture(page, 'demo-filled')
  await keep('evidence', await page.locator('[data-svc-plugin]').screenshot())

  const network = page.getByRole('region', { name: /^Rede Nacional de Dados em Saúde/ })
  await network.getByRole('button', { name: 'Enviar à RNDS', exact: true }).click()
  await network.getByRole('status').getByText('Aceito').waitFor({ timeout: 60_000 })
  await network.scrollIntoViewIfNeeded()
  await picture(page, 'demo-rnds')
  await page.evaluate('scrollTo(0, 0)')

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await page.getByRole('button', { name: sample.patient.name }).click()
  await page.getByRole('button', { name: 'Flutuante' }).click()
  await page.getByRole('button', { name: 'Fechar assistente' }).waitFor()
  await page.getByRole('tab', { name: 'Documentos' }).click()
  await page.getByRole('button', { name: new RegExp(`^${sample.templateName}`) }).click()
  await page.locator('.editor-text').waitFor()
  await picture(page, 'floating-dark')

  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('tab', { name: 'Transcrição' }).click()
  await page.locator('.line').first().waitFor()
  await picture(page, 'phone')
}

/** The page for administration, as the guide shows it. */
async function adminPage() {
  await mkdir(GUIDE_FOLDER, { recursive: true })
  const { url, code } = await adminAppliance(
    nobody as unknown as Parameters<typeof adminAppliance>[0],
  )
  const browser = await openBrowser(ends, { viewport: PAGE, flags: LIKE_A_DOCTORS })
  const page = await browser.newPage()
  const take = async (slug: string) => keep(slug, await page.screenshot(), GUIDE_FOLDER)
  await page.goto(`${url}/admin`)
  await page.getByLabel('Código').waitFor()
  await take('entrar')
  await signInToAdmin(page, await code())
  for (const [slug, name] of ADMIN_PLACES.filter(([path]) => IN_THE_GUIDE.includes(path))) {
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByText('Carregando…').waitFor({ state: 'detached' })
    if (slug === 'diagnostico') {
      await page.getByRole('button', { name: 'Examinar agora' }).click()
      await page.getByText('Exame concluído.').waitFor()
    }
    await take(slug)
  }
  await page.getByRole('link', { name: 'Chaves', exact: true }).click()
  await page
    .getByRole('button', { name: /^Revogar: / })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await take('revogar')
}

async function picture(page: Page, slug: string) {
  await keep(slug, await page.screenshot())
}

/** With as many colours as fit the limit. */
async function keep(slug: string, png: Buffer, folder = FOLDER) {
  const path = join(folder, `${slug}.png`)
  for (const colours of [128, 64, 32, 16]) {
    await sharp(png).png({ palette: true, colours, effort: 10, compressionLevel: 9 }).toFile(path)
    if ((await stat(path)).size <= LARGEST_BYTES) break
  }
  console.error(`${slug}: ${Math.round((await stat(path)).size / 1000)} kB`)
}

const PARTS = Object.keys(SCREENS) as (keyof typeof SCREENS)[]
const asked = process.argv.slice(2)
const chosen = PARTS.filter((part) => asked.length === 0 || asked.includes(part))
try {
  await mkdir(FOLDER, { recursive: true })
  if (chosen.length > 0) await plugin(chosen)
  if (asked.length === 0 || asked.includes('demo')) await sampleEhr()
  if (asked.length === 0 || asked.includes('extension')) await extension()
  if (asked.length === 0 || asked.includes('admin')) await adminPage()
} finally {
  await ends.run()
}
process.exit(0)
