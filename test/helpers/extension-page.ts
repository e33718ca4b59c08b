/** A visit with a document in the panel, and an EHR's page in the tab that is seen. */
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { beginVisit, type ExtensionOptions, openExtension, signIn } from './extension-browser.ts'
import { startExtensionServer } from './extension-server.ts'

interface Options extends ExtensionOptions {
  /** Of the rule for the sample pages. */
  fields?: Record<string, string | string[]>
  patient?: string
  rule?: (port: string) => object
  /** The page's address after its name, from the server's port. */
  query?: (port: string) => string
  /** The extension's button is clicked on the page: it may read that page's address alone. */
  byButton?: boolean
}

export async function openBoth(t: ExecutionContext, page: string, options: Options = {}) {
  const { fields = {}, patient = 'Maria da Silva', rule, query, byButton, ...rest } = options
  const given = rule ? { fields, rule } : { fields }
  const server = await startExtensionServer(t, { alreadySaid: true, ...given })
  const { browser, openPanel, openPage, sayYesTo } = await openExtension(t, {
    ...(byButton ? {} : { openPages: 'http://127.0.0.1/*' }),
    viewport: { width: 900, height: 1200 },
    ...rest,
  })
  const panel = await openPanel()
  let uses = 0
  panel.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/uses')) uses++
  })
  await signIn(panel, server.origin)
  await beginVisit(panel, patient)
  await panel.getByRole('button', { name: 'Gerar documento' }).click()
  await panel.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await panel.getByRole('button', { name: /^Preencher prontuário|^Preenchido/ }).waitFor()
  const address = `${server.origin}/extension/pages/${page}${query?.(new URL(server.origin).port) ?? ''}`
  const ehr = byButton ? await openPage(address) : await browser.newPage()
  if (!byButton) await ehr.goto(address)
  const [document] = server.documents
  const text = document!.markdown.split('\n').find((line) => line && !line.startsWith('#'))!
  const sheet = panel.locator('.fill-sheet')
  return {
    browser,
    server,
    panel,
    ehr,
    text,
    sheet,
    sayYesTo,
    /** As the doctor's own click, which the browser asks for before it asks the doctor. */
    async allow(host: string) {
      const name = JSON.stringify(`Permitir ${host}`)
      const expression = `[document, ...[...document.querySelectorAll('*')].flatMap((one) => one.shadowRoot ?? [])]
        .flatMap((root) => [...root.querySelectorAll('button')])
        .find(({ textContent }) => textContent.trim() === ${name}).click()`
      const devtools = await browser.newCDPSession(panel)
      await panel.getByRole('button', { name: `Permitir ${host}` }).waitFor()
      const { exceptionDetails } = await devtools.send('Runtime.evaluate', {
        expression,
        userGesture: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
    },
    /** As a click of the doctor on the button in the panel beside. */
    async fill() {
      await ehr.bringToFront()
      await panel.locator('button.grow').dispatchEvent('click')
    },
    /** The sheet's own button, as soon as a doctor could click on it. */
    async write() {
      const button = sheet.getByRole('button', { name: /^Preencher \d/, disabled: false })
      await button.dispatchEvent('click')
    },
    /** The doctor's tick of this look: one of the look before is gone first. */
    async saySame() {
      await sheet.getByRole('checkbox', { name: 'É o mesmo paciente', checked: false }).check()
    },
    async close() {
      await sheet.getByRole('button', { name: 'Fechar' }).dispatchEvent('click')
      await sheet.waitFor({ state: 'detached' })
    },
    async undo() {
      await panel
        .locator('.told')
        .getByRole('button', { name: /^Desfazer/ })
        .dispatchEvent('click')
    },
    /** What the document's own button says of what became of it. */
    async claims(words: string | RegExp) {
      const name = typeof words === 'string' ? new RegExp(`^${words}$`) : words
      const button = panel.locator('button.grow')
      await panel
        .getByRole('button', { name })
        .and(button)
        .waitFor({ timeout: 5000 })
        .catch(async () => t.is(await button.getAttribute('aria-label'), String(words)))
    },
    /** How often the service was told that the document left the panel. */
    uses: () => uses,
    /** What the sheet says of one field of the document. */
    row: (key: string) =>
      sheet.locator('li', { has: panel.locator(`strong:text-is(${JSON.stringify(key)})`) }),
    async told(words: string) {
      const told = panel.locator('.told p')
      await told
        .filter({ hasText: words })
        .waitFor({ timeout: 20_000 })
        .catch(async () => t.is(await told.textContent(), words))
    },
  }
}

/**
 * Asks the script in the page as the panel does, for values that no sample document holds.
 * @param page of the tab, which is the only one of the server
 */
export async function askInPage<Answer>(
  page: Page,
  name: string,
  ...given: unknown[]
): Promise<Answer> {
  const [worker] = page.context().serviceWorkers()
  return worker!.evaluate(`(async () => {
    const [tab] = await chrome.tabs.query({ url: ${JSON.stringify(page.url())} })
    const target = { tabId: tab.id }
    await chrome.scripting.executeScript({ target, files: ['in-page.js'] })
    const [answer] = await chrome.scripting.executeScript({
      target,
      func: (name, given) => globalThis.svcInPage[name](...given),
      args: ${JSON.stringify([name, given])},
    })
    return answer.result
  })()`)
}
