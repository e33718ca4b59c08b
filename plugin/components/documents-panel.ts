import { type Actions, canGenerate } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { type Children, m } from '../view.ts'
import { button } from './button.ts'
import { DocumentCard } from './document-card.ts'
import { generationView } from './generation-view.ts'
import { icon } from './icon.ts'
import { LateDocument } from './late-document.ts'

/** The one being read; none while another is written. */
export function documentShown({ nav, documents }: Model): OpenDocument | undefined {
  return nav.tab === 'documents' && !documents.generating ? documents.open : undefined
}

/** The tab Documentos: the one being written, the one being read, or the list. */
export function documentsPanel(model: Model, actions: Actions): Children {
  const { documents } = model
  if (documents.generating) return generationView(model, documents.generating)
  const open = documentShown(model)
  if (open) return m(LateDocument, { key: open.document.id, model, actions, open })
  if (documents.list.length === 0 && documents.deleted.length === 0) return empty(model, actions)
  return m('.panel', [
    problem(model),
    documents.deleted.map(({ document }) =>
      m('.deleted-document[role=status]', { key: document.id }, [
        icon('trash', 16),
        m('p', model.t.editor.removed(document.template.name)),
        button(model.t.editor.undoRemove, {
          class: 'compact',
          onclick: async () => {
            await documents.putBack(document)
            if (!documents.problem) model.notices.announce(model.t.editor.putBack)
          },
        }),
      ]),
    ),
    m(
      'ul.document-list',
      { 'aria-label': model.t.documents.listLabel },
      documents.list.map((document) =>
        m('li', { key: document.id }, m(DocumentCard, { model, actions, document })),
      ),
    ),
    generateButton(model, actions, model.t.documents.generateOther),
  ])
}

function problem({ t, documents }: Model): Children {
  if (!documents.problem) return null
  const { code } = documents.problem
  return m('.inline-warning[role=alert]', [
    icon('warning', 16),
    m('p', t.editor.removeProblems[code] ?? t.editor.removeFailed),
  ])
}

function empty(model: Model, actions: Actions): Children {
  const { t } = model
  return m('.empty', [
    m('.empty-icon', icon('document', 24)),
    m('h2', t.documents.emptyTitle),
    m('p', canGenerate(model) ? t.documents.empty : t.documents.nothingYet),
    generateButton(model, actions, t.documents.generate),
  ])
}

function generateButton(model: Model, actions: Actions, label: string): Children {
  const possible = canGenerate(model)
  return m(
    '.row.center',
    button(label, {
      kind: 'primary',
      icon: 'sparkle',
      disabled: !possible,
      title: possible ? undefined : model.t.documents.nothingYet,
      onclick: actions.pickTemplate,
    }),
  )
}
