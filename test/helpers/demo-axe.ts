import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What axe finds on the sample EHR's page; the plugin has tests of its own. */
export async function axeFaults(page: Page): Promise<string[]> {
  // By the inspector, which the page's policy does not bind.
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: await readFile(AXE, 'utf8') })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run({ exclude: ['#assistant-place'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(' ')))`,
    awaitPromise: true,
    returnByValue: true,
  })
  return result.value
}
