// Own process: starts the service as a process.
/** The page for administration in Chromium: every screen, by keyboard alone, narrow and dark. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { ADMIN_PLACES, adminAppliance, signInToAdmin } from '../helpers/admin-screens.ts'
import { browserTest, openBrowser } from '../helpers/browser.ts'
import { axeFaults } from '../helpers/demo-axe.ts'

/** A folder for pictures, for whoever wants to look at them. */
const { ADMIN_SCREENSHOTS } = process.env

async function picture(page: Page, slug: string) {
  if (!ADMIN_SCREENSHOTS) return
  mkdirSync(ADMIN_SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: join(ADMIN_SCREENSHOTS, `${slug}.png`), fullPage: true })
}

async function begin(t: ExecutionContext, viewport = { width: 1280, height: 800 }) {
  const world = await adminAppliance(t)
  const context = await openBrowser(t, { viewport })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  return { ...world, context, page, faults }
}

/** Nothing goes beyond the screen, and what is there can be read. */
async function looksRight(t: ExecutionContext, page: Page, slug: string) {
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  t.true(Number(wide) <= 0, `${slug} is ${wide} px too wide`)
  t.deepEqual(await axeFaults(page), [], slug)
  await picture(page, slug)
}

for (const [name, viewport] of [
  ['wide', { width: 1181, height: 800 }],
  ['narrow', { width: 360, height: 740 }],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    browserTest(`every screen is whole: ${name}, ${colorScheme}`, async (t) => {
      const { url, code, page, faults } = await begin(t, viewport)
      await page.emulateMedia({ colorScheme })
      await page.goto(`${url}/admin`)
      await page.getByRole('heading', { name: 'Entrar na administração' }).waitFor()
      await looksRight(t, page, `entrar-${name}-${colorScheme}`)
      await signInToAdmin(page, await code())
      for (const [path, title] of ADMIN_PLACES) {
        await page.getByRole('link', { name: title, exact: true }).click()
        await page.getByRole('heading', { name: title, exact: true }).waitFor()
        await page.getByText('Carregando…').waitFor({ state: 'detached' })
        if (path === 'diagnostico') {
          await page.getByRole('button', { name: 'Examinar agora' }).click()
          await page.getByText('Exame concluído.').waitFor()
        }
        await looksRight(t, page, `${path}-${name}-${colorScheme}`)
      }
      await page.getByRole('link', { name: 'Chaves', exact: true }).click()
      await page
        .getByRole('button', { name: /^Revogar: / })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
      await looksRight(t, page, `pergunta-${name}-${colorScheme}`)
      t.deepEqual(faults, [])
    })

browserTest('by keyboard alone: in, to a key, no, yes, and out', async (t) => {
  const { url, code, page, faults } = await begin(t)
  const focused = () =>
    page.evaluate<string>(
      `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()`,
    )
  const press = (key: string) => page.keyboard.press(key)
  async function tabTo(name: string | RegExp) {
    for (let count = 0; count < 60; count++) {
      const here = await focused()
      if (typeof name === 'string' ? here === name : name.test(here)) return
      await press('Tab')
    }
    t.fail(`no way by Tab to ${name}`)
  }
  await page.goto(`${url}/admin`)
  await page.locator('#code:focus').waitFor()
  await page.keyboard.type('0000-0000-0000')
  await press('Enter')
  await page
    .getByRole('alert')
    .getByText(/Este código não vale/)
    .waitFor()
  await press('Control+a')
  await page.keyboard.type((await code()).toLowerCase())
  await press('Enter')
  await page.locator('h1:focus', { hasText: 'Situação' }).waitFor()
  await press('Shift+Tab')
  await tabTo('Sair')
  await tabTo('Chaves')
  await press('Enter')
  await page.locator('h1:focus', { hasText: 'Chaves' }).waitFor()
  const revoke = /^Revogar: test$/
  await page.getByRole('button', { name: revoke }).waitFor()
  await tabTo(revoke)
  await press('Enter')
  await page.getByRole('dialog', { name: 'Revogar a chave “test”?' }).waitFor()
  t.is(await focused(), 'Cancelar', 'what is safe has the focus')
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.regex(await focused(), revoke, 'the focus is where it was')
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  // Asked again before the browser has reported that the dialog is closed.
  await page.evaluate(`(document.querySelector('dialog').close(), document.activeElement.click())`)
  await page.getByRole('dialog').waitFor()
  await tabTo('Revogar')
  await press('Enter')
  await page.getByRole('status').getByText('A chave “test” foi revogada.').waitFor()
  await page
    .getByText(/^revogada em /)
    .first()
    .waitFor()
  t.is(await page.getByRole('button', { name: revoke }).count(), 0)
  await page.locator('h1:focus', { hasText: 'Chaves' }).waitFor()
  await press('Shift+Tab')
  await tabTo('Sair')
  await press('Enter')
  await page.getByRole('heading', { name: 'Entrar na administração' }).waitFor()
  // The wrong code is an error of the network to the browser, and of nobody else.
  t.deepEqual(
    faults.filter((fault) => !/401/.test(fault)),
    [],
  )
})

browserTest(
  'what can be done there is done: records, webhooks, maintenance; an ended session says so',
  async (t) => {
    const { url, code, cli, page } = await begin(t)
    await page.goto(`${url}/admin`)
    await signInToAdmin(page, await code())
    const go = (name: string) => page.getByRole('link', { name, exact: true }).click()
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const yes = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
    const told = (text: string | RegExp) => page.getByRole('status').getByText(text).waitFor()

    await go('Registros da RNDS')
    await page.getByText(/1 à espera desde .*não há certificado/).waitFor()
    await button(/^Tentar agora: rnds_/).click()
    await yes('Tentar agora')
    await told('O registro está a caminho.')
    await page.getByLabel('Mostrar').selectOption('rejected')
    await page.getByText('Nada aqui.').waitFor()

    await go('Avisos ao prontuário')
    await button(/^Religar: /).click()
    await yes('Religar')
    await told(/está ligado/)

    await go('Situação')
    await button('Preparar manutenção').click()
    await yes('Preparar manutenção')
    await told('Nenhuma consulta nova começa.')
    await page.getByText('Nada mais está em andamento: o serviço pode ser parado.').waitFor()
    await button('Retomar consultas').click()
    await yes('Retomar consultas')
    await told('Consultas podem começar.')

    t.is((await cli.run(['admin', 'close'])).code, 0)
    await page.getByRole('status').getByText('A sessão terminou.').waitFor()
    await page.getByRole('heading', { name: 'Entrar na administração' }).waitFor()
  },
)
