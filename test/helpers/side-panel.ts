/**
 * The extension's panel in Chromium's own side panel, opened by its button on a tab. The browser
 * lists it among no window's pages: it is driven over a session of its own.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, CDPSession } from 'playwright-core'
import { drivenPage, type Page, type Transport } from './webdriver.ts'

/** What the types of playwright do not know yet, or no more. */
type Send = (name: string, given?: object) => Promise<unknown>
interface Target {
  targetId: string
  url: string
}

export interface SidePanel extends Page {
  /** As the browser's own cross closes it. */
  close(): Promise<void>
}

/**
 * Clicks the extension's button on the tab of this address, which also opens that tab to it, and
 * waits for the panel, which its window does not have yet.
 * @param panel address of the panel's page
 */
export function openSidePanel(
  browser: BrowserContext,
  panel: string,
  address: string,
): Promise<SidePanel> {
  return sidePanelAfter(browser, panel, (root) => clickButton(root, new URL(panel).host, address))
}

/** @param open what makes the browser open it */
export async function sidePanelAfter(
  browser: BrowserContext,
  panel: string,
  open: (root: CDPSession) => Promise<unknown>,
): Promise<SidePanel> {
  const root = await browser.browser()!.newBrowserCDPSession()
  const before = new Set((await panelsOf(root, panel)).map(({ targetId }) => targetId))
  await open(root)
  const opened = await soon(async () => {
    const found = await panelsOf(root, panel)
    return found.find(({ targetId }) => !before.has(targetId))
  }, 'the side panel is open')
  const { targetId } = opened
  const page = drivenPage({ transport: await transportTo(root, targetId) })
  await page.until("document.readyState === 'complete'")
  return {
    ...page,
    async close() {
      await root.send('Target.closeTarget', { targetId })
      await soon(async () => {
        const isThere = (await panelsOf(root, panel)).some((one) => one.targetId === targetId)
        return isThere ? undefined : true
      }, 'the side panel is closed')
    },
  }
}

/** What `look` finds, as long as a slow machine may need. */
async function soon<Found>(look: () => Promise<Found | undefined>, what: string): Promise<Found> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const found = await look()
    if (found !== undefined) return found
    await sleep(100)
  }
  throw new Error(`not so after 60 s: ${what}`)
}

async function panelsOf(root: CDPSession, panel: string): Promise<Target[]> {
  const { targetInfos } = await root.send('Target.getTargets')
  return targetInfos.filter(({ type, url }) => type === 'page' && url === panel)
}

async function clickButton(root: CDPSession, id: string, address: string) {
  const { targetInfos } = await root.send('Target.getTargets', { filter: [{ type: 'tab' }] })
  const targetId = targetInfos.find(({ url }) => url === address)?.targetId
  await (root.send.bind(root) as Send)('Extensions.triggerAction', { id, targetId })
}

interface Action {
  type: string
  x?: number
  y?: number
  value?: string
}

/** Commands to a page that playwright does not hold, as messages within the browser's session. */
async function transportTo(root: CDPSession, targetId: string): Promise<Transport> {
  const { sessionId } = await root.send('Target.attachToTarget', { targetId })
  const waiting = new Map<number, { done(value: unknown): void; failed(error: Error): void }>()
  let count = 0
  root.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return
    const { id, result, error } = JSON.parse(event.message)
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.failed(new Error(error.message))
    else asked?.done(result)
  })
  function send(method: string, params: object): Promise<unknown> {
    const id = ++count
    const answer = new Promise((done, failed) => {
      waiting.set(id, { done, failed })
    })
    const message = JSON.stringify({ id, method, params })
    return root.send('Target.sendMessageToTarget', { sessionId, message }).then(() => answer)
  }
  let at = { x: 0, y: 0 }

  async function act({ type, x = at.x, y = at.y, value = '' }: Action) {
    if (type === 'pointerMove') {
      at = { x, y }
      await send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at })
    } else if (type.startsWith('pointer')) {
      const name = type === 'pointerDown' ? 'mousePressed' : 'mouseReleased'
      const press = { button: 'left', clickCount: 1, ...at }
      await send('Input.dispatchMouseEvent', { type: name, ...press })
    } else if (type === 'keyDown') await send('Input.insertText', { text: value })
  }

  return {
    async command(name, parameters = {}) {
      if (name === 'ExecuteScript') {
        const { script } = parameters as { script: string }
        const given = { expression: `(() => { ${script} })()`, returnByValue: true }
        const answer = (await send('Runtime.evaluate', given)) as {
          result: { value: unknown }
          exceptionDetails?: { text: string }
        }
        if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text)
        return answer.result.value
      }
      if (name === 'TakeScreenshot')
        return ((await send('Page.captureScreenshot', {})) as { data: string }).data
      if (name !== 'PerformActions') throw new Error(`${name} is not for a side panel`)
      const { actions } = parameters as { actions: { actions: Action[] }[] }
      for (const step of actions.flatMap((one) => one.actions)) await act(step)
      return null
    },
    close: async () => {},
  }
}
