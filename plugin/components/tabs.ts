import type { Model } from '../state/model.ts'
import { TABS, type Tab } from '../state/navigation.ts'
import { type Children, m, type VnodeDOM } from '../view.ts'
import { type IconName, icon } from './icon.ts'

const ICONS: Record<Tab, IconName> = {
  recording: 'mic',
  transcript: 'quote',
  context: 'pencil',
  documents: 'document',
  files: 'clip',
}

/** Arrow keys move between tabs, as screen readers announce them. */
export function tabs(model: Model): Children {
  const { t, nav, documents, uploads } = model
  const shown = TABS.filter((name) => name !== 'files' || hasFiles(model))

  function onkeydown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = shown[(shown.indexOf(nav.tab) + step + shown.length) % shown.length]!
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
        // On the narrowest panels the tabs scroll: the one in use is always to be seen.
        onupdate({ dom }: VnodeDOM) {
          if (nav.tab === name && dom.getAttribute('data-shown') === null)
            dom.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          dom.toggleAttribute('data-shown', nav.tab === name)
        },
      },
      icon(ICONS[name], 18),
      m('span.tab-label', t.tabs[name]),
      name === 'files' && uploads.items.length > 0 && m('span.count', uploads.items.length),
      name === 'documents' && documents.list.length > 0 && m('span.count', documents.list.length),
    )

  return m('.tabs[role=tablist]', { 'aria-label': t.tabs.label, onkeydown }, shown.map(tab))
}

/** Uploads are on, or the host sent some, which the doctor must be able to see (SPEC-GAPS C26). */
function hasFiles({ deps, nav, uploads }: Model): boolean {
  return deps.settings.enableFileUpload || uploads.items.length > 0 || nav.tab === 'files'
}
