import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { timeOfDay } from '../text/durations.ts'
import { type Children, m } from '../view.ts'
import { button, iconButton } from './button.ts'
import { icon } from './icon.ts'

export function documentHead(
  { t, documents }: Model,
  { document, saveState }: OpenDocument,
  onHistory: () => void,
): Children {
  const isReadable = document.status !== 'failed'
  return m('.document-head', [
    iconButton('back', t.back, { onclick: () => void documents.backToList() }),
    m('.title', [
      m('h2', document.template.name),
      m('p.status', [
        timeOfDay(document.created_at, t.language),
        isReadable &&
          m('span.save-mark', { class: saveState }, [
            saveState === 'saving' && m('span.spinner'),
            t.editor.saveStates[saveState],
          ]),
      ]),
    ]),
    m('span.tag', { class: document.status }, t.documents.states[document.status]),
    isReadable && iconButton('history', t.editor.history, { onclick: onHistory }),
  ])
}

/** Why there is no text, or why it is not saved. */
export function documentProblem({ t }: Model, open: OpenDocument, onDecide: () => void): Children {
  const { document, saveState, problem } = open
  if (document.failure)
    return m('.inline-warning', icon('warning', 16), m('p', document.failure.message))
  if (saveState === 'conflict')
    return m('.inline-warning[role=alert]', [
      icon('warning', 16),
      m('p', t.document.conflict),
      button(t.editor.differences, { onclick: onDecide }),
    ])
  if (!problem) return null
  return m('.inline-warning[role=alert]', [
    icon('warning', 16),
    m('p', t.document.saveFailed),
    button(t.retry, { onclick: () => void open.save() }),
  ])
}
