/**
 * Other words for a part of a document (SPEC-GAPS 2.10), and all of the editor under the strictest
 * Content-Security-Policy a host may have.
 */
import type { ExecutionContext } from 'ava'
import { becomes, browserTest, until } from '../../helpers/browser.ts'
import { openHostPage } from '../../helpers/plugin-page.ts'
import { scriptedRewrite } from '../../helpers/plugin-server-rewrite.ts'

/** No inline styles, no inline scripts, no eval, nothing from elsewhere. */
const STRICT = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self' ws:",
  "img-src 'self' blob:",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

async function openDocument(t: ExecutionContext, withModel = true, unproven = false) {
  const rewrite = scriptedRewrite()
  const host = await openHostPage(t, {
    server: {
      alreadySaid: true,
      pageHeaders: { 'Content-Security-Policy': STRICT },
      ...(withModel ? { rewrite } : {}),
      unproven,
    },
  })
  const { page, server, run } = host
  // What the host page itself was refused, its own careless styles, is not ours.
  await run(`(globalThis.violations = [], addEventListener('securitypolicyviolation',
    ({ violatedDirective, sourceFile, lineNumber }) => violations.push([violatedDirective, sourceFile, lineNumber].join(' '))), 0)`)
  await host.open({ options: { enableFillEhr: true }, embedded: true })
  await page.getByRole('button', { name: 'Gerar documento' }).click()
  await page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await page.locator('.editor-text').waitFor()
  const section = (name: string) => page.locator(`[data-field="${name}"]`)
  const panel = page.getByRole('complementary', { name: 'Sugestão de redação' })
  return {
    host,
    page,
    server,
    rewrite,
    panel,
    section,
    keyboard: page.keyboard,
    lines: (name: string) => section(name).locator('.value-text, .text-body p'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    choose: (name: string) => page.getByRole('menuitem', { name, exact: true }).click(),
    stored: (name: string) => JSON.stringify(server.documents[0]?.content[name]),
    async saves(name: string, expected: unknown) {
      const read = async () => JSON.stringify(server.documents[0]?.content[name])
      await becomes(t, read, JSON.stringify(expected))
    },
    async isClean() {
      t.deepEqual(await run('violations'), [])
      // The ear hears: this is what the policy forbids.
      await run("document.body.setAttribute('style', 'color: red')")
      await becomes(t, async () => String(await run('violations.length')), '1')
    },
  }
}

const COMPLAINT = 'Dor de cabeça há três dias'
const SHORTER = 'Cefaleia há três dias'

browserTest(
  'other words are a suggestion: seen beside the text, taken over and undone in one step, or left',
  async (t) => {
    const document = await openDocument(t)
    const { rewrite, panel, lines, button, choose, saves, stored, page, section, keyboard } =
      document
    rewrite.answer(({ lines: [first = ''] }) => ({
      type: 'done',
      kept: [],
      lines: [first === COMPLAINT ? SHORTER : first],
    }))
    await lines('Queixa Principal').first().click()
    let free = rewrite.hold()
    await button('Reescrever o trecho').click()
    await choose('Mais curto')
    await panel.getByText('Escrevendo: 0 de 1').waitFor()
    await becomes(
      t,
      () =>
        panel.getByRole('button', { name: 'Cancelar' }).evaluate((dom) => dom.matches(':focus')),
      true,
    )
    t.is(await page.locator('.being-rewritten').textContent(), COMPLAINT)
    await panel.getByRole('button', { name: 'Cancelar' }).click()
    await until(() => rewrite.canceled === 1, 'the request was broken off')
    await panel.waitFor({ state: 'detached' })
    t.is(await page.locator('.being-rewritten').count(), 0)
    t.is(stored('Queixa Principal'), JSON.stringify(COMPLAINT))
    free()

    free = rewrite.hold()
    free()
    await button('Reescrever o trecho').click()
    await choose('Mais curto')
    await panel.getByRole('button', { name: 'Aceitar' }).waitFor()
    t.deepEqual(await panel.locator('del').allTextContents(), ['Dor de cabeça '])
    t.deepEqual(await panel.locator('ins').allTextContents(), ['Cefaleia '])
    t.is(stored('Queixa Principal'), JSON.stringify(COMPLAINT), 'nothing is written by itself')
    t.is(await lines('Queixa Principal').first().textContent(), COMPLAINT)
    await page.getByRole('status').getByText('A sugestão está pronta').waitFor()
    await panel.getByRole('button', { name: 'Aceitar' }).click()
    await saves('Queixa Principal', SHORTER)
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Fonte de Queixa Principal: editado' }).waitFor()
    await keyboard.press('Control+z')
    await saves('Queixa Principal', COMPLAINT)
    await keyboard.press('Control+Shift+z')
    await saves('Queixa Principal', SHORTER)
    await keyboard.press('Control+z')
    await saves('Queixa Principal', COMPLAINT)

    const before = stored('Orientações')
    rewrite.answer(({ lines: asked }) => ({
      type: 'done',
      kept: [{ line: 1, reason: 'denials' }],
      lines: [`${asked[0]}, sem falta`, asked[1]!],
    }))
    await section('Orientações').hover()
    await button('Opções de Orientações').click()
    await choose('Seção: em linguagem para o paciente')
    await panel.getByText('Uma linha ficou como estava').waitFor()
    t.deepEqual(rewrite.asked.at(-1), {
      style: 'patient',
      lines: ['Retorno em duas semanas', 'Procurar a emergência se a dor piorar'],
    })
    await panel.getByRole('button', { name: 'Rejeitar' }).press('Escape')
    await panel.waitFor({ state: 'detached' })
    t.is(stored('Orientações'), before)
    await document.isClean()
  },
)

browserTest(
  'a suggestion for words that changed, or that changed facts, cannot be taken; without a model the menu says why',
  async (t) => {
    const { rewrite, panel, lines, button, choose, keyboard, saves, isClean } =
      await openDocument(t)
    const message = 'Descartada.'
    rewrite.answer(() => ({ type: 'failed', error: 'rewrite_changed_facts', message }))
    await lines('Queixa Principal').first().click()
    await button('Reescrever o trecho').click()
    await choose('Mais formal')
    await panel.getByText(/mudaria números, medicamentos/).waitFor()
    t.is(await panel.getByRole('button', { name: 'Aceitar' }).count(), 0)
    rewrite.answer(() => ({ type: 'done', lines: [SHORTER], kept: [] }))
    await panel.getByRole('button', { name: 'Tentar novamente' }).click()
    await panel.getByRole('button', { name: 'Aceitar' }).waitFor()
    await lines('Queixa Principal').first().click()
    await keyboard.press('End')
    await keyboard.type(' e náusea')
    await panel.getByRole('alert').getByText('O texto mudou').waitFor()
    t.is(await panel.getByRole('button', { name: 'Aceitar' }).count(), 0)
    await panel.getByRole('button', { name: 'Rejeitar' }).click()
    await saves('Queixa Principal', `${COMPLAINT} e náusea`)
    await isClean()
  },
)

browserTest(
  'without a language model the menu says so, and asks nothing; tables, moves and menus need no inline style either',
  async (t) => {
    const document = await openDocument(t, false)
    const { page, lines, button, server, keyboard, saves, section } = document
    await lines('Queixa Principal').first().click()
    await button('Reescrever o trecho').click()
    const choice = page.getByRole('menuitem', { name: 'Mais curto' })
    t.is(await choice.getAttribute('aria-disabled'), 'true')
    await page.getByText('este servidor trabalha sem um').waitFor()
    await choice.press('Enter')
    t.false(server.requests.some(({ path }) => path.endsWith('/rewrite')))
    await keyboard.press('Escape')

    await lines('Queixa Principal').first().click()
    await keyboard.press('End')
    await button('Inserir tabela').click()
    await keyboard.type('PA')
    await button('Inserir coluna').click()
    await button('Remover tabela').click()
    await saves('Queixa Principal', COMPLAINT)
    const first = lines('Orientações').first()
    await first.scrollIntoViewIfNeeded()
    await first.hover()
    const handle = page.locator('.drag-handle')
    await handle.hover()
    const goal = (await lines('Orientações').last().boundingBox())!
    await page.mouse.down()
    await page.mouse.move(goal.x + 40, goal.y + goal.height - 1, { steps: 8 })
    await page.locator('.drop-line').waitFor()
    await page.mouse.up()
    await saves('Orientações', ['Procurar a emergência se a dor piorar', 'Retorno em duas semanas'])
    await section('Orientações').hover()
    await button('Opções de Orientações').click()
    await page.getByRole('menuitem', { name: 'Ocultar no documento' }).click()
    await becomes(t, async () => String(server.documents[0]?.layout?.hidden), 'Orientações')
    await button('Reescrever o trecho').click()
    await keyboard.press('Escape')
    await document.isClean()
  },
)

browserTest(
  'under each document stands what wrote it, and that it is not proven there',
  async (t) => {
    const { page } = await openDocument(t, true, true)
    const origin = page.locator('.note.origin')
    t.regex((await origin.textContent()) ?? '', /Escrito pelo modelo .*\(não comprovado aqui\)\./)
    const rules = await openDocument(t, true, false)
    t.notRegex((await rules.page.locator('.note.origin').textContent()) ?? '', /comprovado/)
  },
)
