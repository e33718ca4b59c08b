/**
 * A host page of another origin with the legacy iframe in it, over the whole service: what the
 * frame says is kept with the origin it came from. Speech is recognized by a server in "the
 * hospital's network" that always hears the same.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExecutionContext } from 'ava'
import type { Frame, Page } from 'playwright-core'
import type { EmbedEnvelope } from '../../core/contract/embed.ts'
import { type BrowserOptions, openBrowser } from './browser.ts'
import { type DemoService, demoFolder } from './demo-service.ts'

export const HEARD = 'Estou com dor de cabeça <img src=x onerror=alert(1)> há três dias.'

export interface Said {
  origin: string
  data: EmbedEnvelope
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>EHR</title>
<script>
window.said = []
addEventListener('message', ({ origin, data }) => said.push({ origin, data }))
function openFrame(src, style) {
  document.querySelector('iframe')?.remove()
  said.length = 0
  const frame = document.createElement('iframe')
  frame.allow = 'microphone; display-capture; clipboard-write; screen-wake-lock'
  frame.style = style || 'width: 420px; height: 700px; border: 0'
  frame.src = src
  document.body.append(frame)
}
function tell(message, to) { document.querySelector('iframe').contentWindow.postMessage(message, to) }
</script>`

/** Resolves with what is closed at the test's end. */
async function listen(t: ExecutionContext, answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer as never)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function openEmbedHost(
  t: ExecutionContext,
  {
    settings = {},
    site = '127.0.0.1',
    ...browser
  }: BrowserOptions & { settings?: Record<string, string>; site?: string } = {},
) {
  const recognizer = await listen(t, ((request, response) => {
    request.resume().once('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ segments: [{ start: 0, end: 2, text: HEARD }] }))
    })
  }) as Parameters<typeof createServer>[1])
  const address = await listen(t, ((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(PAGE)
  }) as Parameters<typeof createServer>[1])
  // Under another name it is another site than the appliance.
  const hostUrl = address.replace('127.0.0.1', site)
  const folder = await demoFolder(t, {
    SVC_SPEECH_ENGINE: 'remote',
    SVC_SPEECH_REMOTE_URL: recognizer,
    ...settings,
  })
  const service: DemoService = await folder.start()
  const context = await openBrowser(t, browser)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(hostUrl)

  const said = (name?: string): Promise<Said[]> =>
    (page.evaluate('said') as Promise<Said[]>).then((all) =>
      name === undefined ? all : all.filter(({ data }) => data.eventName === name),
    )

  return {
    page,
    service,
    folder,
    hostUrl,
    /** What the host page or the frame threw. */
    faults,
    /** Identifiers of a fresh consultation. */
    ids: () => ({
      doctorId: 'medico-demo',
      patientId: 'paciente-1',
      consultationId: `embed-${Date.now()}-${Math.random()}`,
    }),
    /** As the host's backend gets it. */
    async bearerOf(ids: Record<string, string>): Promise<string> {
      return (await service.call('POST', '/demo/identify', ids)).body.token
    },
    async open(query: Record<string, string>, style = '') {
      const address = `${service.url}/embed?${new URLSearchParams(query)}`
      await page.evaluate(`openFrame(${JSON.stringify(address)}, ${JSON.stringify(style)})`)
    },
    tell: (eventName: string, eventData?: object) =>
      page.evaluate(
        `tell(${JSON.stringify({ eventName, eventTimestamp: 1, eventData })}, ${JSON.stringify(service.url)})`,
      ),
    said,
    /** The newest message of this name that suits. */
    async hears(
      eventName: string,
      // biome-ignore lint/suspicious/noExplicitAny: payloads are what tests assert
      suits: (eventData: any) => boolean = () => true,
      // biome-ignore lint/suspicious/noExplicitAny: the same
    ): Promise<any> {
      for (let attempt = 0; attempt < 1200; attempt++) {
        const found = (await said(eventName)).findLast(({ data }) => suits(data.eventData))
        if (found) return found.data.eventData
        await page.waitForTimeout(50)
      }
      const names = (await said()).map(({ data }) => JSON.stringify(data).slice(0, 200))
      throw new Error(`not heard within 60 s: ${eventName}; heard:\n${names.join('\n')}`)
    },
    frame: (): Frame => frameOf(page),
  }
}

function frameOf(page: Page): Frame {
  const frame = page.frames().find((one) => one !== page.mainFrame())
  if (!frame) throw new Error('no frame')
  return frame
}
