/**
 * The extension's panel in Firefox's own sidebar. WebDriver reaches no sidebar, so it is read from
 * another page of the extension, in a tab behind; hand and keys are those of the browser's window.
 */
import type { DrivenFirefox } from './marionette.ts'
import { drivenPage, KEYS, type Page, type Transport } from './webdriver.ts'

const ID = 'assistente@svc-appliance.invalid'
const SIDEBAR = 'assistente_svc-appliance_invalid-sidebar-action'

export interface Sidebar extends Page {
  /** As the browser's own menu of sidebars does. */
  showSidebar(): Promise<void>
  /** A new tab, which is then the one that is seen and driven. */
  openTab(): Promise<void>
  /** "Alt+Shift+S", as the browser itself takes it. */
  key(combination: string): Promise<void>
  /** The extension's background page ends, as it does after a while. */
  sleep(): Promise<void>
  /** A script in the browser's own window. */
  inWindow<T>(script: string): Promise<T>
  pictureOfWindow(): Promise<Buffer>
}

/** @param folder of the built extension, for Firefox */
export async function openSidebar(browser: DrivenFirefox, folder: string): Promise<Sidebar> {
  const { ask, transport } = browser
  await ask('Addon:Install', { path: folder, temporary: true })
  const host = await inWindow<string>(
    `return WebExtensionPolicy.getByID('${ID}').mozExtensionHostname`,
  )
  const { value: helper } = (await ask('WebDriver:GetWindowHandle')) as { value: string }
  await transport.command('Navigate', { url: `moz-extension://${host}/microphone.html` })
  let seen = helper

  async function asWindow<T>(work: () => Promise<unknown>): Promise<T> {
    await ask('Marionette:SetContext', { value: 'chrome' })
    try {
      return ((await work()) as { value: T }).value
    } finally {
      await ask('Marionette:SetContext', { value: 'content' })
    }
  }

  function inWindow<T>(script: string): Promise<T> {
    return asWindow(() => ask('WebDriver:ExecuteScript', { script, args: [] }))
  }

  const actInWindow = (actions: object[]) =>
    asWindow<void>(() => ask('WebDriver:PerformActions', { actions }))

  /** In the page behind; what is seen stays. */
  async function behind<T>(work: () => Promise<T>): Promise<T> {
    await ask('WebDriver:SwitchToWindow', { handle: helper, focus: false })
    try {
      return await work()
    } finally {
      await ask('WebDriver:SwitchToWindow', { handle: seen, focus: false })
    }
  }

  const inSidebar: Transport = {
    async command(name, parameters = {}) {
      if (name === 'ExecuteScript') {
        const { script } = parameters as { script: string }
        const inView = `
          const view = (window.wrappedJSObject ?? window).chrome.extension.getViews({ type: 'sidebar' })[0]
          const { document, getComputedStyle, innerWidth, innerHeight } = view ?? {}
          return view && ((globalThis) => { ${script} })(view)`
        return behind(() => transport.command(name, { script: inView, args: [] }))
      }
      if (name !== 'PerformActions') throw new Error(`${name} is not for a sidebar`)
      const place = await inWindow<Spot>(`
        const outer = document.getElementById('sidebar')
        const inner = outer.contentDocument.getElementById('webext-panels-browser')
        const [one, other] = [outer, inner].map((element) => element.getBoundingClientRect())
        return { x: one.x + other.x, y: one.y + other.y }`)
      const { actions } = parameters as { actions: { actions: Partial<Spot>[] }[] }
      const moved = actions.map((device) => ({
        ...device,
        actions: device.actions.map((step) => movedBy(place, step)),
      }))
      return actInWindow(moved)
    },
    close: transport.close,
  }

  return {
    ...drivenPage({ transport: inSidebar }),
    showSidebar: () => inWindow(`return void SidebarController.show('${SIDEBAR}')`),
    async openTab() {
      const given = { type: 'tab', focus: true }
      seen = ((await ask('WebDriver:NewWindow', given)) as { handle: string }).handle
      await ask('WebDriver:SwitchToWindow', { handle: seen, focus: true })
    },
    async key(combination) {
      const keys = combination.split('+').map((one) => KEYS[one as 'Alt'] ?? one.toLowerCase())
      const step = (type: string) => (value: string) => ({ type, value })
      const steps = [...keys.map(step('keyDown')), ...keys.toReversed().map(step('keyUp'))]
      await actInWindow([{ type: 'key', id: 'keys', actions: steps }])
    },
    async sleep() {
      await inWindow(`
        const { extension } = WebExtensionPolicy.getByID('${ID}')
        return extension.terminateBackground({ disableResetIdleForTest: true }).then(() => null)`)
    },
    inWindow,
    async pictureOfWindow() {
      const taken = () => ask('WebDriver:TakeScreenshot', { full: false })
      return Buffer.from(await asWindow<string>(taken), 'base64')
    },
  }
}

interface Spot {
  x: number
  y: number
}

function movedBy(place: Spot, step: Partial<Spot>): Partial<Spot> {
  const { x, y } = step
  if (x === undefined || y === undefined) return step
  return { ...step, x: Math.round(x + place.x), y: Math.round(y + place.y) }
}
