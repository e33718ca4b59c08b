import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { type Children, type Component, m, type Vnode } from '../view.ts'
import { button, iconButton } from './button.ts'
import { readOnly } from './document-value.ts'
import type { DocumentView } from './document-view.ts'
import { icon } from './icon.ts'

interface Attrs {
  model: Model
  actions: Actions
  open: OpenDocument
}

let fetched: typeof DocumentView | undefined

/**
 * A document, with what it takes to edit and check one: fetched when the first is opened. Where it
 * cannot be fetched the doctor is told, reads the text, and may try again.
 */
export function LateDocument(): Component<Attrs> {
  let isFailed = false

  async function load({ changed }: Model) {
    isFailed = false
    try {
      fetched = (await import('./document-view.ts')).DocumentView
    } catch {
      isFailed = true
    }
    changed()
  }

  return {
    oninit({ attrs: { model } }: Vnode<Attrs>) {
      if (!fetched) void load(model)
    },
    view({ attrs }: Vnode<Attrs>) {
      if (fetched) return m(fetched, attrs)
      return waiting(attrs, isFailed, () => void load(attrs.model))
    },
  }
}

function waiting({ model, open }: Attrs, isFailed: boolean, again: () => void): Children {
  const { t, documents } = model
  return m('.document', [
    m('.document-head', [
      iconButton('back', t.back, { onclick: () => void documents.backToList() }),
      m('.title', m('h2', open.document.template.name)),
    ]),
    m('.document-scroll', [
      isFailed
        ? m('.inline-warning[role=alert]', [
            icon('warning', 16),
            m('p', t.document.viewFailed),
            button(t.retry, { onclick: again }),
          ])
        : m('p.note', m('span.spinner'), ' ', t.loading.label),
      readOnly(open),
    ]),
  ])
}
