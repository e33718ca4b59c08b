import type { ClinicalDocument, DocumentValue } from '../../core/contract/api.ts'
import { type Actions, canGenerate } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { timeOfDay } from '../text/durations.ts'
import { type Children, m } from '../view.ts'
import { button } from './button.ts'
import { DocumentView } from './document-view.ts'
import { generationView } from './generation-view.ts'
import { icon } from './icon.ts'

/** The tab Documentos: the one being written, the one being read, or the list. */
export function documentsPanel(model: Model, actions: Actions): Children {
  const { documents } = model
  if (documents.generating) return generationView(model, documents.generating)
  if (documents.open)
    return m(DocumentView, {
      key: documents.open.document.id,
      model,
      actions,
      open: documents.open,
    })
  if (documents.list.length === 0) return empty(model, actions)
  return m('.panel', [
    m(
      'ul.document-list',
      { 'aria-label': model.t.documents.listLabel },
      documents.list.map((document) => m('li', { key: document.id }, card(model, document))),
    ),
    generateButton(model, actions, model.t.documents.generateOther),
  ])
}

function card({ t, documents }: Model, document: ClinicalDocument): Children {
  return m(
    'button.card.document-card[type=button]',
    { onclick: () => documents.show(document) },
    m('.document-card-head', [
      icon('document', 16),
      m('strong', document.template.name),
      m('span.tag', { class: document.status }, t.documents.states[document.status]),
    ]),
    m('p.clamp', firstLine(document)),
    m('time', timeOfDay(document.created_at, t.language)),
  )
}

function firstLine({ content }: ClinicalDocument): string {
  const value = Object.values(content).find((entry) => entry !== null) ?? null
  return textOf(value)
}

function textOf(value: DocumentValue): string {
  if (value === null || typeof value === 'string') return value ?? ''
  return Array.isArray(value) ? value.join('; ') : Object.values(value).filter(Boolean).join('; ')
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
