/** A host page with the built plugin on it, against the double of plugin-server.ts. */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import type { PluginMessage } from '../../core/contract/events.ts'
import { type BrowserOptions, openBrowser } from './browser.ts'
import { type PluginServer, startPluginServer } from './plugin-server.ts'

export const VOICE = join(import.meta.dirname, '../fixtures/speech/conversa.wav')

/** In the page: "02:05" → 125. Before the first recording, and between two, there is no clock. */
const CLOCK = `(document.querySelector('[data-svc-plugin]').shadowRoot.querySelector('.big-clock')?.textContent ?? '')
  .split(':').reduce((total, part) => total * 60 + Number(part), 0)`

export interface HostPage {
  server: PluginServer
  page: Page
  /** An expression in the page, where `host` (host.js) and `SvcPlugin` are at hand. */
  run<T>(expression: string): Promise<T>
  events(): Promise<PluginMessage[]>
  eventNames(): Promise<string[]>
  /** Mounts with the options of host.js and gives mount's outcome. */
  open(options?: object): Promise<unknown>
  /** Waits until the host heard the event. */
  heard(eventName: string): Promise<PluginMessage>
  /**
   * Waits until the clock on the tab Gravação shows so many seconds; it counts samples, however
   * late the microphone started.
   */
  recorded(seconds: number): Promise<void>
  /** What that clock shows, in s. */
  clock(): Promise<number>
  reload(): Promise<void>
}

interface Options extends BrowserOptions {
  server?: Parameters<typeof startPluginServer>[1]
  /** Runs in every page before its own scripts: to stand in front of what the browser offers. */
  initScript?: string
}

export async function openHostPage(t: ExecutionContext, options: Options = {}): Promise<HostPage> {
  const server = await startPluginServer(t, options.server)
  const browser = await openBrowser(t, options)
  if (options.initScript) await browser.addInitScript(options.initScript)
  const page = await browser.newPage()
  await page.goto(`${server.origin}/host`)
  const run = <T>(expression: string) => page.evaluate(expression) as Promise<T>
  const loaded = () => page.waitForFunction('globalThis.host && globalThis.SvcPlugin')
  await loaded()
  return {
    server,
    page,
    run,
    events: () => run('host.events'),
    eventNames: () => run('host.names()'),
    open: (mount = {}) => run(`host.outcome(host.open(${JSON.stringify(mount)}))`),
    async heard(eventName) {
      const name = JSON.stringify(eventName)
      await page.waitForFunction(`host.names().includes(${name})`)
      return run(`host.events.findLast(({ eventName }) => eventName === ${name})`)
    },
    async recorded(seconds) {
      await page.waitForFunction(`${CLOCK} >= ${seconds}`, null, { timeout: 60_000 })
    },
    clock: () => run(CLOCK),
    async reload() {
      await page.reload()
      await loaded()
    },
  }
}
