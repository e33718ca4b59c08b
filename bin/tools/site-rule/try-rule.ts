/**
 * `svcctl extension rule --page`: opens a sample page in a headless browser and asks it for the
 * selectors of a rule with the extension's own script (`plugin/extension/in-page.ts`), so that what
 * is said here is what a doctor's panel would find. Nothing is written to the page.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { AppError } from '../../../core/errors.ts'
import type {
  SelectorVerdict,
  TriedRule,
  TriedSelector,
} from '../../../core/extension/site-rule.ts'
import type { Platform } from '../../platform.ts'
import { findBrowser, QUIET_BROWSER } from '../host-test/find-browser.ts'

export interface TryRuleInput {
  /** Without faults. */
  rule: {
    pages: readonly string[]
    read?: Readonly<Record<string, string>>
    fields?: Readonly<Record<string, string | readonly string[]>>
  }
  /** A saved page, or an address. */
  page: string
  browser: string | undefined
}

/** As the script in the page answers `propose`. */
interface Proposal {
  key: string
  name: string
  refusal?: string
}

const PAGE_MS = 30_000

/** Of what the words do not fit into, the field is there all the same. */
const VERDICTS: Readonly<Record<string, SelectorVerdict>> = {
  no_field: 'nothing',
  twice: 'several',
  not_writable: 'read-only',
  taken: 'taken',
  foreign_frame: 'frame',
}

/** @throws {AppError} `browser_not_found`, `page_not_opened` */
export async function tryRule(
  { rule, page: asked, browser: wanted }: TryRuleInput,
  platform: Pick<Platform, 'built'>,
  env: Record<string, string | undefined>,
): Promise<TriedRule> {
  const executablePath = findBrowser(wanted, env)
  const script = await readFile(platform.built('extension/chrome/in-page.js'), 'utf8')
  const isFile = existsSync(asked)
  const address = isFile ? pathToFileURL(resolve(asked)).href : asked
  const { chromium } = await import('playwright-core')
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    // Chromium's own sandbox does not start for root, as in a container.
    args: [...QUIET_BROWSER, ...(isRoot ? ['--no-sandbox'] : [])],
  })
  try {
    // Its own rules for scripts are for those of its own.
    const page = await browser.newPage({ bypassCSP: true, locale: 'pt-BR' })
    await page.goto(address, { timeout: PAGE_MS }).catch((cause: unknown) => {
      const message = `${asked} did not open: ${cause instanceof Error ? cause.message.split('\n')[0] : cause}`
      throw new AppError('unavailable', 'page_not_opened', message, { cause })
    })
    await page.evaluate(script)
    const selectors = [...(await readings(page, rule.read)), ...(await writings(page, rule.fields))]
    const isNamed = isFile ? null : rule.pages.some((start) => page.url().startsWith(start))
    return { isNamed, selectors }
  } finally {
    await browser.close()
  }
}

async function readings(
  page: Page,
  read: TryRuleInput['rule']['read'] = {},
): Promise<TriedSelector[]> {
  const asked = JSON.stringify(read)
  const found = await page.evaluate<Record<string, string>>(`svcInPage.read(${asked})`)
  return Object.entries(read).map(([name, selector]) => ({
    at: `read.${name}`,
    selectors: [selector],
    verdict: found[name] === undefined ? 'nothing' : 'found',
    there: found[name] ?? '',
  }))
}

async function writings(
  page: Page,
  fields: TryRuleInput['rule']['fields'] = {},
): Promise<TriedSelector[]> {
  const words = { plain: 'x', html: '<p>x</p>' }
  const targets = Object.entries(fields).map(([key, to]) => ({
    key,
    selectors: typeof to === 'string' ? [to] : [...to],
    words,
  }))
  const asked = JSON.stringify(targets)
  const proposals = await page.evaluate<Proposal[]>(`svcInPage.propose('rule', ${asked})`)
  return targets.map(({ key, selectors }) => {
    const { name = '', refusal } = proposals.find((one) => one.key === key) ?? {}
    const verdict = (refusal && VERDICTS[refusal]) || 'found'
    return { at: `fields.${key}`, selectors, verdict, there: name }
  })
}
