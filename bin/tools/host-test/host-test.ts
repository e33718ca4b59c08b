/**
 * `svcctl host test`: visits a host page twice in a headless browser, with the probe in it. The
 * first visit is a normal one, with a microphone that is not there; in the second the appliance
 * seems to refuse every session, to see what the page does then. What was seen is judged by
 * `judge-host.ts`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page, Response } from 'playwright-core'
import type { PluginEventName, PluginEvents } from '../../../core/contract/events.ts'
import { AppError } from '../../../core/errors.ts'
import type { HostReport, NetworkObservations } from '../../../core/host-contract/check.ts'
import type { Platform } from '../../platform.ts'
import { findBrowser, QUIET_BROWSER } from './find-browser.ts'
import type { HostObservations, HostProbe, Observed, Reaction } from './host-probe.ts'
import { judgeHost } from './judge-host.ts'
import { type FrameAround, framesAround, watchWay } from './watch-way.ts'

export interface HostTestInput {
  url: string
  /** How long the assistant may take to be ready. */
  timeoutMs: number
  /** What a user clicks until it opens: a text of the page, or a CSS selector. */
  clicks: readonly string[]
  browser: string | undefined
  /** Takes certificates of a test server as they are. */
  insecure: boolean
  onStep(what: string, share: number): void
  signal: AbortSignal
}

const API_KEY = /\b(svc_(key|tok)_|sk_(user|live|test)_)[\w-]{12,}/
const PLUGIN_SCRIPT = /\/plugin(@[\d.]+)?\.js$/
const OWN_FILE = /^\/(plugin[@/.]|embed)/
/**
 * A page may take this long to load, at least: how long the assistant may take counts from then on.
 */
const PAGE_MS = 30_000
const LARGEST_TEXT = 5_000_000

