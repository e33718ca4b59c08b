/**
 * A host page with the built plugin on the whole service, in which something was said already:
 * lines are written where speech would put them.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import type { PluginMessage } from '../../core/contract/events.ts'
import { startAppliance } from './appliance.ts'
import { hostPages } from './host-pages.ts'
import { type BrowserOptions, openBrowser } from './open-browser.ts'
import { patientFetch } from './patient-fetch.ts'
import { startPluginProxy } from './plugin-proxy.ts'
import { openTranscripts, type Spoken } from './spoken-lines.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

export type WorkspacePage = Awaited<ReturnType<typeof openWorkspacePage>>

interface Options extends BrowserOptions {
  /** Settings of the service. */
  settings?: Record<string, string>
  initScript?: string
}

/** What of a test is used: whatever looks at screens without being one brings its own. */
type Judge = Pick<ExecutionContext, 'teardown' | 'deepEqual'>

export async function openWorkspacePage(t: Judge, options: Options = {}) {
  const service = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off', ...options.settings })
  const proxy = await startPluginProxy(t, service.url, hostPages())
  const store = await openTranscripts(t, service)
  const browser = await openBrowser(t, options)
  if (options.initScript) await browser.addInitScript(options.initScript)
  const page: Page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  const access = await service.token()
  // What the test asks has a budget of its own: the plugin's is the plugin's.
  const own = await service.token()
  const run = <T>(expression: string) => page.evaluate(expression) as Promise<T>

  async function api<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await patientFetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${own}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return answer.json() as Promise<T>
  }

  async function visit() {
    await page.goto(`${proxy.origin}/host`)
    await page.waitForFunction('globalThis.host && globalThis.SvcPlugin')
    await page.evaluate(await readFile(AXE, 'utf8'))
  }
  await visit()

  /**
   * On the page as it is; as host.js says, embedded unless told. Each with a token, and so a budget
   * of requests, of its own.
   */
  async function mount(id: string, options: object = {}, patientId = 'p1') {
    const ids = { doctorId: 'd1', patientId, consultationId: id }
    const input = JSON.stringify({ embedded: true, tokens: [await service.token()], ...options })
    return run(`(host.ids = ${JSON.stringify(ids)}, host.outcome(host.open(${input})))`)
  }

  return {
    service,
    proxy,
    store,
    page,
    run,
    api,
    visit,
    faults,
    /**
     * The consultation with this host identifier; what was said in it is written down. @returns its
     * id
     */
    async prepare(id: string, spoken: readonly Spoken[] = []): Promise<string> {
      const ids = { consultation_id: id, doctor_id: 'd1', patient_id: 'p1' }
      const ehr = await api<{ id: string }>('PUT', '/ehrs/by-external-id', ids)
      if (spoken.length > 0) await store.write(ehr.id, spoken)
      return ehr.id
    },
    /** Mounts it on a fresh page. `token: 'none'`: the page gives one that is refused. */
    async open(id: string, options: object = {}, embedded = true, credentials: object = {}) {
      await visit()
      return mount(id, { options, embedded, ...credentials })
    },
    mount,
    access,
    tab: (name: string) => page.getByRole('tab', { name }).click(),
    press: (name: string) => page.getByRole('button', { name }).first().click(),
    async heard<Name extends PluginMessage['eventName']>(name: Name) {
      const events = await run<PluginMessage[]>('host.events')
      return events.filter(({ eventName }) => eventName === name) as Extract<
        PluginMessage,
        { eventName: Name }
      >[]
    },
    /** No violation of WCAG 2.2 A and AA on what is shown once colours have settled. */
    async isAccessible(screen: string) {
      const found = await run<object[]>(`(async () => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        const ends = ({ effect }) => effect?.getComputedTiming().endTime < Infinity
        await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished))
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
        const { violations } = await axe.run({ include: [['[data-svc-plugin]']] }, { runOnly: tags })
        return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => html + failureSummary) }))
      })()`)
      t.deepEqual(found, [], screen)
    },
  }
}
