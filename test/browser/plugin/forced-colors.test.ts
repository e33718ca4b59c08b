/**
 * High contrast (forced colours): the system takes every colour of ours away, so what one of them
 * told must be told by a line, or by the system's own highlight. Each row fails where its style is
 * missing.
 */
import { becomes, browserTest } from '../../helpers/browser.ts'
import { openHostPage, VOICE } from '../../helpers/plugin-page.ts'

browserTest('in high contrast, lines tell what colours told', async (t) => {
  const host = await openHostPage(t, { server: { alreadySaid: true }, microphoneWav: VOICE })
  const { page, run } = host
  await page.emulateMedia({ forcedColors: 'active' })
  await host.open({ options: { enableFillEhr: true }, embedded: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  /** What the browser computes for the first of these in the panel. */
  const style = (selector: string, property: string) =>
    run<string>(`(() => {
      const [, base, pseudo] = /^(.*?)(::\\w+)?$/.exec(${JSON.stringify(selector)})
      const dom = document.querySelector('[data-svc-plugin]').shadowRoot.querySelector(base)
      return dom ? getComputedStyle(dom, pseudo)[${JSON.stringify(property)}] : 'not there'
    })()`)
  async function shows(screen: string, rows: readonly (readonly [string, string, string])[]) {
    // An event comes first, then the screen.
    for (const [selector, property, expected] of rows)
      await becomes(
        t,
        async () => `${property} of ${selector}: ${await style(selector, property)}`,
        `${property} of ${selector}: ${expected}`,
      )
    // What is told by a line is told by one that is seen: of the system, and not of the ground it
    // lies on.
    const [ground, line] = [
      await style('.window', 'backgroundColor'),
      await style(rows[0]![0], 'color'),
    ]
    t.not(line, ground, screen)
  }

  await button('Iniciar gravação').waitFor()
  await shows('before recording', [
    ['.record-start', 'borderTopWidth', '2px'],
    ['.choice.chosen', 'outlineStyle', 'solid'],
    ['.choice.chosen', 'outlineWidth', '2px'],
    ['.tab[aria-selected="true"]::after', 'forcedColorAdjust', 'none'],
    ['.tab[aria-selected="true"]::after', 'height', '4px'],
    ['.start-bar', 'borderTopWidth', '1px'],
  ])
  await button('Atalhos do teclado').click()
  await page.getByRole('dialog').waitFor()
  await shows('shortcuts', [['.dialog', 'borderTopWidth', '2px']])
  await page.keyboard.press('Escape')

  await page.getByRole('radio', { name: 'Paciente informado e de acordo' }).click()
  await button('Iniciar gravação').click()
  await host.heard('svc.plugin.recorder.started')
  await shows('recording', [
    ['.record', 'borderTopWidth', '2px'],
    ['.dot.recording', 'forcedColorAdjust', 'none'],
  ])
  await button('Pausar gravação').first().click()
  await host.heard('svc.plugin.recorder.paused')

  await button('Gerar documento').click()
  await page.locator('.template.chosen').waitFor()
  await shows('the models', [['.template.chosen', 'outlineStyle', 'solid']])
  await button('Gerar Anamnese padrão').click()
  await page.locator('.editor-text').waitFor()
  await page.locator('[data-field="Orientações"] .value-text').first().click()
  await shows('a document', [['.mark', 'borderTopWidth', '1px']])
  await page.locator('[data-field="Queixa Principal"] p').first().click()
  await button('Lista com marcadores').click()
  await page.locator('.editor-toolbar [aria-pressed="true"]').waitFor()
  await shows('its toolbar', [
    ['.editor-toolbar [aria-pressed="true"]', 'outlineStyle', 'solid'],
    ['.editor-toolbar [aria-pressed="true"]', 'outlineWidth', '2px'],
  ])
  await page
    .getByRole('button', { name: /^Copiar/ })
    .first()
    .click()
  await page.locator('.toast').waitFor()
  await shows('what is told', [['.toast', 'borderTopWidth', '2px']])

  await page.getByRole('tab', { name: 'Transcrição' }).click()
  await page
    .getByRole('button', { name: /^Corrigir/ })
    .first()
    .click()
  await page.locator('.line.editing').waitFor()
  await shows('the transcript', [['.line.editing', 'outlineStyle', 'solid']])
})
