import m from 'mithril'
import type { App } from './app.ts'
import { words } from './words.ts'

interface About<Body> {
  app: App
  title: string
  /** Where it is read, with what was chosen. */
  path(): string
  show(body: Body, reload: () => Promise<void>): m.Children
  /** Read again by itself, in ms. */
  everyMs?: number
}

/** A heading, and below it what the service says to one question. */
export function section<Body>({ app, title, path, show, everyMs }: About<Body>): m.Component {
  let body: Body | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let isGone = false

  async function load(asked: string) {
    const read = await app.attempt(() => app.service.get<Body>(asked))
    if (read !== undefined && !isGone) body = read
    app.redraw()
  }
  const reload = () => load(path())

  return {
    oninit: () => void reload(),
    oncreate() {
      if (everyMs !== undefined)
        timer = setInterval(() => {
          if (app.session && !document.hidden) void load(`${path()}?watch=1`)
        }, everyMs)
    },
    onremove() {
      isGone = true
      clearInterval(timer)
    },
    view: () => [
      m(
        '.top',
        m('h1', { tabindex: -1, oncreate: ({ dom }) => (dom as HTMLElement).focus() }, title),
        m('button', { type: 'button', onclick: () => void reload() }, words.refresh),
      ),
      body === undefined ? m('p.soft', words.loading) : show(body, reload),
    ],
  }
}

/**
 * Asks, does, tells and reads again. What had the focus may be gone by then: the heading takes it.
 */
export async function act(
  app: App,
  work: () => Promise<string>,
  reload: () => Promise<void>,
): Promise<void> {
  const told = await app.attempt(work)
  if (told !== undefined) app.tell(told)
  await reload()
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector('h1')?.focus()
  })
}