/** @throws {AppError} `browser_not_found`, `host_unreachable`, `browser_failed` */
export async function testHost(
  input: HostTestInput,
  platform: Platform,
  env: Record<string, string | undefined>,
): Promise<HostReport> {
  const executablePath = findBrowser(input.browser, env)
  const probe = await readFile(platform.built('host-probe.js'), 'utf8')
  const { chromium } = await import('playwright-core')
  const profile = await mkdtemp(join(tmpdir(), 'svc-host-test-'))
  const isRoot = process.getuid?.() === 0
  const context = await chromium
    .launchPersistentContext(profile, {
      executablePath,
      headless: true,
      ignoreHTTPSErrors: input.insecure,
      viewport: { width: 1440, height: 900 },
      args: [
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        ...QUIET_BROWSER,
        // Chromium's own sandbox does not start for root, as in a container.
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    })
    .catch((cause: Error) => {
      throw new AppError(
        'unavailable',
        'browser_failed',
        `The browser did not start: ${executablePath}`,
        { cause },
      )
    })
  const stop = () => void context.close().catch(() => {})
  input.signal.addEventListener('abort', stop, { once: true })
  try {
    await context.addInitScript({ content: probe })
    input.onStep('visiting the page', 0.1)
    const first = await visit(context, input)
    input.onStep('visiting it with a refused session', 0.6)
    const usesPlugin = first.page.pluginLoaded
    const refusedVisit = usesPlugin ? await visitRefused(context, input) : null
    const { kind, checks } = judgeHost({ ...first, refusedVisit })
    const count = (verdict: string) => checks.filter((check) => check.verdict === verdict).length
    const counts = { pass: count('pass'), warn: count('warn'), fail: count('fail') }
    return { url: input.url, kind, browser: executablePath, checks, counts }
  } finally {
    input.signal.removeEventListener('abort', stop)
    await context.close().catch(() => {})
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function visit(
  context: BrowserContext,
  input: HostTestInput,
): Promise<Omit<Observed, 'refusedVisit'>> {
  const page = await context.newPage()
  const way = await watchWay(page)
  const seen = watchNetwork(page, way)
  const response = await open(page, input)
  await clickThrough(page, input)
  await settled(page, input.timeoutMs)
  input.onStep('looking at its use', 0.4)
  const observed = await observe(page)
  const reactions: Observed['reactions'] = {}
  let strangerRead = false
  if (observed.pluginLoaded) {
    reactions.fill = await pretend(page, 'svc.plugin.ehr.fill', {
      document: '## Teste de integração\n',
      template: { id: 'soap', name: 'SOAP', slug: 'soap' },
    })
    reactions.structured = await pretend(page, 'svc.plugin.ehr.structured_output', {
      output: {},
      from_cache: false,
    })
  } else strangerRead = await page.evaluate('__svcHostProbe.pretendStranger()')
  const afterwards = await observe(page)
  const leftovers = observed.pluginLoaded
    ? ((await page.evaluate('__svcHostProbe.close()')) as Awaited<ReturnType<HostProbe['close']>>)
    : null
  const network = await seen.done(observed, response)
  await page.close()
  return {
    page: {
      ...observed,
      storedSecrets: afterwards.storedSecrets,
      cspViolations: afterwards.cspViolations,
    },
    network,
    reactions,
    strangerRead,
    leftovers,
  }
}

/** The same page, and an appliance that takes no token. */
async function visitRefused(context: BrowserContext, input: HostTestInput) {
  const page = await context.newPage()
  await watchWay(page)
  await page.route('**/api/v1/session/validate', (route) =>
    route.fulfill({
      status: 401,
      headers: { 'access-control-allow-origin': '*' },
      contentType: 'application/json',
      body: '{"error":"invalid_token","message":"Teste: a sessão foi recusada."}',
    }),
  )
  await open(page, input)
  await clickThrough(page, input).catch(() => {})
  await becomes(page, input.timeoutMs, ({ events }) => events.includes('svc.plugin.error.auth'))
  const message = 'Teste: a sessão foi recusada.'
  const reaction = await pretend(page, 'svc.plugin.error.auth', { message })
  // Only now: a rejected promise may still have been handled until here.
  const { events, unhandled } = await observe(page)
  await page.close()
  return { unhandled, heardAuthError: events.includes('svc.plugin.error.auth'), reaction }
}

async function open(page: Page, { url, timeoutMs }: HostTestInput): Promise<Response | null> {
  const timeout = Math.max(timeoutMs, PAGE_MS)
  return page.goto(url, { timeout, waitUntil: 'load' }).catch((cause: Error) => {
    const [reason = ''] = cause.message.split('\n')
    throw new AppError('unavailable', 'host_unreachable', `The page did not open: ${reason}`, {
      cause,
    })
  })
}

async function clickThrough(page: Page, { clicks, timeoutMs }: HostTestInput) {
  for (const what of clicks) {
    const isSelector = /^[.#[]/.test(what)
    const target = isSelector ? page.locator(what) : page.getByText(what)
    await target
      .first()
      .click({ timeout: timeoutMs })
      .catch((cause: Error) => {
        throw new AppError('invalid', 'click_failed', `Nothing to click was found: ${what}`, {
          cause,
        })
      })
  }
}

/** Ready, refused for good, or out of time. */
async function settled(page: Page, timeoutMs: number) {
  await becomes(
    page,
    timeoutMs,
    ({ events, frameMessages, calls }) =>
      events.includes('svc.plugin.ready') ||
      frameMessages.includes('svc.plugin.recorder') ||
      calls.some(
        ({ name, outcome, code }) =>
          name === 'mount' &&
          outcome === 'rejected' &&
          code !== 'UNMOUNTED' &&
          code !== 'INVALID_ARGUMENT',
      ),
  )
}

/** Asked from outside: a page's policy may forbid what waits inside it. */
async function becomes(page: Page, limitMs: number, isSo: (seen: HostObservations) => boolean) {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; ) {
    if (isSo(await observe(page))) return
    await sleep(100)
  }
}

function observe(page: Page): Promise<HostObservations> {
  return page.evaluate('__svcHostProbe.observe()')
}

function pretend<Name extends PluginEventName>(
  page: Page,
  name: Name,
  data: PluginEvents[Name],
): Promise<Reaction> {
  return page.evaluate(`__svcHostProbe.pretend(${JSON.stringify(name)}, ${JSON.stringify(data)})`)
}

/** Everything the page asks for, until `done`. */
function watchNetwork(page: Page, way: Awaited<ReturnType<typeof watchWay>>) {
  const keyHeaders: string[] = []
  const pluginRequests: string[] = []
  const texts: Promise<string[]>[] = []
  const around: Promise<FrameAround[]>[] = []
  page.on('request', (request) => {
    const { host, pathname } = new URL(request.url())
    if (PLUGIN_SCRIPT.test(pathname)) {
      pluginRequests.push(request.url())
      around.push(framesAround(request.frame()))
    }
    if ('x-svc-token' in request.headers())
      keyHeaders.push(`${request.method()} ${host}${pathname}`)
  })
  page.on('response', (response) => {
    const { host, pathname } = new URL(response.url())
    if (OWN_FILE.test(pathname)) return
    const kind = response.request().resourceType()
    if (!['document', 'script', 'fetch', 'xhr'].includes(kind)) return
    texts.push(
      response.text().then(
        (text) => (API_KEY.test(text.slice(0, LARGEST_TEXT)) ? [`${host}${pathname}`] : []),
        () => [],
      ),
    )
  })

  return {
    async done(
      observed: HostObservations,
      response: Response | null,
    ): Promise<NetworkObservations> {
      const source = observed.scripts[0]?.src ?? pluginRequests[0] ?? observed.frames[0]?.src
      const applianceOrigin = source === undefined ? null : new URL(source).origin
      const description = source ? await describe(page, source) : null
      const headers = response?.headers() ?? {}
      return {
        page: {
          url: page.url(),
          status: response?.status() ?? 0,
          csp: headers['content-security-policy'] ?? null,
          permissionsPolicy: headers['permissions-policy'] ?? null,
        },
        applianceOrigin,
        applianceVersion: description?.version ?? null,
        stated: description ? description.plugin : null,
        pluginRequests,
        way: {
          ...way.seen(applianceOrigin),
          frames: (await Promise.all(around)).flat(),
        },
        keyHeaders,
        keysInTexts: [...new Set((await Promise.all(texts)).flat())],
      }
    },
  }
}

interface Description {
  version: string
  plugin: { pinned: string; integrity: string }
}

/**
 * What lies beside the script, or the frame. By the browser's own means, so that it takes the
 * certificates the page was opened with.
 */
async function describe(page: Page, source: string): Promise<Description | null> {
  try {
    const answer = await page.request.get(new URL('plugin.json', source).href)
    const body = (await answer.json()) as Partial<Description>
    return body.version && body.plugin ? { version: body.version, plugin: body.plugin } : null
  } catch {
    return null
  }
}
