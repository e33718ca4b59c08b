/**
 * A host page with the built plugin on the whole service, nothing of it replaced; a network that
 * can be held and cut lies between.
 */
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { type Appliance, startAppliance } from './appliance.ts'
import { type BrowserOptions, openBrowser } from './browser.ts'
import { hostPages } from './host-pages.ts'
import { patientFetch } from './patient-fetch.ts'
import { type PluginProxy, startPluginProxy } from './plugin-proxy.ts'

/** What the host heard of files; `content` as its name and size. */
export interface HeardUpload {
  event: 'started' | 'success' | 'error'
  fileId: string | null
  fileName: string
  source: 'user' | 'host'
  content?: { name: string; size: number } | null
  error?: { code: string; message: string }
}

export interface SampleFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export type UploadsPage = Awaited<ReturnType<typeof openUploadsPage>>

interface Options extends BrowserOptions {
  initScript?: string
  /** Starts what stands before the service; the plugin then comes from there. */
  front?(t: ExecutionContext, target: string): Promise<string>
}

export async function openUploadsPage(t: ExecutionContext, options: Options = {}) {
  const service: Appliance = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off' })
  const front = await options.front?.(t, service.url)
  const proxy: PluginProxy = await startPluginProxy(t, service.url, hostPages(front))
  const browser = await openBrowser(t, options)
  await browser.addInitScript(COLLECT)
  if (options.initScript) await browser.addInitScript(options.initScript)
  const page: Page = await browser.newPage()
  const access = await service.token()
  const run = <T>(expression: string) => page.evaluate(expression) as Promise<T>

  async function visit() {
    await page.goto(`${proxy.origin}/host`)
    await page.waitForFunction('globalThis.host && globalThis.SvcPlugin')
  }
  await visit()

  return {
    service,
    proxy,
    page,
    run,
    /** The page again, as after a reload. */
    visit,
    /** Mounts consultation `id` with these options, on a page that is the same. */
    async open(id: string, mount: object = {}, embedded = true) {
      const ids = { doctorId: 'd1', patientId: 'p1', consultationId: id }
      const input = JSON.stringify({ options: mount, embedded, tokens: [access] })
      return run(
        `(collect(), host.ids = ${JSON.stringify(ids)}, host.outcome(host.open(${input})))`,
      )
    },
    async close() {
      await run(
        `SvcPlugin.instance.unmount().then(() => document.querySelector('#place')?.remove())`,
      )
    },
    /** Of the newest mount. */
    uploads: () => run<HeardUpload[]>('uploads'),
    /** Waits until so many files ended. @returns everything heard of files since the mount */
    async ended(count: number): Promise<HeardUpload[]> {
      await page.waitForFunction(
        `uploads.filter(({ event }) => event !== 'started').length >= ${count}`,
        null,
        { timeout: 60_000 },
      )
      return run('uploads')
    },
    /** As the doctor picks them. */
    pick: (...files: SampleFile[]) => page.locator('input[type=file]').setInputFiles(files),
    /** As the host hands them over; waits until they are taken over. */
    async fromHost(...files: SampleFile[]) {
      await run(`SvcPlugin.instance.uploadFiles([${files.map(inPage).join()}])`)
    },
    tab: () => page.getByRole('tab', { name: 'Anexos' }),
    row: (name: string) => page.getByRole('listitem').filter({ hasText: name }),
    async api(method: string, path: string) {
      const answer = await patientFetch(`${service.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${access}` },
      })
      return answer.json() as Promise<Record<string, unknown>>
    },
  }
}

/** An expression that makes the file in the page. */
export function inPage({ name, mimeType, buffer }: SampleFile): string {
  const bytes = `Uint8Array.from(atob('${buffer.toString('base64')}'), (c) => c.charCodeAt(0))`
  return `new File([${bytes}], ${JSON.stringify(name)}, { type: '${mimeType}' })`
}

export function pdf(name: string, buffer: Buffer): SampleFile {
  return { name, mimeType: 'application/pdf', buffer }
}

/** In every page: what is said of files, with the file itself told by name and size. */
const COLLECT = `
globalThis.uploads = []
globalThis.closedAt = undefined
let listening = false
globalThis.collect = () => {
  uploads.length = 0
  closedAt = undefined
  if (listening) return
  listening = true
  SvcPlugin.instance.addMessageListener(({ eventName, eventData }) => {
    if (eventName === 'svc.plugin.closed') closedAt = uploads.length
    const [, event] = eventName.match(/^svc\\.plugin\\.file\\.upload\\.(.*)$/) ?? []
    if (!event) return
    const { content, ...rest } = eventData
    const file = content instanceof File ? { name: content.name, size: content.size } : content
    uploads.push({ event, ...rest, ...('content' in eventData ? { content: file } : {}) })
  })
}`
