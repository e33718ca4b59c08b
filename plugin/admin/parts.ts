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

interface Column<Row> {
  head: string
  cell(row: Row): m.Children
  /** Names the row to who cannot see the table. */
  isName?: boolean
}

/** On a narrow screen each row is a card, its cells under the names of their columns. */
export function table<Row extends object>(
  caption: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): m.Children {
  if (rows.length === 0) return m('p.soft', words.none)
  return m(
    'table',
    { role: 'table' },
    m('caption.hidden', caption),
    m(
      'thead',
      { role: 'rowgroup' },
      m(
        'tr',
        { role: 'row' },
        columns.map(({ head }) => m('th', { scope: 'col', role: 'columnheader' }, head)),
      ),
    ),
    m(
      'tbody',
      { role: 'rowgroup' },
      rows.map((row) =>
        m(
          'tr',
          { role: 'row' },
          columns.map(({ head, cell, isName }) =>
            isName
              ? m('th', { scope: 'row', role: 'rowheader', 'data-head': head }, cell(row))
              : m('td', { role: 'cell', 'data-head': head }, cell(row)),
          ),
        ),
      ),
    ),
  )
}
