import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ExecutionContext } from 'ava'
import { becomes, browserTest, until } from '../../helpers/browser.ts'
import { type HostPage, openHostPage } from '../../helpers/plugin-page.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const SUGGESTION = {
  code: 'J069',
  display: 'Infecção aguda das vias aéreas superiores não especificada',
  text: 'IVAS',
  score: 0.99,
}

async function openDocument(t: ExecutionContext, options: object = {}): Promise<HostPage> {
  const host = await openHostPage(t, {
    server: { alreadySaid: true, suggestions: [SUGGESTION] },
  })
  await host.open({ options, embedded: true })
  await host.run(`SvcPlugin.instance.appendContext('Retorno')`)
  await host.page.getByRole('button', { name: 'Gerar documento' }).click()
  await host.page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await host.heard('svc.plugin.ehr.document.created')
  await host.page.getByText('Diagnósticos (CID-10)').waitFor()
  return host
}

/** Waits until the server holds these codes, the principal one with a star. */
async function saved({ page, server }: HostPage, expected: string[]) {
  const held = () =>
    server.diagnoses.confirmed.map(({ code, principal }) => code + (principal ? '*' : ''))
  for (let turn = 0; turn < 600 && held().join() !== expected.join(); turn++)
    await page.waitForTimeout(50)
  if (held().join() !== expected.join()) throw new Error(`the server holds ${held()}`)
}

browserTest(
  'a suggestion is confirmed, another code found, and one is the principal one',
  async (t) => {
    const host = await openDocument(t)
    const { page } = host
    await page.getByText('Nenhum diagnóstico confirmado').waitFor()
    await page.getByText('de “IVAS”').waitFor()
    await page.getByRole('button', { name: /^Confirmar J06\.9 Infecção/ }).click()
    await page.getByRole('radio', { name: /J06\.9/ }).waitFor()
    t.true(await page.getByRole('radio', { name: /J06\.9/ }).isChecked())
    t.is(await page.getByText('de “IVAS”').count(), 0)
    await saved(host, ['J069*'])

    await page.getByLabel('Procurar outro código').fill('dor')
    await page.getByText('Só os códigos mais comuns').waitFor()
    await page.getByRole('button', { name: 'M54.5 Dor lombar baixa' }).click()
    await saved(host, ['J069*', 'M545'])
    await page.getByRole('radio', { name: /M54\.5/ }).check()
    await saved(host, ['J069', 'M545*'])
    await page.getByRole('button', { name: /^Remover M54\.5/ }).click()
    await saved(host, ['J069*'])

    // Another screen confirms something meanwhile: it stays, is shown, and the doctor is asked to
    // look.
    host.server.diagnoses.confirmed.push({
      code: 'R51',
      display: 'Cefaléia',
      principal: false,
      confirmed_at: new Date().toISOString(),
    })
    await page.getByRole('button', { name: /^Remover J06\.9/ }).click()
    await page.getByText('Os diagnósticos foram alterados em outro lugar').waitFor()
    await page.getByRole('radio', { name: /R51/ }).waitFor()
    await saved(host, ['J069*', 'R51'])
    await page.getByRole('button', { name: /^Remover J06\.9/ }).click()
    await saved(host, ['R51*'])
    await page
      .getByText('Os diagnósticos foram alterados em outro lugar')
      .waitFor({ state: 'detached' })
  },
)

browserTest('the keyboard alone finds, confirms and removes', async (t) => {
  const host = await openDocument(t)
  const { page } = host
  const { keyboard } = page
  const focus = () =>
    host.run<string>(`(() => {
    const { activeElement } = document.querySelector('[data-svc-plugin]').shadowRoot
    return activeElement ? (activeElement.getAttribute('aria-label') ?? activeElement.id ?? '') : ''
  })()`)
  await page.getByRole('button', { name: /^Confirmar J06\.9/ }).focus()
  await keyboard.press('Enter')
  await page.getByRole('radio', { name: /J06\.9/ }).waitFor()
  // The focus follows what was confirmed.
  await becomes(t, async () => /Diagnóstico principal: J06\.9/.test(await focus()), true)

  await page.getByLabel('Procurar outro código').focus()
  await keyboard.type('dor')
  await page.getByText('2 códigos').waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowUp')
  await keyboard.press('Enter')
  await saved(host, ['J069*', 'M545'])
  await becomes(t, async () => /M54\.5/.test(await focus()), true)
  await page.getByRole('button', { name: /^Remover J06\.9/ }).focus()
  await keyboard.press('Enter')
  await saved(host, ['M545*'])
  await becomes(t, focus, 'svc-diagnoses-search')
  await keyboard.type('cef')
  await page.getByText('1 código').waitFor()
  await keyboard.press('Escape')
  await becomes(t, () => page.getByLabel('Procurar outro código').inputValue(), '')
})

