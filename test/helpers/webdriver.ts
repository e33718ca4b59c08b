/**
 * Browsers other than Chromium, driven as they come: WebKit by WebKitWebDriver over HTTP, Firefox
 * by Marionette, its own protocol with the same commands (both W3C WebDriver). Only what the bench
 * of other browsers needs.
 */
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * One command of WebDriver; what it gives is WebDriver's `value`. Rejects with the browser's words.
 */
export interface Transport {
  command(name: CommandName, parameters?: object): Promise<unknown>
  close(): Promise<void>
}

/** By Marionette's name; the way of each over HTTP is in webkit-driver.ts. */
export type CommandName =
  | 'Navigate'
  | 'ExecuteScript'
  | 'ExecuteAsyncScript'
  | 'PerformActions'
  | 'TakeScreenshot'
  | 'SetWindowRect'

export interface DrivenBrowser {
  readonly name: string
  readonly version: string
  transport: Transport
}

export type Page = ReturnType<typeof drivenPage>

interface Spot {
  x: number
  y: number
}

const WAIT_MS = 30_000
/** W3C WebDriver, 17.4.2: keys that are no characters. */
export const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Alt: '\uE00A',
} as const

/**
 * In the page: elements by role and name, through open shadow roots, as far as the plugin and the
 * demonstration need it.
 */
const FINDER = `
var driven = globalThis.driven ??= (() => {
  const roles = { BUTTON: 'button', A: 'link', SELECT: 'combobox', TEXTAREA: 'textbox', DIALOG: 'dialog', SUMMARY: 'button' }
  const role = (one) => one.getAttribute('role') ?? (one.tagName === 'INPUT' ? { radio: 'radio', checkbox: 'checkbox' }[one.type] ?? 'textbox' : roles[one.tagName])
  const text = (one) => (one.innerText ?? one.textContent ?? '').replace(/\\s+/g, ' ').trim()
  const name = (one) => one.getAttribute('aria-label') ?? (one.labels?.length ? text(one.labels[0]) : undefined) ??
    (one.getAttribute('aria-labelledby') ? one.getAttribute('aria-labelledby').split(' ').map((id) => text(one.getRootNode().getElementById(id) ?? one)).join(' ') : text(one))
  function* all(root = document) {
    for (const one of root.querySelectorAll('*')) {
      yield one
      if (one.shadowRoot) yield* all(one.shadowRoot)
    }
  }
  const isShown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden'
  const find = ({ role: wanted, name: pattern, css, text: words, hidden }) => [...all()].filter((one) =>
    (!css || one.matches(css)) && (!wanted || role(one) === wanted) && (hidden || isShown(one)) &&
    (!pattern || new RegExp(pattern).test(name(one))) && (!words || new RegExp(words).test(text(one))))
  const focused = (root = document) => root.activeElement?.shadowRoot?.activeElement ? focused(root.activeElement.shadowRoot) : root.activeElement
  return { find, name, text, focused }
})();`

/** What to look for; patterns are regular expressions. */
export interface Wanted {
  role?: string
  name?: string
  css?: string
  text?: string
  /** Also what is not drawn, as a radio button behind its card. */
  hidden?: boolean
}

export function drivenPage({ transport }: Pick<DrivenBrowser, 'transport'>) {
  /** An expression in the page. */
  const run = <T>(expression: string) =>
    transport.command('ExecuteScript', {
      script: `${FINDER} return (${expression})`,
      args: [],
    }) as Promise<T>

  /** A promise in the page. */
  async function runAsync<T>(expression: string): Promise<T> {
    const outcome = (await transport.command('ExecuteAsyncScript', {
      script: `${FINDER} const done = arguments[arguments.length - 1]
        Promise.resolve(${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }))`,
      args: [],
    })) as { value: T; error?: string }
    if (outcome.error !== undefined) throw new Error(outcome.error)
    return outcome.value
  }

  /** Waits until the expression holds, and gives what it came to. */
  async function until<T>(expression: string, limitMs = WAIT_MS): Promise<T> {
    const deadline = Date.now() + limitMs
    for (;;) {
      const value = await run<T>(expression)
      if (value) return value
      if (Date.now() > deadline) throw new Error(`not so after ${limitMs / 1000} s: ${expression}`)
      await sleep(100)
    }
  }

  const found = (wanted: Wanted, at = 0) => `driven.find(${JSON.stringify(wanted)}).at(${at})`

  /** Where its middle is, once it is there, can be pressed and stands still. */
  async function spot(wanted: Wanted, at = 0): Promise<Spot> {
    await until(`(() => { const one = ${found(wanted, at)}; return one && !one.disabled })()`)
    let before: Spot | undefined
    for (;;) {
      const now = await run<Spot>(`(() => {
        const one = ${found(wanted, at)}
        one?.scrollIntoView({ block: 'center', behavior: 'instant' })
        const box = one?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0, height: 0 }
        return { x: Math.floor(box.x + box.width / 2), y: Math.floor(box.y + box.height / 2) }
      })()`)
      if (before && before.x === now.x && before.y === now.y) return now
      before = now
      await sleep(60)
    }
  }

  async function point(steps: object[]) {
    const parameters = { pointerType: 'mouse' }
    await transport.command('PerformActions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters, actions: steps }],
    })
  }

  const move = ({ x, y }: Spot) => ({ type: 'pointerMove', duration: 0, origin: 'viewport', x, y })

  async function keys(steps: { type: string; value: string }[]) {
    await transport.command('PerformActions', {
      actions: [{ type: 'key', id: 'keyboard', actions: steps }],
    })
  }

  return {
    run,
    runAsync,
    until,
    go: (url: string) => transport.command('Navigate', { url }),
    /** As a hand does: there is no click on what is covered. */
    async click(wanted: Wanted, at = 0) {
      const to = await spot(wanted, at)
      const press = { button: 0 }
      await point([move(to), { type: 'pointerDown', ...press }, { type: 'pointerUp', ...press }])
    },
    waitFor: (wanted: Wanted, limitMs?: number) => until<boolean>(`!!${found(wanted)}`, limitMs),
    waitForNone: (wanted: Wanted, limitMs?: number) => until<boolean>(`!${found(wanted)}`, limitMs),
    countOf: (wanted: Wanted) => run<number>(`driven.find(${JSON.stringify(wanted)}).length`),
    /** Letter by letter, each key down and up. */
    async type(text: string) {
      await keys(
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      )
    },
    /** "Control+Shift+z" */
    async press(combination: string) {
      const values = combination.split('+').map((key) => KEYS[key as keyof typeof KEYS] ?? key)
      await keys([
        ...values.map((value) => ({ type: 'keyDown', value })),
        ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
      ])
    },
    /** The page's own size, without the window's frame. */
    async size(width: number, height: number) {
      for (let attempt = 0; attempt < 20; attempt++) {
        const [innerWidth, innerHeight, outerWidth, outerHeight] = await run<
          [number, number, number, number]
        >('[innerWidth, innerHeight, outerWidth, outerHeight]')
        if (innerWidth === width && innerHeight === height) return
        await transport.command('SetWindowRect', {
          x: 0,
          y: 0,
          width: outerWidth + width - innerWidth,
          height: outerHeight + height - innerHeight,
        })
        await sleep(150)
      }
    },
    async picture(): Promise<Buffer> {
      const value = await transport.command('TakeScreenshot', { full: false })
      return Buffer.from(value as string, 'base64')
    },
  }
}
