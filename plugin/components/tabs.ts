import type { Model } from '../state/model.ts'
import { TABS, type Tab } from '../state/navigation.ts'
import { type Children, m } from '../view.ts'

/** Arrow keys move between tabs, as screen readers announce them. */
export function tabs({ t, nav, documents }: Model): Children {
  function onkeydown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = TABS[(TABS.indexOf(nav.tab) + step + TABS.length) % TABS.length]!
    nav.go(next)
    const list = event.currentTarget as HTMLElement
    list.querySelector<HTMLElement>(`#svc-tab-${next}`)?.focus()
  }

  const tab = (name: Tab) =>
    m(
      'button.tab[type=button][role=tab]',
      {
        id: `svc-tab-${name}`,
        'aria-selected': String(nav.tab === name),
        'aria-controls': 'svc-panel',
        tabindex: nav.tab === name ? 0 : -1,
        onclick: () => nav.go(name),
      },
      m('span', t.tabs[name]),
      name === 'documents' && documents.list.length > 0 && m('span.count', documents.list.length),
    )

  return m('.tabs[role=tablist]', { 'aria-label': t.tabs.label, onkeydown }, TABS.map(tab))
}