browserTest('marking the document as reviewed asks anew and loses nothing', async (t) => {
  const host = await openDocument(t)
  const { page, server } = host
  await page.getByRole('button', { name: /^Confirmar J06\.9/ }).click()
  await page.getByRole('button', { name: 'Marcar como revisado' }).click()
  await page.getByText('Documento marcado como revisado').first().waitFor()
  await saved(host, ['J069*'])
  await page.getByRole('radio', { name: /J06\.9/ }).waitFor()
  const asked = () =>
    server.requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/diagnoses'))
  await until(() => asked().length >= 2, 'the codes are asked for again')
  t.is(asked().length, 2)
  await page.getByRole('radio', { name: /J06\.9/ }).waitFor()
})

browserTest('what could not be saved is said calmly and stays to be saved again', async (t) => {
  const host = await openDocument(t)
  const { page, server } = host
  const down = { status: 503, body: { error: 'unavailable', message: '' } }
  server.intercept(({ method, path }) =>
    method === 'PUT' && path.endsWith('/diagnoses') ? down : undefined,
  )
  await page.getByRole('button', { name: /^Confirmar J06\.9/ }).click()
  await page.getByText('A sua escolha continua aqui').waitFor()
  t.true(await page.getByRole('radio', { name: /J06\.9/ }).isChecked())
  server.intercept(({ path }) => (path === '/terminology/search' ? down : undefined))
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await saved(host, ['J069*'])
  await page.getByText('A sua escolha continua aqui').waitFor({ state: 'detached' })
  await page.getByLabel('Procurar outro código').fill('dor')
  await page.getByText('A busca não respondeu').waitFor()
})

for (const darkMode of [false, true])
  browserTest(`codes break no accessibility rule (${darkMode ? 'dark' : 'light'})`, async (t) => {
    const host = await openDocument(t, { darkMode })
    const { page } = host
    await page.evaluate(await readFile(AXE, 'utf8'))
    await page.getByLabel('Procurar outro código').fill('dor')
    await page.getByRole('button', { name: 'M54.5 Dor lombar baixa' }).click()
    await page.getByLabel('Procurar outro código').fill('cef')
    await page.getByText('1 código').waitFor()
    const violations = await host.run(
      `(async () => {
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
        const { violations } = await axe.run({ include: [['[data-svc-plugin]']] }, { runOnly: tags })
        return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }))
      })()`,
    )
    t.deepEqual(violations, [])
  })

browserTest(
  'in a window of 360 by 640 the text has most of the room, and nothing covers what the search found',
  async (t) => {
    const host = await openDocument(t, { enableFillEhr: true })
    const { page, server, run } = host
    const results = Array.from({ length: 8 }, (_, i) => ({
      code: `R5${i}`,
      display: i === 0 ? 'Dor de um nome que não cabe numa linha só' : `Dor número ${i}`,
      score: 1,
    }))
    server.intercept(({ path }) =>
      path === '/terminology/search'
        ? { status: 200, body: { system: 'CID10', origin: 'imported', results } }
        : undefined,
    )
    await page.setViewportSize({ width: 360, height: 640 })
    const room = () =>
      run<number>(`(() => {
      const root = document.querySelector('[data-svc-plugin]').shadowRoot
      const [above, below] = ['.editor-toolbar', '.action-bar'].map((of) => root.querySelector(of).getBoundingClientRect())
      return below.top - above.bottom
    })()`)
    await becomes(t, async () => (await room()) > 360, true)
    for (const kind of ['diagnoses', 'procedures']) {
      const search = page.locator(`#svc-${kind}-search`)
      await search.click()
      await search.fill('dor')
      const last = page.locator(`.${kind} .result`).last()
      await last.waitFor()
      const seen = () =>
        run<boolean[]>(`(() => {
        const root = document.querySelector('[data-svc-plugin]').shadowRoot
        return [...root.querySelectorAll('.${kind} .code-search input, .${kind} .result')].map((one) => {
          const { left, width, top, height } = one.getBoundingClientRect()
          return [top + 2, top + height - 2].every((y) => one.contains(root.elementFromPoint(left + width / 2, y)))
        })
      })()`)
      await becomes(t, async () => (await seen()).join(), Array(9).fill(true).join())
      await search.press('Escape')
      await last.waitFor({ state: 'detached' })
    }
  },
)
