import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { ADMIN_PLACES, adminAppliance, signInToAdmin } from '../helpers/admin-screens.ts'
const after: (() => unknown)[] = []
const nobody = { teardown: (f: () => unknown) => after.push(f), log: console.log, context: {} }
const { url, code } = await adminAppliance(nobody as never)
const exe = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath: exe, args: ['--no-sandbox'] })
mkdirSync('/tmp/ka/shots', { recursive: true })
for (const scheme of ['light', 'dark'] as const)
  for (const width of [1280, 360]) {
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: width === 360 ? 740 : 800 }, locale: 'pt-BR' })
    const page = await context.newPage()
    await page.goto(`${url}/admin`)
    await page.screenshot({ path: `/tmp/ka/shots/entrar-${scheme}-${width}.png`, fullPage: true })
    await signInToAdmin(page, await code())
    for (const [place, name] of ADMIN_PLACES) {
      if (width === 360) { const menu = page.getByRole('button', { name: /Menu/i }); if (await menu.count()) await menu.click() }
      await page.getByRole('link', { name, exact: true }).click({ timeout: 10000 }).catch((e) => console.log('NO LINK', place, width))
      await page.getByRole('heading', { name, exact: true }).waitFor({ timeout: 15000 }).catch(() => console.log('NO HEADING', place, scheme, width))
      if (place === 'diagnostico') { await page.getByRole('button', { name: 'Examinar agora' }).click(); await page.getByText('Exame concluído.').waitFor({ timeout: 60000 }) }
      await page.waitForTimeout(1200)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (wide > 0) console.log('OVERFLOW', place, scheme, width, wide)
      await page.screenshot({ path: `/tmp/ka/shots/${place}-${scheme}-${width}.png`, fullPage: true })
    }
    await context.close()
  }
await browser.close()
for (const f of after.reverse()) await f()
process.exit(0)
